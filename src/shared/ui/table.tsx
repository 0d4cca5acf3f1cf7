import type { ComponentProps, ReactNode } from 'react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { cn } from '@/shared/lib/cn'

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
      className={cn('ui-table-frame', stack && 'ui-table-stack', className)}
    >
      <table role="table" aria-label={label} {...props} className="ui-table">
        {caption != null && <caption>{caption}</caption>}
        {children}
      </table>
    </div>
  )
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead role="rowgroup" {...props} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody role="rowgroup" {...props} />
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

/** A column's header, or a row's with `scope="row"`. */
export function TableHeaderCell({
  sort,
  onSort,
  scope = 'col',
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
    >
      {onSort ? (
        <button type="button" className="ui-table-sort" onClick={onSort}>
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

export function TableCell({ label, children, ...props }: TableCellProps) {
  return (
    <td role="cell" {...props}>
      {label == null ? (
        children
      ) : (
        <>
          <span className="ui-table-stack-label">{label}</span>
          <div>{children}</div>
        </>
      )}
    </td>
  )
}
