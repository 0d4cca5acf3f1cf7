import { useDueTasks } from './use-due-tasks'

/** How many tasks are due, beside the entry of a menu; nothing where none is. */
export function DueTasksCount() {
  const { data } = useDueTasks()
  if (!data?.due) return null
  return (
    <span className="ms-auto text-xs text-ink-soft tabular-nums">
      {data.due.toLocaleString('en-US')}
      <span className="sr-only"> due</span>
    </span>
  )
}
