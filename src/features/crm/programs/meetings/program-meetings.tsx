import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { formatDay } from '@/shared/lib/format-date'
import { isolated } from '@/shared/lib/isolated'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { Loading } from '@/shared/account-ui/loading'
import { LoadMore } from '@/shared/account-ui/load-more'
import { Badge } from '@/shared/ui/badge'
import { Button, buttonClass } from '@/shared/ui/button'
import { NativeSelect } from '@/shared/ui/native-select'
import { Spinner } from '@/shared/ui/spinner'
import {
  keepBoth,
  meetingKinds,
  meetingsQuery,
  type Meeting,
  type MeetingKind,
} from './meeting-queries'
import { useMeetingAddress } from './meeting-address'
import { lengthInWords, nameOf, outcomeInWords } from './meeting-words'

const spinner = () => <Spinner className="my-8" />
const MeetingDialog = lazyPart(() => import('./meeting-dialog'))
const MeetingView = lazyPart(() => import('./meeting-view'), spinner)
const MeetingHours = lazyPart(() => import('./meeting-hours'), spinner)

/** The meetings of a program: a list, one of them (`&meeting=<id>`), or their hours (`&meetings=hours`). */
export function ProgramMeetings({ programId }: { programId: string }) {
  const [params] = useSearchParams()
  const meeting = params.get('meeting')
  if (meeting) return <MeetingView key={meeting} program={programId} id={meeting} />
  if (params.get('meetings') === 'hours') return <MeetingHours program={programId} />
  return <MeetingList program={programId} />
}

function MeetingList({ program }: { program: string }) {
  const [kind, setKind] = useState<MeetingKind>('all')
  const [isAdding, setAdding] = useState(false)
  const meetings = useInfiniteQuery(meetingsQuery(program, kind))
  const address = useMeetingAddress()
  const list = meetings.data?.pages.flat()
  return (
    <section aria-labelledby="meetings">
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <h3 id="meetings" className="me-auto text-lg max-sm:sr-only">
          Meetings
        </h3>
        <NativeSelect
          aria-label="Which meetings"
          className="max-sm:w-full"
          value={kind}
          onChange={({ target }) => setKind(target.value as MeetingKind)}
        >
          {Object.entries(meetingKinds).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </NativeSelect>
        <Link
          to={address({ meetings: 'hours' })}
          className={buttonClass({ variant: 'outline', className: 'max-sm:flex-1' })}
        >
          Hours
        </Link>
        <Button className="max-sm:flex-1" onClick={() => setAdding(true)}>
          <CalendarPlus aria-hidden="true" />
          Add a Meeting
        </Button>
      </div>
      {!list ? (
        <Loading query={meetings} what="The meetings" className="my-8" />
      ) : list.length === 0 ? (
        <EmptyState
          icon={<CalendarDays />}
          title={kind === 'duplicates' ? 'No possible duplicates' : 'No meetings yet'}
          text={
            kind === 'duplicates'
              ? 'Two meetings of a match with the same day and minutes appear here, to keep both or remove one.'
              : 'What mentors log, and what you add here, one-to-one or of the group, makes this list.'
          }
        />
      ) : (
        <ul
          aria-label={meetingKinds[kind]}
          className="divide-y divide-line rounded-card border border-line bg-paper-raised"
        >
          {list.map((one) => (
            <MeetingLine key={one.id} meeting={one} to={address({ meeting: one.id })} />
          ))}
        </ul>
      )}
      <LoadMore query={meetings} failed="Older meetings could not be loaded.">
        Show older meetings
      </LoadMore>
      {isAdding && <MeetingDialog program={program} onClose={() => setAdding(false)} />}
    </section>
  )
}

function MeetingLine({ meeting, to }: { meeting: Meeting; to: string }) {
  const { match_id, day, minutes, outcome, place, topics, marked, attended, duplicate_of } = meeting
  const keeping = useMutation(keepBoth)
  const facts = [
    minutes !== null && lengthInWords(minutes),
    place,
    match_id === null && marked > 0 && `${attended} of ${marked} attended`,
    topics,
  ].filter(Boolean)
  // A group that met and has no mark yet: something to do.
  const isOpen = match_id === null && outcome === 'happened' && marked === 0
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5">
      <span className="min-w-0 flex-1 basis-60">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={to}
            className="inline-flex min-h-8 items-center font-semibold text-forest-700 underline wrap-anywhere pointer-coarse:min-h-11"
          >
            <bdi>{nameOf(meeting)}</bdi>
          </Link>
          {outcome !== 'happened' && (
            <Badge tone={outcome === 'planned' ? 'blue' : 'quiet'}>{outcomeInWords(meeting)}</Badge>
          )}
          {isOpen && <Badge tone="yellow">No attendance</Badge>}
          {duplicate_of && <Badge tone="yellow">Possible duplicate</Badge>}
        </span>
        <span className="line-clamp-2 text-sm text-ink-soft" dir="auto">
          {[formatDay(day), ...facts.map((fact) => isolated(String(fact)))].join(' · ')}
        </span>
      </span>
      {duplicate_of && (
        <Button
          variant="outline"
          size="sm"
          aria-label={`Keep both: ${nameOf(meeting)}, ${formatDay(day)}`}
          loading={keeping.isPending}
          onClick={() => keeping.mutate(meeting.id)}
        >
          Keep both
        </Button>
      )}
    </li>
  )
}
