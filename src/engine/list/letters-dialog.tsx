import { useMutation, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { csvFileName, csvLines, downloadCsv } from '@/shared/lib/csv'
import { addressLines, missingForPost, type PostalAddress } from '@/shared/lib/postal-address'
import { ask } from '@/shared/supabase/ask'
import { failureText } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { Failure } from '@/shared/account-ui/failure'
import { Loading } from '@/shared/account-ui/loading'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import type { ResourceTable, Row } from '../core/define-resource'
import { resourceKey } from '../core/resource-queries'
import { isChosen, LetterRecipients, type Recipient } from './letter-recipients'
import './letters.css'

type Letter = Partial<PostalAddress> & {
  /** Of a row in the list */
  id: string
  name: string | null
  /** In its household */
  people: number
}

interface Letters {
  /** One for each household, in the order of the envelopes; the last ones have no address */
  letters: Letter[]
  /** All in the list, with those left out */
  people: number
  deceased: number
  do_not_contact: number
}

interface LettersDialogProps {
  table: ResourceTable
  /** The filters of the list, for the log */
  filters: Readonly<Record<string, string>>
  rows: (signal: AbortSignal) => Promise<AsyncIterable<Row[]>>
  onClose: () => void
}

const addressOf = ({ street, city, region, postal_code, country }: Letter): PostalAddress => ({
  ...{ street: street ?? null, city: city ?? null, region: region ?? null },
  ...{ postal_code: postal_code ?? null, country: country ?? null },
})

const number = (count: number) => count.toLocaleString('en-US')

/** Labels to print and a file for letters. Without a whole address there is one only for those whom the user chooses. */
export function LettersDialog({ table, filters, rows, onClose }: LettersDialogProps) {
  const found = useQuery({
    queryKey: [...resourceKey(table), 'letters', filters],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const ids: string[] = []
      for await (const batch of await rows(signal)) ids.push(...batch.map(({ id }) => id))
      const answer: unknown = await ask(supabase.rpc('letters', { list: table, ids }), signal)
      return answer as Letters
    },
  })
  const { data } = found
  const { search } = useLocation()
  const [changed, setChanged] = useState<readonly string[]>([])
  const all = (data?.letters ?? []).map((letter) => {
    const address = addressOf(letter)
    const person = table === 'donors' ? letter.id : `${table}:${letter.id}`
    const name = letter.name ?? ''
    // Gifts without name and address belong to one donor, who can get no letter.
    const isOptional = table === 'donors' && name === 'Anonymous'
    const recipient: Recipient = { id: letter.id, person, name, address, isOptional }
    return { ...letter, address, recipient }
  })
  const incomplete = all.filter(({ address }) => missingForPost(address).length > 0)
  const letters = all.filter(({ recipient }) => isChosen(recipient, changed))
  const handing = useMutation({
    mutationFn: async (as: 'labels' | 'file') => {
      // Nothing leaves without an entry in the log.
      await ask(
        supabase.rpc('log_export', {
          exported_table: table,
          filters: { ...filters, as },
          row_count: letters.length,
        }),
      )
      if (as === 'labels') return window.print()
      const columns = ['name', 'street', 'city', 'region', 'postal_code', 'country'] as const
      const lines = letters.map(({ name, address }) =>
        columns.map((column) => (column === 'name' ? name : address[column])),
      )
      downloadCsv(csvFileName(`${table}_letters`), [csvLines([columns, ...lines])])
    },
    meta: { invalidates: [resourceKey('change_log')] },
  })
  const leftOut = data
    ? ([
        [data.do_not_contact, 'not to be contacted'],
        [data.deceased, 'deceased'],
      ] as const)
    : []
  const reached = letters.reduce((sum, { people }) => sum + people, 0)
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Labels and letters"
        description="One for each household, sorted by country and postal code. The change log records each."
      >
        {!data ? (
          <Loading
            query={found}
            title={failureText(found.error)}
            label="Looking up addresses..."
            className="my-8"
          />
        ) : (
          <>
            <p>
              <strong className="tabular-nums">{number(letters.length)}</strong>{' '}
              {letters.length === 1 ? 'letter' : 'letters'} for {number(reached)} of{' '}
              {number(data.people)} {data.people === 1 ? 'person' : 'people'} in this list.
            </p>
            {leftOut.some(([count]) => count > 0) && (
              <p className="mt-1 text-sm text-ink-soft">
                Left out:{' '}
                {leftOut
                  .filter(([count]) => count > 0)
                  .map(([count, why]) => `${number(count)} ${why}`)
                  .join(', ')}
                .
              </p>
            )}
            {incomplete.length > 0 && (
              <div className="mt-4">
                <LetterRecipients
                  legend="Without a complete address"
                  recipients={incomplete.map(({ recipient }) => recipient)}
                  total={all.length}
                  what="label"
                  list={search}
                  changed={changed}
                  onTurn={(ids) =>
                    setChanged([
                      ...changed.filter((id) => !ids.includes(id)),
                      ...ids.filter((id) => !changed.includes(id)),
                    ])
                  }
                  onEnterAddress={onClose}
                />
              </div>
            )}
            <p className="mt-3 text-sm text-ink-soft">
              Labels fit Avery 5160, 30 on a letter-size sheet. Print at 100%, with default margins.
            </p>
            <Failure of={handing} title="Nothing was printed or saved." className="mt-3" />
            <DialogFooter>
              <DialogClose variant="outline">Close</DialogClose>
              {letters.length > 0 && (
                <>
                  <Button
                    variant="outline"
                    onClick={() => !handing.isPending && handing.mutate('file')}
                  >
                    <Download aria-hidden="true" />
                    Download CSV
                  </Button>
                  <Button
                    loading={handing.isPending}
                    onClick={() => !handing.isPending && handing.mutate('labels')}
                  >
                    <Printer aria-hidden="true" />
                    Print labels
                  </Button>
                </>
              )}
            </DialogFooter>
            {createPortal(<Labels letters={letters} />, document.body)}
          </>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** Only on paper. */
function Labels({
  letters,
}: {
  letters: readonly { id: string; name: string | null; address: PostalAddress }[]
}) {
  return (
    <div className="labels" aria-hidden="true">
      {letters.map(({ id, name, address }) => (
        <div key={id} className="label" dir="auto">
          {[name, ...addressLines(address)].map((line, place) => (
            <div key={place}>{line}</div>
          ))}
        </div>
      ))}
    </div>
  )
}
