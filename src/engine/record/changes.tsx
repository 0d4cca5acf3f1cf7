import { formatDateTime, formatDay } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
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

/** The changes of a log entry in words; in a table cell on one line. */
export function Changes({ action, changes, labels }: ChangesProps) {
  const all = Object.entries((changes ?? {}) as Record<string, Json>)
  // Who did it is in the entry.
  const others = all.filter(
    ([column, value]) => !(column.endsWith('_by') && sides(value).some(isId)),
  )
  const entries = others.length > 0 ? others : all
  if (entries.length === 0) return null
  return (
    <ul className="grid gap-1 in-[td]:inline">
      {entries.map(([column, value]) => (
        <li
          key={column}
          className="break-words in-[td]:me-3 in-[td]:inline in-[td]:whitespace-nowrap"
          dir="auto"
        >
          {happened(column, value) ?? (
            <>
              <span className="font-semibold">
                {labels?.[column]?.label ?? optionLabel(column.replace(/_id$/, ''))}:
              </span>{' '}
              <Change action={action} column={column} value={value} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Change({ action, column, value }: { action: string; column: string; value: Json }) {
  const text = (side: unknown) =>
    typeof side === 'number' && sums.has(column) ? formatDollars(side) : shown(column, side)
  if (action !== 'changed') return text(Array.isArray(value) ? (value[0] ?? value[1]) : value)
  if (value === null) return 'changed, protected'
  const [before = null, after = null] = sides(value)
  if (isId(before) || isId(after)) {
    return after === null ? 'removed' : before === null ? 'set' : 'changed'
  }
  return Array.isArray(value) && before !== after ? (
    <Became before={text(before)} after={text(after)} />
  ) : (
    text(Array.isArray(value) ? (before ?? after) : value)
  )
}

/** What a change says in a word or two, without its column. */
function happened(column: string, value: Json): string | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [before, after] = value
  if (column === 'merged') {
    return after === null
      ? `No longer merged with ${shown(column, before)}`
      : `Merged with ${shown(column, after)}`
  }
  const [, event = ''] = /^(.*)_at$/.exec(column) ?? []
  if (!events.has(event) || (before === null) === (after === null)) return undefined
  const words = event.replaceAll('_', ' ')
  return after === null ? `No longer ${words}` : optionLabel(words)
}

const sides = (value: Json): readonly (Json | undefined)[] => (Array.isArray(value) ? value : [])

/** The id of a row, which the log did not name */
const isId = (side: unknown) =>
  typeof side === 'string' && side.length === ID_LENGTH && /^[\da-f-]+$/.test(side)

const ID_LENGTH = 36

/** Their time is that of the entry. */
const events = new Set([
  'voided',
  'done',
  'posted',
  'discarded',
  'resolved',
  'closed',
  'retired',
  'withdrawn',
  'confirmed',
  'unsubscribed',
  'written_off',
])

/** Columns with a sum of money */
const sums = new Set([
  'amount',
  'refunded',
  'deductible',
  'estimate',
  'exchange_value',
  'expected_total',
  'deposited',
  'fee',
])

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
  // A record's name can stand under the same column.
  return options.test(column) && /^[a-z_-]+$/.test(value) ? optionLabel(value) : value
}

/** The ends of the names of columns whose values are stored as options, such as `in_progress` */
const options =
  /(?:action|audience|_by|frequency|interests?|kind|method|outcome|permission|program|relationship|role|state|status|tribute|type)$/
