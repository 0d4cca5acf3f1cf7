import { useQuery } from '@tanstack/react-query'
import Users from 'lucide-react/icons/users'
import { memo, useRef, type KeyboardEvent } from 'react'
import { cn } from '@/shared/lib/cn'
import { fullName } from '@/shared/lib/full-name'
import { isolated } from '@/shared/lib/isolated'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { Loading } from '@/shared/account-ui/loading'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { consentsInWords, sheetQuery, type Attendee, type Mark } from './meeting-queries'
import { markLabels, useAttendance, type Unsaved } from './use-attendance'

const marks = Object.keys(markLabels) as Mark[]
const markOfKey: Readonly<Record<string, Mark | null>> = {
  ...{ p: 'present', l: 'late', e: 'excused', a: 'absent', Backspace: null, Delete: null },
}

/** Attendance of a group: a line for each child, marked by thumb or by the keys P, L, E and A. */
export function AttendanceGrid({ meeting }: { meeting: string }) {
  const sheet = useQuery(sheetQuery(meeting))
  const { unsaved, mark, restore } = useAttendance(meeting)
  const frame = useRef<HTMLUListElement>(null)
  const children = sheet.data
  if (!children) return <Loading query={sheet} what="The attendance" className="my-8" />
  if (children.length === 0) {
    return (
      <EmptyState
        icon={<Users />}
        title="No children yet"
        text="The mentees of the program appear here. Add them with Manage People."
      />
    )
  }
  const markOf = ({ mentee_id, status }: Attendee) => {
    const typed = unsaved[mentee_id]
    return typed && !typed.problem ? typed.mark : status
  }
  const open = children.filter((child) => markOf(child) === null)
  const count = (of: readonly Mark[]) =>
    children.filter((child) => of.includes(markOf(child)!)).length

  function press(event: KeyboardEvent) {
    const { target, key, ctrlKey, metaKey, altKey, nativeEvent } = event
    const place = target instanceof HTMLElement && target.dataset.place
    if (!place || ctrlKey || metaKey || altKey || nativeEvent.isComposing) return
    const [row, column] = place.split(' ').map(Number) as [number, number]
    const focus = (down: number, along: number) =>
      frame.current?.querySelector<HTMLElement>(`[data-place="${down} ${along}"]`)?.focus()
    const given = markOfKey[key.length === 1 ? key.toLowerCase() : key]
    const step = steps[key]
    if (given !== undefined) {
      mark([[children![row]!.mentee_id, given]])
      if (given) focus(row + 1, marks.indexOf(given))
    } else if (step) focus(row + step[0], column + step[1])
    else return
    event.preventDefault()
  }

  return (
    <section aria-label="Attendance">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-2">
        <p role="status" className="me-auto text-sm text-ink-soft">
          {count(['present', 'late'])} of {children.length} attended
          {open.length > 0 && `, ${open.length} not marked`}
        </p>
        {open.length > 0 && (
          <Button
            variant="outline"
            onClick={() => mark(open.map(({ mentee_id }) => [mentee_id, 'present']))}
          >
            {open.length === children.length ? 'Mark All Present' : 'Mark the Rest Present'}
          </Button>
        )}
      </div>
      <UnsavedMarks {...{ children, unsaved, mark, restore }} />
      {/* The lines handle keys for their buttons. */}
      <ul
        ref={frame}
        aria-label="Attendance"
        className="divide-y divide-line rounded-card border border-line bg-paper-raised"
        onKeyDown={press}
      >
        {children.map((child, row) => (
          <Line
            key={child.mentee_id}
            row={row}
            child={child}
            shown={markOf(child)}
            isWaiting={unsaved[child.mentee_id] !== undefined}
            mark={mark}
          />
        ))}
      </ul>
      <p className="pt-2 text-xs text-ink-soft pointer-coarse:hidden">
        P, L, E and A mark a child and go to the next one; the arrow keys move, and Backspace takes
        a mark away. Each mark is saved at once, and colleagues’ marks appear here.
      </p>
    </section>
  )
}

const steps: Readonly<Record<string, readonly [down: number, along: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

interface LineProps {
  row: number
  child: Attendee
  shown: Mark | null
  /** Its mark is not stored yet. */
  isWaiting: boolean
  mark: ReturnType<typeof useAttendance>['mark']
}

const Line = memo(function Line({ row, child, shown, isWaiting, mark }: LineProps) {
  const name = fullName(child)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-1.5">
      <span className="min-w-0 flex-1 basis-48">
        <bdi className={cn('font-semibold wrap-anywhere', isWaiting && 'italic')}>{name}</bdi>
        {child.missing.length > 0 && (
          <span className="block text-sm text-warning-ink">
            No consent to {consentsInWords(child.missing)}
          </span>
        )}
      </span>
      <span role="group" aria-label={name} className="grid w-full grid-cols-4 gap-1 sm:w-78">
        {marks.map((one, column) => (
          <button
            key={one}
            type="button"
            data-place={`${row} ${column}`}
            aria-pressed={shown === one}
            className="min-h-9 rounded-control border border-line-strong px-1 text-sm hover:bg-forest-50 aria-pressed:border-forest-700 aria-pressed:bg-forest-700 aria-pressed:font-semibold aria-pressed:text-paper-raised pointer-coarse:min-h-11"
            onClick={() => mark([[child.mentee_id, shown === one ? null : one]])}
          >
            {markLabels[one]}
          </button>
        ))}
      </span>
    </li>
  )
})

type UnsavedMarksProps = Pick<ReturnType<typeof useAttendance>, 'mark' | 'restore'> & {
  children: readonly Attendee[]
  unsaved: Readonly<Record<string, Unsaved>>
}

/** The marks that could not be saved, each with its problem and a way to fix it. */
function UnsavedMarks({ children, unsaved, mark, restore }: UnsavedMarksProps) {
  const failed = children.filter(({ mentee_id }) => unsaved[mentee_id]?.problem)
  if (failed.length === 0) return null
  const again = failed.map(({ mentee_id }) => [mentee_id, unsaved[mentee_id]!.mark] as const)
  return (
    <Alert
      tone="danger"
      role="alert"
      className="mb-3"
      title={failed.length === 1 ? 'One mark is not saved' : `${failed.length} marks are not saved`}
    >
      <ul className="mt-2 grid max-h-48 gap-2 overflow-y-auto">
        {failed.map((child) => {
          const { mark: given, problem } = unsaved[child.mentee_id]!
          return (
            <li
              key={child.mentee_id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
            >
              <span className="min-w-0 wrap-anywhere">
                {isolated(fullName(child))}: {given ? markLabels[given] : 'no mark'}. {problem}
              </span>
              <span className="flex gap-2">
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Save again: ${fullName(child)}`}
                  onClick={() => mark([[child.mentee_id, given]])}
                >
                  Save again
                </Button>
                <Button variant="outline" size="sm" onClick={() => restore(child.mentee_id)}>
                  Keep {child.status ? markLabels[child.status] : 'none'}
                </Button>
              </span>
            </li>
          )
        })}
      </ul>
      {failed.length > 1 && (
        <Button variant="outline" size="sm" className="mt-2" onClick={() => mark(again)}>
          Save all again
        </Button>
      )}
    </Alert>
  )
}
