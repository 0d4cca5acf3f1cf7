import { fold } from '@/shared/lib/fold'
import { optionLabel } from '@/shared/lib/option-label'
import type { Field, ImportForm } from '../core/define-resource'
import type { Mapping } from './columns'

export type Values = Readonly<Record<string, unknown>>

interface Read {
  /** As a spreadsheet numbers it; the header is row 1. */
  row: number
  cells: readonly string[]
}
export type ReadyRow = Read & { id: string; values: Values }
export type SkippedRow = Read & { reasons: readonly string[] }
/** A row that could be stored, and the reason why it probably should not be. */
type DuplicateRow = ReadyRow & { reason: string }

export interface Checked {
  ready: ReadyRow[]
  /** In the form of the rest, but the same as a row before. */
  duplicates: DuplicateRow[]
  refused: SkippedRow[]
}

/** Checks the rows of a file one after another, each as the form of the resource would. */
export function rowChecker(
  form: ImportForm,
  mapping: Mapping,
  duplicateKeys: readonly (readonly string[])[],
  columns: number,
) {
  const { schema, fields } = form
  const sources = Object.keys(fields).map((key) => ({ key, column: mapping.indexOf(key) }))
  const seen = duplicateKeys.map(() => new Map<string, number>())
  const checked: Checked = { ready: [], duplicates: [], refused: [] }

  function reasonsAgainst(cells: readonly string[]) {
    if (cells.slice(columns).some((cell) => cell.trim() !== '')) {
      return { reasons: [`The row has ${cells.length} cells, and the file ${columns} columns`] }
    }
    const texts = Object.fromEntries(
      sources.map(({ key, column }) => [key, asTyped(fields[key]!, cells[column] ?? '')]),
    )
    const result = schema.safeParse(texts)
    if (result.success) return { values: result.data as Values }
    return {
      reasons: result.error.issues.map(({ path, message }) => {
        const field = fields[String(path[0])]
        if (!field) return message
        const wrong = field.kind === 'select' ? oneOf(field.options) : message
        return `${field.label}: ${wrong}`
      }),
    }
  }

  return {
    checked,
    /** @param index of the row below the header, from 0 */
    check: (cells: readonly string[], index: number) => {
      // A blank line
      if (cells.length === 0) return
      const row = index + 2
      const { values, reasons } = reasonsAgainst(cells)
      if (!values) {
        checked.refused.push({ row, cells, reasons })
        return
      }
      const keys = duplicateKeys.map((names) => sameness(names, values))
      const earlier = keys.map((key, at) => key && seen[at]!.get(key)).find(Boolean)
      const ready = { row, cells, id: crypto.randomUUID(), values }
      if (earlier) checked.duplicates.push({ ...ready, reason: `The same as row ${earlier}` })
      else checked.ready.push(ready)
      keys.forEach((key, at) => key && !seen[at]!.has(key) && seen[at]!.set(key, row))
    },
  }
}

const oneOf = (options: readonly string[]) =>
  `Please use one of ${options.map(optionLabel).join(', ')}`

/** Equal for two rows that are alike in these columns; nothing where the first is empty. */
function sameness(columns: readonly string[], values: Values): string | undefined {
  const parts = columns.map((column) => {
    const value = values[column] ?? ''
    return typeof value === 'string' ? value.trim().toLowerCase().normalize() : value
  })
  return parts[0] === '' ? undefined : JSON.stringify(parts)
}

/** A cell in the format of the form field: dates, amounts and choices are written in many ways. */
export function asTyped(field: Field, cell: string): string {
  if (field.kind === 'date') return asDay(cell.trim())
  if (field.kind === 'number') return asNumber(cell.trim())
  if (field.kind !== 'select') return cell
  const wanted = fold(cell.trim())
  if (wanted === '') return field.options[0] ?? ''
  const isMeant = (option: string) => [option, optionLabel(option)].map(fold).includes(wanted)
  return field.options.find(isMeant) ?? cell
}

/** `$1,250.00` is 1250.00; a comma that parts no thousands is left, and refused. */
function asNumber(text: string): string {
  const plain = text.replace(/^(?:\$|USD|US\$)\s*|\s*(?:\$|USD)$/gi, '')
  const [whole = '', ...decimals] = plain.split('.')
  const [first = '', ...thousands] = whole.split(',')
  const isParted = /^\d{1,3}$/.test(first) && thousands.every((part) => /^\d{3}$/.test(part))
  return isParted ? [[first, ...thousands].join(''), ...decimals].join('.') : plain
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * 1/31/2026, 1/31/26, 31-Jan-26 and January 31, 2026, also with a time as Excel adds it, are
 * 2026-01-31. Any other format stays as it is, such as the timestamps of an export.
 */
function asDay(text: string): string {
  const day = text.replace(/[T ]\d\d?:[\d:.]+\s?(?:AM|PM)?$/i, '')
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d\d)$/.exec(day)
  if (slashed) return iso(slashed[3]!, Number(slashed[1]), slashed[2]!)
  const dayFirst = /^(\d{1,2})[- ]([a-z]{3,9})\.?[- ,]+(\d{4}|\d\d)$/i.exec(day)
  if (dayFirst) return iso(dayFirst[3]!, monthOf(dayFirst[2]!), dayFirst[1]!)
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(day)
  if (monthFirst) return iso(monthFirst[3]!, monthOf(monthFirst[1]!), monthFirst[2]!)
  return day
}

const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Two digits of a year are read as Excel does: from 30 on the last century. */
function iso(year: string, month: number, day: string): string {
  const full = year.length === 4 ? year : `${Number(year) < 30 ? 20 : 19}${year}`
  const pad = (part: number | string) => String(part).padStart(2, '0')
  return `${full}-${pad(month)}-${pad(day)}`
}
