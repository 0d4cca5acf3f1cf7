import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { discardDraft, readDraft, writeDraft } from '@/shared/forms/draft-storage'
import { rowAsAsked } from '@/engine/core/row-changes'
import { RowChangedError } from '@/engine/core/row-errors'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { ChoiceSelect } from '@/shared/ui/choice-select'
import { Field } from '@/shared/ui/field'
import { Loading } from '@/shared/account-ui/loading'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { Textarea } from '@/shared/ui/textarea'
import {
  answerValues,
  filledAnswer,
  sendBlockerQuery,
  sendAnswer,
  templatesQuery,
  type SendBlocker,
} from './answers'
import { composerId, draftNameOf } from './answer-draft'
import { kinds, type SubmissionKind, type SubmissionStatus } from '@/shared/submissions/kinds'
import type { FullSubmission } from '@/features/submissions/common/submission-queries'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'

/** The status when the answer was sent, and the new one */
export interface StatusChange {
  from: SubmissionStatus
  to: SubmissionStatus
}

interface AnswerComposerProps {
  submission: FullSubmission
  onClose: () => void
  /** Called even if another submission is open by then. */
  onAnswered: (change: StatusChange) => void
}

/** The answer form, beside the submission. */
export function AnswerComposer(props: AnswerComposerProps) {
  const { submission, onClose } = props
  const sendBlocker = useQuery(sendBlockerQuery(submission.id))
  const headingId = useId()
  function body() {
    if (sendBlocker.data) {
      return (
        <>
          <Alert tone="warning" role="alert" title="You can’t answer from here.">
            {sendBlockers[sendBlocker.data]}
          </Alert>
          <Button variant="outline" size="sm" className="me-auto" onClick={() => onClose()}>
            Close
          </Button>
        </>
      )
    }
    // A failed refetch keeps the earlier data.
    if (sendBlocker.data === null) return <DraftForm {...props} />
    return <Loading query={sendBlocker} title="We couldn’t load the recipient." className="my-3" />
  }
  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-4 rounded-card border border-line-strong bg-paper p-4"
    >
      <h3 id={headingId} className="font-sans text-sm font-semibold">
        Answer{submission.email && ` to ${submission.email}`}
      </h3>
      {body()}
    </section>
  )
}

const sendBlockers: Readonly<Record<SendBlocker, string>> = {
  missing: 'The sender gave no email address.',
  'no address': 'The email address is not valid, or there is more than one.',
  bounced: 'An email to this address bounced: the mailbox does not exist.',
  complained: 'The recipient marked one of our emails as spam.',
}

/** Text that the user did not type: a template or the default, its subject in the words that will be sent. */
interface Template {
  id: string
  subject: string
  body: string
}

const empty = { subject: 'Your {{kind}} {{reference}}', body: '' }

function DraftForm({ submission, onClose, onAnswered }: AnswerComposerProps) {
  const sender = useAuth().profile?.fullName ?? null
  const values = answerValues(submission, sender)
  const worded = (subject: string) => filledAnswer({ subject, body: '' }, values).subject
  const answer = useAnswerDraft(submission.id, { ...empty, subject: worded(empty.subject) })
  const { draft, answerId, keep, discard, template, setTemplate, isTyped } = answer
  const { askBeforeLoss, question } = useLossQuestion(isTyped)
  const [isRefused, setRefused] = useState(false)
  const { statuses } = kinds[submission.kind]
  const [chosen, setChosen] = useState<SubmissionStatus>()
  const status = chosen ?? (submission.status === 'new' ? statuses[1]! : submission.status)
  const sending = useSending(submission, status, answer, onAnswered)
  const { missing, ...filled } = filledAnswer(draft, values)

  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])

  function write(now: typeof draft) {
    setRefused(false)
    keep(now, answerId)
  }
  function applyTemplate({ id, subject, body }: Template) {
    const filledIn = { subject: worded(subject), body }
    setTemplate({ id, ...filledIn })
    write(filledIn)
    field.current?.focus()
  }
  function giveUp() {
    discard()
    onClose()
  }
  function send() {
    if (sending.isPending) return
    if (missing.length > 0 || filled.body === '') return setRefused(true)
    sending.mutate({ id: answerId, ...filled }, { onSuccess: onClose })
  }

  const named = new Intl.ListFormat('en-US').format(missing.map((name) => `{{${name}}}`))
  return (
    <form
      aria-label="Answer"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        if (key === 'Enter' && (ctrlKey || metaKey) && !question) send()
      }}
    >
      <TemplateField
        kind={submission.kind}
        value={template.id}
        disabled={sending.isPending}
        onChoose={(chosen) =>
          askBeforeLoss('The template replaces your text.', () => applyTemplate(chosen))
        }
      />
      <Field
        label="Subject"
        maxLength={200}
        readOnly={sending.isPending}
        value={draft.subject}
        onChange={({ target }) => write({ ...draft, subject: target.value })}
      />
      <Field
        label="Text"
        id={composerId}
        required
        error={isRefused && filled.body === '' ? 'Please write something' : undefined}
        as={Textarea}
        ref={field}
        rows={4}
        maxLength={9_000}
        readOnly={sending.isPending}
        value={draft.body}
        onChange={({ target }) => write({ ...draft, body: target.value })}
      />
      {missing.length > 0 && (
        <Alert
          tone={isRefused ? 'danger' : 'warning'}
          role="alert"
          title={isRefused ? 'Your answer was not sent.' : undefined}
        >
          There is no value for {named}. Fill it in yourself, or remove it.
        </Alert>
      )}
      {filled.body !== '' && <Preview {...filled} />}
      <Field
        label="Status after sending"
        className="max-w-60"
        as={NativeSelect}
        value={status}
        disabled={sending.isPending}
        onChange={({ target }) => setChosen(target.value as SubmissionStatus)}
      >
        <Options values={statuses} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={sending.isPending}>
          {sending.isPending ? 'Sending...' : 'Send Answer'}
        </Button>
        <Button
          variant="outline"
          disabled={sending.isPending}
          onClick={() => askBeforeLoss('Your answer has not been sent.', giveUp)}
        >
          Cancel
        </Button>
        <span className="self-center text-xs text-ink-soft pointer-coarse:hidden">
          Ctrl Enter sends it
        </span>
      </div>
      {question}
    </form>
  )
}

