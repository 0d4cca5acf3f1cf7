import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDateTime } from '@/shared/lib/format-date'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Failure } from '@/shared/account-ui/failure'
import { Form } from '@/shared/ui/form'
import { Loading } from '@/shared/account-ui/loading'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import {
  declineErasure,
  erasePerson,
  previewQuery,
  reasons,
  type Erasure,
  type Part,
  type Preview,
  type Subject,
} from './rights-queries'

interface EraseDialogProps {
  subject: Subject
  onClose: () => void
}

/** First what would go and what stays, then the certificate. */
export function EraseDialog({ subject, onClose }: EraseDialogProps) {
  const queryClient = useQueryClient()
  const [done, setDone] = useState<Erasure>()
  const [isErasing, setErasing] = useState(false)
  const preview = useQuery({ ...previewQuery(subject.value), enabled: !done })

  const isErased = Boolean(done?.erased_at)
  useEffect(() => {
    if (!isErased) return
    // Not before the certificate closes: the panel around it disappears with the person.
    return () => void queryClient.invalidateQueries()
  }, [isErased, queryClient])

  return (
    <Dialog open onOpenChange={() => !isErasing && onClose()}>
      <DialogContent
        size="lg"
        title={isErased ? 'Erased' : `Erase ${subject.label}`}
        description={
          isErased
            ? 'This certificate has no personal data. It is found again by the same address.'
            : 'Erasing takes everything out of every table. It can’t be undone.'
        }
      >
        {done ? (
          <Outcome erasure={done} />
        ) : !preview.data || preview.isError ? (
          <Loading
            query={preview}
            what="The preview"
            label="Looking in every table..."
            className="my-10"
          />
        ) : preview.data.parts.length === 0 ? (
          <Nothing preview={preview.data} />
        ) : (
          <Confirmation
            key={preview.data.seen}
            subject={subject}
            preview={preview.data}
            onDone={setDone}
            onErasing={setErasing}
            onLookAgain={() => void preview.refetch()}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

interface ConfirmationProps {
  subject: Subject
  preview: Preview
  onDone: (erasure: Erasure) => void
  onErasing: (isErasing: boolean) => void
  onLookAgain: () => void
}

function Confirmation({ subject, preview, onDone, onErasing, onLookAgain }: ConfirmationProps) {
  const { parts, seen, refusal, warnings, needs_approval } = preview
  const waiting = preview.erasures.find(({ erased_at }) => erased_at === null)
  const erase = useMutation(erasePerson(subject.value))
  const decline = useMutation(declineErasure(subject.value))
  const isBlocked = refusal !== null || (needs_approval && waiting?.is_own === true)
  const [schema] = useState(() =>
    z.object({
      reason: z.string().min(1, 'Please choose a reason'),
      typed: z
        .string()
        .refine((text) => fold(text) === fold(subject.word), `Please type ${subject.word}`),
    }),
  )
  const form = useSchemaForm(schema, { reason: waiting?.reason ?? '', typed: '' })

  return (
    <Form
      form={form}
      label={`Erase ${subject.label}`}
      onSubmit={({ reason }) => {
        onErasing(true)
        erase.mutate({ reason, seen }, { onSuccess: onDone, onSettled: () => onErasing(false) })
      }}
    >
      {(Field) => (
        <>
          {refusal && <Alert tone="danger" title={refusal} />}
          {waiting && (
            <Alert
              tone="info"
              title={`${waiting.requested_by ?? 'Someone'} asked for this erasure.`}
            >
              {formatDateTime(waiting.requested_at)} · {reasons[waiting.reason]}
              {needs_approval && waiting.is_own && <p>Another administrator has to approve it.</p>}
              <div>
                <Button
                  variant="outline"
                  size="sm"
                  className="mt-3"
                  loading={decline.isPending}
                  onClick={() => decline.mutate()}
                >
                  {waiting.is_own ? 'Withdraw' : 'Decline'}
                </Button>
              </div>
              {decline.isError && <p role="alert">{failureText(decline.error)}</p>}
            </Alert>
          )}
          {warnings.map((warning) => (
            <Alert key={warning} tone="warning">
              {warning}
            </Alert>
          ))}
          <Parts parts={parts} />
          {!isBlocked && (
            <>
              <Field
                name="reason"
                label="Reason"
                required
                as={ChoiceSelect}
                none="Choose a reason"
                choices={Object.entries(reasons).map(([id, label]) => ({ id, label }))}
                disabled={waiting !== undefined}
              />
              <Field
                name="typed"
                label={`Type ${subject.word} to confirm`}
                required
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
              />
            </>
          )}
          <Failure of={erase} title="Nothing was erased.">
            <div>
              <Button variant="outline" size="sm" className="mt-3" onClick={onLookAgain}>
                Look again
              </Button>
            </div>
          </Failure>
          <DialogFooter>
            <DialogClose variant="outline" disabled={erase.isPending}>
              {isBlocked ? 'Close' : 'Cancel'}
            </DialogClose>
            {!isBlocked && (
              <Button
                type="submit"
                variant="danger"
                loading={erase.isPending || form.formState.isSubmitting}
              >
                {waiting ? 'Approve and erase' : needs_approval ? 'Ask for approval' : 'Erase'}
              </Button>
            )}
          </DialogFooter>
        </>
      )}
    </Form>
  )
}

function Nothing({ preview }: { preview: Preview }) {
  const [erased] = preview.erasures.filter(({ erased_at }) => erased_at !== null)
  return (
    <div className="grid gap-5">
      <p>We hold nothing about this person.</p>
      {erased && <Certificate erasure={erased} />}
      <Closing />
    </div>
  )
}

function Outcome({ erasure }: { erasure: Erasure }) {
  return (
    <div className="grid gap-5">
      {erasure.erased_at ? (
        <Certificate erasure={erasure} />
      ) : (
        <Alert tone="info" role="status" title="Another administrator has to approve it.">
          Nothing is erased until then. They find your request here, in the panel of this person.
        </Alert>
      )}
      <Closing />
    </div>
  )
}

function Closing() {
  return (
    <DialogFooter>
      <DialogClose>Close</DialogClose>
    </DialogFooter>
  )
}

function Certificate({ erasure }: { erasure: Erasure }) {
  const { id, reason, requested_by, erased_by, erased_at, counts } = erasure
  return (
    <section aria-label="Certificate" className="grid gap-4">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-ink-soft">Erased</dt>
        <dd>{formatDateTime(erased_at)}</dd>
        <dt className="text-ink-soft">By</dt>
        <dd>{erased_by ?? 'The command line'}</dd>
        {requested_by !== erased_by && (
          <>
            <dt className="text-ink-soft">Asked by</dt>
            <dd>{requested_by ?? 'The command line'}</dd>
          </>
        )}
        <dt className="text-ink-soft">Reason</dt>
        <dd>{reasons[reason]}</dd>
        <dt className="text-ink-soft">Number</dt>
        <dd className="text-sm break-all">{id}</dd>
      </dl>
      <Parts parts={counts ?? []} />
    </section>
  )
}

const titles = { delete: 'Deleted', anonymize: 'Made anonymous', keep: 'Kept' } as const

function Parts({ parts }: { parts: readonly Part[] }) {
  return Object.entries(titles).map(([action, title]) => {
    const listed = parts.filter((part) => part.action === action)
    return (
      listed.length > 0 && (
        <section key={action} aria-label={title}>
          <h3 className="border-b border-line pb-1.5 text-base font-semibold">{title}</h3>
          <ul>
            {listed.map(({ label, rows, reason }, index) => (
              <li
                key={index}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-1.5 last:border-b-0"
              >
                <span>{label}</span>
                <span className="tabular-nums">{rows.toLocaleString('en-US')}</span>
                {reason && <span className="col-span-2 text-sm text-ink-soft">{reason}</span>}
              </li>
            ))}
          </ul>
        </section>
      )
    )
  })
}

const fold = (text: string) =>
  text
    .replace(/\p{Bidi_Control}/gu, '')
    .trim()
    .toLowerCase()
    .normalize()
