import type { ComponentProps, ReactNode, Ref } from 'react'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { cn } from '@/shared/lib/cn'

interface TableProps extends Omit<ComponentProps<'table'>, 'ref'> {
  /** Names the table and the region in which it scrolls. */
  label: string
  /** A visible line above the table, where the label is not enough. */
  caption?: ReactNode
  /** Of the frame */
  ref?: Ref<HTMLDivElement> | undefined
}

/** A table in a frame that scrolls, also by keyboard. `className` goes to the frame. */
export function Table({ label, caption, ref, className, children, ...props }: TableProps) {
  return (
    <div
      ref={ref}
      role="region"
      aria-label={label}
      tabIndex={0}
      className={cn(
        'relative max-w-full overflow-auto overscroll-x-contain rounded-control border border-line bg-paper-raised print:overflow-visible print:border-0',
        className,
      )}
    >
      {/* Drawn as a list, it would lose its roles in browsers. */}
      <table
        role="table"
        aria-label={label}
        {...props}
        className="w-full border-separate border-spacing-0 text-sm tabular-nums print:text-[9pt]"
      >
        {caption != null && (
          <caption className="px-4 py-3 text-start text-sm text-ink-soft">{caption}</caption>
        )}
        {children}
      </table>
    </div>
  )
}

/** It stays in view where the frame scrolls. */
export function TableHead(props: ComponentProps<'thead'>) {
  return <thead role="rowgroup" {...props} className="sticky top-0 z-20" />
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return (
    <tbody role="rowgroup" {...props} className={cn('[&>:last-child>*]:border-b-0', className)} />
  )
}

const row =
  'bg-paper-raised in-[tbody]:hover:bg-forest-50 aria-[current=true]:bg-forest-100 aria-[current=true]:hover:bg-forest-100'

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return <tr role="row" {...props} className={cn(row, className)} />
}

export type SortDirection = 'ascending' | 'descending'

interface TableHeaderCellProps extends ComponentProps<'th'> {
  /** The current sort of this column, `null` for none. */
  sort?: SortDirection | null | undefined
  /** Makes the header a button; the caller decides what the next order is. */
  onSort?: (() => void) | undefined
  isNumeric?: boolean | undefined
}

const columnHeader =
  'h-9 bg-paper-sunken px-3 text-xs font-semibold whitespace-nowrap text-ink-soft'
/** It stays in view where the frame scrolls sideways. */
const firstColumn = 'first:sticky first:start-0 first:z-10'
const cell = 'h-10 border-b border-line px-3'

/** A column's header, or a row's with `scope="row"`. */
export function TableHeaderCell({
  sort,
  onSort,
  isNumeric,
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
        firstColumn,
        scope === 'row' ? `bg-inherit text-start font-semibold ${cell}` : columnHeader,
        isNumeric ? 'text-end' : 'text-start',
        className,
      )}
    >
      {onSort ? (
        <button
          type="button"
          className="group -mx-1.5 inline-flex min-h-7 items-center gap-1 rounded-control px-1.5 hover:bg-paper-deep hover:text-ink svg:size-3.5 pointer-coarse:min-h-11"
          onClick={onSort}
        >
          {children}
          <Icon
            aria-hidden="true"
            className={cn(
              'size-3.5 flex-none',
              !sort &&
                'opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100',
            )}
          />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

interface TableCellProps extends ComponentProps<'td'> {
  isNumeric?: boolean | undefined
}

export function TableCell({ isNumeric, className, ...props }: TableCellProps) {
  return <td role="cell" {...props} className={cn(cell, isNumeric && 'text-end', className)} />
}
