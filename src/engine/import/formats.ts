import { fold } from '@/shared/lib/fold'
import { officeDay } from '@/shared/lib/office-day'

/*
 * The notation of a column. One value may have two readings, so all values of the column decide
 * together. The user decides what they leave open.
 */

export type DayOrder = 'month first' | 'day first'
export type DecimalMark = '.' | ','
export type Format = DayOrder | DecimalMark

export interface Written<Way extends Format> {
  /** The proven or chosen notation; undefined where the user has to choose. */
  way: Way | undefined
  /** Undefined where no value can be read in two ways */
  ways: readonly Way[] | undefined
  /** A value that shows it, and its place among the values */
  proof?: { text: string; at: number }
  /** Some values show one way and some the other. */
  isMixed?: true
  examples: readonly string[]
}

/** Proofs of either way, and whether a value can be read in both. */
function decide<Way extends Format>(
  values: readonly string[],
  ways: readonly [Way, Way],
  /** Undefined where a value has only one reading; null where it has two */
  wayOf: (value: string) => Way | null | undefined,
): Written<Way> {
  const proofs = new Map<Way, { text: string; at: number }>()
  const examples: string[] = []
  let isAmbiguous = false
  for (const [at, value] of values.entries()) {
    const way = wayOf(value)
    if (way === undefined) continue
    if (examples.length < 2 && !examples.includes(value)) examples.push(value)
    if (way === null) isAmbiguous = true
    else if (!proofs.has(way)) proofs.set(way, { text: value, at })
  }
  const [proven, ...others] = [...proofs.keys()]
  if (others.length > 0) return { way: undefined, ways, isMixed: true, examples }
  if (proven !== undefined) return { way: proven, ways, proof: proofs.get(proven)!, examples }
  return { way: undefined, ways: isAmbiguous ? ways : undefined, examples }
}

const numericDay = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/

export const isDotted = (value: string): boolean => numericDay.exec(value.trim())?.[2] === '.'

export const isNumericDay = (value: string): boolean => numericDay.test(value.trim())

/** @param isDotSure whether dots show that the day comes first */
export function dayOrder(values: readonly string[], isDotSure = true): Written<DayOrder> {
  return decide(values, ['month first', 'day first'], (value) => {
    const [, first, separator, second] = numericDay.exec(value.trim()) ?? []
    if (!first || !second || Number(first) === Number(second)) return undefined
    if (Number(first) > 12) return 'day first'
    if (Number(second) > 12) return 'month first'
    // With dots between them, the day comes first.
    return separator === '.' && isDotSure ? 'day first' : null
  })
}

export function decimalMark(values: readonly string[]): Written<DecimalMark> {
  return decide(values, ['.', ','], (value) => {
    const text = bareNumber(value).text
    const separators = text.replaceAll(/[^.,]/g, '')
    const last = separators.at(-1) as DecimalMark | undefined
    if (!last) return undefined
    const other = last === '.' ? ',' : '.'
    if (separators.includes(other)) return last
    // It separates thousands.
    if (separators.length > 1) return other
    const [whole = '', decimals = ''] = text.split(last)
    return decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole) ? null : last
  })
}

