import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cn } from '@/shared/lib/cn'

/** The columns where there is room; elsewhere a row wraps. */
const tracks =
  '@4xl:grid @4xl:grid-cols-[minmax(0,1.6fr)_5.5rem_5.5rem_8.5rem_7rem_minmax(0,1.1fr)_minmax(0,0.8fr)_minmax(0,0.8fr)_5rem] @4xl:gap-x-2'

const titles = [
  'Donor',
  'Amount',
  'Check no.',
  'Day',
  'Method',
  'Fund',
  'Campaign',
  'Note',
  'State',
]

const field = '[data-row] :is(input, textarea, select)'

interface GiftGridProps {
  label: string
  className?: string
  children: ReactNode
}

/**
 * Gifts, a row each. Arrows walk between rows; in an open one they keep the column. Enter opens the
 * row that has the focus, Ctrl+Enter sends it again, Escape goes back to the new gift.
 */
export function GiftGrid({ label, className, children }: GiftGridProps) {
  return (
    <div className="@container">
      <div
        role="grid"
        aria-label={label}
        className={cn(
          // Keeps the focused element clear of the totals.
          'group/gifts border-t border-line [&_:is(input,select,button)]:scroll-mb-20',
          className,
        )}
        onKeyDown={walk}
      >
        <div role="rowgroup" className="sr-only @4xl:not-sr-only">
          <div
            role="row"
            className={cn(
              tracks,
              'bg-paper-sunken px-2 py-1.5 text-xs font-semibold text-ink-soft',
            )}
          >
            {titles.map((title) => (
              <span
                key={title}
                role="columnheader"
                className={cn(
                  title === 'Amount' && 'text-end',
                  title === 'State' && '@4xl:sr-only',
                )}
              >
                {title}
              </span>
            ))}
          </div>
        </div>
        {children}
      </div>
    </div>
  )
}

interface GridRowProps {
  label: string
  /** The new gift, which comes first and has no text */
  isEntry?: boolean
  /** With fields instead of text */
  isOpen?: boolean
  /** Just closed: it takes the focus, unless that has moved on. */
  isClosed?: boolean
  className?: string
  children: ReactNode
}

export function GridRow({
  label,
  isEntry = false,
  isOpen = isEntry,
  isClosed = false,
  className,
  children,
}: GridRowProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isClosed && document.activeElement === document.body) element.current?.focus()
  }, [isClosed])
  return (
    <div
      ref={element}
      role="row"
      aria-label={label}
      tabIndex={-1}
      data-row={isEntry ? 'entry' : isOpen ? 'open' : ''}
      className={cn(
        tracks,
        'border-b border-line px-2 focus-visible:-outline-offset-2',
        isOpen
          ? 'grid grid-cols-2 items-start gap-x-3 gap-y-2 py-2 @2xl:grid-cols-4 @4xl:gap-y-1'
          : 'flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5',
        className,
      )}
    >
      {children}
    </div>
  )
}

interface GridCellProps {
  /** It has its own line. */
  isWide?: boolean
  className?: string | undefined
  title?: string | undefined
  children?: ReactNode
}

export function GridCell({ isWide = false, className, ...props }: GridCellProps) {
  return (
    <div
      role="gridcell"
      dir="auto"
      {...props}
      className={cn('min-w-0', isWide && 'col-span-full w-full', className)}
    />
  )
}

/** A field's own use of the key comes first, like in its list of people. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  const row = target instanceof HTMLElement && target.closest<HTMLElement>('[data-row]')
  if (event.defaultPrevented || !row) return
  const isOnRow = target === row
  const isCommand = event.ctrlKey || event.metaKey
  if ((key === 'ArrowDown' || key === 'ArrowUp') && (isCommand || !hasArrows(target))) {
    const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
    const next = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]
    if (!next) return
    event.preventDefault()
    enter(next, target)
  } else if (key === 'Enter' && isOnRow) {
    event.preventDefault()
    row.querySelector<HTMLElement>(isCommand ? '[data-send]' : '[data-open]')?.click()
  } else if (key === 'Escape' && row.dataset.row !== 'entry') {
    event.preventDefault()
    focusEntry(row)
  }
}

/** Goes back to the new gift from an element of the grid. */
export function focusEntry(from: Element | null) {
  from?.closest('[role=grid]')?.querySelector<HTMLElement>('[data-row=entry] input')?.focus()
}

/** Up and down choose a value in it, or move between its lines. */
const hasArrows = (target: HTMLElement) =>
  target.matches('select, textarea, input[type=date], summary')

function enter(row: HTMLElement, from: HTMLElement) {
  const name = from.getAttribute('name')
  const same = name && row.querySelector<HTMLElement>(`[name="${name}"]`)
  const control = same || (row.querySelector(field) ? row.querySelector<HTMLElement>('input') : row)
  control?.focus()
  if (control instanceof HTMLInputElement) control.select()
}
