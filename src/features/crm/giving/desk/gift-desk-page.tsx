import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { PageHeader } from '@/shared/account-ui/page-header'
import { usePageKeys } from '@/shared/account-ui/page-help'
import { Button } from '@/shared/ui/button'
import { viewAddress } from '../donors/donor-views'
import { Batches } from '../deposits/batches'
import { enteredQuery } from './desk-queries'
import { EnteredGifts } from './entered-gifts'
import { Funds } from '../deposits/funds'
import { GiftForm } from './gift-form'
import { GiftGrid } from './gift-grid'
import { GiftRowList, inWords } from './gift-row-list'
import { useGiftRows, type GiftRow } from './gift-rows'
import { GiftTotals } from './gift-totals'

export function GiftDeskPage() {
  const [params, setParams] = useSearchParams()
  const batch = params.get('batch') ?? ''
  const desk = useGiftRows()
  const entered = useQuery(enteredQuery(batch || null))
  const entry = useRef<HTMLElement>(null)
  const openHelp = usePageKeys(() => keys)
  const isListed = ({ savedAt, typed }: GiftRow) =>
    savedAt !== undefined && (typed.batch_id !== batch || entered.dataUpdatedAt > savedAt)
  const rows = desk.rows.filter((row) => !isListed(row))
  return (
    <>
      <PageHeader title="Enter gifts" text="Checks, cash and transfers, one after the other." />
      <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 leading-6">
        <Link to={viewAddress('gifts')}>Back to the donors</Link>
        <Link to={paths.pledges}>Pledges</Link>
        <Link to={paths.thankYouLetters}>Thank-you letters</Link>
        <Link to={paths.yearEndReceipts}>Year-end receipts</Link>
        <Link to={paths.journal}>Journal</Link>
      </p>
      <section ref={entry} aria-labelledby="ledger" className="mb-8 grid gap-4">
        <Batches
          chosen={batch}
          onChoose={(chosen) => setParams(chosen ? { batch: chosen } : {}, { replace: true })}
          onOpened={() => entry.current?.querySelector<HTMLElement>('[name=donor_name]')?.focus()}
        />
        <div className="grid gap-2">
          <div className="flex flex-wrap items-baseline gap-x-4">
            <h2 id="ledger" className="text-subheading">
              {batch ? 'In this batch' : 'Latest gifts'}
            </h2>
            <p className="me-auto text-sm text-ink-soft">
              Enter takes a gift. You can paste rows copied from a spreadsheet into any field.
            </p>
            <Button variant="ghost" size="sm" onClick={openHelp}>
              Keys
            </Button>
          </div>
          <p role="status" className="sr-only">
            {inWords(desk.rows)}
          </p>
          <GiftGrid label="Gifts">
            <GiftForm batch={batch} pledge={params.get('pledge') ?? ''} onEnter={desk.add} />
            <GiftRowList rows={rows} batch={batch} desk={desk} />
            <EnteredGifts batch={batch || null} />
            <GiftTotals stored={entered.data ?? []} rows={rows} />
          </GiftGrid>
        </div>
      </section>
      <section aria-labelledby="funds">
        <h2 id="funds" className="mb-2 text-subheading">
          Funds
        </h2>
        <Funds />
      </section>
    </>
  )
}

const keys = [
  { keys: ['Tab'], does: 'Next field, or the next button of a row' },
  { keys: ['Enter'], does: 'In a field: take the gift. On a row: open it' },
  { keys: ['↑', '↓'], does: 'Move between rows, or choose a donor' },
  { keys: ['Ctrl', '↑ ↓'], does: 'Move between rows from any field' },
  {
    keys: ['Ctrl', 'Enter'],
    does: 'On a row: send it again, add the duplicate, or say that it is the same donor',
  },
  { keys: ['Esc'], does: 'Close an open row, then go back to the new gift' },
] as const
