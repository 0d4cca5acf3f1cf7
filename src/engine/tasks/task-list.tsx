import { useMutation, useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '@/shared/auth/auth-context'
import { coveringQuery } from '@/shared/auth/covers'
import { formatDateTime } from '@/shared/lib/format-date'
import { Checkbox } from '@/shared/ui/checkbox'
import { lazyPart } from '@/shared/account-ui/lazy-part'
import { PersonLink } from '@/shared/account-ui/person-link'
import { taskDue } from './due-days'
import { assigneesQuery, finishTask, recordOf, type Task } from './task-queries'

const TaskDialog = lazyPart(() => import('./task-dialog'))

interface TaskListProps {
  label: string
  tasks: readonly Task[]
  today: string
  /** Beside its record, the name adds nothing. */
  hidesRecord?: boolean
}

/** Tasks to check off and to edit. An editor stays when its task leaves the list. */
export function TaskList({ label, tasks, today, hidesRecord = false }: TaskListProps) {
  const [edited, setEdited] = useState<Task>()
  const list = useRef<HTMLUListElement>(null)
  const checkedOff = useRef<number>(undefined)
  // A task that is checked off leaves the list with the focus, which goes to the next one.
  useEffect(() => {
    if (checkedOff.current === undefined || document.activeElement !== document.body) return
    const boxes = list.current?.querySelectorAll<HTMLElement>('input[type=checkbox]') ?? []
    boxes[Math.min(checkedOff.current, boxes.length - 1)]?.focus()
    checkedOff.current = undefined
  }, [tasks])
  return (
    <>
      {tasks.length > 0 && (
        <ul ref={list} aria-label={label}>
          {tasks.map((task, index) => (
            <TaskLine
              key={task.id}
              task={task}
              today={today}
              hidesRecord={hidesRecord}
              onEdit={() => setEdited(task)}
              onCheck={() => {
                checkedOff.current = index
              }}
            />
          ))}
        </ul>
      )}
      {edited && <TaskDialog task={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

interface TaskLineProps extends Pick<TaskListProps, 'today' | 'hidesRecord'> {
  task: Task
  onEdit: () => void
  onCheck: () => void
}

function TaskLine({ task, today, hidesRecord, onEdit, onCheck }: TaskLineProps) {
  const { user, can } = useAuth()
  const finish = useMutation(finishTask(task))
  const { data: staff } = useQuery(assigneesQuery(null))
  const nameOf = (id: string) =>
    id === user?.id
      ? 'You'
      : staff && (staff.find((one) => one.id === id)?.full_name ?? 'Someone who left')
  const { id, body, due_on, assignee_id, author_id, done_at, done_by } = task
  const isOwn = assignee_id === user?.id || author_id === user?.id
  const { data: covering } = useQuery(coveringQuery)
  const isCovered = covering?.some(({ account_id }) => account_id === assignee_id)
  const mayChange = assignee_id === null || isOwn || can('admin') || isCovered === true
  const record = hidesRecord ? null : recordOf(task)
  const due = taskDue(due_on, today)
  return (
    <li className="flex items-start gap-3 border-b border-line py-2 last:border-b-0">
      <div className="min-w-0 flex-1 sm:flex sm:items-start sm:gap-3">
        <label className="flex min-h-8 min-w-0 flex-1 items-start gap-3 pt-1 pointer-coarse:min-h-11">
          <Checkbox
            className="size-5! rounded-sm! before:size-3!"
            checked={done_at !== null}
            disabled={!mayChange}
            onChange={({ target }) => {
              onCheck()
              finish.mutate([
                {
                  id,
                  values: { done_at: target.checked ? new Date().toISOString() : null },
                  expected: { done_at },
                },
              ])
            }}
          />
          <span
            dir="auto"
            className={`min-w-0 break-words whitespace-pre-wrap ${done_at ? 'text-ink-soft line-through' : ''}`}
          >
            <span className="sr-only">{done_at ? 'Done: ' : 'Check off: '}</span>
            {body}
          </span>
        </label>
        <span className="text-sm text-ink-soft max-sm:flex max-sm:flex-wrap max-sm:gap-x-3 max-sm:ps-8 sm:grid sm:max-w-[45%] sm:flex-none sm:justify-items-end sm:pt-1 sm:text-end">
          {done_at ? (
            <span>
              <time dateTime={done_at}>{formatDateTime(done_at)}</time>
              {done_by && ` · ${nameOf(done_by) ?? ''}`}
            </span>
          ) : (
            <>
              <span className={due.look}>{due.words}</span>
              {assignee_id === null ? (
                <span className="font-semibold text-warning">Unassigned</span>
              ) : (
                assignee_id !== user?.id && (
                  <span className="break-words">{nameOf(assignee_id)}</span>
                )
              )}
            </>
          )}
          {record && (
            <span className="max-w-full min-w-0 break-words" dir="auto">
              {'to' in record ? (
                <Link to={record.to}>{record.name}</Link>
              ) : (
                <PersonLink address={record.address}>
                  {record.address.replace('tel:', 'Phone …')}
                </PersonLink>
              )}
            </span>
          )}
        </span>
      </div>
      {mayChange && !done_at ? (
        <button
          type="button"
          className="grid size-8 flex-none place-items-center rounded-control text-ink-soft hover:bg-paper-sunken hover:text-ink svg:size-4 pointer-coarse:size-11"
          onClick={onEdit}
        >
          <Pencil aria-hidden="true" />
          <span className="sr-only">Edit: {body}</span>
        </button>
      ) : (
        <span className="size-8 flex-none pointer-coarse:size-11" />
      )}
    </li>
  )
}
