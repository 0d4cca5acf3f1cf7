import type { MouseEvent, ReactNode, RefObject } from 'react'
import { cn } from '@/shared/lib/cn'
import { phone, useMedia } from '@/shared/lib/use-media'
import { AsText } from '@/shared/account-ui/as-text'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import type { Column, Resource, Row } from '../core/define-resource'
import type { ListState } from '../core/list-state'
import { useFittingColumns } from './use-fitting-columns'
import { ActionsVariant } from '../core/row-actions'
import { ShownIds } from '../core/shown-ids'

interface ResourceTableProps {
  resource: Resource
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  sort: ListState['sort']
  onSort: (sort: ListState['sort']) => void
  onOpen: (row: Row) => void
  openId: string | undefined
  /** The actions on a row; none where the caller may only read. */
  actionsOf: ((row: Row) => ReactNode) | undefined
  /** Still the previous list's rows; the new ones are loading. */
  isStale: boolean
  /** The frame in which the table scrolls */
  ref: RefObject<HTMLDivElement | null>
}

export function ResourceTable(props: ResourceTableProps) {
  const { resource, rows, sort, onSort, onOpen, openId, actionsOf, isStale, ref } = props
  const isPhone = useMedia(phone)
  const fitting = useFittingColumns(ref, props.columns)
  const columns = isPhone ? props.columns : fitting

  return (
    <ShownIds value={rows.map(({ id }) => id)}>
      <Table
        ref={ref}
        label={resource.tab}
        aria-busy={isStale}
        className={cn(isPhone ? '*:[table]:block' : 'min-h-19', isStale && 'opacity-60')}
      >
        {!isPhone && (
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <TableHeaderCell
                  key={column.key}
                  isNumeric={column.isNumeric}
                  sort={sort.key === column.key ? direction(sort) : undefined}
                  onSort={column.sortable && (() => onSort(nextSort(sort, column.key)))}
                >
                  {column.header}
                </TableHeaderCell>
              ))}
              {actionsOf && (
                <TableHeaderCell className="sticky end-0">
                  <span className="sr-only">Actions</span>
                </TableHeaderCell>
              )}
            </TableRow>
          </TableHead>
        )}
        <TableBody className={isPhone ? 'block' : undefined}>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              aria-current={row.id === openId || undefined}
              className={isPhone ? phoneRow : 'group/row cursor-pointer'}
              onClick={(event) => isPlainClick(event) && onOpen(row)}
            >
              {isPhone ? (
                <PhoneCells {...props} row={row} />
              ) : (
                columns.map((column, index) =>
                  index === 0 ? (
                    <TableHeaderCell key={column.key} scope="row" className="max-w-64">
                      <Title row={row} onOpen={onOpen}>
                        {cellOf(column, row)}
                      </Title>
                    </TableHeaderCell>
                  ) : (
                    <TableCell
                      key={column.key}
                      isNumeric={column.isNumeric}
                      className="max-w-64 truncate"
                      title={textOf(row[column.key])}
                    >
                      {cellOf(column, row)}
                    </TableCell>
                  ),
                )
              )}
              {actionsOf && (
                <TableCell
                  className={
                    isPhone
                      ? 'absolute end-2 top-2.5 border-0! p-0!'
                      : 'sticky end-0 w-px bg-inherit p-0!'
                  }
                >
                  <ActionsVariant value={isPhone ? 'phone' : 'row'}>
                    <div className="relative flex h-full items-center justify-end bg-inherit px-1">
                      {actionsOf(row)}
                    </div>
                  </ActionsVariant>
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ShownIds>
  )
}

const phoneRow = 'relative block h-16 cursor-pointer border-b border-line py-2.5 last:border-b-0'

/** Two lines: the title of the row, and its most important columns. A click anywhere opens it. */
function PhoneCells({ columns, row, onOpen, actionsOf }: ResourceTableProps & { row: Row }) {
  const [title, ...others] = columns
  const room = actionsOf ? 'pe-14!' : ''
  return (
    <AsText value={true}>
      <TableHeaderCell scope="row" className={`static! block h-auto! border-0! ${room}`}>
        <Title row={row} onOpen={onOpen}>
          {title && cellOf(title, row)}
        </Title>
      </TableHeaderCell>
      <TableCell className={`block h-auto! truncate border-0! text-ink-soft ${room}`}>
        {others
          .filter((column) =>
            isGiven(column.mobilePriority && column.cell ? column.cell(row) : row[column.key]),
          )
          .toSorted((a, b) => Number(b.mobilePriority ?? false) - Number(a.mobilePriority ?? false))
          .map((column, index) => (
            <span key={column.key}>
              {index > 0 && <span aria-hidden="true"> · </span>}
              {cellOf(column, row)}
            </span>
          ))}
      </TableCell>
    </AsText>
  )
}

/** The keyboard opens the panel here; the pointer may click anywhere in the row. */
function Title({
  row,
  onOpen,
  children,
}: Pick<ResourceTableProps, 'onOpen'> & { row: Row; children: ReactNode }) {
  return (
    <button
      type="button"
      data-row={row.id}
      dir="auto"
      className="block max-w-full truncate rounded-sm text-start font-semibold hover:underline"
      onClick={() => onOpen(row)}
    >
      {children}
    </button>
  )
}

/** Not on a control or a link, and not the end of selecting text. */
function isPlainClick({ target, currentTarget }: MouseEvent): boolean {
  return (
    target instanceof Element &&
    // To React, a portal such as a menu is a child of the row; in the document it is not.
    currentTarget.contains(target) &&
    !target.closest('a, button, input, select, label') &&
    !window.getSelection()?.toString()
  )
}

export function cellOf(column: Column<Row>, row: Row): ReactNode {
  const value = column.cell ? column.cell(row) : (row[column.key] as ReactNode)
  return isGiven(value) ? value : <NotGiven />
}

export function NotGiven() {
  return (
    <span className="text-ink-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not given</span>
    </span>
  )
}

const isGiven = (value: unknown) => value !== null && value !== ''

/** For what a narrow cell cuts off */
const textOf = (value: unknown) =>
  typeof value === 'string' && !/^[\d-]{10}(T|$)/.test(value) ? value : undefined

function direction({ descending }: ListState['sort']) {
  return descending ? 'descending' : 'ascending'
}

function nextSort(sort: ListState['sort'], key: string): ListState['sort'] {
  return { key, descending: sort.key === key && !sort.descending }
}
