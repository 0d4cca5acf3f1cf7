import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { TaskList } from '@/engine/tasks/task-list'
import { firstDueTasksQuery } from '@/engine/tasks/task-queries'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { useDueTasks } from './use-due-tasks'

/** The first due tasks on the staff home, to check off; nothing where none is due. */
export function DueTasks() {
  const { user } = useAuth()
  const today = useOfficeDay()
  const counts = useDueTasks()
  const tasks = useQuery({
    ...firstDueTasksQuery({ me: user?.id ?? '' }, today),
    enabled: user !== null,
  })
  if (counts.isLoadingError) {
    return <LoadFailure title="The tasks could not be counted." query={counts} />
  }
  if (!counts.data) return null
  const { due, overdue } = counts.data
  const words = [
    overdue > 0 && `${overdue.toLocaleString('en-US')} overdue`,
    due > overdue && `${(due - overdue).toLocaleString('en-US')} due today`,
  ].filter(Boolean)
  const first = tasks.data?.filter(({ done_at }) => done_at === null) ?? []
  return (
    <section
      aria-label="Due tasks"
      hidden={due === 0}
      className="rounded-card border border-line bg-paper-raised px-4 py-3"
    >
      <p>
        <Link to={paths.tasks} className="font-semibold">
          Your tasks
        </Link>
        <span className={overdue > 0 ? 'font-semibold text-danger' : 'text-warning-ink'}>
          {' '}
          {words.join(', ')}
        </span>
      </p>
      {tasks.isLoadingError ? (
        <LoadFailure title="The tasks could not be loaded." query={tasks} className="mt-2" />
      ) : (
        <TaskList label="Due tasks" tasks={first} today={today} />
      )}
      {first.length > 0 && due > first.length && (
        <p className="pt-1">
          <Link to={paths.tasks}>{(due - first.length).toLocaleString('en-US')} more</Link>
        </p>
      )}
    </section>
  )
}
