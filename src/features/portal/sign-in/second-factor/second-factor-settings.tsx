import type { Factor } from '@supabase/supabase-js'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { formatDate } from '@/shared/lib/format-date'
import { lazyModule } from '@/shared/lib/lazy-component'
import { SettingsPart } from '@/shared/account-ui/settings-part'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { useBackCloses } from '@/shared/ui/use-back-closes'
import { notify } from '@/shared/ui/notify'
import { Spinner } from '@/shared/ui/spinner'
import { CodeForm } from './code-form'
import { makeRecoveryCodes, nameOf, ownFactorQuery, removeFactor } from './factors'
import { RecoveryCodes } from './recovery-codes'

const FactorSetup = lazyModule(() => import('./factor-setup'))

export function SecondFactorSettings() {
  return (
    <SettingsPart title="Second factor">
      <p className="text-ink-soft">
        A code from an app on your phone, asked for after your password. With it, a stolen password
        is not enough.
      </p>
      <Factors />
    </SettingsPart>
  )
}

function Factors() {
  const { user } = useAuth()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Factor>()
  const own = useQuery(ownFactorQuery(user?.id ?? ''))
  const codes = useMutation(makeRecoveryCodes)
  const factors = (user?.factors ?? []).filter(({ status }) => status === 'verified')
  const hasCodes = own.data?.[0]?.has_codes ?? false

  if (isAdding) {
    return (
      <Suspense fallback={<Spinner className="my-6" />}>
        <FactorSetup
          hasCodes={factors.length > 0 && hasCodes}
          onDone={() => {
            setAdding(false)
            void own.refetch()
          }}
        />
      </Suspense>
    )
  }
  if (codes.data) return <RecoveryCodes codes={codes.data} onDone={codes.reset} />
  return (
    <>
      {factors.length > 0 && (
        <ul aria-label="Second factors" className="divide-y divide-line">
          {factors.map((factor) => (
            <li key={factor.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span className="min-w-0 break-words">
                {nameOf(factor)}
                <span className="block text-sm text-ink-soft">
                  Since {formatDate(factor.created_at)}
                </span>
              </span>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Remove ${nameOf(factor)}`}
                onClick={() => setRemoved(factor)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => setAdding(true)}>
          {factors.length > 0 ? 'Add another' : 'Set up'}
        </Button>
        {factors.length > 0 && (
          <Button variant="outline" loading={codes.isPending} onClick={() => codes.mutate()}>
            New recovery codes
          </Button>
        )}
      </div>
      {factors.length > 0 && (
        <p className="text-sm text-ink-soft">
          {hasCodes
            ? 'You have recovery codes. New ones replace them.'
            : 'You have no recovery codes yet. With one you get back in without your phone.'}
        </p>
      )}
      {removed && (
        <RemoveDialog factor={removed} factors={factors} onClose={() => setRemoved(undefined)} />
      )}
    </>
  )
}

interface RemoveDialogProps {
  factor: Factor
  factors: readonly Factor[]
  onClose: () => void
}

/** Asks for a code, which someone at an unlocked computer does not have. */
function RemoveDialog({ factor, factors, onClose }: RemoveDialogProps) {
  useBackCloses(true, onClose)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="sm"
        title={`Remove ${nameOf(factor)}?`}
        description="Confirm with a code from any of your second factors."
      >
        <CodeForm
          factors={factors}
          label="Confirm the removal"
          yes="Remove"
          variant="danger"
          onVerified={async () => {
            await removeFactor(factor.id)
            notify({ title: `${nameOf(factor)} removed`, tone: 'success' })
            onClose()
          }}
        />
      </DialogContent>
    </Dialog>
  )
}
