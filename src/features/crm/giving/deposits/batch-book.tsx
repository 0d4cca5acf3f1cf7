import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { formatDate, formatDateTime, formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Deposit, DepositDialog } from './deposits'
import { batchBookQuery, noteDeposit, type BookedBatch } from './deposit-queries'
import { EnteredGifts } from '../desk/entered-gifts'
import { GiftGrid } from '../desk/gift-grid'
import { kindLabels, sumOf } from '../journal/journal-sums'

/** All batches: who closed them, their gifts, and the bank's amounts. */
export function BatchBook({ onClose }: { onClose: () => void }) {
  const book = useInfiniteQuery(batchBookQuery)
  const saving = useMutation(noteDeposit)
  const [depositOf, setDepositOf] = useState<BookedBatch>()
  const batches = book.data?.pages.flat() ?? []
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title="All batches"
        description="Open, posted and discarded batches, newest first. Compare each deposit with the bank."
      >
        {!book.data ? (
          <Loading query={book} what="The batches" label="Loading the batches..." />
        ) : (
          <>
            {batches.length === 0 && (
              <p className="text-ink-soft">
                No batch yet. “New batch” at the gift desk begins one.
              </p>
            )}
            <ul aria-label="Batches">
              {batches.map((batch) => (
                <BookedPart key={batch.id} batch={batch} onDeposit={() => setDepositOf(batch)} />
              ))}
            </ul>
            <LoadMore query={book} failed="Older batches could not be loaded.">
              Show older batches
            </LoadMore>
          </>
        )}
        {depositOf && (
          <DepositDialog
            {...depositOf}
            description={`As the bank shows it. Posted: ${formatDollars(depositOf.total)}.`}
            saving={saving}
            onSave={(deposit, done) =>
              saving.mutate(
                { batch: depositOf.id, ...deposit, replaced: depositOf.deposited },
                { onSuccess: done },
              )
            }
            onClose={() => setDepositOf(undefined)}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

interface Returned {
  id: string
  day: string
  kind: 'refund' | 'bounce' | 'void'
  /** Dollars; null in kind */
  amount: number | null
  fee: number | null
  /** Of the giver */
  name: string
}

interface BookedPartProps {
  batch: BookedBatch
  onDeposit: () => void
}

function BookedPart({ batch, onDeposit }: BookedPartProps) {
  const [isOpen, setOpen] = useState(false)
  const { can } = useAuth()
  const { gifts, total, posted_at, posted_by, discarded_at, discarded_by } = batch
  const returns = batch.returns as unknown as Returned[]
  const voided = sumOf(returns.filter(({ kind }) => kind === 'void').map(({ amount }) => amount))
  const closedAt = posted_at ?? discarded_at
  const closedBy = posted_at ? posted_by : discarded_by
  const name = `the batch of ${formatDateTime(batch.created_at)}`
  return (
    <li className="border-b border-line py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
          {formatDateTime(batch.created_at)}{' '}
          <Badge tone={discarded_at ? 'red' : posted_at ? 'green' : 'yellow'}>
            {discarded_at ? 'Discarded' : posted_at ? 'Posted' : 'Open'}
          </Badge>
          {closedAt && (
            <span className="block text-sm text-ink-soft">
              {formatDate(closedAt)} by {closedBy ?? 'a former account'}
            </span>
          )}
        </span>
        <span className="tabular-nums">
          {gifts} {gifts === 1 ? 'gift' : 'gifts'}, {formatDollars(total)}
        </span>
        {can('can_manage_donations') && (
          <span className="flex flex-wrap gap-1">
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide gifts' : 'Show gifts'}
              <span className="sr-only"> of {name}</span>
            </Button>
            {posted_at && (
              <Button variant="ghost" size="sm" onClick={onDeposit}>
                {batch.deposited === null ? 'Add deposit' : 'Change deposit'}
                <span className="sr-only"> of {name}</span>
              </Button>
            )}
          </span>
        )}
      </div>
      <Deposit {...batch} expected={total} than="posted" voided={voided} />
      {returns.length > 0 && (
        <ul aria-label={`What came back of ${name}`} className="text-sm tabular-nums">
          {returns.map(({ id, day, kind, amount, fee, name: giver }) => (
            <li key={id}>
              {formatDay(day)}: {amount === null ? 'A gift in kind' : formatDollars(amount)}{' '}
              {kindLabels[kind].toLowerCase()}, {giver}
              {fee !== null && `; fee ${formatDollars(fee)}`}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <GiftGrid label={`Gifts of ${name}`}>
          <EnteredGifts batch={batch.id} isDiscarded={discarded_at !== null} />
        </GiftGrid>
      )}
    </li>
  )
}
