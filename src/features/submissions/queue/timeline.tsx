import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useAuth } from '@/shared/auth/auth-context'
import { cn } from '@/shared/lib/cn'
import { readDraft, staffDraft, writeDraft } from '@/shared/forms/draft-storage'
import { formatDateTime } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import { restOf } from '@/shared/lib/rest-of'
import { Became, Changes } from '@/engine/record/changes'
import { historyQuery } from '@/engine/core/resource-queries'
import { RowChangedError } from '@/engine/core/row-errors'
import type { Tables } from '@/shared/supabase/database.types'
import { Button } from '@/shared/ui/button'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { Textarea } from '@/shared/ui/textarea'
import { answersQuery, type Answer } from '@/features/submissions/answers/answers'
import { addNote, removeNote } from './changes'
import type { Submission } from '@/features/submissions/common/queues'
import { notesQuery } from '@/features/submissions/common/submission-queries'

/** How many changes are shown at first, and how many more with each click */
const STEP = 20

/** The changes, answers and notes of a submission, oldest first. */
export function Timeline({ submission }: { submission: Submission }) {
  const { id, created_at: received } = submission
  const [limit, setLimit] = useState(STEP)
  const history = useQuery(historyQuery(id, limit))
  const notes = useQuery(notesQuery(id))
  const answers = useQuery(answersQuery(id))
  const { user } = useAuth()
  const removal = useMutation(removeNote(id))

  function body() {
    const failed = Object.entries({ history, notes, answers }).find(
      ([, query]) => query.isLoadingError,
    )
    if (failed) {
      const [name, query] = failed
      return <LoadFailure title={`The ${name} could not be loaded.`} query={query} />
    }
    if (!history.data || !notes.data || !answers.data)
      return <Spinner label="Loading history..." className="my-3" />
    const isAll = history.data.length <= limit
    const shown = history.data.slice(0, limit)
    const since = isAll ? '' : (shown.at(-1)?.created_at ?? '')
    const events = [
      ...shown.map((entry) => ({
        id: entry.id,
        at: entry.created_at,
        body: <Happened entry={entry} />,
      })),
      ...notes.data.map((note) => ({
        id: note.id,
        at: note.created_at,
        body: (
          <div className="rounded-control border border-line bg-paper-raised px-3 py-2">
            <div className="flex items-baseline justify-between gap-3">
              <p className="font-semibold">{note.author_name ?? 'Someone'}</p>
              {note.author_id === user?.id && (
                <button
                  type="button"
                  className="rounded text-xs text-ink-soft underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
                  onClick={() => removal.mutate(note.id)}
                >
                  Remove<span className="sr-only"> this note</span>
                </button>
              )}
            </div>
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {note.body}
            </p>
          </div>
        ),
      })),
      ...answers.data.map((answer) => ({
        id: answer.id,
        at: answer.created_at,
        body: <Answered answer={answer} />,
      })),
    ]
      .filter(({ at }) => at >= since)
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))

    return (
      <>
        {!isAll && (
          <Button variant="outline" size="sm" onClick={() => setLimit(limit + STEP)}>
            Show older
          </Button>
        )}
        <ol aria-label="History" className="grid gap-3 py-2">
          {isAll && (
            <li>
              <p>Received</p>
              <Moment at={received} />
            </li>
          )}
          {events.map((event) => (
            <li key={event.id} className="min-w-0">
              {event.body}
              <Moment at={event.at} />
            </li>
          ))}
        </ol>
      </>
    )
  }

  return (
    <section aria-labelledby={`history-${id}`} className="border-t border-line pt-4">
      <h3 id={`history-${id}`} className="font-sans text-sm font-semibold">
        Notes and history
      </h3>
      {body()}
      <NoteForm submissionId={id} />
    </section>
  )
}

function Moment({ at }: { at: string }) {
  return (
    <p className="text-xs text-ink-soft">
      <time dateTime={at}>{formatDateTime(at)}</time>
    </p>
  )
}

function Answered({ answer }: { answer: Answer }) {
  const { author_name: author, subject, body, delivery, reason } = answer
  return (
    <div className="rounded-control border border-forest-700/30 bg-forest-500/8 px-3 py-2">
      <p>
        <bdi className="font-semibold">{author ?? 'Someone'}</bdi> answered
      </p>
      <p dir="auto" className="mt-1 font-semibold break-words">
        {subject}
      </p>
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {body}
      </p>
      <p
        className={cn(
          'mt-2 text-xs break-words',
          delivery === 'failed' || delivery === 'delayed'
            ? 'font-semibold text-danger'
            : 'text-ink-soft',
        )}
      >
        {deliveries[delivery]}
        {reason && `: ${reason}`}
      </p>
    </div>
  )
}

const deliveries = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  delayed: 'Not delivered yet',
  failed: 'Not delivered',
} as const

type Entry = Pick<Tables<'change_log'>, 'actor_name' | 'action' | 'changes'>

function Happened({ entry }: { entry: Entry }) {
  const words = wordsOf(entry)
  return (
    <>
      <p>
        <bdi className="font-semibold">{entry.actor_name ?? 'The system'}</bdi>{' '}
        {words ?? `${entry.action} it`}
      </p>
      {!words && <Changes {...entry} />}
    </>
  )
}

/** The words after the name; empty where the changes are listed. */
function wordsOf({ action, changes }: Entry): ReactNode {
  type Change = readonly [string | null, string | null] | undefined
  const { status, assignee, kind } = (changes ?? {}) as Record<string, Change>
  if (action === 'opened') return 'opened the child’s details'
  if (action === 'changed' && status) {
    const [before, after] = status
    return (
      <>
        set the status:{' '}
        <Became before={optionLabel(before ?? '')} after={optionLabel(after ?? '')} />
      </>
    )
  }
  if (kind)
    return action === 'added' ? `converted it to ${kind[1]}` : `undid its conversion to ${kind[0]}`
  if (action !== 'changed' || !assignee) return undefined
  return assignee[1] ? `assigned it to ${assignee[1]}` : 'unassigned it'
}

function storedNote(draft: string): string {
  const { body } = readDraft(draft)
  return typeof body === 'string' ? body : ''
}

function NoteForm({ submissionId }: { submissionId: string }) {
  const userId = useAuth().user?.id ?? ''
  const draft = staffDraft(userId, `note:${submissionId}`)
  const [body, setBody] = useState(() => storedNote(draft))
  const [noteId, setNoteId] = useState(() => crypto.randomUUID())
  const adding = useMutation({
    ...addNote(submissionId),
    // Runs although another submission may be open by then.
    onSuccess: (_added, sent) => {
      write(restOf(storedNote(draft), sent.body))
      setNoteId(crypto.randomUUID())
    },
    onError: (error) => {
      if (error instanceof RowChangedError) setNoteId(crypto.randomUUID())
    },
  })

  function write(text: string) {
    setBody(text)
    writeDraft(draft, text === '' ? {} : { body: text })
  }
  function save() {
    if (body.trim() === '' || adding.isPending) return
    adding.mutate({ id: noteId, body })
  }

  return (
    <form
      aria-label="New note"
      className="mt-2 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Textarea
        data-key="n"
        aria-label="Note"
        rows={2}
        maxLength={5_000}
        placeholder="Write a note for colleagues"
        value={body}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      <div className="flex items-center gap-3">
        <Button type="submit" size="sm" variant="outline" aria-disabled={body.trim() === ''}>
          {adding.isPending ? 'Adding...' : 'Add Note'}
        </Button>
        <span className="text-xs text-ink-soft pointer-coarse:hidden">Ctrl Enter adds it</span>
      </div>
    </form>
  )
}
