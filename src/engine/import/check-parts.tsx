import Download from 'lucide-react/icons/download'
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
import type { SkippedRow, ReadyRow } from './check-rows'
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

/** The first rows as they would be stored. */
export function Preview({ form, rows }: { form: ImportForm; rows: readonly ReadyRow[] }) {
  if (rows.length === 0) return null
  const fields = Object.entries(form.fields)
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
                  {values[key] === null ? '' : shown(key, dayOf(values[key]))}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </section>
  )
}

/** A day of the office, as `midnight` writes it, is shown as a day. */
const dayOf = (value: unknown) =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\d) \S+$/, '$1') : value
