import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDate, formatDateTime } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { LoadMore } from '@/shared/account-ui/load-more'
import { NativeSelect } from '@/shared/ui/native-select'
import { Options } from '@/shared/account-ui/options'
import { QuestionDialog } from '@/shared/account-ui/question-dialog'
import { Spinner } from '@/shared/ui/spinner'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import { removePersonNote, timelineQuery, type PersonEvent } from '../person/people-queries'
import { rowAddress } from '../person/person-words'
import { eventKinds, eventWords, hasDayAlone } from './event-words'

const AT_ONCE = 25

/** Every dated event about a person, newest first. */
export function PersonTimeline({ person }: { person: string }) {
  const [kind, setKind] = useState('')
  const timeline = useInfiniteQuery(timelineQuery(person, kind))
  const events = timeline.data?.pages.flat() ?? []
  const rest = timeline.data?.pages.at(-1)
  const left = rest ? (rest[0]?.remaining ?? 0) - rest.length : 0
  return (
    <section aria-label="Timeline">
      <div className="flex items-center justify-between gap-3 border-b border-line pb-2">
        <h3 className="font-sans text-sm font-semibold">Timeline</h3>
        <NativeSelect
          aria-label="Show in the timeline"
          className="w-44"
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        >
          <option value="">Everything</option>
          <Options values={Object.keys(eventKinds)} labelOf={(one) => eventKinds[one]!.many} />
        </NativeSelect>
      </div>
      {timeline.isLoadingError ? (
        <LoadFailure title="The timeline could not be loaded." query={timeline} className="mt-3" />
      ) : timeline.isPending ? (
        <Spinner label="Loading the timeline..." className="mx-auto my-6" />
      ) : events.length === 0 ? (
        <p className="py-3 text-ink-soft">
          {kind ? `No ${eventKinds[kind]!.many.toLowerCase()}.` : 'Nothing so far.'}
        </p>
      ) : (
        <ol aria-label="Events" aria-busy={timeline.isFetchingNextPage}>
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
      )}
      <LoadMore query={timeline} failed="Older events could not be loaded.">
        Show {Math.min(AT_ONCE, left)} more
        <span className="font-normal text-ink-soft">of {left.toLocaleString('en-US')}</span>
      </LoadMore>
    </section>
  )
}

function Event({ event }: { event: PersonEvent }) {
  const { kind, body, state, amount, source, source_id, happened_at } = event
  const { title, about } = eventWords(event)
  const to = source && source_id ? rowAddress(source, source_id) : undefined
  const showsState = state && kind !== 'task' && kind !== 'answer'
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0">
        {title && (
          <p className="break-words" dir="auto">
            {to ? (
              <Link to={to} className="rounded-sm hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
        )}
        {body && <Words text={body} />}
      </div>
      <div className="text-end">
        {amount !== null && <span className="block tabular-nums">{formatDollars(amount)}</span>}
        {amount === null && kind === 'gift' && <span className="block">In kind</span>}
        {showsState && <StatusBadge status={state} />}
      </div>
      <p className="col-span-2 flex flex-wrap gap-x-1.5 text-sm text-ink-soft">
        <span className={state === 'failed' ? 'font-semibold text-danger' : undefined}>
          {about.join(' · ')}
        </span>
        <span aria-hidden="true">·</span>
        <time dateTime={happened_at}>
          {(hasDayAlone(kind) ? formatDate : formatDateTime)(happened_at)}
        </time>
        {event.is_own && source_id && <RemoveNote kind={kind} id={source_id} />}
      </p>
    </li>
  )
}

const LONG = 280

/** A long text is cut, and a click shows all of it. */
function Words({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(text.length <= LONG)
  return (
    <p dir="auto" className="break-words whitespace-pre-wrap">
      {isWhole ? text : `${text.slice(0, LONG).trimEnd()}… `}
      {!isWhole && (
        <button
          type="button"
          className="rounded text-sm text-(--surface-link) underline underline-offset-2 pointer-coarse:min-h-11"
          onClick={() => setWhole(true)}
        >
          Show all
        </button>
      )}
    </p>
  )
}

function RemoveNote({ kind, id }: { kind: string; id: string }) {
  const removal = useMutation(removePersonNote)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className="ms-auto rounded text-ink-soft underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
        onClick={() => setAsking(true)}
      >
        Remove
        <span className="sr-only"> this {kind}</span>
      </button>
      {isAsking && (
        <QuestionDialog
          title={`Remove this ${kind}?`}
          description="You can’t restore it."
          yes="Remove"
          isPending={removal.isPending}
          onYes={() => removal.mutate(id, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
