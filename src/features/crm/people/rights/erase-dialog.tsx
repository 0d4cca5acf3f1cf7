import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useSchemaForm } from '@/shared/forms/use-schema-form'
import { formatDateTime } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { optionLabel } from '@/shared/lib/option-label'
import { failureText } from '@/shared/supabase/backend-message'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/shared/ui/dialog'
import { Failure } from '@/shared/account-ui/failure'
import { Form } from '@/shared/ui/form'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Loading } from '@/shared/account-ui/loading'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Spinner } from '@/shared/ui/spinner'
import {
  checkIdentity,
  identityFields,
  IdentityFields,
  identityOf,
  noIdentity,
} from './identity-fields'
import { RecordsChoice } from './records-choice'
import {
  declineErasure,
  erasePerson,
  identities,
  previewQuery,
  reasons,
  stillThere,
  type Erasure,
  type Part,
  type Preview,
  type Subject,
} from './rights-queries'

interface EraseDialogProps {
  subject: Subject
  onClose: () => void
}

/** First shows what would be erased and what stays, then the certificate. */
export function EraseDialog({ subject, onClose }: EraseDialogProps) {
  const queryClient = useQueryClient()
  const [done, setDone] = useState<Erasure>()
  const [isErasing, setErasing] = useState(false)
  /** Undefined until the colleague changes the preview's choice. */
  const [chosen, setChosen] = useState<string[]>()
  const first = useQuery({ ...previewQuery(subject.value), enabled: !done })
  const ofChosen = useQuery({
    ...previewQuery(subject.value, chosen),
    enabled: chosen !== undefined && !done,
  })
  const current = chosen ? ofChosen : first
  const preview = current.data ?? first.data

  const isErased = Boolean(done?.erased_at)
  useEffect(() => {
    if (!isErased) return
    // Only when the certificate closes: the panel around it disappears with the person.
    return () => void queryClient.invalidateQueries()
  }, [isErased, queryClient])

  return (
    <Dialog open onOpenChange={() => !isErasing && onClose()}>
      <DialogContent
        size="lg"
        title={isErased ? 'Erased' : `Erase ${subject.label}`}
        description={
          isErased
            ? 'This certificate has no personal data. You can find it again by the same address or person.'
            : 'Erasing removes the chosen records from every table, with everything that belongs to them. It can’t be undone.'
        }
      >
        {done ? (
          <Outcome erasure={done} />
        ) : !preview ? (
          <Loading
            query={first}
            what="The preview"
            label="Looking in every table..."
            className="my-10"
          />
        ) : preview.parts.length === 0 && preview.records.length === 0 ? (
          <Nothing preview={preview} />
        ) : (
          <Confirmation
            subject={subject}
            preview={preview}
            current={current}
            chosen={chosen ?? idsOf(preview)}
            onChoose={setChosen}
            onDone={setDone}
            onErasing={setErasing}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

const idsOf = ({ records }: Preview) =>
  records.flatMap(({ id, is_chosen }) => (is_chosen ? [id] : []))

/** A second admin keeps the first one's identity check. */
const erasureSchema = (word: string, isAsked: boolean) =>
  z
    .object({
      ...identityFields,
      reason: z.string().min(1, 'Please choose a reason'),
      typed: z.string().refine((text) => fold(text) === fold(word), `Please type ${word}`),
    })
    .check((payload) => {
      if (!isAsked) checkIdentity(payload)
    })

interface ConfirmationProps {
  subject: Subject
  preview: Preview
  /** The read for the current choice; until it arrives, `preview` is an earlier one. */
  current: Pick<UseQueryResult<Preview>, 'isError' | 'isFetching' | 'isPlaceholderData' | 'refetch'>
  chosen: string[]
  onChoose: (chosen: string[]) => void
  onDone: (erasure: Erasure) => void
  onErasing: (isErasing: boolean) => void
}

function Confirmation(props: ConfirmationProps) {
  const { subject, preview, current, chosen, onChoose, onDone, onErasing } = props
  const { parts, people, seen, refusal, warnings, needs_approval } = preview
  const waiting = preview.erasures.find(({ erased_at }) => erased_at === null)
  const erase = useMutation(erasePerson(subject.value))
  const decline = useMutation(declineErasure(subject.value))
  const isBlocked = refusal !== null || (needs_approval && waiting?.is_own === true)
  const isAsked = waiting !== undefined
  const isCounting = current.isFetching || current.isPlaceholderData
  const isNothing = chosen.length === 0 && preview.records.length > 0
  const schema = useMemo(() => erasureSchema(subject.word, isAsked), [subject.word, isAsked])
  const form = useSchemaForm(schema, { ...noIdentity, reason: waiting?.reason ?? '', typed: '' })
  const identity = useWatch({ control: form.control, name: 'identity' })
  const children = preview.records.filter(({ kind }) => kind === 'children')

  async function lookAgain() {
    const { data } = await current.refetch()
    if (!data) return
    erase.reset()
    // Records that arrived meanwhile stay unchosen until the colleague chooses them.
    onChoose(stillThere(chosen, data.records))
  }

  return (
    <Form
      form={form}
      label={`Erase ${subject.label}`}
      onSubmit={({ reason, ...typed }) => {
        if (isCounting || isNothing || erase.isPending) return
        onErasing(true)
        erase.mutate(
          { reason: waiting?.reason ?? reason, seen, chosen, ...identityOf(typed) },
          { onSuccess: onDone, onSettled: () => onErasing(false) },
        )
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
              {formatDateTime(waiting.requested_at)} · {reasons[waiting.reason]} ·{' '}
              {identities[waiting.identity]}
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
          {!isBlocked && !isAsked && (
            // The reason comes first: it decides whether children are chosen.
            <div
              onChange={({ target }: { target: EventTarget }) => {
                if (target instanceof HTMLSelectElement && target.value === 'parent_asked') {
                  onChoose(chosen.filter((id) => !children.some((child) => child.id === id)))
                }
              }}
            >
              <Field
                name="reason"
                label="Reason"
                required
                as={ChoiceSelect}
                none="Choose a reason"
                choices={Object.entries(reasons).map(([id, label]) => ({ id, label }))}
              />
            </div>
          )}
          <RecordsChoice
            shown={preview}
            chosen={chosen}
            onChoose={isBlocked || isAsked ? undefined : onChoose}
          />
          {current.isError ? (
            <LoadFailure title="The preview could not be loaded." query={current} />
          ) : (
            <div
              aria-busy={isCounting}
              className={isCounting ? 'grid gap-5 opacity-60' : 'grid gap-5'}
            >
              {isCounting && <Spinner label="Looking in every table..." />}
              <People people={people} />
              {warnings.map((warning) => (
                <Alert key={warning} tone="warning">
                  {warning}
                </Alert>
              ))}
              <Parts parts={parts} />
            </div>
          )}
          {!isBlocked && (
            <>
              {!isAsked && <IdentityFields identity={identity} contacts={preview.contacts} />}
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
              <Button variant="outline" size="sm" className="mt-3" onClick={() => void lookAgain()}>
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
                aria-disabled={isNothing}
                loading={erase.isPending || form.formState.isSubmitting || isCounting}
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

function People({ people }: { people: Preview['people'] }) {
  return (
    <section aria-label="People erased">
      <h3 className="border-b border-line pb-1.5 text-base font-semibold">People erased</h3>
      {people.length === 0 ? (
        <p className="py-1.5 text-ink-soft">Nobody: the people with these records keep others.</p>
      ) : (
        <ul>
          {people.map(({ kind, name }, place) => (
            <li key={place} className="border-b border-line py-1.5 wrap-anywhere last:border-b-0">
              {kind === 'person' ? '' : `${optionLabel(kind)} · `}
              {isolated(name ?? 'Without a name')}
            </li>
          ))}
        </ul>
      )}
    </section>
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
          Nothing is erased until then. They’ll find your request here, in this person’s panel.
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
  const { id, reason, identity, requested_by, erased_by, erased_at, counts } = erasure
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
        <dt className="text-ink-soft">Checked</dt>
        <dd>{identities[identity]}</dd>
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
