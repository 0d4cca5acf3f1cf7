import { useState, type FormEvent, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import { daysLater, nextMonday } from '@/engine/tasks/due-days'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { formatDay } from '@/shared/lib/format-date'
import { officeDay } from '@/shared/lib/office-day'
import { Button } from '@/shared/ui/button'
import { EditorDialog, useEditor } from '@/shared/account-ui/editor-dialog'
import { Failure } from '@/shared/account-ui/failure'
import { Field } from '@/shared/ui/field'
import { FormFooter } from '@/shared/account-ui/form-footer'
import { Textarea } from '@/shared/ui/textarea'
import { putOff, type PutOff } from './put-off'

interface PutOffDialogProps {
  submission: Submission
  onPutOff: () => void
  onClose: () => void
}

const MOST_DAYS = 366
const LONGEST_REASON = 1_000

/** Snoozes a submission until a day, with a reason if that is after its due date, or until its sender writes. */
export function PutOffDialog(props: PutOffDialogProps) {
  const { submission, onClose } = props
  return (
    <EditorDialog
      size="sm"
      title={`Snooze ${titleOf(submission)}`}
      description="It comes back at 8:00 on that day, or as soon as the sender writes."
      onClose={onClose}
    >
      <Choices {...props} />
    </EditorDialog>
  )
}

function Choices({ submission, onPutOff }: PutOffDialogProps) {
  const today = useOfficeDay()
  const tomorrow = daysLater(today, 1)
  const last = daysLater(today, MOST_DAYS)
  const due = officeDay(submission.due_at)
  const [day, setDay] = useState('')
  const [error, setError] = useState<string>()
  /** A day after the due date, which needs a reason */
  const [late, setLate] = useState<string>()
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const [note] = useState(() => crypto.randomUUID())
  const change = useMutation(putOff(submission))
  const { close, send } = useEditor({ isDirty: reason !== '', isSaving: change.isPending })

  function until(asked: PutOff, because?: { reason: string; note: string }) {
    if (change.isPending) return
    send()
    change.mutate(
      { asked, because },
      {
        onSuccess: () => {
          close()
          onPutOff()
        },
      },
    )
  }
  function choose(chosen: string) {
    if (chosen > due) setLate(chosen)
    else until({ day: chosen })
  }
  function chooseTyped(event: FormEvent) {
    event.preventDefault()
    const isFit = day >= tomorrow && day <= last
    setError(isFit ? undefined : 'Please choose a day from tomorrow on, within a year')
    if (isFit) choose(day)
  }
  function sendReason(event: FormEvent) {
    event.preventDefault()
    setReasonMissing(reason.trim() === '')
    if (late && reason.trim() !== '') until({ day: late }, { reason, note })
  }

  if (late) {
    return (
      <form noValidate aria-label="Why it can wait" className="grid gap-4" onSubmit={sendReason}>
        <p>
          {formatDay(late)} is after the due date, {formatDay(due)}.
        </p>
        <Field
          label="Reason"
          required
          autoFocus
          as={Textarea}
          rows={3}
          dir="auto"
          maxLength={LONGEST_REASON}
          description="Colleagues read it as a note. Ctrl Enter snoozes."
          error={isReasonMissing ? 'Please say why it can wait' : undefined}
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
            setReasonMissing(false)
          }}
          onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
            if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
          }}
        />
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          disabled={change.isPending}
          onClick={() => setLate(undefined)}
        >
          Choose another day
        </Button>
        <Failure of={change} title="Not snoozed." />
        <FormFooter isSaving={change.isPending} save="Snooze" />
      </form>
    )
  }
  const monday = nextMonday(today)
  return (
    <>
      <div className="grid gap-2">
        <Choice isLate={tomorrow > due} due={due} onChoose={() => choose(tomorrow)}>
          Tomorrow
        </Choice>
        <Choice isLate={monday > due} due={due} onChoose={() => choose(monday)}>
          Next week, {formatDay(monday)}
        </Choice>
        <Button variant="outline" onClick={() => until('reply')}>
          When they reply
        </Button>
      </div>
      <form noValidate aria-label="Another day" className="mt-4 grid gap-4" onSubmit={chooseTyped}>
        <Field
          label="Another day"
          description={day > due ? `After the due date, ${formatDay(due)}` : undefined}
          error={error}
          type="date"
          min={tomorrow}
          max={last}
          value={day}
          onChange={({ target }) => {
            setDay(target.value)
            setError(undefined)
          }}
        />
        <Failure of={change} title="Not snoozed." />
        <FormFooter isSaving={change.isPending} save="Snooze" />
      </form>
    </>
  )
}

interface ChoiceProps {
  isLate: boolean
  due: string
  onChoose: () => void
  children: ReactNode
}

/** A day to snooze until, which says whether it is after the due date. */
function Choice({ isLate, due, onChoose, children }: ChoiceProps) {
  return (
    <Button variant="outline" onClick={onChoose}>
      <span>
        {children}
        {isLate && (
          <>
            {' '}
            <span className="block text-sm font-normal text-warning">
              after the due date, {formatDay(due)}
            </span>
          </>
        )}
      </span>
    </Button>
  )
}
