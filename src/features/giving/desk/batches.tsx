import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { formatDateTime } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogContent } from '@/shared/ui/dialog'
import { Field } from '@/shared/ui/field'
import { FormFooter } from '@/shared/ui/form-footer'
import { Input } from '@/shared/ui/input'
import { QuestionDialog } from '@/shared/ui/question-dialog'
import { NativeSelect } from '@/shared/ui/native-select'
import {
  batchesQuery,
  changeBatch,
  discardBatch,
  enteredQuery,
  failureOf,
  openBatch,
  postBatch,
  type Batch,
} from './desk-queries'
import { isMoney } from './gift-fields'

interface BatchesProps {
  /** The id of the open batch that gifts go to; none when empty. */
  chosen: string
  onChoose: (batch: string) => void
}

/** The batch that gifts go to: how far it is, and its posting. */
export function Batches({ chosen, onChoose }: BatchesProps) {
  const batches = useQuery(batchesQuery)
  const [edited, setEdited] = useState<Batch | 'new'>()
  const batch = batches.data?.find(({ id }) => id === chosen)
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Batch" className="w-full sm:w-80">
        {(control) => (
          <NativeSelect
            {...control}
            value={batch ? chosen : ''}
            onChange={({ target }) => onChoose(target.value)}
          >
            <option value="">No batch: gifts count at once</option>
            {(batches.data ?? []).map((one) => (
              <option key={one.id} value={one.id}>
                {formatDateTime(one.created_at)}: {inWords(one)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Button variant="outline" onClick={() => setEdited('new')}>
        New batch
      </Button>
      {batch && (
        <Progress
          key={batch.id}
          batch={batch}
          onEdit={() => setEdited(batch)}
          onGone={() => onChoose('')}
        />
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
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

const inWords = ({
  expected_count,
  expected_total,
}: Pick<Batch, 'expected_count' | 'expected_total'>) =>
  `${expected_count} ${expected_count === 1 ? 'gift' : 'gifts'}, ${formatDollars(expected_total)}`

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
  const cents = counted.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const failure = failureOf(posting) ?? failureOf(discarding)
  return (
    <>
      <p role="status" className="py-2 tabular-nums">
        {counted.length} of {batch.expected_count} gifts, {formatDollars(cents / 100)} of{' '}
        {formatDollars(batch.expected_total)}
      </p>
      <Button variant="ghost" onClick={onEdit}>
        Change what is expected
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
      {failure && (
        <Alert tone="danger" role="alert" className="w-full">
          {failure}
        </Alert>
      )}
      {isAsking && (
        <QuestionDialog
          title="Discard this batch?"
          description={
            gifts.data?.length
              ? `Its ${inWords({ expected_count: gifts.data.length, expected_total: cents / 100 })}, never counted and cannot be brought back.`
              : 'No gift is in it.'
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
  onClose: () => void
}

function BatchDialog({ batch, onSaved, onClose }: BatchDialogProps) {
  const [count, setCount] = useState(batch ? String(batch.expected_count) : '')
  const [total, setTotal] = useState(batch ? String(batch.expected_total) : '')
  const [id] = useState(() => batch?.id ?? crypto.randomUUID())
  const [isAsked, setAsked] = useState(false)
  const saving = useMutation(batch ? changeBatch : openBatch)
  const isCount = /^\d{1,3}$/.test(count.trim()) && +count <= 500
  const isTotal = isMoney(total.trim())
  const failure = failureOf(saving)

  function save(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (!isCount || !isTotal || saving.isPending) return
    saving.mutate(
      { id, expected_count: +count, expected_total: +total },
      {
        onSuccess: () => {
          onSaved(id)
          onClose()
        },
      },
    )
  }

  return (
    <Dialog open onOpenChange={() => !saving.isPending && onClose()}>
      <DialogContent
        size="sm"
        title={batch ? 'What is expected' : 'New batch'}
        description="Count the gifts and their sum first. The batch is posted once what is entered equals both."
      >
        <form noValidate className="grid gap-4" onSubmit={save}>
          <Field
            label="Number of gifts"
            required
            error={isAsked && !isCount ? 'A whole number up to 500' : undefined}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={count}
                onChange={({ target }) => setCount(target.value)}
              />
            )}
          </Field>
          <Field
            label="Total in dollars"
            required
            error={isAsked && !isTotal ? 'An amount such as 1250.50' : undefined}
          >
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                value={total}
                onChange={({ target }) => setTotal(target.value)}
              />
            )}
          </Field>
          {failure && (
            <Alert tone="danger" role="alert">
              {failure}
            </Alert>
          )}
          <FormFooter isSaving={saving.isPending} save={batch ? 'Save' : 'Open batch'} />
        </form>
      </DialogContent>
    </Dialog>
  )
}
