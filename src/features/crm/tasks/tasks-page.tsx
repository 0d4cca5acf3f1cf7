import { useQuery } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { coveringQuery } from '@/shared/auth/covers'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { TaskList } from '@/engine/tasks/task-list'
import { doneTasksQuery, MOST, openTasksQuery, type Task } from '@/engine/tasks/task-queries'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { useTaskKey } from '@/engine/tasks/use-task-key'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { PageHeader } from '@/shared/account-ui/page-header'

const TaskDialog = lazyPart(() => import('@/engine/tasks/task-dialog'))

/** Tasks that are overdue, due today or due later, and those done in the last week. */
export function TasksPage() {
  const { user, can } = useAuth()
  const isAdmin = can('admin')
  const [searchParams, setSearchParams] = useSearchParams()
  const isEveryone = isAdmin && searchParams.get('whose') === 'everyone'
  const { data: covering = [] } = useQuery(coveringQuery)
  const covered = covering.find(({ account_id }) => account_id === searchParams.get('whose'))
  const whose = { me: user?.id ?? '', isEveryone, covered: covered?.account_id }
  const views = [
    { label: 'Mine', isOn: !isEveryone && !covered, to: {} },
    ...(isAdmin ? [{ label: 'Everyone’s', isOn: isEveryone, to: { whose: 'everyone' } }] : []),
    ...covering.map(({ account_id, account }) => ({
      label: `Covering ${account}`,
      isOn: account_id === covered?.account_id,
      to: { whose: account_id },
    })),
  ]
  const open = useQuery({ ...openTasksQuery(whose), enabled: user !== null })
  const done = useQuery({ ...doneTasksQuery(whose), enabled: user !== null })
  const [isAdding, setAdding] = useState(false)
  const today = useOfficeDay()
  useTaskKey(!isAdding, () => setAdding(true))

  const listed = open.data?.filter(({ done_at }) => done_at === null) ?? []
  const parts: readonly (readonly [string, readonly Task[]])[] = [
    ['Overdue', listed.filter(({ due_on }) => due_on < today)],
    ['Today', listed.filter(({ due_on }) => due_on === today)],
    ['Next', listed.filter(({ due_on }) => due_on > today)],
    ['Done in the last 7 days', done.data?.filter(({ done_at }) => done_at !== null) ?? []],
  ]

  return (
    <>
      <PageHeader title="Tasks" text="What you and your colleagues plan to do." />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        {views.length > 1 ? (
          <div role="group" aria-label="Whose tasks" className="flex flex-wrap gap-1">
            {views.map(({ label, isOn, to }) => (
              <Button
                key={label}
                variant={isOn ? 'primary' : 'outline'}
                aria-pressed={isOn}
                onClick={() => setSearchParams(to, { replace: true })}
              >
                {label}
              </Button>
            ))}
          </div>
        ) : (
          <span />
        )}
        <Button onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          Add a task
        </Button>
      </div>
      {!open.data || !done.data ? (
        <Loading
          query={open.isError ? open : done}
          what="The tasks"
          className="my-8"
          label="Loading tasks..."
        />
      ) : (
        <>
          {open.data.length === MOST && (
            <p className="mb-4 text-ink-soft">The first {MOST} open tasks are shown.</p>
          )}
          {listed.length === 0 && (
            <EmptyState
              icon={<ListChecks />}
              title="No open tasks"
              text="Add one here, or on a person, a submission, a gift or a program."
            />
          )}
          {parts.map(([title, tasks]) => (
            <section
              key={title}
              aria-label={title}
              hidden={tasks.length === 0}
              className="mt-6 max-w-4xl"
            >
              <h2 className="border-b border-line pb-1.5 text-base font-semibold">
                {title}{' '}
                <span className="font-normal text-ink-soft tabular-nums">{tasks.length}</span>
              </h2>
              <TaskList label={title} tasks={tasks} today={today} />
            </section>
          ))}
        </>
      )}
      {isAdding && <TaskDialog onClose={() => setAdding(false)} />}
    </>
  )
}
