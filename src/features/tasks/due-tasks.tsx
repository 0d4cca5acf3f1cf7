import { Link } from 'react-router-dom'
import { paths } from '@/shared/config/paths'
import { LoadFailure } from '@/shared/ui/load-failure'
import { useDueTasks } from './use-due-tasks'

/** The due tasks on the home of staff; nothing where none is due. */
export function DueTasks() {
  const tasks = useDueTasks()
  if (tasks.isError) return <LoadFailure title="The tasks could not be counted." query={tasks} />
  if (!tasks.data?.due) return null
  const { due, overdue } = tasks.data
  const words = [
    overdue > 0 && `${overdue.toLocaleString('en-US')} overdue`,
    due > overdue && `${(due - overdue).toLocaleString('en-US')} due today`,
  ].filter(Boolean)
  return (
    <p className="rounded-card border border-line bg-paper-raised px-4 py-3">
      <Link to={paths.tasks} className="font-semibold">
        Your tasks
      </Link>
      <span className={overdue > 0 ? 'font-semibold text-danger' : 'text-warning-ink'}>
        {' '}
        {words.join(', ')}
      </span>
    </p>
  )
}
