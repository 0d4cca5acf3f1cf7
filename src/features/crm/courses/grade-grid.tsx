import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import UserRoundMinus from 'lucide-react/icons/user-round-minus'
import {
  useEffect,
  useEffectEvent,
  memo,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { isolated } from '@/shared/lib/isolated'
import { cn } from '@/shared/lib/cn'
import { fullName } from '@/shared/lib/full-name'
import { Alert } from '@/shared/ui/alert'
import { Button } from '@/shared/ui/button'
import { MenuItem, MoreMenu } from '@/shared/account-ui/menu'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import { notify } from '@/shared/ui/notify'
import type { Assessment, Attendee } from './course-queries'
import { averageOf, copiedCells, formatGrade, parseGrade } from './grades'
import { cellKey, useGrades, type Unsaved } from './use-grades'

interface GradeGridProps {
  course: string
  /** The enrolled mentees */
  attendees: readonly Attendee[]
  assessments: readonly Assessment[]
  onRename: (assessment: Assessment) => void
  onRemove: (assessment: Assessment) => void
  onWithdraw: (attendee: Attendee) => void
}

/** A spreadsheet with a row for each enrolled mentee and a column for each assessment. */
export function GradeGrid(props: GradeGridProps) {
  const { course, attendees, assessments, onRename, onRemove, onWithdraw } = props
  const frame = useRef<HTMLDivElement>(null)
  const { unsaved, enter, restore } = useGrades(course, attendees)

  const gradeOf = ({ mentee_id, grades }: Attendee, { id }: Assessment) => {
    const typed = unsaved[cellKey(id, mentee_id)]
    return (typed && !typed.problem ? parseGrade(typed.text) : grades[id]) ?? null
  }
  const { move, paste } = useSpreadsheet(frame, attendees, assessments, enter)

  return (
    <div className="flex min-h-0 flex-col gap-3">
      <UnsavedGrades {...{ attendees, assessments, unsaved, enter, restore }} />
      <Table ref={frame} label="Grades" className="min-h-0" onKeyDown={move} onPaste={paste}>
        <TableHead>
          <tr role="row">
            <TableHeaderCell>Name</TableHeaderCell>
            {assessments.map((assessment) => (
              <TableHeaderCell key={assessment.id} isNumeric>
                <span className="inline-flex items-center gap-1">
                  <bdi className="max-w-40 truncate" title={assessment.name}>
                    {assessment.name}
                  </bdi>
                  <MoreMenu label={`Change ${assessment.name}`}>
                    <MenuItem onSelect={() => onRename(assessment)}>
                      <Pencil aria-hidden="true" />
                      Rename
                    </MenuItem>
                    <MenuItem onSelect={() => onRemove(assessment)}>
                      <Trash aria-hidden="true" />
                      Remove
                    </MenuItem>
                  </MoreMenu>
                </span>
              </TableHeaderCell>
            ))}
            <TableHeaderCell isNumeric>Average</TableHeaderCell>
            <TableHeaderCell className="w-full">
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          </tr>
        </TableHead>
        <TableBody>
          {attendees.map((attendee, row) => (
            <TableRow key={attendee.mentee_id}>
              <TableHeaderCell scope="row" className="max-w-56 truncate max-md:max-w-32">
                <bdi title={attendee.email ?? undefined}>{fullName(attendee)}</bdi>
              </TableHeaderCell>
              {assessments.map((assessment, column) => (
                <GradeCell
                  key={assessment.id}
                  position={`${row} ${column}`}
                  label={`${assessment.name} of ${fullName(attendee)}`}
                  assessment={assessment.id}
                  mentee={attendee.mentee_id}
                  stored={attendee.grades[assessment.id]}
                  unsaved={unsaved[cellKey(assessment.id, attendee.mentee_id)]}
                  enter={enter}
                  restore={restore}
                />
              ))}
              <TableCell isNumeric className="font-semibold">
                {averageOf(assessments.map((assessment) => gradeOf(attendee, assessment)))}
              </TableCell>
              <TableCell className="text-start">
                <MoreMenu label={`Actions for ${fullName(attendee)}`}>
                  <MenuItem onSelect={() => onWithdraw(attendee)}>
                    <UserRoundMinus aria-hidden="true" />
                    Withdraw
                  </MenuItem>
                </MoreMenu>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
        <tfoot role="rowgroup" className="sticky bottom-0 z-10">
          <tr role="row" className="bg-paper-sunken font-semibold *:h-10 *:px-3">
            <th
              role="rowheader"
              scope="row"
              className="sticky start-0 bg-inherit text-start font-semibold"
            >
              Average
            </th>
            {assessments.map((assessment) => (
              <td key={assessment.id} role="cell" className="text-end">
                {averageOf(attendees.map((attendee) => gradeOf(attendee, assessment)))}
              </td>
            ))}
            <td role="cell" className="text-end">
              {averageOf(
                attendees.flatMap((attendee) =>
                  assessments.map((assessment) => gradeOf(attendee, assessment)),
                ),
              )}
            </td>
            <td role="cell" />
          </tr>
        </tfoot>
      </Table>
      <p className="text-xs text-ink-soft pointer-coarse:hidden">
        Each grade is saved when you leave its cell. Enter and the arrow keys move, Escape restores,
        and a column copied from a spreadsheet can be pasted.
      </p>
    </div>
  )
}

type UnsavedGradesProps = Pick<GradeGridProps, 'attendees' | 'assessments'> &
  Pick<ReturnType<typeof useGrades>, 'unsaved' | 'enter' | 'restore'>

/** The grades that could not be saved, each with its problem and a way to fix it. */
function UnsavedGrades(props: UnsavedGradesProps) {
  const { attendees, assessments, unsaved, enter, restore } = props
  const problems = attendees.flatMap((attendee) =>
    assessments.flatMap((assessment) => {
      const cell = unsaved[cellKey(assessment.id, attendee.mentee_id)]
      return cell?.problem ? [{ attendee, assessment, cell }] : []
    }),
  )

  if (problems.length === 0) return null
  return (
    <Alert
      tone="danger"
      role="alert"
      title={
        problems.length === 1 ? 'One grade is not saved' : `${problems.length} grades are not saved`
      }
    >
      <ul className="mt-2 grid max-h-48 gap-2 overflow-y-auto">
        {problems.map(({ attendee, assessment, cell }) => (
          <li
            key={cellKey(assessment.id, attendee.mentee_id)}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <span className="min-w-0 break-words" dir="auto">
              {isolated(fullName(attendee))}, {assessment.name}: {cell.text || 'none'}.{' '}
              {cell.problem}
            </span>
            <span className="flex gap-2">
              {parseGrade(cell.text) !== undefined && (
                <Button
                  variant="outline"
                  size="sm"
                  onClick={() => enter(assessment.id, attendee.mentee_id, cell.text)}
                >
                  Save again
                </Button>
              )}
              <Button
                variant="outline"
                size="sm"
                onClick={() => restore(assessment.id, attendee.mentee_id)}
              >
                Keep {formatGrade(attendee.grades[assessment.id]) || 'none'}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

interface GradeCellProps {
  /** Its row and column */
  position: string
  label: string
  assessment: string
  mentee: string
  stored: number | undefined
  unsaved: Unsaved | undefined
  enter: (assessment: string, mentee: string, text: string) => void
  restore: (assessment: string, mentee: string) => void
}

/** Re-renders only when its data changes: a course may have thousands of cells. */
const GradeCell = memo(function GradeCell(props: GradeCellProps) {
  const { position, label, assessment, mentee, stored, unsaved, enter, restore } = props
  const [typed, setTyped] = useState<string>()
  const leave = useEffectEvent(() => {
    if (typed !== undefined) enter(assessment, mentee, typed)
  })
  // Going back removes the cell without a blur.
  useEffect(() => () => leave(), [])

  return (
    <TableCell className="px-0!">
      <input
        data-cell={position}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={unsaved?.problem ? true : undefined}
        title={unsaved?.problem}
        value={typed ?? unsaved?.text ?? formatGrade(stored)}
        className={cn(
          'h-10 w-full min-w-24 border border-transparent bg-transparent px-3 text-end tabular-nums hover:border-line-strong focus:bg-paper-raised aria-invalid:border-danger aria-invalid:bg-danger-soft pointer-coarse:h-11',
          unsaved && !unsaved.problem && 'text-ink-soft italic',
        )}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => {
          if (typed !== undefined) enter(assessment, mentee, typed)
          setTyped(undefined)
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') {
            setTyped(undefined)
            restore(assessment, mentee)
          } else if (key === 'Enter' && typed === undefined && unsaved?.problem) {
            enter(assessment, mentee, unsaved.text)
          }
        }}
      />
    </TableCell>
  )
})

/** Moves between cells by keyboard, and spreads pasted values over them. */
function useSpreadsheet(
  frame: RefObject<HTMLElement | null>,
  attendees: readonly Attendee[],
  assessments: readonly Assessment[],
  enter: GradeCellProps['enter'],
) {
  function move(event: KeyboardEvent) {
    const cell = cellOf(event)
    const step = cell && stepOf(event, cell.input)
    if (!cell || !step) return
    event.preventDefault()
    const position = `${cell.row + step[0]} ${cell.column + step[1]}`
    const next = frame.current?.querySelector<HTMLInputElement>(`[data-cell="${position}"]`)
    // At the edge the grade is saved too.
    if (!next) cell.input.blur()
    ;(next ?? cell.input).focus()
  }

  function paste(event: ClipboardEvent) {
    const cell = cellOf(event)
    const copied = copiedCells(event.clipboardData.getData('text/plain'))
    // The browser pastes a single value itself.
    if (!cell || copied.flat().length < 2) return
    event.preventDefault()
    let left = 0
    copied.forEach((line, down) => {
      line.forEach((value, along) => {
        const attendee = attendees[cell.row + down]
        const assessment = assessments[cell.column + along]
        // An empty value keeps the grade.
        if (value === '') return
        if (attendee && assessment) enter(assessment.id, attendee.mentee_id, value)
        else left += 1
      })
    })
    if (left > 0) {
      notify({
        title: `${left.toLocaleString('en-US')} of the pasted values did not fit`,
        tone: 'error',
      })
    }
  }

  return { move, paste }
}

const steps: Readonly<Record<string, readonly [down: number, along: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The cell that a key leads to; in a text being edited, the caret moves instead. */
function stepOf(event: KeyboardEvent, { value, selectionStart, selectionEnd }: HTMLInputElement) {
  const { key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event
  if (ctrlKey || metaKey || altKey || nativeEvent.isComposing) return undefined
  if (key === 'Enter') return [shiftKey ? -1 : 1, 0] as const
  const isWhole = selectionStart === 0 && selectionEnd === value.length
  if (shiftKey || (key === 'ArrowLeft' && !isWhole && selectionEnd !== 0)) return undefined
  if (key === 'ArrowRight' && !isWhole && selectionStart !== value.length) return undefined
  return steps[key]
}

function cellOf({ target }: { target: EventTarget }) {
  const position = target instanceof HTMLInputElement && target.dataset.cell
  if (!position) return undefined
  const [row, column] = position.split(' ').map(Number) as [number, number]
  return { input: target, row, column }
}
