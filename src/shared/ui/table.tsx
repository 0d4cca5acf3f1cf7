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
}

/** A table in a frame that scrolls sideways, also by keyboard. `className` goes to the frame. */
export function Table({ label, caption, className, children, ...props }: TableProps) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className={cn('ui-table-frame', className)}>
      <table aria-label={label} {...props} className="ui-table">
        {caption != null && <caption>{caption}</caption>}
        {children}
      </table>
    </div>
  )
}

export function TableHead(props: ComponentProps<'thead'>) {
  return <thead {...props} />
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />
}

export function TableRow(props: ComponentProps<'tr'>) {
  return <tr {...props} />
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
    <th {...props} scope={scope} aria-sort={sort ?? undefined}>
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

export function TableCell(props: ComponentProps<'td'>) {
  return <td {...props} />
}
