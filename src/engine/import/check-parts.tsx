import Download from 'lucide-react/icons/download'
import { cn } from '@/shared/lib/cn'
import { csvLines, downloadCsv } from '@/shared/lib/csv'
import { Button } from '@/shared/ui/button'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeaderCell,
  TableRow,
} from '@/shared/account-ui/table'
import { shown } from '../record/changes'
import type { ImportForm } from '../core/define-resource'
import { CheckboxField } from '@/shared/ui/field'
import type { Checked, DuplicateRow, ReadyRow, SkippedRow } from './check-rows'
import type { Mapping } from './columns'
import { dayOnly } from './formats'
import type { ChosenFile } from './read-csv'

/** The number of rows shown of each kind; the download has all skipped rows. */
const SHOWN = 5

export const count = (number: number) => number.toLocaleString('en-US')

interface ProgressProps {
  label: string
  /** From 0 to 1 */
  share: number
  text?: string
}

export function Progress({ label, share, text }: ProgressProps) {
  return (
    <div className="grid gap-2">
      <progress aria-label={label} className="ui-progress" value={share} max={1} />
      <p className="text-sm text-ink-soft tabular-nums">{text ?? `${Math.floor(share * 100)}%`}</p>
    </div>
  )
}

/** The first rows that are left out, and why. */
export function SkippedRows({ rows }: { rows: readonly SkippedRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className="mt-4">
      <h4 className="font-semibold">Skipped rows</h4>
      <ul className="mt-1 grid gap-1 text-sm">
        {rows.slice(0, SHOWN).map(({ row, reasons }) => (
          <li key={row} className="break-words">
            <span className="font-semibold">Row {count(row)}.</span> {reasons.join('. ')}.
          </li>
        ))}
      </ul>
      {rows.length > SHOWN && (
        <p className="mt-1 text-sm text-ink-soft">
          and {count(rows.length - SHOWN)} more, all listed in the file of skipped rows.
        </p>
      )}
    </section>
  )
}

/** Downloads the skipped rows of the file, each with the reason, to be corrected and imported again. */
export function SkippedRowsButton({
  file,
  rows,
}: {
  file: ChosenFile
  rows: readonly SkippedRow[]
}) {
  if (rows.length === 0) return null
  function download() {
    const lines = rows.map(({ cells, reasons }) => [
      ...file.header.map((_, column) => cells[column]),
      reasons.join('. '),
    ])
    const name = file.name.replace(/\.\w+$/, '')
    downloadCsv(`${name}_left_out.csv`, [csvLines([[...file.header, 'Reason'], ...lines])])
  }
  return (
    <Button variant="outline" className="sm:me-auto" onClick={download}>
      <Download aria-hidden="true" />
      Download skipped rows
    </Button>
  )
}

interface NotImportedProps {
  file: ChosenFile
  mapping: Mapping
  /** Columns that are imported, but into no field */
  besides: readonly number[]
  className?: string
}

/** The columns that no field takes, with their number of values. */
export function NotImported({ file, mapping, besides, className }: NotImportedProps) {
  const columns = file.header.flatMap((name, column) => {
    if (mapping[column] || besides.includes(column)) return []
    const filled = file.rows.filter((cells) => (cells[column] ?? '').trim() !== '').length
    return filled > 0 ? [`${name || `Column ${column + 1}`} (${count(filled)})`] : []
  })
  if (columns.length === 0) return null
  return (
    <p className={cn('text-sm break-words text-ink-soft', className)}>
      Not imported, with the number of rows that have a value: {columns.join(', ')}.
    </p>
  )
}

