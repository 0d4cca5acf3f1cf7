import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDate, formatDateTime, formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { batchBookQuery, noteDeposit, type BookedBatch } from './desk-queries'
import { EnteredGifts } from './entered-gifts'
import { dollars, today } from './gift-fields'

/** All batches: who closed them, what is in them, and what the bank shows. */
export function BatchBook({ onClose }: { onClose: () => void }) {
  const book = useInfiniteQuery(batchBookQuery)
  const [depositOf, setDepositOf] = useState<BookedBatch>()
  const batches = book.data?.pages.flat() ?? []
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="lg"
        title="All batches"
        description="Open, posted and discarded ones, newest first. Compare each deposit with the bank."
      >
        {!book.data ? (
          <Loading query={book} what="The batches" label="Loading the batches..." />
        ) : (
          <>
            {batches.length === 0 && <p className="text-ink-soft">No batch yet</p>}
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
        {depositOf && <DepositDialog batch={depositOf} onClose={() => setDepositOf(undefined)} />}
      </DialogContent>
    </Dialog>
  )
}

interface BookedPartProps {
  batch: BookedBatch
  onDeposit: () => void
}

function BookedPart({ batch, onDeposit }: BookedPartProps) {
  const [isOpen, setOpen] = useState(false)
  const { gifts, total, posted_at, posted_by, discarded_at, discarded_by } = batch
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
        <span className="flex flex-wrap gap-1">
          <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
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
      </div>
      {batch.deposited !== null && <Deposit {...batch} deposited={batch.deposited} />}
      {isOpen && <EnteredGifts batch={batch.id} isDiscarded={discarded_at !== null} />}
    </li>
  )
}

function Deposit({ deposited, deposited_on, total }: BookedBatch & { deposited: number }) {
  const cents = Math.round(deposited * 100) - Math.round(total * 100)
  return (
    <p className="text-sm tabular-nums">
      The bank shows {formatDollars(deposited)} on {formatDay(deposited_on)}:{' '}
      {cents === 0 ? (
        'it agrees.'
      ) : (
        <strong className="text-danger">
          {formatDollars(Math.abs(cents) / 100)} {cents > 0 ? 'more' : 'less'} than posted.
        </strong>
      )}
    </p>
  )
}

const depositSchema = z.object({
  amount: dollars,
  deposited_on: z
    .string()
    .refine((day) => day >= '1900-01-01' && day <= today(), 'A day that is not in the future'),
})

function DepositDialog({ batch, onClose }: { batch: BookedBatch; onClose: () => void }) {
  const form = useSchemaForm(depositSchema, {
    amount: String(batch.deposited ?? ''),
    deposited_on: batch.deposited_on ?? today(),
  })
  const saving = useMutation(noteDeposit)
  return (
    <FormDialog
      size="sm"
      title="Deposit"
      description={`As the bank shows it. Posted: ${formatDollars(batch.total)}.`}
      form={form}
      saving={saving}
      save="Save deposit"
      failed="The deposit was not saved."
      onSubmit={(deposit) =>
        saving.mutate(
          { batch: batch.id, ...deposit, replaced: batch.deposited },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {(Field) => (
        <>
          <Field name="amount" label="Amount in dollars" required inputMode="decimal" />
          <Field name="deposited_on" label="Day" type="date" required max={today()} />
        </>
      )}
    </FormDialog>
  )
}
