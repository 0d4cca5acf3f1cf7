import { mutationOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { registeredPrograms } from '@/shared/data/registered-programs'
import { formatDate, formatDateTime } from '@/shared/lib/format-date'
import { fullName } from '@/shared/lib/full-name'
import { resourceKey } from '@/engine/core/resource-queries'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { Loading } from '@/shared/account-ui/loading'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { Button } from '@/shared/ui/button'
import { Input } from '@/shared/ui/input'
import { programLabel } from '@/shared/submissions/program-label'
import {
  standingsQuery,
  waitingQuery,
  type Standing,
} from '@/features/submissions/common/submission-queries'
import { timeToAccept } from '@/shared/data/organisation'

/** The seats of each program, its registrations and its waitlist. */
export function Seats() {
  const query = useQuery(standingsQuery)
  const { hash } = useLocation()
  const isLoaded = query.data !== undefined
  useEffect(() => {
    if (isLoaded && hash) document.getElementById(hash.slice(1))?.scrollIntoView?.()
  }, [isLoaded, hash])

  if (!query.data)
    return (
      <Loading query={query} what="The seats" label="Loading seats..." className="mx-auto my-16" />
    )
  const ids = new Set([
    ...Object.keys(registeredPrograms),
    ...query.data.map(({ program }) => program),
  ])
  const standings = [...ids].map(
    (program) => query.data.find((one) => one.program === program) ?? { ...nothing, program },
  )
  const unused = standings.filter((standing) => !isInUse(standing))
  return (
    <div className="min-h-0 lg:overflow-y-auto">
      <p className="max-w-measure pb-3 text-ink-soft">
        A free seat is offered to the next person on the waitlist, who has {timeToAccept} to accept
        it. Without a number of seats you can confirm anyone, and nothing is offered automatically.
        A course’s registrations are deleted at most a year after its last day.
      </p>
      <Programs standings={standings.filter(isInUse)} />
      {unused.length > 0 && (
        <Unused
          standings={unused}
          startsOpen={
            unused.length === ids.size || unused.some(({ program }) => `#${program}` === hash)
          }
        />
      )}
    </div>
  )
}

interface UnusedProps {
  standings: readonly Standing[]
  startsOpen: boolean
}

/** Saving seats moves a program out of this list, which stays as open as it is. */
function Unused({ standings, startsOpen }: UnusedProps) {
  const [isOpen] = useState(startsOpen)
  return (
    <details className="pt-3" open={isOpen}>
      <summary className="min-h-control w-fit">
        {standings.length === 1 ? 'One program' : `${standings.length} programs`} without seats or
        registrations
      </summary>
      <Programs standings={standings} />
    </details>
  )
}

const nothing = { seats: null, confirmed: 0, offered: 0, waiting: 0, undecided: 0, ends_on: null }

const isInUse = ({ seats, ends_on, confirmed, offered, waiting, undecided }: Standing) =>
  seats !== null || ends_on !== null || confirmed + offered + waiting + undecided > 0

function Programs({ standings }: { standings: readonly Standing[] }) {
  return (
    <ul className="border-t border-line">
      {standings.map((standing) => (
        <li key={standing.program} id={standing.program} className="border-b border-line py-3">
          <Program standing={standing} />
        </li>
      ))}
    </ul>
  )
}

function Program({ standing }: { standing: Standing }) {
  const { program, seats, confirmed, offered, waiting, undecided, ends_on } = standing
  const [isOpen, setOpen] = useState(false)
  const title = programLabel(program)
  const tooMany = seats !== null && confirmed + offered > seats
  const figures = [
    seats === null ? `${confirmed} confirmed` : `${confirmed} of ${seats} confirmed`,
    `${offered} offered`,
    `${waiting} waiting`,
    `${undecided} undecided`,
  ]
  return (
    <section aria-label={title} className="grid gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="text-base font-semibold break-words">
          <Link to={`?tab=registrations&program=${program}`}>{title}</Link>
        </h2>
        <p className="text-ink-soft tabular-nums">{figures.join(' · ')}</p>
        {tooMany && (
          <p className="text-warning">More people have a seat or an offer than there are seats.</p>
        )}
        {waiting + offered > 0 && (
          <Button
            variant="ghost"
            size="sm"
            className="-ms-2.5"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide the waitlist' : 'Show the waitlist'}
          </Button>
        )}
      </div>
      <div className="grid content-start gap-2">
        <NumberOfSeats
          key={seats}
          {...{ program, title, seats, waiting }}
          taken={confirmed + offered}
        />
        <LastDay key={ends_on} {...{ program, title }} stored={ends_on} />
      </div>
      {isOpen && <WaitingList program={program} />}
    </section>
  )
}

const invalidates = [resourceKey('submissions'), resourceKey('change_log')]

const setSeats = mutationOptions({
  mutationFn: ({ program, seats }: { program: string; seats: number | null }) =>
    // The generated type does not know that null removes the limit.
    ask(supabase.rpc('set_seats', { of_program: program, number: seats as number })),
  meta: {
    success: { title: 'Seats Updated' },
    failure: { title: 'Error', description: 'Failed to update seats' },
    invalidates,
  },
})

const setLastDay = mutationOptions({
  mutationFn: ({ program, day }: { program: string; day: string | null }) =>
    // Nor does it know that null removes the day.
    ask(supabase.rpc('set_last_day', { of_program: program, day: day as string })),
  meta: {
    success: { title: 'Last Day Updated' },
    failure: { title: 'Error', description: 'Failed to update the last day' },
    invalidates,
  },
})

interface NumberOfSeatsProps {
  program: string
  title: string
  seats: number | null
  /** Confirmed or offered */
  taken: number
  waiting: number
}

const MOST = 100_000

function NumberOfSeats({ program, title, seats, taken, waiting }: NumberOfSeatsProps) {
  const stored = seats === null ? '' : String(seats)
  const [typed, setTyped] = useState(stored)
  const saving = useMutation(setSeats)
  const text = typed.trim()
  const isWrong = !/^\d*$/.test(text) || Number(text) > MOST
  const offers = text === '' ? 0 : Math.max(0, Math.min(waiting, Number(text) - taken))
  const [asked, setAsked] = useState<string>()
  const isAsked = offers > 0 && asked === text
  useLeaveWarning(text !== stored)

  function save(event: FormEvent) {
    event.preventDefault()
    if (isWrong) return
    if (offers > 0 && !isAsked) return setAsked(text)
    saving.mutate({ program, seats: text === '' ? null : Number(text) })
  }

  return (
    <form
      className="flex flex-wrap items-center gap-2 self-start md:max-w-80 md:justify-end"
      noValidate
      onSubmit={save}
    >
      <label className="flex items-center gap-2 text-ink-soft">
        <span className="max-md:w-16">Seats</span>
        <Input
          aria-label={`Seats of ${title}`}
          aria-invalid={isWrong}
          inputMode="numeric"
          autoComplete="off"
          placeholder="Any"
          className="max-w-24"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <Button
        type="submit"
        variant="outline"
        size="sm"
        disabled={isWrong || text === stored}
        loading={saving.isPending}
      >
        {isAsked ? 'Save and offer' : 'Save'} <span className="sr-only">seats of {title}</span>
      </Button>
      {isAsked && (
        <p role="alert" className="basis-full text-warning">
          {offers === 1 ? 'One person' : `${offers} people`} on the waitlist will get an offer by
          email at once. This can’t be undone.
        </p>
      )}
      {isWrong && (
        <p role="alert" className="basis-full text-danger">
          A whole number up to {MOST.toLocaleString('en-US')}, or empty for any number.
        </p>
      )}
    </form>
  )
}

interface LastDayProps {
  program: string
  title: string
  stored: string | null
}

function LastDay({ program, title, stored }: LastDayProps) {
  const [typed, setTyped] = useState(stored ?? '')
  const saving = useMutation(setLastDay)
  useLeaveWarning(typed !== (stored ?? ''))

  function save(event: FormEvent) {
    event.preventDefault()
    saving.mutate({ program, day: typed || null })
  }

  return (
    <form className="flex flex-wrap items-center gap-2 md:justify-end" onSubmit={save}>
      <label className="flex items-center gap-2 whitespace-nowrap text-ink-soft">
        <span className="max-md:w-16">Last day</span>
        <Input
          aria-label={`Last day of ${title}`}
          type="date"
          min="2020-01-01"
          max="2199-12-31"
          className="max-w-40"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <Button
        type="submit"
        variant="outline"
        size="sm"
        disabled={typed === (stored ?? '')}
        loading={saving.isPending}
      >
        Save <span className="sr-only">last day of {title}</span>
      </Button>
    </form>
  )
}

function WaitingList({ program }: { program: string }) {
  const query = useQuery(waitingQuery(program))
  if (!query.data)
    return <Loading query={query} what="The waitlist" label="Loading the waitlist..." />
  const offered = query.data.filter(({ status }) => status === 'offered')
  const waiting = query.data.filter(({ status }) => status === 'waitlisted')
  const entry = (one: (typeof query.data)[number], since: string) => (
    <>
      <Link to={`?tab=registrations&open=${one.id}`}>
        <bdi>{fullName(one)}</bdi>
      </Link>{' '}
      <span className="text-ink-soft">{since}</span>
    </>
  )
  return (
    <div className="grid gap-2 md:col-span-2">
      {offered.length > 0 && (
        <ul aria-label="Offered">
          {offered.map((one) => (
            <li key={one.id}>{entry(one, `offered until ${formatDateTime(one.offered_until)}`)}</li>
          ))}
        </ul>
      )}
      {waiting.length > 0 && (
        <ol aria-label="Waiting" className="list-decimal ps-6">
          {waiting.map((one) => (
            <li key={one.id}>{entry(one, `since ${formatDate(one.waitlisted_at)}`)}</li>
          ))}
        </ol>
      )}
    </div>
  )
}
