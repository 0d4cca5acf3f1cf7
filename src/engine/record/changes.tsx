import { formatDateTime, formatDay } from '@/shared/lib/format-date'
import { optionLabel } from '@/shared/lib/option-label'
import type { Enums, Json } from '@/shared/supabase/database.types'

interface ChangesProps {
  action: Enums<'log_action'>
  /**
   * Maps a column to [before, after], a protected one to null; for an export, the filters and the
   * number of rows.
   */
  changes: Json
  /** Labels of columns whose name with spaces does not read well. */
  labels?: Readonly<Record<string, { label: string }>> | undefined
}

/** The changes of a log entry as text; in a table cell on one line. */
export function Changes({ action, changes, labels }: ChangesProps) {
  const entries = Object.entries((changes ?? {}) as Record<string, Json>)
  if (entries.length === 0) return null
  return (
    <ul className="grid gap-1 in-[td]:inline">
      {entries.map(([column, value]) => (
        <li
          key={column}
          className="break-words in-[td]:me-3 in-[td]:inline in-[td]:whitespace-nowrap"
          dir="auto"
        >
          <span className="font-semibold">{labels?.[column]?.label ?? optionLabel(column)}:</span>{' '}
          {Array.isArray(value) && action === 'changed' && value[0] !== value[1] ? (
            <Became before={shown(column, value[0])} after={shown(column, value[1])} />
          ) : value === null && action === 'changed' ? (
            'changed, protected'
          ) : (
            shown(column, Array.isArray(value) ? (value[0] ?? value[1]) : value)
          )}
        </li>
      ))}
    </ul>
  )
}

export function Became({ before, after }: { before: string; after: string }) {
  return (
    <>
      {before}
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> became </span>
      {after}
    </>
  )
}

/** A stored value as text. */
export function shown(column: string, value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (Array.isArray(value)) return value.map((one) => shown(column, one)).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.+-]+$/.test(value)) return formatDateTime(value)
  return options.has(column) ? optionLabel(value) : value
}

/** Columns whose values are stored as options, such as `in_progress`. */
const options = new Set([
  'status',
  'role',
  'target_audience',
  'donation_type',
  'interests',
  'action',
])
