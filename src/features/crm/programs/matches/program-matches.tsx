import { useInfiniteQuery } from '@tanstack/react-query'
import HeartHandshake from 'lucide-react/icons/heart-handshake'
import { useSearchParams } from 'react-router-dom'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { LoadMore } from '@/shared/account-ui/load-more'
import { Loading } from '@/shared/account-ui/loading'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import { useAuth } from '@/shared/auth/auth-context'
import { formatDay } from '@/shared/lib/format-date'
import { Badge } from '@/shared/ui/badge'
import { Button } from '@/shared/ui/button'
import { matchesQuery, type ListedMatch, type MatchView } from './match-queries'

const MatchDialog = lazyPart(() => import('./match-dialog'))
const Pairing = lazyPart(() => import('./pairing'))

const views = { open: 'Open', quiet: 'Quiet', closed: 'Closed' } as const
const nothing: Record<MatchView, string> = {
  open: 'Pair a mentee with a mentor of this program, and the match appears here.',
  quiet: 'A match appears here when nothing happened for longer than its rhythm allows.',
  closed: 'A match that someone closes appears here, with the reason.',
}

/** The matches of a program, and the desk that pairs mentees with mentors. */
export function ProgramMatches({ programId }: { programId: string }) {
  const { can } = useAuth()
  const [params, setParams] = useSearchParams()
  const view =
    (Object.keys(views) as MatchView[]).find((one) => one === params.get('matches')) ?? 'open'
  const query = useInfiniteQuery(matchesQuery(programId, view))
  const today = useOfficeDay()
  const go = (changes: Record<string, string | null>) =>
    setParams((earlier) => {
      const next = new URLSearchParams(earlier)
      for (const [key, value] of Object.entries(changes)) {
        if (value === null) next.delete(key)
        else next.set(key, value)
      }
      return next
    })

  const first = query.data?.pages[0]
  const mayPair =
    can('can_manage_programs') && can('can_manage_mentees') && first?.is_over === false
  if (params.has('pairing') && (mayPair || !first)) {
    return <Pairing programId={programId} onClose={() => go({ pairing: null })} />
  }
  const matches = query.data?.pages.flatMap((page) => page?.matches ?? []) ?? []
  const open = params.get('match')
  return (
    <section aria-label="Matches">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div role="group" aria-label="Which matches" className="flex flex-wrap gap-1">
          {(Object.keys(views) as MatchView[]).map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === view ? 'primary' : 'outline'}
              aria-pressed={one === view}
              onClick={() => go({ matches: one === 'open' ? null : one })}
            >
              {views[one]}
              {first && ` (${first.counts[one].toLocaleString('en-US')})`}
            </Button>
          ))}
        </div>
        {mayPair && (
          <Button className="max-sm:w-full" onClick={() => go({ pairing: '1' })}>
            <HeartHandshake aria-hidden="true" />
            Pair mentees
          </Button>
        )}
      </div>
      {!query.data ? (
        <Loading query={query} what="The matches" className="my-8" label="Loading matches..." />
      ) : matches.length === 0 ? (
        <EmptyState
          icon={<HeartHandshake />}
          title={view === 'open' ? 'No matches' : `No ${view} matches`}
          text={nothing[view]}
        />
      ) : (
        <ul
          aria-label={`${views[view]} matches`}
          className="divide-y divide-line rounded-card border border-line bg-paper-raised"
        >
          {matches.map((match) => (
            <MatchLine
              key={match.id}
              match={match}
              today={today}
              onOpen={() => go({ match: match.id })}
            />
          ))}
        </ul>
      )}
      <LoadMore query={query} failed="More matches could not be loaded.">
        More matches
      </LoadMore>
      {open && <MatchDialog key={open} id={open} onClose={() => go({ match: null })} />}
    </section>
  )
}

const startedLarge = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

interface MatchLineProps {
  match: ListedMatch
  today: string
  onOpen: () => void
}

function MatchLine({ match, today, onOpen }: MatchLineProps) {
  const { mentor, mentee, status, since, until, last_met, quiet_days, supervisor } = match
  const facts = [
    since && `Since ${formatDay(since)}`,
    until && `until ${formatDay(until)}`,
    last_met && `last met ${formatDay(last_met)}`,
    status !== 'closed' && (supervisor ? `supervised by ${supervisor}` : 'no supervisor'),
  ].filter(Boolean)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5">
      <div className="min-w-0 flex-1 basis-60">
        <button
          type="button"
          onClick={onOpen}
          className="min-h-8 text-start font-semibold break-words underline decoration-line underline-offset-4 hover:decoration-current pointer-coarse:min-h-11"
        >
          <bdi>{mentor}</bdi> and <bdi>{mentee}</bdi>
        </button>
        <p className="text-sm break-words text-ink-soft">{startedLarge(facts.join(', '))}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {match.lacks && <Badge tone="red">Mentor {match.lacks}</Badge>}
        {quiet_days !== null && <Badge tone="orange">Quiet for {quiet_days} days</Badge>}
        {match.contact_due && match.contact_due <= today && (
          <Badge tone="yellow">Contact due {formatDay(match.contact_due)}</Badge>
        )}
        <StatusBadge status={status} />
      </div>
    </li>
  )
}
