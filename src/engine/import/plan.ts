import type { ImportForm } from '../core/define-resource'
import {
  guessColumns,
  isOwnHeader,
  missingFields,
  organizationColumn,
  placeAmong,
  type Mapping,
} from './columns'
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
  isDotted,
  isNumericDay,
  type DayOrder,
  type DecimalMark,
  type Format,
  type Written,
} from './formats'
import type { CsvTable } from './read-csv'
import { refundColumn } from './refunds'
import {
  clockOfShape,
  nameElseOfShape,
  secondOfShape,
  shapeOf,
  sponsorIn,
  type Second,
} from './shapes'
import { columnsOfShares, sharesOf, type Share } from './shares'

/**
 * How the rows of a file are read: derived from the whole file, or chosen where the file leaves it
 * open.
 */
export interface Plan {
  mapping: Mapping
  /** For each column, its place among those that fill a field together */
  places: readonly number[]
  /** By column; only of days and numbers */
  written: Readonly<Record<number, Written<DayOrder> | Written<DecimalMark>>>
  /** By column of days, where the other days leave open how those with dots are read */
  dotted: Readonly<Record<number, Written<DayOrder>>>
  dottedFormats: Readonly<Record<number, DayOrder>>
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
  /** The column with the name of a giver who has none */
  nameElse: number | undefined
  /** Who pays the grants of the file; empty where that has to be entered */
  sponsor?: string | undefined
  /** The columns of a row's parts */
  shares: readonly Share[]
  /** The column with the payment that a row refunds */
  refundOf: number | undefined
  /** Values that hold for all rows */
  always: Readonly<Record<string, string>>
}

export type Chosen = Pick<Plan, 'formats' | 'dottedFormats' | 'choices' | 'rates' | 'sponsor'>
const nothing: Chosen = { formats: {}, dottedFormats: {}, choices: {}, rates: {} }

export function planFor(
  file: CsvTable,
  form: ImportForm,
  mapping: Mapping = guessColumns(file.header, form, file.rows),
  { formats, dottedFormats, choices, rates, sponsor }: Chosen = nothing,
): Plan {
  const dotted: Record<number, Written<DayOrder>> = {}
  const written: Record<number, Written<DayOrder> | Written<DecimalMark>> = {}
  for (const [column, key] of mapping.entries()) {
    const kind = key && form.fields[key]?.kind
    if (kind !== 'date' && kind !== 'number') continue
    const values = file.rows.map((cells) => cells[column] ?? '')
    if (kind === 'number') {
      written[column] = decimalMark(values)
      continue
    }
    const withDots = values.map((value) => (isDotted(value) ? value : ''))
    const others = values.map((value) => (isDotted(value) ? '' : value))
    written[column] = dayOrder(others.some(isNumericDay) ? others : values)
    if (others.some(isNumericDay) && written[column].way !== 'day first') {
      dotted[column] = dayOrder(withDots, false)
    }
  }
  const inUtc = file.header.flatMap((name, column) =>
    /\b(?:UTC|GMT)\b(?![+-]?\d)/i.test(name) ? [column] : [],
  )
  const contradictions = findContradictions(file, form, mapping)
  const isOwn = isOwnHeader(file.header, form)
  const clock = clockOfShape(file.header)
  const second = secondOfShape(file.header)
  const always = Object.fromEntries(
    Object.entries(shapeOf(file.header)?.always ?? {}).filter(([key]) => key in form.fields),
  )
  const takesOrganization = !isOwn && form.asksWho
  const nameElse =
    nameElseOfShape(file.header) ??
    (takesOrganization ? organizationColumn(file.header, mapping) : undefined)
  const refundOf = 'refunded' in form.fields ? refundColumn(file.header) : undefined
  const shares = form.parts ? sharesOf(file.header, mapping) : []
  const isSponsored = 'legal_donor_name' in form.fields && !mapping.includes('legal_donor_name')
  const places = file.header.map(placeAmong)
  return {
    ...{ formats, dottedFormats, choices, rates },
    ...{
      mapping,
      places,
      written,
      dotted,
      inUtc,
      clock,
      second,
      contradictions,
      isOwn,
      nameElse,
      refundOf,
      shares,
      sponsor: isSponsored ? (sponsor ?? sponsorIn(file)) : undefined,
      always,
    },
  }
}

/** Columns that are imported, but into no field */
export const columnsBesides = ({ takesSecond }: ImportForm, { second, shares }: Plan): number[] => [
  ...(takesSecond ? [...second.name, ...second.email] : []),
  ...columnsOfShares(shares),
]

export const formatOf = ({ formats, written }: Plan, column: number): Format | undefined =>
  formats[column] ?? written[column]?.way

/** How a day with dots is read: as it was chosen, else as its column. */
export const orderOfDotted = (
  { dotted, dottedFormats, ...plan }: Plan,
  column: number,
): DayOrder | undefined =>
  dottedFormats[column] ??
  dotted[column]?.way ??
  (dotted[column] ? undefined : (formatOf({ dotted, dottedFormats, ...plan }, column) as DayOrder))

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
  for (const [column, { ways }] of Object.entries(plan.dotted)) {
    const label = form.fields[plan.mapping[Number(column)]!]!.label
    if (ways && !orderOfDotted(plan, Number(column))) {
      open.push(`how days with dots in ${label} are written`)
    }
  }
  if (
    plan.mapping.includes('street') &&
    !['city', 'postal_code'].some((key) => plan.mapping.includes(key))
  ) {
    open.push('a column for City or Postal code, or skip the column with the whole address')
  }
  if (plan.sponsor?.trim() === '') open.push('who pays these grants')
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
