import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Failure } from '@/shared/account-ui/failure'
import { Alert } from '@/shared/ui/alert'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import type { Entry } from './device-store'
import { MeetingForm } from './meeting-form'
import { dayOnDevice, outcomeInWords } from './meeting-words'
import { changeMeeting, removeMeeting, type LoggedMeeting } from './mentor-queries'
import { beingCorrected } from './use-sending'

interface WaitingRowProps {
  entry: Entry
  since: string | null
  onCorrect: (entry: Entry) => Promise<void>
  onDelete: (entry: Entry) => Promise<void>
}

/** A meeting that the device has and the server has not. */
export function WaitingRow({ entry, since, onCorrect, onDelete }: WaitingRowProps) {
  const [isOpen, setOpen] = useState(false)
  const { id } = entry
  useEffect(() => {
    if (!isOpen) return
    beingCorrected.add(id)
    return () => void beingCorrected.delete(id)
  }, [isOpen, id])
  const change = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    change.current?.focus()
  }
  const name = `${dayOnDevice(entry.day)}, ${outcomeInWords(entry)}`
  return (
    <Row
      day={entry.day}
      text={outcomeInWords(entry)}
      mark={
        <Badge tone={entry.refused === undefined ? 'quiet' : 'yellow'}>
          {entry.refused === undefined ? 'Waits on this device' : 'Not accepted'}
        </Badge>
      }
      actions={
        <>
          <Button
            ref={change}
            variant="ghost"
            size="sm"
            aria-label={`Correct: ${name}`}
            onClick={() => setOpen(!isOpen)}
          >
            Correct
          </Button>
          <Twice label="Delete" name={name} onYes={() => void onDelete(entry)} />
        </>
      }
    >
      {entry.refused !== undefined && (
        <Alert tone="warning" role="alert" title={entry.refused}>
          It stays on this device until you correct or delete it.
        </Alert>
      )}
      {isOpen && (
        <MeetingForm
          label={`Correct the meeting of ${name}`}
          values={{ ...entry, note: null }}
          hasNote={false}
          since={since}
          isSaving={false}
          onSave={({ note: _note, ...values }) => {
            const { refused: _refused, ...kept } = entry
            const isToday = entry.isToday && values.day === entry.day
            beingCorrected.delete(id)
            void onCorrect({ ...kept, ...values, isToday, isEdited: true }).then(close)
          }}
          onClose={close}
        />
      )}
    </Row>
  )
}

/** A stored meeting; whoever logged it corrects it within a week. */
export function LoggedRow({ meeting, since }: { meeting: LoggedMeeting; since: string | null }) {
  const { id, day, minutes, outcome, missed_by, note, is_repeated, may_change } = meeting
  const [isOpen, setOpen] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  const saving = useMutation(changeMeeting)
  const removing = useMutation(removeMeeting)
  const said = { day, minutes, outcome, missedBy: missed_by }
  const name = `${dayOnDevice(day)}, ${outcomeInWords(said)}`
  const close = () => {
    setOpen(false)
    saving.reset()
    change.current?.focus()
  }
  return (
    <Row
      day={day}
      text={outcomeInWords(said)}
      mark={is_repeated && <Badge tone="yellow">Entered twice?</Badge>}
      actions={
        may_change && (
          <>
            <Button
              ref={change}
              variant="ghost"
              size="sm"
              aria-label={`${note ? 'Correct' : 'Correct, note'}: ${name}`}
              onClick={() => setOpen(!isOpen)}
            >
              {note ? 'Correct' : 'Correct, note'}
            </Button>
            <Twice label="Remove" name={name} onYes={() => removing.mutate(id)} />
          </>
        )
      }
    >
      {note && (
        <p className="text-sm whitespace-pre-line text-ink-soft wrap-anywhere" dir="auto">
          {note}
        </p>
      )}
      <Failure of={removing} title="It was not removed." />
      {isOpen && (
        <MeetingForm
          label={`Correct the meeting of ${name}`}
          values={{ ...said, note }}
          hasNote
          since={since}
          isSaving={saving.isPending}
          failure={<Failure of={saving} title="Nothing was changed." />}
          onSave={(values) =>
            saving.mutate(
              {
                meeting: id,
                changes: {
                  day: values.day,
                  minutes: values.minutes,
                  outcome: values.outcome,
                  missed_by: values.missedBy,
                  note: values.note,
                },
                replaced: { day, minutes, outcome, missed_by, note },
              },
              { onSuccess: close },
            )
          }
          onClose={close}
        />
      )}
    </Row>
  )
}

interface RowProps {
  day: string
  text: string
  mark: ReactNode
  actions: ReactNode
  children: ReactNode
}

function Row({ day, text, mark, actions, children }: RowProps) {
  return (
    <li className="grid gap-2 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-40">
          <time dateTime={day} className="font-semibold">
            {dayOnDevice(day)}
          </time>
          <span className="ms-2">{text}</span>
        </span>
        {mark}
        <span className="flex gap-1 max-sm:-ms-3.5">{actions}</span>
      </div>
      {children}
    </li>
  )
}

/** Asks in its own place: a dialog's code may be missing without network. */
function Twice({ label, name, onYes }: { label: string; name: string; onYes: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Button
      variant={isAsking ? 'danger' : 'ghost'}
      size="sm"
      aria-label={`${isAsking ? `Really ${label.toLowerCase()}?` : label}: ${name}`}
      onBlur={() => setAsking(false)}
      onClick={() => {
        if (isAsking) onYes()
        setAsking(!isAsking)
      }}
    >
      {isAsking ? `Really ${label.toLowerCase()}?` : label}
    </Button>
  )
}
