import Papa from 'papaparse'
import { plain as folded } from '@/engine/import/columns'
import {
  currencyOfHeader,
  currencyOfNumber,
  dayOrder,
  decimalMark,
  readDay,
  readNumber,
  type DayOrder,
} from '@/engine/import/formats'
import { isCalledTotal } from '@/engine/import/totals'
import type { Choices } from '@/shared/ui/choice-select'
import { pastedFields, wrongIn } from './gift-columns'
import { nextGift, type TypedGift } from '../gifts/gift-fields'
import { methodNamed } from '../gifts/gift-methods'

/** For more rows there is the import of a file, which can be undone. */
export const MOST_PASTED = 500

export type PastedField = (typeof pastedFields)[number]['id']

/** The field that each column fills; undefined where it is left out. */
export type PastedColumns = readonly (PastedField | undefined)[]

export interface Pasted {
  /** The names of the columns, where the first row has them */
  header: readonly string[] | undefined
  rows: readonly (readonly string[])[]
}

/**
 * The cells of rows copied from a spreadsheet: separated by tabs, and quoted where a cell has
 * several lines.
 */
export function readPasted(text: string): Pasted {
  const parsed = Papa.parse<string[]>(text, { delimiter: '\t', skipEmptyLines: 'greedy' }).data
  const [first = [], ...rest] = parsed.map((cells) => cells.map((cell) => cell.trim()))
  const named = first.filter((cell) => fieldNamed(cell) !== undefined).length
  const isHeader = named > 0 && !first.some((cell) => isAmount(cell) || isDay(cell))
  return isHeader ? { header: first, rows: rest } : { header: undefined, rows: [first, ...rest] }
}

function fieldNamed(name: string): PastedField | undefined {
  const searched = folded(name)
  const isNamed = (names: readonly string[]) => names.some((one) => folded(one) === searched)
  return searched === ''
    ? undefined
    : pastedFields.find(({ label, names }) => isNamed([label, ...names]))?.id
}

const isDay = (cell: string) => /^\d{4}-\d\d-\d\d$/.test(readDay(cell))
const isAmount = (cell: string) =>
  /\d/.test(cell) &&
  !isDay(cell) &&
  [readNumber(cell), readNumber(cell, ',')].some(
    (number) => number !== '' && !Number.isNaN(Number(number)),
  )
const isMoney = (cell: string) => /\p{Sc}|[.,]\d\d\)?$/u.test(cell)
/** The field of each column, by its name or else by its cells. */
export function guessPasted({ header, rows }: Pasted, funds: Choices): PastedColumns {
  const width = Math.max(header?.length ?? 0, ...rows.map(({ length }) => length))
  const guessed: (PastedField | undefined)[] = Array.from({ length: width }, () => undefined)
  const take = (at: number, field: PastedField) => {
    if (at >= 0 && !guessed.includes(field)) guessed[at] = field
  }
  header?.forEach((name, at) => {
    const field = fieldNamed(name)
    if (field) take(at, field)
  })
  if (header) return guessed
  const cells = guessed.map((_, at) => rows.map((row) => row[at] ?? '').filter(Boolean))
  /** The first free column with mostly matching cells. */
  const columnOf = (isSo: (cell: string) => boolean) =>
    cells.findIndex(
      (column, at) =>
        !guessed[at] &&
        column.length > 0 &&
        column.filter((cell) => isSo(cell)).length > column.length / 2,
    )
  take(
    columnOf((cell) => /^\S+@\S+\.\S+$/.test(cell)),
    'donor_email',
  )
  take(columnOf(isDay), 'day')
  take(
    columnOf((cell) => methodNamed(cell) !== undefined),
    'method',
  )
  take(
    columnOf((cell) => fundNamed(cell, funds) !== undefined),
    'fund_id',
  )
  take(
    columnOf((cell) => isAmount(cell) && isMoney(cell)),
    'amount',
  )
  take(columnOf(isAmount), guessed.includes('amount') ? 'reference' : 'amount')
  take(columnOf(isAmount), 'reference')
  take(
    columnOf((cell) => /\p{L}/u.test(cell)),
    'donor_name',
  )
  take(
    columnOf(() => true),
    'note',
  )
  return guessed
}

