import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { useLeaveWarning } from '@/shared/account-ui/use-leave-warning'
import { SignOutButton } from '@/shared/auth/sign-out-button'
import { paths } from '@/shared/config/paths'
import { organisation } from '@/shared/data/organisation'
import { isSharedComputer } from '@/shared/supabase/shared-session'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { LogoMark } from '@/shared/ui/logo'
import { Spinner } from '@/shared/ui/spinner'
import type { Entry } from './device-store'
import { MatchCard, type Logged } from './match-card'
import { mentorPageQuery, type LoggedMeeting, type MentorPageData } from './mentor-queries'
import { outcomeInWords } from './meeting-words'
import { registerWorker } from './register-worker'
import type { Sent } from './send-waiting'
import { useDevice, type Device } from './use-device'
import { useSending } from './use-sending'
import { formatDay } from '@/shared/lib/format-date'

interface MentorPageProps {
  account: string
  /** The session is known, and of this account: what waits can be sent. */
  isSignedIn: boolean
  /** Reporting a concern about a child */
  concern: ReactNode
}

/** The week of a mentor, on a phone, with or without network. */
export function MentorPage({ account, isSignedIn, concern }: MentorPageProps) {
  const device = useDevice(account)
  const page = useQuery({ ...mentorPageQuery, enabled: isSignedIn })
  const { refetch, isSuccess } = page
  const data = isSignedIn ? page.data : undefined
  const [sent, setSent] = useState<readonly (LoggedMeeting & { match: string })[]>([])
  /** Once the link has ended, only this page knows what it sent. */
  const [held, setHeld] = useState<MentorPageData['held']>([])
  const { isSending, hasFailed, sendNow } = useSending({
    account,
    device,
    mayGo: isSignedIn,
    onSent: (entry, how) => {
      if (how === 'held') setHeld((earlier) => [...earlier, entry])
      else setSent((earlier) => [asLogged(entry, how), ...earlier])
      void refetch()
    },
  })
  useKnownMatches(account, device, data)
  useEffect(() => {
    if (isSuccess && data && !isSharedComputer()) registerWorker()
  }, [isSuccess, data])
  useEffect(() => {
    const again = () => void (isSignedIn && refetch())
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isSignedIn, refetch])
  const entries = device?.entries ?? []
  useLeaveWarning(entries.length > 0 && device?.store.isLasting === false)

  return (
    <div className="mx-auto flex min-h-dvh max-w-narrow flex-col gap-4 px-4 pb-10">
      <title>Mentoring</title>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
        <Link
          to={paths.home}
          aria-label={`${organisation.name}, home`}
          className="text-forest-700 max-sm:hidden"
        >
          <LogoMark />
        </Link>
        <h1 className="flex-1 text-subheading sm:text-heading">Mentoring</h1>
        <Link to={paths.account} className="py-2">
          Your account
        </Link>
        <SignOutButton />
      </header>
      <main className="grid gap-4">
        {device && (
          <Waiting
            device={device}
            isSending={isSending}
            isSignedIn={isSignedIn}
            isHeldUp={hasFailed || !isSignedIn}
            onSend={sendNow}
          />
        )}
        {data !== undefined && <Held held={data?.held ?? held} />}
        {device && (data !== null || entries.length > 0) && (
          <Matches account={account} device={device} data={data} sent={sent} onKept={sendNow} />
        )}
        {data === undefined && isSignedIn && page.isError && (
          <LoadFailure
            title="Names, notes and numbers could not be loaded."
            text="You can log meetings: they wait on this device."
            query={page}
          />
        )}
        {data === undefined && !page.isError && (
          <Spinner className="mx-auto my-6" label="Loading your matches..." />
        )}
        {data === null && (
          <EmptyState
            title="This page is for mentors"
            text={`The office links your account to you as a mentor. If you are one, call ${organisation.phone}.`}
          />
        )}
        {data !== null && (
          <>
            <p>
              Our office:{' '}
              <a
                href={`tel:${organisation.phone.replaceAll(/[^\d+]/g, '')}`}
                className="inline-block py-1.5 font-semibold"
              >
                {organisation.phone}
              </a>
            </p>
            {concern}
          </>
        )}
      </main>
    </div>
  )
}

const asLogged = (entry: Entry, how: Sent): LoggedMeeting & { match: string } => ({
  id: entry.id,
  match: entry.match,
  day: entry.day,
  minutes: entry.minutes,
  outcome: entry.outcome,
  missed_by: entry.missedBy,
  is_repeated: how === 'repeated',
  note: null,
  may_change: false,
})

