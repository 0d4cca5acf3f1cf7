import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { paths } from '@/shared/config/paths'
import { TaskList } from '@/engine/tasks/task-list'
import { firstDueTasksQuery } from '@/engine/tasks/task-queries'
import { useOfficeDay } from '@/engine/tasks/use-office-day'
import { LoadFailure } from '@/shared/account-ui/load-failure'

/** The first due tasks on the staff home, to check off. `due` is the number of all of them. */
export function DueTasks({ due }: { due: number }) {
  const { user } = useAuth()
  const today = useOfficeDay()
  const tasks = useQuery({
    ...firstDueTasksQuery({ me: user?.id ?? '' }, today),
    enabled: user !== null,
  })
  const first = tasks.data?.filter(({ done_at }) => done_at === null) ?? []
  if (tasks.isLoadingError) {
    return <LoadFailure title="The tasks could not be loaded." query={tasks} className="mt-2" />
  }
  return (
    <>
      <TaskList label="Due tasks" tasks={first} today={today} />
      {first.length > 0 && due > first.length && (
        <p className="pt-1">
          <Link to={paths.tasks}>{(due - first.length).toLocaleString('en-US')} more</Link>
        </p>
      )}
    </>
  )
}
