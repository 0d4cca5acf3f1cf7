import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDateTime } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Failure } from '@/shared/account-ui/failure'
import { Field } from '@/shared/ui/field'
import { FormDialog } from '@/shared/account-ui/form-dialog'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { BatchBook } from './batch-book'
import { PayoutBook } from './payout-book'
import {
  batchesQuery,
  changeBatch,
  discardBatch,
  enteredQuery,
  openBatch,
  postBatch,
  type Batch,
} from '../desk/desk-queries'
import { countChecks } from '../desk/split-lines'
import { dollars } from '../gifts/gift-fields'

interface BatchesProps {
  /** The id of the open batch for new gifts; none when empty. */
  chosen: string
  onChoose: (batch: string) => void
  /**
   * Called once a new batch is open and its dialog closed, so that the user can type the first
   * gift.
   */
  onOpened: () => void
}

/** The batch for new gifts: its progress and its posting. */
export function Batches({ chosen, onChoose, onOpened }: BatchesProps) {
  const batches = useQuery(batchesQuery)
  const [edited, setEdited] = useState<Batch | 'new'>()
  const [book, setBook] = useState<'batches' | 'payouts'>()
  const batch = batches.data?.find(({ id }) => id === chosen)
  const isGone = chosen !== '' && !batch && batches.isSuccess && !batches.isFetching
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        label="Batch"
        className="w-full sm:w-80"
        as={ChoiceSelect}
        choices={[
          ...(batches.data ?? []).map((one) => ({
            id: one.id,
            label: `${formatDateTime(one.created_at)}: ${inWords(one.expected_count, one.expected_total)}`,
          })),
          ...(isGone ? [{ id: chosen, label: 'A closed batch' }] : []),
        ]}
        none="No batch: gifts count at once"
        value={batch || isGone ? chosen : ''}
        onChange={({ target }) => onChoose(target.value)}
      />
      <Button variant="outline" onClick={() => setEdited('new')}>
        New batch
      </Button>
      <Button variant="ghost" onClick={() => setBook('batches')}>
        All batches
      </Button>
      <Button variant="ghost" onClick={() => setBook('payouts')}>
        Payouts
      </Button>
      {book === 'batches' && <BatchBook onClose={() => setBook(undefined)} />}
      {book === 'payouts' && <PayoutBook onClose={() => setBook(undefined)} />}
      {batch && (
        <Progress
          key={batch.id}
          batch={batch}
          onEdit={() => setEdited(batch)}
          onGone={() => onChoose('')}
        />
      )}
      {isGone && (
        <Alert tone="warning" role="alert" className="w-full">
          This batch was posted or discarded. Choose another one.
        </Alert>
      )}
      {batches.isError && (
        <p role="alert" className="text-danger">
          The batches could not be loaded.
        </p>
      )}
      {edited && (
        <BatchDialog
          batch={edited === 'new' ? undefined : edited}
          onSaved={onChoose}
          onOpened={onOpened}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

const inWords = (count: number, total: number) =>
  `${count} ${count === 1 ? 'gift' : 'gifts'}, ${formatDollars(total)}`

interface ProgressProps {
  batch: Batch
  onEdit: () => void
  onGone: () => void
}

function Progress({ batch, onEdit, onGone }: ProgressProps) {
  const gifts = useQuery(enteredQuery(batch.id))
  const posting = useMutation(postBatch)
  const discarding = useMutation(discardBatch)
  const [isAsking, setAsking] = useState(false)
  const counted = (gifts.data ?? []).filter(({ voided_at }) => voided_at === null)
  const checks = countChecks(counted)
  const cents = counted.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0)
  return (
    <>
      <p role="status" className="py-2 tabular-nums">
        {checks} of {batch.expected_count} gifts, {formatDollars(cents / 100)} of{' '}
        {formatDollars(batch.expected_total)}
      </p>
      <Button variant="ghost" onClick={onEdit}>
        Change expected total
      </Button>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Discard
      </Button>
      <Button
        loading={posting.isPending}
        onClick={() => posting.mutate(batch.id, { onSuccess: onGone })}
      >
        Post batch
      </Button>
      <Failure of={posting.error ? posting : discarding} className="w-full" />
      {isAsking && (
        <QuestionDialog
          title="Discard this batch?"
          description={
            gifts.data?.length
              ? `${inWords(checks, cents / 100)}, will never count. They stay on record under All batches.`
              : 'It has no gifts.'
          }
          no="Keep it"
          yes="Discard the batch"
          isPending={discarding.isPending}
          onYes={() =>
            discarding.mutate(batch.id, { onSuccess: onGone, onSettled: () => setAsking(false) })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface BatchDialogProps {
  batch: Batch | undefined
  onSaved: (id: string) => void
  onOpened: () => void
  onClose: () => void
}

const batchSchema = z.object({
  expected_count: z
    .string()
    .trim()
    .refine((count) => /^\d{1,3}$/.test(count) && +count <= 500, 'A whole number up to 500')
    .transform(Number),
  expected_total: dollars,
})

function BatchDialog({ batch, onSaved, onOpened, onClose }: BatchDialogProps) {
  const [id] = useState(() => batch?.id ?? crypto.randomUUID())
  const form = useSchemaForm(batchSchema, {
    expected_count: String(batch?.expected_count ?? ''),
    expected_total: String(batch?.expected_total ?? ''),
  })
  const saving = useMutation(batch ? changeBatch : openBatch)
  const isSaved = useRef(false)

  return (
    <FormDialog
      size="sm"
      title={batch ? 'Expected total' : 'New batch'}
      description="Count the gifts and their total first. You can post the batch once both match."
      form={form}
      saving={saving}
      save={batch ? 'Save' : 'Open batch'}
      onSubmit={(expected) =>
        saving.mutate(
          { id, ...expected },
          {
            onSuccess: () => {
              isSaved.current = true
              onSaved(id)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
      onCloseAutoFocus={(event) => {
        if (batch || !isSaved.current) return
        event.preventDefault()
        onOpened()
      }}
    >
      {(Field) => (
        <>
          <Field
            name="expected_count"
            label="Number of gifts"
            description="A check for several funds counts once."
            required
            inputMode="numeric"
          />
          <Field name="expected_total" label="Total in dollars" required inputMode="decimal" />
        </>
      )}
    </FormDialog>
  )
}
