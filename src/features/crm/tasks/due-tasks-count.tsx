import { useDueTasks } from './use-due-tasks'

/** The number of due tasks, beside a menu entry; nothing for zero. */
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
