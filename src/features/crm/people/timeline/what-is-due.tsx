import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatDate } from '@/shared/lib/format-date'
import { officeDay } from '@/shared/lib/office-day'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { TaskList } from '@/engine/tasks/task-list'
import { tasksQuery } from '@/engine/tasks/task-queries'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { dueQuery } from '../person/people-queries'
import { rowAddress } from '../person/person-words'

/** Open tasks, and submissions that wait for an answer. */
export function WhatIsDue({ person, name }: { person: string; name: string }) {
  const today = useOfficeDay()
  const due = useQuery(dueQuery(person))
  const taskIds = (due.data ?? []).flatMap(({ kind, id }) => (kind === 'task' ? id : []))
  const waiting = (due.data ?? []).filter(({ kind }) => kind === 'waiting')
  const tasks = useQuery(tasksQuery(taskIds))
  const open = taskIds.length > 0 ? (tasks.data ?? []).filter(({ done_at }) => !done_at) : []
  const failed = [due, tasks].find(({ isLoadingError }) => isLoadingError)
  if (failed) {
    return <LoadFailure title="Due tasks could not be loaded." query={failed} className="mb-5" />
  }
  return (
    <section aria-label="Due" hidden={open.length + waiting.length === 0} className="mb-5">
      <h3 className="border-b border-line pb-1.5 font-sans text-sm font-semibold">
        Due ({open.length + waiting.length})
      </h3>
      {waiting.length > 0 && (
        <ul aria-label="Waiting for an answer">
          {waiting.map(({ id, reference, due_at }) => (
            <li key={id} className="flex justify-between gap-3 border-b border-line py-2">
              <Link to={rowAddress('submissions', id)!} className="rounded-sm hover:underline">
                Answer {reference}
              </Link>
              <span
                className={
                  due_at && officeDay(due_at) < today
                    ? 'text-sm font-semibold text-danger'
                    : 'text-sm text-ink-soft'
                }
              >
                due <time dateTime={due_at ?? undefined}>{formatDate(due_at)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      <TaskList label={`Tasks on ${name}`} tasks={open} today={today} />
    </section>
  )
}
