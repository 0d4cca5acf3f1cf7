import type { ComponentProps, ReactNode } from 'react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { cn } from '@/shared/lib/cn'

const frame =
  'relative max-w-full overflow-x-auto rounded-control border border-line bg-paper-raised stacked:overflow-visible stacked:border-0 stacked:bg-transparent print:overflow-visible print:border-0'

export interface TableProps extends ComponentProps<'table'> {
  /** Names the table and the region in which it scrolls. */
  label: string
  /** A visible line above the table, where the label alone says too little. */
  caption?: ReactNode
  /** On narrow screens each row is a card; its cells need a label then. */
  stack?: boolean
}

/**
 * A table in a frame that scrolls sideways, also by keyboard. `className` goes to the frame.
 *
 * The parts say their roles outright: where rows are cards the look is no table's, and browsers would
 * take the roles away with it.
 */
export function Table({
  label,
  caption,
  stack = false,
  className,
  children,
  ...props
}: TableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      data-stack={stack || undefined}
      className={cn(frame, className)}
    >
      <table
        role="table"
        aria-label={label}
        {...props}
        className="w-full border-collapse text-sm tabular-nums stacked:block print:text-[9pt]"
      >
        {caption != null && (
          <caption className="px-4 py-3 text-start text-sm text-ink-soft">{caption}</caption>
        )}
        {children}
      </table>
    </div>
  )
}

const head =
  'stacked:block stacked:*:mb-3 stacked:*:flex stacked:*:flex-wrap stacked:*:gap-x-5 stacked:*:gap-y-1'

/** Where rows are cards, the headers that sort become a line of buttons above them. */
export function TableHead({ className, ...props }: ComponentProps<'thead'>) {
  return <thead role="rowgroup" {...props} className={cn(head, className)} />
}

const body = [
  '*:border-t *:border-line *:hover:bg-forest-50 *:aria-selected:bg-forest-100',
  'stacked:grid stacked:grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] stacked:gap-3',
  'stacked:*:flex stacked:*:flex-col stacked:*:rounded-control stacked:*:border stacked:*:bg-paper-raised stacked:*:px-4 stacked:*:py-3',
].join(' ')

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody role="rowgroup" {...props} className={cn(body, className)} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr role="row" {...props} />
}

export type SortDirection = 'ascending' | 'descending'

export interface TableHeaderCellProps extends ComponentProps<'th'> {
  /** How the rows are sorted by this column now, `null` when they are not. */
  sort?: SortDirection | null | undefined
  /** Makes the header a button; the caller decides what the next order is. */
  onSort?: (() => void) | undefined
}

const columnHeader =
  'bg-paper-sunken px-4 py-2.5 text-start align-middle font-semibold whitespace-nowrap text-ink-soft stacked:bg-transparent stacked:p-0'

const cell =
  'px-4 py-3 align-baseline in-data-stack:max-w-88 in-data-stack:wrap-anywhere stacked:max-w-none stacked:px-0 stacked:py-1'
// A narrow screen scrolls the table; it does not squeeze a cell to a word a line.
const dataCell = `base:min-w-26 ${cell}`
const rowHeader = `text-start font-semibold base:in-data-stack:min-w-36 stacked:block stacked:text-base ${cell}`
const valueCell = `stacked:grid stacked:grid-cols-[6rem_minmax(0,1fr)] stacked:gap-2 ${dataCell}`
/** At the foot of the card. */
const actionCell = `stacked:mt-auto stacked:block stacked:pt-3 stacked:has-[>:empty:only-child]:hidden ${dataCell}`

/** A column's header, or a row's with `scope="row"`. */
export function TableHeaderCell({
  sort,
  onSort,
  scope = 'col',
  className,
  children,
  ...props
}: TableHeaderCellProps) {
  const Icon = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ChevronsUpDown

  return (
    <th
      role={scope === 'row' ? 'rowheader' : 'columnheader'}
      {...props}
      scope={scope}
      aria-sort={sort ?? undefined}
      className={cn(
        scope === 'row' ? rowHeader : columnHeader,
        scope === 'col' && !onSort && 'stacked:sr-only',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          className="-mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 hover:bg-paper-deep hover:text-ink svg:size-4 pointer-coarse:min-h-11"
          onClick={onSort}
        >
          {children}
          <Icon aria-hidden="true" />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

interface TableCellProps extends ComponentProps<'td'> {
  /** The header of the column, shown beside the value where rows are cards. */
  label?: ReactNode
}

export function TableCell({ label, className, children, ...props }: TableCellProps) {
  return (
    <td role="cell" {...props} className={cn(label == null ? actionCell : valueCell, className)}>
      {label == null ? (
        children
      ) : (
        <>
          <span className="hidden font-semibold text-ink-soft stacked:block">{label}</span>
          <div>{children}</div>
        </>
      )}
    </td>
  )
}