/** Keeps the ids of the matches on the device, each with a label: the mentor's own, or a number. */
function useKnownMatches(
  account: string,
  device: Device | undefined,
  data: MentorPageData | null | undefined,
): void {
  useEffect(() => {
    if (!device || data === undefined) return
    const { store, known, entries, refresh } = device
    const now = (data?.matches ?? []).map(({ id }) => id)
    const added = now.filter((id) => known.every(({ match }) => match !== id))
    const gone = known.filter(
      ({ match }) => !now.includes(match) && entries.every((entry) => entry.match !== match),
    )
    if (added.length + gone.length === 0) return
    const labels = known.map(({ label }) => label)
    void (async () => {
      for (const { match } of gone) await store.forgetMatch(account, match)
      for (const match of added) {
        let number = 1
        while (labels.includes(`Mentee ${number}`)) number += 1
        labels.push(`Mentee ${number}`)
        await store.keepMatch({ account, match, label: `Mentee ${number}` })
      }
      await refresh()
    })()
  }, [account, device, data])
}

interface WaitingProps {
  device: Device
  isSending: boolean
  isSignedIn: boolean
  /** What waits does not go at once. */
  isHeldUp: boolean
  onSend: () => void
}

/** What has not been sent, and why. */
function Waiting({ device, isSending, isSignedIn, isHeldUp, onSend }: WaitingProps) {
  const { entries, store } = device
  const waiting = entries.filter(({ refused }) => refused === undefined).length
  const refused = entries.length - waiting
  const isShown = waiting > 0 && (isHeldUp || !store.isLasting)
  return (
    <div role="status" className="empty:-mb-4">
      {isShown && (
        <Alert
          tone="info"
          title={`${waiting} ${waiting === 1 ? 'meeting waits' : 'meetings wait'} on this device`}
        >
          {store.isLasting
            ? 'You can close this page. What waits is sent once it is open with a network.'
            : `Nothing is kept here: stay on this page until ${waiting === 1 ? 'it is' : 'they are'} sent.`}
          {store.isLasting && !isSignedIn && ' You may have to sign in again for it.'}
          {isSignedIn && (
            <div className="mt-3">
              <Button variant="outline" size="sm" loading={isSending} onClick={onSend}>
                {isSending ? 'Sending...' : 'Send now'}
              </Button>
            </div>
          )}
        </Alert>
      )}
      {refused > 0 && (
        <Alert
          tone="warning"
          title={`${refused} ${refused === 1 ? 'meeting was' : 'meetings were'} not accepted`}
          className={isShown ? 'mt-4' : undefined}
        >
          See why below, then correct or delete {refused === 1 ? 'it' : 'them'}.
        </Alert>
      )}
    </div>
  )
}

function Held({ held }: { held: MentorPageData['held'] }) {
  if (held.length === 0) return null
  return (
    <Alert
      tone="info"
      title={`${held.length} ${held.length === 1 ? 'meeting waits' : 'meetings wait'} for the office`}
    >
      <p>A match, its program or your access had ended. The office decides whether they count.</p>
      <ul className="mt-1">
        {held.map(({ id, day, minutes, outcome }) => (
          <li key={id}>
            {formatDay(day)}: {outcomeInWords({ day, minutes, outcome, missedBy: null })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

interface MatchesProps {
  account: string
  device: Device
  data: MentorPageData | null | undefined
  sent: readonly (LoggedMeeting & { match: string })[]
  onKept: () => void
}

function Matches({ account, device, data, sent, onKept }: MatchesProps) {
  const { store, entries, known, refresh } = device
  const labelOf = (match: string) =>
    known.find((one) => one.match === match)?.label ?? 'An ended match'
  const current =
    data === undefined ? known.map(({ match }) => match) : (data?.matches.map(({ id }) => id) ?? [])
  // An ended match whose meeting was refused still shows it.
  const all = [...new Set([...current, ...entries.map(({ match }) => match)])]
  if (all.length === 0) {
    return data ? (
      <EmptyState
        title="No active match yet"
        text="As soon as the office starts your match with a child, you log your meetings here."
      />
    ) : null
  }

  async function keep(entry: Entry) {
    await store.keep(entry)
    await refresh()
    onKept()
  }
  return all.map((match) => (
    <MatchCard
      key={match}
      match={match}
      label={labelOf(match)}
      known={data?.matches.find(({ id }) => id === match)}
      entries={entries.filter((entry) => entry.match === match)}
      sent={sent.filter((one) => one.match === match)}
      onLog={(logged: Logged) => keep(asEntry(logged, account, entries))}
      onCorrect={keep}
      onDelete={async ({ id }) => {
        await store.forget(id)
        await refresh()
      }}
      onLabel={async (label) => {
        await store.keepMatch({ account, match, label })
        await refresh()
      }}
    />
  ))
}

/** Each press is a meeting of its own. */
function asEntry(logged: Logged, account: string, entries: readonly Entry[]): Entry {
  return {
    ...logged,
    account,
    id: crypto.randomUUID(),
    pressedAt: new Date().toISOString(),
    order: Math.max(0, ...entries.map(({ order }) => order)) + 1,
  }
}
