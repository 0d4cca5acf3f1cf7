import { useRef, useState } from 'react'
import { Panel } from '@/shared/account-ui/panel'
import { formatDay } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { Button } from '@/shared/ui/button'
import type { Entry } from './device-store'
import { LabelForm } from './label-form'
import { LoggedRow, WaitingRow } from './meeting-rows'
import { MeetingForm, type MeetingValues } from './meeting-form'
import { deviceDay, timeInWords } from './meeting-words'
import type { Callable, LoggedMeeting, OwnMatch } from './mentor-queries'
import { Phones } from './phones'

/** A second press within this time is one of the same finger. */
const PRESS_MS = 1_000

export type Logged = Pick<Entry, 'match' | 'day' | 'minutes' | 'outcome' | 'missedBy' | 'isToday'>

interface MatchCardProps {
  match: string
  /** The label on this device */
  label: string
  /** What the server tells; undefined without network */
  known: OwnMatch | undefined
  /** What waits on the device for this match, in the order of the presses */
  entries: readonly Entry[]
  /** What was sent since the server was last asked */
  sent: readonly LoggedMeeting[]
  onLog: (logged: Logged) => Promise<void>
  onCorrect: (entry: Entry) => Promise<void>
  onDelete: (entry: Entry) => Promise<void>
  onLabel: (label: string) => Promise<void>
}

/** One match: a press logs a meeting, with or without network. */
export function MatchCard(props: MatchCardProps) {
  const { match, label, known, entries, sent, onLog, onCorrect, onDelete, onLabel } = props
  const [opened, open] = useState<'other' | 'label'>()
  const [isSaving, setSaving] = useState(false)
  const pressedAt = useRef(-Infinity)
  const other = useRef<HTMLButtonElement>(null)
  const title = known ? isolated(known.name) : label
  const today = deviceDay()
  const ids = new Set(known?.logged.map(({ id }) => id))
  const logged = [...sent.filter(({ id }) => !ids.has(id)), ...(known?.logged ?? [])]
  const hasToday = [...entries, ...logged].some(
    ({ day, outcome }) => day === today && outcome === 'happened',
  )

  async function log(values: Omit<Logged, 'match'>) {
    setSaving(true)
    await onLog({ match, ...values })
    setSaving(false)
  }
  const close = () => {
    open(undefined)
    other.current?.focus()
  }

  return (
    <Panel title={title} {...(known && { text: known.program })}>
      <div className="grid gap-4">
        {known && <Month match={known} />}
        <div className="flex flex-wrap gap-3">
          <Button
            variant={hasToday ? 'outline' : 'accent'}
            size="lg"
            className="max-sm:w-full"
            aria-label={`${hasToday ? 'Met again' : 'Met'}, 60 min: ${title}`}
            onClick={() => {
              const now = performance.now()
              if (now - pressedAt.current < PRESS_MS || isSaving) return
              pressedAt.current = now
              void log({
                day: today,
                minutes: 60,
                outcome: 'happened',
                missedBy: null,
                isToday: true,
              })
            }}
          >
            {hasToday ? 'Met again, 60 min' : 'Met, 60 min'}
          </Button>
          <Button
            ref={other}
            variant="outline"
            size="lg"
            className="max-sm:w-full"
            aria-expanded={opened === 'other'}
            onClick={() => open(opened === 'other' ? undefined : 'other')}
          >
            Another day or length
          </Button>
        </div>
        {opened === 'other' && (
          <MeetingForm
            label={`Log a meeting with ${title}`}
            values={{ day: today, minutes: 60, outcome: 'happened', missedBy: null, note: null }}
            hasNote={false}
            since={known?.since ?? null}
            isSaving={isSaving}
            onSave={({ note: _note, ...values }: MeetingValues) =>
              void log({ ...values, isToday: values.day === today }).then(close)
            }
            onClose={close}
          />
        )}
        <section aria-label={`Logged meetings: ${title}`}>
          <h3 className="mb-1 font-sans text-sm font-semibold text-ink-soft">Logged</h3>
          {entries.length + logged.length === 0 ? (
            <p className="text-ink-soft">
              {known ? 'No meeting yet. The first press above logs one.' : 'Nothing waits here.'}
            </p>
          ) : (
            <ul className="divide-y divide-line">
              {entries.toReversed().map((entry) => (
                <WaitingRow
                  key={entry.id}
                  entry={entry}
                  since={known?.since ?? null}
                  onCorrect={onCorrect}
                  onDelete={onDelete}
                />
              ))}
              {logged.map((meeting) => (
                <LoggedRow key={meeting.id} meeting={meeting} since={known?.since ?? null} />
              ))}
            </ul>
          )}
        </section>
        {known && <Next match={known} />}
        {known && <Numbers match={known} />}
        <p className="text-sm text-ink-soft">
          Without network this device shows <strong className="text-ink">{isolated(label)}</strong>{' '}
          here.{' '}
          <Button
            variant="link"
            className="text-sm"
            aria-expanded={opened === 'label'}
            aria-label={`Change the label of ${title}`}
            onClick={() => open(opened === 'label' ? undefined : 'label')}
          >
            Change
          </Button>
        </p>
        {opened === 'label' && (
          <LabelForm
            label={label}
            name={known?.name}
            onSave={(next) => void onLabel(next).then(() => open(undefined))}
            onClose={() => open(undefined)}
          />
        )}
      </div>
    </Panel>
  )
}

function Month({ match: { this_month: month, per_month } }: { match: OwnMatch }) {
  return (
    <p className="text-ink-soft">
      This month: {month.minutes > 0 && `${timeInWords(month.minutes)} in `}
      {month.meetings > per_month
        ? `${month.meetings} meetings (${per_month} asked for)`
        : `${month.meetings} of ${per_month} ${per_month === 1 ? 'meeting' : 'meetings'}`}
    </p>
  )
}

function Next({ match: { next } }: { match: OwnMatch }) {
  if (next.length === 0) return null
  return (
    <section aria-label="Next meetings">
      <h3 className="mb-1 font-sans text-sm font-semibold text-ink-soft">Next</h3>
      <ul className="grid gap-1">
        {next.map(({ id, day, title, minutes, place }) => (
          <li key={id} className="wrap-anywhere">
            <time dateTime={day} className="font-semibold">
              {formatDay(day)}
            </time>
            {title && <>, {isolated(title)}</>}
            {minutes !== null && `, ${timeInWords(minutes)}`}
            {place && <>, {isolated(place)}</>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Numbers({ match: { supervisor, guardians } }: { match: OwnMatch }) {
  const numbers: { who: string; callable: Callable }[] = [
    ...(supervisor ? [{ who: 'Your supervisor', callable: supervisor }] : []),
    ...guardians.map((callable) => ({ who: 'Parent or guardian', callable })),
  ]
  if (numbers.length === 0) return null
  return (
    <section aria-label="Whom to call">
      <h3 className="mb-1 font-sans text-sm font-semibold text-ink-soft">Call</h3>
      <ul className="grid gap-1">
        {numbers.map(({ who, callable }) => (
          <li key={`${who} ${callable.name}`} className="wrap-anywhere">
            {who}
            {callable.name && <>, {isolated(callable.name)}</>}
            {callable.phone ? (
              <>
                : <Phones {...callable} />
              </>
            ) : (
              '. No number yet: call the office.'
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
