import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '@/shared/ui/button'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { TaskList } from './task-list'
import { subjectTasksQuery, type TaskSubject } from './task-queries'
import { useOfficeDay } from './use-office-day'
import { useTaskKey } from './use-task-key'

const TaskDialog = lazyPart(() => import('./task-dialog'))

interface SubjectTasksProps {
  subject: NonNullable<TaskSubject>
  /** The name of the record or person. */
  name: string
  /** The page itself listens for the key. */
  hasKeyOfPage?: boolean
}

/** The open tasks on a record or an address, and the button that adds one. */
export function SubjectTasks({ subject, name, hasKeyOfPage = false }: SubjectTasksProps) {
  const today = useOfficeDay()
  const tasks = useQuery(subjectTasksQuery(subject))
  const [isAdding, setAdding] = useState(false)
  useTaskKey(!hasKeyOfPage && !isAdding, () => setAdding(true))
  const open = tasks.data?.filter(({ done_at }) => done_at === null) ?? []
  return (
    <div className="mb-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-sans text-sm font-semibold">
          Tasks{open.length > 0 && ` (${open.length})`}
        </h3>
        <Button data-key="t" variant="ghost" size="sm" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" />
          Add a task
        </Button>
      </div>
      {tasks.isLoadingError && <LoadFailure title="The tasks could not be loaded." query={tasks} />}
      <TaskList label={`Tasks on ${name}`} tasks={open} today={today} hidesRecord />
      {isAdding && <TaskDialog subject={subject} about={name} onClose={() => setAdding(false)} />}
    </div>
  )
}