/** Signs and codes of currencies around a number, and negative numbers in brackets. */
function bareNumber(value: string): { text: string; isNegative: boolean } {
  const bare = value
    .trim()
    .replace(/^(\(?[-+−]?\s*)(?:[A-Z]{1,2}\$|[A-Z]{3}|\p{Sc})\s*/u, '$1')
    .replace(/\s*(?:[A-Z]{1,2}\$|[A-Z]{3}|\p{Sc})(\)?)$/u, '$1')
    .replaceAll(/(?<!\d)\s+|\s+(?!\d)/g, '')
    // Between digits they separate thousands, or the number is unclear.
    .replaceAll(/(?<=(?:^|\D)\d{1,3})[\s’'](?=\d{3}(?!\d))/g, '')
  const [, inBrackets] = /^\((.+)\)$/.exec(bare) ?? []
  const signed = inBrackets ?? bare
  const isNegative = inBrackets !== undefined || /^[-−]|[-−]$/.test(signed)
  return { text: signed.replaceAll(/^[-+−]|[-−]$/g, ''), isNegative }
}

/** `$1,250.00` and `1.250,00 €` are 1250.00; anything else stays as it is and is refused. */
export function readNumber(value: string, mark: DecimalMark = '.'): string {
  const { text, isNegative } = bareNumber(value)
  const [whole = '', ...decimals] = text.split(mark)
  const [first = '', ...thousands] = whole.split(mark === '.' ? ',' : '.')
  const isParted =
    /^\d+$/.test(first) &&
    (thousands.length === 0 || first.length <= 3) &&
    thousands.every((part) => /^\d{3}$/.test(part))
  if (!isParted) return value.trim()
  return `${isNegative ? '-' : ''}${[[first, ...thousands].join(''), ...decimals].join('.')}`
}

/** The currency code beside a number. */
export function currencyOfNumber(text: string): string | undefined {
  if (!/\d/.test(text)) return undefined
  const [, before] = /^\(?[-+−]?\s*([A-Z]{1,2}\$|[A-Z]{3}|\p{Sc})/u.exec(text.trim()) ?? []
  const [, after] = /([A-Z]{1,2}\$|[A-Z]{3}|\p{Sc})\)?$/u.exec(text.trim()) ?? []
  const named = before ?? after
  return named && (signs[named] ?? named)
}

/** The currency code in a column's name, as in `Betrag (EUR)`. */
export function currencyOfHeader(name: string): string | undefined {
  const [, inBrackets, afterIn] = /[([]([A-Z]{3}|\p{Sc})[)\]]|\bin ([A-Z]{3})\b/u.exec(name) ?? []
  const named = inBrackets ?? afterIn
  return named && (signs[named] ?? named)
}

const signs: Readonly<Record<string, string>> = {
  ...{ $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' },
  ...{ C$: 'CAD', CA$: 'CAD', A$: 'AUD', AU$: 'AUD', NZ$: 'NZD', HK$: 'HKD', R$: 'BRL' },
}

/** How a month begins in English, German, French, Spanish, Portuguese, Italian or Dutch, without accents */
const months = ['jan ene gen', 'feb fev', 'mar mrz maa', 'apr avr abr', 'may mai mag mei']
  .concat('jun juin giu', 'jul juil lug', 'aug aou ago', 'sep set', 'oct okt ott out', 'nov')
  .concat('dec dez dic')
  .map((beginnings) => beginnings.split(' '))
const time = /[T ,](\d\d?):(\d\d):?([\d.]*) ?([AP]?M?)$/i

/** As this app exports it */
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/**
 * 1/31/2026, 31.01.26, 20260131, 31-Jan-26 and Saturday, January 31st, 2026 become 2026-01-31. A time is left out, unless
 * it or `zone` gives its zone, as `offsetOf` reads it. Any other format stays as it is, like the
 * timestamps of an export.
 */
export function readDay(value: string, order: DayOrder = 'month first', zone?: string): string {
  const text = value.trim()
  const [suffix = '', named = ''] = / ?(Z|[A-Z]{3,4}|[+-]\d\d:?\d\d)$/i.exec(text) ?? []
  const timed = text.slice(0, text.length - suffix.length)
  if (suffix !== '' && time.test(timed) && !moment.test(text)) {
    const read = readDay(timed, order, named === 'Z' ? 'UTC' : named)
    return read.includes('T') ? read : text
  }
  const [clock, hours, minutes, seconds = '', half = ''] = time.exec(text) ?? []
  const day = isoDay(
    clock === undefined ? text : text.slice(0, -clock.length).replace(/[ ,]+$/, ''),
    order,
  )
  if (clock === undefined || !zone || !/^\d{4}-\d\d-\d\d$/.test(day)) return day
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  const clockTime = `${day}T${two(hour)}:${minutes}:${seconds.slice(0, 2) || '00'}`
  const offset = offsetOf(zone, clockTime)
  return offset === undefined ? day : clockTime + offset
}

/** Zones as exports shorten them, in hours from UTC. */
const zones: Readonly<Record<string, number>> = {
  ...{ UTC: 0, GMT: 0, WET: 0, BST: 1, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3 },
  ...{
    EST: -5,
    EDT: -4,
    CST: -6,
    CDT: -5,
    MST: -7,
    MDT: -6,
    PST: -8,
    PDT: -7,
    AKST: -9,
    AKDT: -8,
    HST: -10,
  },
  ...{ AEST: 10, AEDT: 11, NZST: 12, NZDT: 13, JST: 9 },
}

/**
 * What a zone adds to UTC at a local time, as `-08:00`: of PST, GMT-8, +01:00 or America/Los_Angeles. Undefined
 * where it is not known.
 *
 * @param clockTime such as `2026-01-31T10:00:00`
 */
export function offsetOf(zone: string, clockTime: string): string | undefined {
  const name = zone.trim()
  const hours = zones[name.toUpperCase()]
  if (hours !== undefined) return offset(hours < 0 ? '-' : '+', Math.abs(hours), 0)
  const [, sign, hour, minute = '0'] = /^(?:GMT|UTC)?([-+−])(\d\d?):?(\d\d)?$/i.exec(name) ?? []
  if (sign) return offset(sign === '+' ? '+' : '-', Number(hour), Number(minute))
  if (!name.includes('/')) return undefined
  try {
    const shown = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    // First as if it were UTC, then at that moment of the zone: it matters where clocks change.
    let found = 'Z'
    for (let look = 0; look < 2; look += 1) {
      const parts = shown.formatToParts(new Date(clockTime + found))
      const told = parts.find(({ type }) => type === 'timeZoneName')!.value.slice('GMT'.length)
      found = told || '+00:00'
    }
    return found
  } catch {
    return undefined
  }
}

const offset = (sign: '+' | '-', hours: number, minutes: number) =>
  hours + minutes === 0 ? 'Z' : `${sign}${two(hours)}:${two(minutes)}`

function isoDay(written: string, order: DayOrder): string {
  const day = written
    .replace(/^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?[.,]? +/i, '')
    .replace(/(\d)(?:st|nd|rd|th)\b/i, '$1')
  const numeric = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)$/.exec(day)
  if (numeric) {
    const [, first, , second, year] = numeric
    return order === 'day first' ? iso(year!, second!, first!) : iso(year!, first!, second!)
  }
  const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(day)
  if (yearFirst) return iso(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!)
  const [, year, ofYear, date] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(day) ?? []
  if (date) return iso(year!, ofYear!, date)
  const plain = fold(day)
    .replace(/^(\d{1,2})(?:er|\.)(?= )/, '$1')
    .replaceAll(/ del? /g, ' ')
  const dayFirst = /^(\d{1,2})[- ]([a-z]{3,10})\.?[- ,]+(\d{4}|\d\d)$/.exec(plain)
  const monthFirst = /^([a-z]{3,10})\.? (\d{1,2}),? (\d{4})$/.exec(plain)
  const month = monthOf(dayFirst?.[2] ?? monthFirst?.[1] ?? '')
  if (month === 0) return written
  return dayFirst
    ? iso(dayFirst[3]!, month, dayFirst[1]!)
    : iso(monthFirst![3]!, month, monthFirst![2]!)
}

const monthOf = (name: string) =>
  months.findIndex((beginnings) => beginnings.some((one) => name.startsWith(one))) + 1
const two = (part: number | string) => String(part).padStart(2, '0')

/** Two digits of a year are read as Excel does: from 30 on the last century. */
function iso(year: string, month: number | string, day: string): string {
  const full = year.length === 4 ? year : `${Number(year) < 30 ? 20 : 19}${year}`
  return `${full}-${two(month)}-${two(day)}`
}

/** A moment as the office's day, where only a day is stored. */
export const dayOnly = (value: string): string =>
  /^\d{4}-\d\d-\d\dT[\d:]+(?:Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
    ? officeDay(value)
    : value