/** Sends the answer, and keeps the text until then. */
function useSending(
  submission: FullSubmission,
  status: SubmissionStatus,
  { draft, keep, discard }: ReturnType<typeof useAnswerDraft>,
  onAnswered: AnswerComposerProps['onAnswered'],
) {
  const client = useQueryClient()
  return useMutation({
    ...sendAnswer(submission),
    onMutate: (): StatusChange => ({
      from: rowAsAsked(client, 'submissions', submission).status,
      to: status,
    }),
    // Runs although another submission may be open by then, unlike callbacks given to `mutate`.
    onSuccess: (_sent, _answer, change) => {
      discard()
      onAnswered(change)
    },
    onError: (error) => {
      if (error instanceof RowChangedError) keep(draft, crypto.randomUUID())
    },
  })
}

/** Continues at once, or asks first where text would be lost. */
function useLossQuestion(isTyped: boolean) {
  const [asked, setAsked] = useState<{ text: string; go: () => void }>()
  function askBeforeLoss(text: string, go: () => void) {
    if (isTyped) setAsked({ text, go })
    else go()
  }
  const question = asked && (
    <QuestionDialog
      title="Discard what you wrote?"
      description={asked.text}
      no="Keep Editing"
      yes="Discard"
      onYes={() => {
        setAsked(undefined)
        asked.go()
      }}
      onClose={() => setAsked(undefined)}
    />
  )
  return { askBeforeLoss, question }
}

interface TemplateFieldProps {
  kind: SubmissionKind
  value: string
  disabled: boolean
  onChoose: (template: Template) => void
}

function TemplateField({ kind, value, disabled, onChoose }: TemplateFieldProps) {
  const templates = useQuery(templatesQuery(kind))
  return (
    <Field
      label="Template"
      as={ChoiceSelect}
      choices={(templates.data ?? []).map(({ id, name }) => ({ id, label: name }))}
      none={templates.isError ? 'Templates could not be loaded' : 'Choose a template'}
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        const chosen = templates.data?.find((one) => one.id === target.value)
        if (chosen) onChoose(chosen)
      }}
    />
  )
}

function Preview({ subject, body }: Record<'subject' | 'body', string>) {
  return (
    <section aria-label="As it will be sent" className="grid gap-1">
      <h4 className="font-sans text-sm font-semibold text-ink-soft">As it will be sent</h4>
      <div
        dir="auto"
        className="rounded-control border border-line bg-paper-raised px-3 py-2 break-words whitespace-pre-wrap"
      >
        <p className="mb-2 font-semibold">{subject}</p>
        {body}
      </div>
    </section>
  )
}

/** The user's text, kept in the tab, and the text it started with. */
function useAnswerDraft(submissionId: string, first: Omit<Template, 'id'>) {
  const { user } = useAuth()
  const draftName = draftNameOf(user?.id ?? '', submissionId)
  const [state, setState] = useState(() => restored(draftName, first))
  const [template, setTemplate] = useState<Template>({ id: '', ...first })
  const { draft } = state
  const isTyped = draft.subject !== template.subject || draft.body !== template.body
  useLeaveWarning(isTyped, { in: 'tab' })

  function keep(now: typeof draft, answerId: string) {
    setState({ draft: now, answerId })
    writeDraft(draftName, { ...now, answerId })
  }
  return {
    ...state,
    keep,
    discard: () => discardDraft(draftName),
    template,
    setTemplate,
    isTyped,
  }
}

/** With the id of the first try, so that an answer whose reply was lost is not sent again. */
function restored(draftName: string, first: Omit<Template, 'id'>) {
  const { subject, body, answerId } = readDraft(draftName)
  return {
    draft: typeof subject === 'string' && typeof body === 'string' ? { subject, body } : first,
    answerId: typeof answerId === 'string' ? answerId : crypto.randomUUID(),
  }
}
