import type { ImportForm } from '../core/define-resource'
import { guessColumns, missingFields, type Mapping } from './columns'
import {
  actionFor,
  findContradictions,
  type Choices,
  type Contradiction,
  type Rates,
} from './contradictions'
import {
  dayOrder,
  decimalMark,
  type DayOrder,
  type DecimalMark,
  type Format,
  type Written,
} from './formats'
import type { CsvTable } from './read-csv'
import { clockOfShape, secondOfShape, type Second } from './shapes'

/**
 * How the rows of a file are read: derived from the whole file, or chosen where the file leaves it
 * open.
 */
export interface Plan {
  mapping: Mapping
  /** By column; only of days and numbers */
  written: Readonly<Record<number, Written<DayOrder> | Written<DecimalMark>>>
  /** By column, where it was chosen */
  formats: Readonly<Record<number, Format>>
  /** The columns whose times are UTC */
  inUtc: readonly number[]
  /** The columns with the time and the zone of each row */
  clock: { time: number; zone: number } | undefined
  second: Second
  contradictions: readonly Contradiction[]
  choices: Choices
  rates: Rates
  /** The app exported it: no cell has more than one value. */
  isOwn: boolean
}

type Chosen = Pick<Plan, 'formats' | 'choices' | 'rates'>
const nothing: Chosen = { formats: {}, choices: {}, rates: {} }

export function planFor(
  file: CsvTable,
  form: ImportForm,
  mapping: Mapping = guessColumns(file.header, form),
  chosen: Chosen = nothing,
): Plan {
  const written: Record<number, Written<DayOrder> | Written<DecimalMark>> = {}
  for (const [column, key] of mapping.entries()) {
    const kind = key && form.fields[key]?.kind
    if (kind !== 'date' && kind !== 'number') continue
    const values = file.rows.map((cells) => cells[column] ?? '')
    written[column] = kind === 'date' ? dayOrder(values) : decimalMark(values)
  }
  const inUtc = file.header.flatMap((name, column) =>
    /\b(?:UTC|GMT)\b(?![+-]?\d)/i.test(name) ? [column] : [],
  )
  const contradictions = findContradictions(file, form, mapping)
  const isOwn = Object.keys(form.fields).every((key) => file.header.includes(key))
  const clock = clockOfShape(file.header)
  const second = secondOfShape(file.header)
  return { ...chosen, mapping, written, inUtc, clock, second, contradictions, isOwn }
}

export const formatOf = ({ formats, written }: Plan, column: number): Format | undefined =>
  formats[column] ?? written[column]?.way

const isRate = ({ rate = '', on = '' } = {}) =>
  /^\d{1,6}$|^\d{1,6}\.\d{1,8}$/.test(rate) && Number(rate) > 0 && /^\d{4}-\d\d-\d\d$/.test(on)

/** What has to be chosen before the rows can be read. */
export function openQuestions(form: ImportForm, plan: Plan): string[] {
  const open = missingFields(form, plan.mapping).map(
    (key) => `a column for ${form.fields[key]!.label}`,
  )
  for (const [column, { ways }] of Object.entries(plan.written)) {
    const label = form.fields[plan.mapping[Number(column)]!]!.label
    if (ways && !formatOf(plan, Number(column))) open.push(`how ${label} is written`)
  }
  for (const one of plan.contradictions) {
    for (const value of one.values) {
      const action = actionFor(one, value, plan.choices)
      if (!action) open.push(`what “${value.value}” in ${one.label} means`)
      if (action === 'convert' && !isRate(plan.rates[value.value])) {
        open.push(`the rate of ${value.value} and its day`)
      }
    }
  }
  return open
}