const fundNamed = (name: string, funds: Choices) =>
  funds.find(({ label }) => folded(label) === folded(name))?.id

export interface PastedGift {
  typed: TypedGift
  /** What is wrong with it */
  message?: string
}

export interface PastedGifts {
  gifts: readonly PastedGift[]
  /** Whether the days have two readings, so that someone has to choose. */
  isDayOpen: boolean
}

/**
 * The gifts of pasted rows, in their order. Missing values come from `like`, the gift being typed
 * at the desk. An unreadable cell stays as typed, with a message.
 * @param order the notation of days, where their values leave it open
 */
export function pastedGifts(
  { header, rows }: Pasted,
  columns: PastedColumns,
  like: TypedGift,
  funds: Choices,
  order?: DayOrder,
): PastedGifts {
  const valuesOf = (field: PastedField) => {
    const at = columns.indexOf(field)
    return at < 0 ? [] : rows.map((row) => row[at] ?? '').filter(Boolean)
  }
  const days = dayOrder(valuesOf('day'))
  const mark = decimalMark(valuesOf('amount')).way ?? '.'
  const way = days.way ?? order
  const gifts = rows.map((row): PastedGift => {
    const typed = nextGift(like)
    let message: string | undefined
    let unknown = ''
    columns.forEach((field, at) => {
      const cell = row[at] ?? ''
      if (!field || cell === '') return
      if (field === 'amount') {
        typed.amount = readNumber(cell, mark)
        typed.currency =
          currencyOfNumber(cell) ?? currencyOfHeader(header?.[at] ?? '') ?? typed.currency
      } else if (field === 'exchange_value') {
        const value = readNumber(cell, mark)
        // Other programs write 0 where nothing was given.
        typed.exchange_value = Number(value) === 0 ? '' : value
      } else if (field === 'day') typed.day = readDay(cell, way)
      else if (field === 'method') {
        typed.method = methodNamed(cell) ?? ''
        if (!typed.method) message = `“${cell}” is not a method. Choose one.`
      } else if (field === 'fund_id') {
        const fund = fundNamed(cell, funds)
        if (fund) typed.fund_id = fund
        else {
          message = `There is no fund “${cell}”. Its name is in the note.`
          unknown = `Fund: ${cell}`
        }
      } else typed[field] = cell
    })
    typed.note = [typed.note, unknown].filter(Boolean).join('\n')
    message ??= wrongIn(typed)
    if (isCalledTotal(row)) message = 'This looks like a total. Save it only if it is a gift.'
    return { typed, ...(message !== undefined && { message }) }
  })
  return { gifts: withSplits(gifts), isDayOpen: days.way === undefined && days.ways !== undefined }
}

/** Rows of one check over several funds share an id. */
function withSplits(gifts: readonly PastedGift[]): PastedGift[] {
  const keyOf = ({ typed }: PastedGift) =>
    typed.method === 'check' && typed.reference !== ''
      ? [typed.donor_name, typed.donor_email, typed.day, typed.reference].join('\n').toLowerCase()
      : ''
  const funds = new Map<string, string[]>()
  for (const gift of gifts) {
    const key = keyOf(gift)
    funds.set(key, [...(funds.get(key) ?? []), gift.typed.fund_id])
  }
  const ids = new Map<string, string>()
  for (const [key, parts] of funds) {
    const isSplit = parts.length > 1 && new Set(parts).size === parts.length
    if (key !== '' && isSplit) ids.set(key, crypto.randomUUID())
  }
  return gifts.map((gift) => {
    const split_id = ids.get(keyOf(gift))
    return split_id ? { ...gift, typed: { ...gift.typed, split_id } } : gift
  })
}
