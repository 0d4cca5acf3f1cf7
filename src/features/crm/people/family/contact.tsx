import { useState } from 'react'
import { addressLines } from '@/shared/lib/postal-address'
import { Button } from '@/shared/ui/button'
import { Points } from './points'
import { AddressDialog } from './ties-dialogs'
import type { Address, Point } from './ties-queries'

interface ContactProps {
  person: string
  of: { points: readonly Point[]; address: Address | null }
  /** Of a child only once it is open */
  canAdd: boolean
  isChild?: boolean | undefined
  /** Begins with the dialog of the address */
  entersAddress?: boolean
}

/** The emails, phones and postal address of a person or household, each with a way to change it. */
export function Contact({ person, of, canAdd, isChild, entersAddress }: ContactProps) {
  const [from, setFrom] = useState<{ stored: Address | null } | undefined>(
    entersAddress && canAdd ? { stored: of.address } : undefined,
  )
  return (
    <>
      <Points person={person} points={of.points} canAdd={canAdd} isChild={isChild} />
      {canAdd && (
        <AddressLine address={of.address} onChange={() => setFrom({ stored: of.address })} />
      )}
      {from && <AddressDialog person={person} {...from} onClose={() => setFrom(undefined)} />}
    </>
  )
}

function AddressLine({ address, onChange }: { address: Address | null; onChange: () => void }) {
  return (
    <p className="flex items-center justify-between gap-3 py-1">
      <span className="min-w-0 wrap-anywhere" dir="auto">
        {address ? (
          addressLines(address).join(' · ')
        ) : (
          <span className="text-ink-soft">No postal address</span>
        )}
      </span>
      <Button variant="ghost" size="sm" onClick={onChange}>
        {address ? 'Change' : 'Add'}
        <span className="sr-only"> the address</span>
      </Button>
    </p>
  )
}
