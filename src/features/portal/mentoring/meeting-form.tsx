import { useState, type ReactNode } from 'react'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { Button } from '@/shared/ui/button'
import { Field } from '@/shared/ui/field'
import { NativeSelect } from '@/shared/ui/native-select'
import type { Entry } from './device-store'
import { choiceOf, deviceDay, outcomeOf, outcomes } from './meeting-words'

export interface MeetingValues extends Pick<Entry, 'day' | 'minutes' | 'outcome' | 'missedBy'> {
  note: string | null
}

interface MeetingFormProps {
  /** What it is about, for those who do not see it */
  label: string
  values: MeetingValues
  /** Only with a network, for a stored meeting: the device keeps no note. */
  hasNote: boolean
  /** The first day of the match, where it is known */
  since: string | null
  isSaving: boolean
  failure?: ReactNode
  onSave: (values: MeetingValues) => void
  onClose: () => void
}

const lengths = [30, 45, 60, 90, 120]

/** Day, length and outcome of a meeting. Its fields are not kept by the browser. */
export function MeetingForm(props: MeetingFormProps) {
  const { label, values, hasNote, since, isSaving, failure, onSave, onClose } = props
  const [day, setDay] = useState(values.day)
  const [choice, setChoice] = useState(choiceOf(values))
  const [minutes, setMinutes] = useState(String(values.minutes ?? 60))
  const [note, setNote] = useState(values.note ?? '')
  const [isTried, setTried] = useState(false)
  const outcome = outcomeOf(choice)
  const isMet = outcome.outcome === 'happened'
  const next: MeetingValues = {
    day,
    ...outcome,
    minutes: isMet ? Number(minutes) : null,
    note: note.trim() === '' ? null : note,
  }
  const isChanged =
    day !== values.day ||
    choice !== choiceOf(values) ||
    (isMet && minutes !== String(values.minutes ?? 60)) ||
    note !== (values.note ?? '')
  useLeaveWarning(isChanged && !isSaving)

  const dayError = wrongDay(day, since)
  const minutesError = isMet && !isLength(minutes) ? 'A meeting takes 5 to 720 minutes.' : undefined
  return (
    <form
      aria-label={label}
      noValidate
      autoComplete="off"
      className="grid gap-4 rounded-control border border-line bg-paper-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!dayError && !minutesError && !isSaving) onSave(next)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isChanged) onClose()
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="What happened?"
          autoFocus
          autoComplete="off"
          as={NativeSelect}
          value={choice}
          onChange={({ target }) => setChoice(target.value)}
        >
          {outcomes.map(({ id, label: words }) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </Field>
        <Field
          label="Day"
          type="date"
          autoComplete="off"
          value={day}
          error={isTried ? dayError : undefined}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      {isMet && (
        <div className="grid gap-2">
          <Field
            label="Minutes"
            type="number"
            inputMode="numeric"
            autoComplete="off"
            min={5}
            max={720}
            value={minutes}
            error={isTried ? minutesError : undefined}
            onChange={({ target }) => setMinutes(target.value)}
          />
          <div className="flex flex-wrap gap-2">
            {lengths.map((length) => (
              <Button
                key={length}
                variant={minutes === String(length) ? 'primary' : 'outline'}
                size="sm"
                aria-pressed={minutes === String(length)}
                onClick={() => setMinutes(String(length))}
              >
                {length} min
              </Button>
            ))}
          </div>
        </div>
      )}
      {hasNote && (
        <Field
          label="Note"
          description="You and the office read it. This device does not keep it."
          rows={3}
          autoComplete="off"
          maxLength={5000}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      )}
      {failure}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
        <Button variant="outline" disabled={isSaving} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const isLength = (typed: string) =>
  /^\d{1,3}$/.test(typed) && Number(typed) >= 5 && Number(typed) <= 720

/** The server decides: a device whose clock is slow may not know today. */
function wrongDay(day: string, since: string | null): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return 'Enter the day.'
  const latest = new Date()
  latest.setDate(latest.getDate() + 1)
  if (day > deviceDay(latest)) return 'This day is later than today anywhere on earth.'
  if (since && day < since) return 'This day is before the match began.'
  return undefined
}