/** Warnings about rows that will be imported. */
export function Hints({ hints }: Pick<Checked, 'hints'>) {
  if (hints.length === 0) return null
  return (
    <section className="mt-4">
      <h4 className="font-semibold">Please check these rows</h4>
      <ul className="mt-1 grid max-h-48 gap-1 overflow-y-auto text-sm">
        {hints.slice(0, MOST_HINTS).map(({ row, text }, at) => (
          <li key={at} className="break-words" dir="auto">
            <span className="font-semibold">Row {count(row)}.</span> {text}.
          </li>
        ))}
      </ul>
      {hints.length > MOST_HINTS && (
        <p className="mt-1 text-sm text-ink-soft">and {count(hints.length - MOST_HINTS)} more.</p>
      )}
    </section>
  )
}

const MOST_HINTS = 100
const MOST_DUPLICATES = 200

interface DuplicateRowsProps {
  form: ImportForm
  /** In their order; the parts of a row are taken together. */
  rows: readonly DuplicateRow[]
  /** The numbers of those that are imported too */
  taken: ReadonlySet<number>
  disabled: boolean
  onTake: (taken: ReadonlySet<number>) => void
}

/** Each duplicate has its own checkbox. */
export function DuplicateRows({ form, rows: parts, taken, disabled, onTake }: DuplicateRowsProps) {
  if (parts.length === 0) return null
  const rows = parts.filter(({ row }, at) => row !== parts[at - 1]?.row)
  const keys = Object.keys(form.fields)
  const summary = ({ values }: DuplicateRow) =>
    keys
      .filter((key) => values[key] !== null && values[key] !== undefined && values[key] !== 0)
      .slice(0, 4)
      .map((key) => shown(key, dayOf(values[key])))
      .join(', ')
  const take = (row: number, isTaken: boolean) => {
    const next = new Set(taken)
    if (isTaken) next.add(row)
    else next.delete(row)
    onTake(next)
  }
  return (
    <section className="mt-4">
      <h4 className="font-semibold">Duplicates</h4>
      {rows.length > 1 && (
        <CheckboxField
          label="Import the duplicates too"
          checked={taken.size === rows.length}
          disabled={disabled}
          onChange={({ target }) =>
            onTake(new Set(target.checked ? rows.map(({ row }) => row) : []))
          }
        />
      )}
      <div className="max-h-64 overflow-y-auto">
        {rows.slice(0, MOST_DUPLICATES).map((row) => (
          <CheckboxField
            key={row.row}
            label={`Import row ${count(row.row)} too`}
            description={`${row.reason}: ${summary(row)}`}
            checked={taken.has(row.row)}
            disabled={disabled}
            onChange={({ target }) => take(row.row, target.checked)}
          />
        ))}
      </div>
      {rows.length > MOST_DUPLICATES && (
        <p className="mt-1 text-sm text-ink-soft">
          and {count(rows.length - MOST_DUPLICATES)} more, all listed in the file of skipped rows.
        </p>
      )}
    </section>
  )
}

/** The first rows as they would be stored. */
export function Preview({ form, rows }: { form: ImportForm; rows: readonly ReadyRow[] }) {
  if (rows.length === 0) return null
  const fields = Object.entries(form.fields).filter(([key]) => key in form.schema.shape)
  return (
    <section className="mt-4">
      <h4 className="mb-2 font-semibold">The first rows</h4>
      <Table label="The first rows">
        <TableHead>
          <TableRow>
            {fields.map(([key, { label, kind }]) => (
              <TableHeaderCell key={key} isNumeric={kind === 'number'}>
                {label}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.slice(0, SHOWN).map(({ row, values }) => (
            <TableRow key={row}>
              {fields.map(([key, { kind }]) => (
                <TableCell
                  key={key}
                  isNumeric={kind === 'number'}
                  className="max-w-64 truncate"
                  dir="auto"
                >
                  {(values[key] ?? null) === null ? '' : shown(key, dayOf(values[key]))}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}

/** Shows a moment, and an office day as `midnight` writes it, as a day. */
const dayOf = (value: unknown) =>
  typeof value === 'string' ? dayOnly(value.replace(/^(\d{4}-\d\d-\d\d) \S+$/, '$1')) : value
