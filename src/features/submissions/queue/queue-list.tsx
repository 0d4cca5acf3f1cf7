import ArrowUp from 'lucide-react/icons/arrow-up'
import { memo, useLayoutEffect, useRef, useState, type ChangeEvent, type ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'
import { Checkbox } from '@/shared/ui/checkbox'
import { StatusBadge } from '@/shared/account-ui/status-badge'
import { useReviewerName } from './assignees'
import { DueLabel } from './due-label'
import { OpenLink } from './submission-parts'
import { titleOf, type Submission } from '@/features/submissions/common/queues'

interface QueueListProps {
  label: string
  rows: readonly Submission[]
  /** Identifies the list: rows of another list are no arrivals. */
  listKey: string
  open: string | undefined
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  /** The number of rows waiting for the pointer to leave */
  arrived: number
  onPoint: (id: string | undefined) => void
  selected: ReadonlySet<string>
  onSelect: (ids: readonly string[], isSelected: boolean) => void
  /** Beneath the last row */
  children: ReactNode
}

/** The rows, each a link to its submission. Arrivals and departures never move a row in use. */
export function QueueList(props: QueueListProps) {
  const { label, rows, listKey, open, selected, onSelect, children } = props
  const { scroller, list, keep, unseen, setUnseen } = useSteadyScroll(rows, listKey, open)
  const lastTicked = useRef<string>(undefined)
  const nameOf = useReviewerName()

  function pointAt(id: string | undefined) {
    keep(id)
    props.onPoint(id)
  }

  function tick(id: string, event: ChangeEvent<HTMLInputElement>) {
    const { checked } = event.target
    const ids = rows.map((row) => row.id)
    const isRange = (event.nativeEvent as MouseEvent).shiftKey && lastTicked.current !== undefined
    const ends = [ids.indexOf(id), isRange ? ids.indexOf(lastTicked.current!) : -1]
    lastTicked.current = id
    if (ends[1] === -1) return onSelect([id], checked)
    onSelect(ids.slice(Math.min(...ends), Math.max(...ends) + 1), checked)
  }

  function showTop() {
    setUnseen(0)
    pointAt(undefined)
    scroller.current?.scrollTo({ top: 0 })
    if (scroller.current) scroller.current.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div
      ref={scroller}
      className="relative min-h-0 flex-1 overscroll-contain [overflow-anchor:none] lg:overflow-y-auto"
      onScroll={({ currentTarget }) => currentTarget.scrollTop === 0 && setUnseen(0)}
    >
      {unseen + props.arrived > 0 && (
        <div className="pointer-events-none sticky top-1.5 z-10 -mb-8 flex h-8 justify-center">
          <button
            type="button"
            className="pointer-events-auto flex min-h-8 items-center gap-1.5 rounded-full bg-forest-700 px-3 text-xs font-semibold text-paper-raised shadow-lift svg:size-3.5"
            onClick={showTop}
          >
            <ArrowUp aria-hidden="true" />
            {(unseen + props.arrived).toLocaleString('en-US')} new
          </button>
        </div>
      )}
      <ul ref={list} aria-label={label} onPointerLeave={() => pointAt(undefined)}>
        {rows.map((row) => (
          <li
            key={row.id}
            data-row={row.id}
            className={cn(
              'group relative flex h-16 items-stretch border-b border-line md:pointer-fine:h-10',
              row.id === open
                ? 'bg-forest-100 shadow-[inset_3px_0_theme(colors.forest.700)]'
                : 'hover:bg-forest-50',
            )}
            onPointerEnter={({ pointerType }) => {
              if (pointerType === 'mouse') pointAt(row.id)
            }}
          >
            <label className="grid w-8 flex-none cursor-pointer place-items-center pointer-coarse:w-12">
              <span className="sr-only">Select {titleOf(row)}</span>
              <Checkbox
                className="size-4.5! rounded-sm! before:size-2.5!"
                checked={selected.has(row.id)}
                onChange={(event) => tick(row.id, event)}
              />
            </label>
            <Row
              submission={row}
              isOpen={row.id === open}
              assignee={row.assignee_id === null ? '' : nameOf(row.assignee_id)}
              href={props.hrefOf(row.id)}
              onOpen={props.onOpen}
            />
          </li>
        ))}
      </ul>
      {children}
    </div>
  )
}

/**
 * Keeps the row in use at its place when rows above it arrive or leave: the one beneath the pointer,
 * with the focus, open, or at the top. `unseen` is the number of arrivals above it.
 */
function useSteadyScroll(rows: readonly Submission[], listKey: string, open: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const pointedAt = useRef<string>(undefined)
  const before = useRef({ listKey: '', ids: [] as readonly string[] })
  const [unseen, setUnseen] = useState(0)

  useLayoutEffect(() => {
    const { listKey: keyBefore, ids } = before.current
    const now = rows.map(({ id }) => id)
    before.current = { listKey, ids: now }
    const frame = scroller.current
    const row = list.current?.firstElementChild
    if (!frame || !row || !list.current) return
    if (keyBefore !== listKey) {
      list.current.style.minHeight = ''
      setUnseen(0)
      frame.scrollTop = 0
      // As after a reload, or from a link.
      if (open) rowOf(list.current, open)?.scrollIntoView?.({ block: 'nearest' })
      return
    }
    const height = row.getBoundingClientRect().height
    const isPane = frame.scrollHeight > 0 && getComputedStyle(frame).overflowY === 'auto'
    const scrolled = isPane ? frame.scrollTop : -frame.getBoundingClientRect().top
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
    const topmost = scrolled > 0 ? ids[Math.ceil(scrolled / height)] : undefined
    const anchor = [pointedAt.current, focused, open, topmost].find(
      (id) => id && ids.includes(id) && now.includes(id),
    )
    if (!anchor) return
    const moved = now.indexOf(anchor) - ids.indexOf(anchor)
    if (moved === 0) return
    if (moved > 0) setUnseen((count) => count + now.filter((id) => !ids.includes(id)).length)
    if (isPane) {
      // Gives a short list the room to scroll.
      list.current.style.minHeight = `${frame.scrollTop + moved * height + frame.clientHeight}px`
      frame.scrollTop += moved * height
    } else {
      window.scrollBy({ top: moved * height, behavior: 'instant' })
    }
  }, [rows, listKey, open])

  function keep(id: string | undefined) {
    pointedAt.current = id
  }
  return { scroller, list, keep, unseen, setUnseen }
}

const rowOf = (list: Element, id: string) =>
  list.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)

interface RowProps {
  submission: Submission
  isOpen: boolean
  assignee: string
  href: string
  onOpen: (id: string) => void
}

const Row = memo(function Row({ submission, isOpen, assignee, href, onOpen }: RowProps) {
  const { id, reference, status, answered_at } = submission
  return (
    <OpenLink
      id={id}
      href={href}
      onOpen={onOpen}
      aria-current={isOpen || undefined}
      className="flex min-w-0 flex-1 flex-col justify-center ps-1 pe-3 text-xs focus-visible:-outline-offset-2"
    >
      <span className="flex items-center gap-2">
        <span
          dir="auto"
          className={cn('min-w-0 flex-1 truncate text-base/5', !answered_at && 'font-semibold')}
        >
          {titleOf(submission)}
        </span>
        <span className="flex-none *:py-0 *:leading-4">
          <StatusBadge status={status} />
        </span>
      </span>
      <span className="flex gap-1.5 leading-4 text-ink-soft">
        <span className="tabular-nums">{reference}</span>
        <span aria-hidden="true">·</span>
        <DueLabel submission={submission} />
        <span className="ms-auto min-w-0 truncate">{assignee}</span>
      </span>
    </OpenLink>
  )
})
