import Pencil from 'lucide-react/icons/pencil'
import type { ReactNode } from 'react'
import { Button } from '@/shared/ui/button'
import { SensitiveMark } from '@/shared/ui/sensitive-badge'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/ui/table'
import {
  isEditable,
  type Column,
  type Resource,
  type Row,
  type RowActionsProps,
  type RowDialog,
} from './define-resource'
import type { ListState } from './list-state'

interface ResourceTableProps {
  resource: Resource
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  sort: ListState['sort']
  onSort: (sort: ListState['sort']) => void
  /** What the actions of a row can open; nothing where the caller may only read. */
  actions:
    | {
        edit: (row: Row) => void
        open: (row: Row, dialog: RowDialog<Row>) => void
      }
    | false
  /** The rows are of the list before; the new ones are on their way. */
  isStale: boolean
}

export function ResourceTable(props: ResourceTableProps) {
  const { resource, columns, rows, sort, onSort, isStale } = props
  const RowActions = resource.slots?.rowActions ?? (isEditable(resource) && EditAction)
  const actions = RowActions && props.actions

  return (
    <Table
      label={resource.tab}
      stack
      aria-busy={isStale}
      className={isStale ? 'opacity-60' : undefined}
    >
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <TableHeaderCell
              key={column.key}
              sort={sort.key === column.key ? direction(sort) : undefined}
              onSort={column.sortable && (() => onSort(nextSort(sort, column.key)))}
            >
              {headerOf(resource, column)}
            </TableHeaderCell>
          ))}
          {actions && (
            <TableHeaderCell>
              <span className="sr-only">Actions</span>
            </TableHeaderCell>
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.id}>
            {columns.map((column, index) =>
              index === 0 ? (
                <TableHeaderCell key={column.key} scope="row">
                  {cellOf(column, row)}
                </TableHeaderCell>
              ) : (
                <TableCell key={column.key} label={headerOf(resource, column)}>
                  {cellOf(column, row)}
                </TableCell>
              ),
            )}
            {actions && (
              <TableCell>
                <div className="flex gap-2 lg:justify-end">
                  <RowActions
                    row={row}
                    title={resource.title(row)}
                    open={(dialog) => actions.open(row, dialog)}
                    edit={() => actions.edit(row)}
                  />
                </div>
              </TableCell>
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** The Edit button of a row, also for slots that have more beside it. */
export function EditAction({ title, edit }: Pick<RowActionsProps<Row>, 'title' | 'edit'>) {
  return (
    <Button variant="outline" size="sm" aria-label={`Edit ${title}`} onClick={edit}>
      <Pencil aria-hidden="true" />
      Edit
    </Button>
  )
}

function headerOf({ sensitive }: Resource, { key, header }: Column<Row>): ReactNode {
  if (!sensitive?.includes(key)) return header
  return (
    <>
      {header} <SensitiveMark />
    </>
  )
}

function cellOf(column: Column<Row>, row: Row): ReactNode {
  const value = column.cell ? column.cell(row) : (row[column.key] as ReactNode)
  if (value !== null && value !== '') return value
  return (
    <span className="text-ink-muted">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not given</span>
    </span>
  )
}

function direction({ descending }: ListState['sort']) {
  return descending ? 'descending' : 'ascending'
}

function nextSort(sort: ListState['sort'], key: string): ListState['sort'] {
  return { key, descending: sort.key === key && !sort.descending }
}
