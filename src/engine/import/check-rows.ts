import { fold } from '@/shared/lib/fold'
import { optionLabel } from '@/shared/lib/option-label'
import { requiredEmail } from '@/shared/forms/form-text'
import type { Field, ImportForm, Known } from '../core/define-resource'
import type { Namesake } from '../core/people-search'
import { asTyped } from './as-typed'
import { actionFor, type Contradiction } from './contradictions'
import { dayOnly, isDotted, readDay, readNumber, type DayOrder, type DecimalMark } from './formats'
import { formatOf, orderOfDotted, type Plan } from './plan'
import { nameParts } from './full-name'
import { postalCode } from './postal-code'
import { isRefund, type Refund } from './refunds'
import { divided, dividedText, partsIn, type Part } from './shares'
import type { Action } from './telling'
import { isCalledTotal } from './totals'

export type Values = Readonly<Record<string, unknown>>

interface Read {
  /** As a spreadsheet numbers it. */
  row: number
  cells: readonly string[]
}
export type ReadyRow = Read & { id: string; values: Values }
export type SkippedRow = Read & { reasons: readonly string[] }
/** A row that could be stored, and the reason why it probably should not be. */
export type DuplicateRow = ReadyRow & { reason: string }
/** A warning about a row that will be stored. */
interface Hint {
  row: number
  text: string
}

/** A donor in the file whose name matches stored donors with another address. */
export interface UnsureDonor {
  name: string
  email: string | null
  /** The ids of the rows */
  rows: ReadonlySet<string>
  /** The people it may be; `is_found` marks the default */
  people: readonly Namesake[]
  /** The id of a new donor, where the rule would match a stored one */
  newId: string
}

export interface Checked {
  ready: ReadyRow[]
  /** Valid, but the same as an earlier row. */
  duplicates: DuplicateRow[]
  refused: SkippedRow[]
  /** Left out by choice, and totals */
  leftOut: SkippedRow[]
  /** Stored as addresses that get no campaign */
  unsubscribed: ReadyRow[]
  hints: Hint[]
  /** Donors who may already be stored */
  unsure: UnsureDonor[]
}

interface Options {
  form: ImportForm
  plan: Plan
  duplicateKeys: readonly (readonly string[])[]
  /** The number of columns */
  columns: number
  /** The row of the header, as a spreadsheet numbers it */
  headerRow: number
  /** The rows of another list that a column may name */
  known?: readonly Known[]
}

/** Checks the rows of a file one after another, by the rules of the resource's form. */
export function rowChecker(options: Options) {
  const { form, plan, duplicateKeys, headerRow, known = [] } = options
  const withLinked = linker(form, known)
  let isBelow = false
  let cents = 0
  const { fields } = form
  const sources = Object.keys(fields).map((key) => ({
    key,
    columns: plan.mapping
      .flatMap((one, column) => (one === key ? [column] : []))
      .toSorted((one, other) => plan.places[one]! - plan.places[other]! || one - other),
  }))
  const valuesOf = rowReader(options, sources)
  const actions = plan.contradictions.map((one) => ({
    one,
    of: new Map(one.values.map((value) => [value.value, actionFor(one, value, plan.choices)])),
  }))
  const seen = duplicateKeys.map(() => new Map<string, number>())
  const checked: Checked = {
    ready: [],
    duplicates: [],
    refused: [],
    leftOut: [],
    unsubscribed: [],
    hints: [],
    unsure: [],
  }

  const refunds: Refund[] = []
  const amounts = sources.find(({ key }) => key === 'amount')?.columns ?? []

  /** A refund of another row's gift, of which nothing else is said. */
  function refundIn(row: number, cells: readonly string[], meant: readonly Meant[]) {
    const of = cells[plan.refundOf ?? -1]?.trim()
    if (!of || !meant.some(({ value }) => isRefund(value))) return undefined
    const left = meant.filter(isLeftOut)
    if (left.some(({ value }) => !isRefund(value) && !/^debit$/i.test(value))) return undefined
    const amount = centsOf(cells, amounts, plan) / 100
    // A gift may have the word too, once it was refunded.
    const isReturn = amount < 0 || (amount > 0 && left.length > 0)
    return isReturn ? { row, cells, of, amount: Math.abs(amount) } : undefined
  }

  function fundsIn(cells: readonly string[]): Part[] | string {
    if (plan.shares.length === 0) return []
    const mark = formatOf(plan, amounts[0] ?? -1) as DecimalMark | undefined
    return partsIn(cells, plan.shares, centsOf(cells, amounts, plan), mark)
  }

  /** What a row gives, for each of its funds. */
  function giftsOf(values: Values, funds: readonly Part[], meant: readonly Meant[]): Values[] {
    const { linked, parts, matched } = form
    if (!linked || funds.length === 0) return [withLinked(values, meant)]
    const together = funds.length > 1 && parts ? { [parts.id]: crypto.randomUUID() } : {}
    const once = ['payment_id', ...(matched ? [matched.by, matched.amount] : [])]
    const later = Object.fromEntries(once.map((key) => [key, null]))
    return divided(values, funds).map((part, at) => {
      const { fund, column } = funds[at]!
      const named = { ...part, ...together, ...(at > 0 && later), [linked.field]: fund || null }
      return withLinked(named, meant, column)
    })
  }

  return {
    checked,
    refunds,
    /** @param index of the row below the header, from 0 */
    check: (cells: readonly string[], index: number) => {
      // A blank line
      if (cells.length === 0) return
      const row = headerRow + index + 1
      const isSum = isCalledTotal(cells) && cents > 0 && centsOf(cells, amounts, plan) === cents
      if (isSum || isTotal(cells, sources)) {
        isBelow = true
        checked.leftOut.push({ row, cells, reasons: ['This is a total'] })
        return
      }
      if (isBelow && isWithoutDay(cells, sources)) {
        checked.leftOut.push({ row, cells, reasons: ['This is below the total'] })
        return
      }
      const meant = actions.map(({ one, of }) => {
        const value = one.valueOf(cells)
        return { one, value, action: of.get(value) }
      })
      const refund = refundIn(row, cells, meant)
      if (refund) {
        refunds.push(refund)
        return
      }
      const left = meant.filter(isLeftOut)
      const isGone = meant.some(({ action }) => action === 'keep unsubscribed')
      if (left.length > 0 && !isGone) {
        const reasons = left.map(({ one, value }) => `${one.label}: ${value || 'empty'}`)
        checked.leftOut.push({ row, cells, reasons })
        return
      }
      cents += centsOf(cells, amounts, plan)
      const hints: Hint[] = []
      const { values: read, reasons } = valuesOf(cells, (text) => hints.push({ row, text }))
      const funds = read ? fundsIn(cells) : []
      const values = read && withActions(read, meant, plan)
      const wrong =
        reasons ?? (typeof funds === 'string' ? [`Fund: ${funds}`] : contradicting(form, values!))
      if (wrong.length > 0) {
        checked.refused.push({ row, cells, reasons: wrong })
        return
      }
      if (isGone) {
        const kept = { ...values!, unsubscribed: true }
        checked.unsubscribed.push({ row, cells, id: crypto.randomUUID(), values: kept })
        return
      }
      for (const text of doubtful(fields, values!)) hints.push({ row, text })
      const gifts = giftsOf(values!, funds as Part[], meant)
      if (gifts.length > 1) hints.push({ row, text: dividedText(funds as Part[]) })
      const second = secondOf(cells, plan, form)
      for (const text of second.hints) hints.push({ row, text })
      checked.hints.push(...hints)
      const [first] = gifts
      const keys = duplicateKeys.map((names) =>
        sameness(names, { ...first, amount: values!.amount }),
      )
      const earlier = keys.map((key, at) => key && seen[at]!.get(key)).find(Boolean)
      const withSecond = gifts.map((gift) =>
        gift === first ? { ...gift, ...second.values } : gift,
      )
      for (const part of withSecond.flatMap((gift) => partsOf(form, gift))) {
        const ready = { row, cells, ...part }
        if (earlier) checked.duplicates.push({ ...ready, reason: `The same as row ${earlier}` })
        else checked.ready.push(ready)
      }
      keys.forEach((key, at) => key && !seen[at]!.has(key) && seen[at]!.set(key, row))
    },
  }
}

/** For each field, the columns it is read from */
type Sources = readonly { key: string; columns: readonly number[] }[]

/** Reads the values of a row, or the reasons why the form would refuse it. */
function rowReader({ form, plan, columns }: Options, sources: Sources) {
  const { schema, fields, joined = [], orElse = {}, moments = [] } = form

  /** The text of a field, with warnings about it. */
  function textOf(key: string, from: readonly number[], cells: readonly string[], hint: Tell) {
    const field = fields[key]!
    if (from.length === 0 && field.kind !== 'select') return ''
    const given = from.flatMap((column) => {
      const cell = cells[column] ?? ''
      return cell.trim() === '' ? [] : [{ cell, column }]
    })
    if (joined.includes(key) && (given.length > 1 || (given.length === 1 && !plan.isOwn))) {
      const parts = given.map(({ cell }) => cell.trim())
      const isOne = parts.every((part) => part.toLowerCase() === anonymous.toLowerCase())
      return isOne ? anonymous : parts.join(key === 'street' ? ', ' : ' ')
    }
    const { cell = cells[from[0] ?? -1] ?? '', column = from[0] ?? -1 } = given[0] ?? {}
    if (field.kind === 'date') {
      const order = isDotted(cell)
        ? orderOfDotted(plan, column)
        : (formatOf(plan, column) as DayOrder | undefined)
      const { time, zone } = clockOf(column, cells)
      const day = readDay(`${cell} ${time}`, order, zone)
      if (time && !day.includes('T')) {
        hint(`${field.label}: The zone “${zone}” is unknown, so the day stays as written`)
      }
      return moments.includes(key) ? day : dayOnly(day)
    }
    if (field.kind === 'number') {
      return readNumber(cell, formatOf(plan, column) as DecimalMark | undefined)
    }
    if (!plan.isOwn && (field.kind === 'email' || field.kind === 'tel')) {
      const taken = first(field, cell, hint)
      return field.kind === 'tel' ? taken.replace(/^\s*tel:|(?<=^\s*\d{7,})\.0\s*$/i, '') : taken
    }
    const typed = asTyped(field, cell)
    // The user decided to take it although the list lacks this choice.
    const isDecided = plan.contradictions.some(({ kind }) => kind === 'choice')
    return field.kind === 'select' && isDecided && !field.options.includes(typed)
      ? (field.options[0] ?? typed)
      : typed
  }

  function clockOf(column: number, cells: readonly string[]) {
    if (plan.inUtc.includes(column)) return { time: '', zone: 'UTC' }
    if (!plan.clock) return { time: '', zone: undefined }
    return { time: cells[plan.clock.time] ?? '', zone: cells[plan.clock.zone]?.trim() }
  }

  const read = new Set(
    [...sources.flatMap(({ columns: from }) => from), plan.nameElse].concat(
      plan.clock ? Object.values(plan.clock) : [],
    ),
  )
  const isNothing = (cell: string, column: number) =>
    cell.length < MOST_NOTHING &&
    read.has(column) &&
    (withheld.test(cell.trim()) || (!plan.isOwn && unavailable.test(cell.trim())))

  return (typed: readonly string[], hint: Tell) => {
    const cells = typed.some(isNothing)
      ? typed.map((cell, column) => (isNothing(cell, column) ? '' : cell))
      : typed
    if (cells.slice(columns).some((cell) => cell.trim() !== '')) {
      return { reasons: [`The row has ${cells.length} cells, but the file has ${columns} columns`] }
    }
    const texts = Object.fromEntries(
      sources.map(({ key, columns: from }) => [key, textOf(key, from, cells, hint)]),
    )
    if (plan.sponsor) texts.legal_donor_name = plan.sponsor
    for (const [key, value] of Object.entries(plan.always)) {
      if (!plan.mapping.includes(key)) texts[key] = value
    }
    const [name] = joined
    if (name && texts[name]!.trim() === '') {
      const isHidden = sources.some(
        ({ key, columns: from }) =>
          key === name && from.some((column) => withheld.test(typed[column]?.trim() ?? '')),
      )
      const named = isHidden ? anonymous : cells[plan.nameElse ?? -1]?.trim()
      if (named) {
        texts[name] = named
        hint(`${fields[name]!.label} is not named, so it becomes “${named}”`)
      }
    }
    withoutGift(form, texts, hint)
    withName(texts, hint)
    if (!plan.isOwn && texts.postal_code !== undefined) {
      const { code, doubt } = postalCode(texts.postal_code, texts)
      if (doubt) hint(`${fields.postal_code!.label}: ${doubt}`)
      texts.postal_code = code
    }
    for (const [key, substitute] of Object.entries(orElse)) {
      if (texts[key]!.trim() !== '' || !texts[substitute]?.trim()) continue
      texts[key] = texts[substitute].trim()
      hint(`${fields[key]!.label} is empty, so it becomes “${texts[key]}”`)
    }
    const phones = Object.keys(fields).filter((key) => fields[key]!.kind === 'tel')
    const shortened = phones.filter((key) => scientific.test(texts[key]!.trim()))
    const result = schema.safeParse(texts)
    if (result.success && shortened.length === 0) return { values: result.data as Values }
    return {
      reasons: [
        ...shortened.map(
          (key) =>
            `${fields[key]!.label}: A spreadsheet shortened this number. Format its column as text, and enter the number again`,
        ),
        ...(result.error?.issues ?? []).map(({ path, message }) => {
          const field = fields[String(path[0])]
          if (!field) return message
          const wrong = field.kind === 'select' ? oneOf(field.options) : message
          return `${field.label}: ${wrong}`
        }),
      ],
    }
  }
}

/** What platforms write where a donor did not share it */
const withheld = /^not shared by donor$/i
const anonymous = 'Anonymous'
/** What spreadsheets write into a cell without a value */
const unavailable = /^(?:#?n\/a|null|-+|—)$/i
const MOST_NOTHING = 40

/** A name in one cell fills the two that are empty. */
function withName(texts: Record<string, string>, hint: Tell) {
  const { full_name = '', first_name = '', last_name = '' } = texts
  if (full_name.trim() === '' || `${first_name}${last_name}`.trim() !== '') return
  const { isSure, ...parts } = nameParts(full_name)
  Object.assign(texts, parts)
  if (!isSure) {
    hint(`${full_name.trim()}: the first name is ${parts.first_name}, the last ${parts.last_name}`)
  }
}

/** A row with nothing but a match is the gift of the one who matched. */
function withoutGift({ matched, fields }: ImportForm, texts: Record<string, string>, hint: Tell) {
  if (!matched || Number(texts.amount) !== 0 || texts.amount!.trim() === '') return
  const [by = '', amount = ''] = [texts[matched.by], texts[matched.amount]]
  if (!by.trim() || !(Number(amount) > 0)) return
  hint(`Only the match is above zero, so this is a gift of ${by.trim()}`)
  const kept = ['created_at', 'reference', 'campaign', 'fund', 'note', 'method']
  for (const key of Object.keys(fields)) if (!kept.includes(key)) texts[key] = ''
  Object.assign(texts, { donor_name: by.trim(), amount, donation_type: 'corporate' })
}

/** Gives each row the id of the row that a field names: a stored one, or a new one. */
function linker({ linked, fields }: ImportForm, known: readonly Known[]) {
  const ids = new Map(known.map(({ id, name }) => [fold(name.trim()), { id, name }]))
  /** @param column of several with the name */
  return (values: Values, meant: readonly Meant[], column?: number): Values => {
    const name = linked && values[linked.field]
    if (typeof name !== 'string') return values
    const isMeant = ({ one, value }: Meant) =>
      one.kind === 'linked' && value !== '' && (column === undefined || one.column === column)
    const action = meant.find(isMeant)?.action
    if (action === 'take without') {
      const note = [values.note, `${fields[linked!.field]!.label}: ${name}`]
      return { ...values, [linked!.field]: null, note: note.filter(Boolean).join('\n') }
    }
    const key = fold(name.trim())
    const row = ids.get(key) ?? { id: crypto.randomUUID(), name: name.trim() }
    ids.set(key, row)
    return { ...values, [linked!.field]: row.name, [linked!.column]: row.id }
  }
}

/** The gifts of a row: what the donor gave, and what somebody gave to match it. */
function partsOf({ matched }: ImportForm, values: Values): Pick<ReadyRow, 'id' | 'values'>[] {
  const id = crypto.randomUUID()
  if (!matched) return [{ id, values }]
  const { [matched.by]: by, [matched.amount]: amount, ...gift } = values
  if (!by || !amount) return [{ id, values: gift }]
  const { created_at, reference, method, fund, fund_id, campaign } = values
  const match = {
    ...{ created_at, reference, method, fund, fund_id, campaign, amount, refunded: 0 },
    ...{ donor_name: by, donor_email: null, donation_type: 'corporate', [matched.id]: id },
  }
  return [
    { id, values: gift },
    { id: crypto.randomUUID(), values: match },
  ]
}

/** Marks the rows that are parts of one, such as a check for two funds, with an id of their own. */
export function joinParts({ parts }: ImportForm, checked: Checked): void {
  if (!parts) return
  const groups = new Map<string, ReadyRow[]>()
  for (const row of checked.ready) {
    const key = parts.same.map((name) => row.values[name] ?? '')
    if (key.at(-1) === '') continue
    const text = JSON.stringify(key).toLowerCase()
    groups.set(text, [...(groups.get(text) ?? []), row])
  }
  const ids = new Map<string, string>()
  for (const group of groups.values()) {
    const differing = new Set(group.map(({ values }) => values[parts.differ]))
    const numbers = new Set(group.map(({ row }) => String(row)))
    if (numbers.size < 2 || differing.size < group.length) continue
    const shared = crypto.randomUUID()
    for (const { id } of group) ids.set(id, shared)
    const rows = new Intl.ListFormat('en-US').format(numbers)
    checked.hints.push({ row: group[0]!.row, text: `Rows ${rows} are one check` })
  }
  checked.ready = checked.ready.map((row) => {
    const shared = ids.get(row.id)
    return shared ? { ...row, values: { ...row.values, [parts.id]: shared } } : row
  })
}

/** The second person that a row stores, with warnings about the rest. */
function secondOf(cells: readonly string[], { second }: Plan, { takesSecond }: ImportForm) {
  const filled = (columns: readonly number[]) =>
    columns.flatMap((column) => cells[column]?.trim() || [])
  const name = filled(second.name).join(' ')
  const emails = filled(second.email)
  const values: Record<string, string> = {}
  const hints: string[] = []
  if (name && takesSecond) {
    values.second_name = name
    hints.push(`${name} becomes a person in the household of the first`)
  } else if (name) {
    hints.push(`${name} is not imported: each row is one person`)
  }
  const valid = name && takesSecond ? emails.find((it) => requiredEmail.safeParse(it).success) : ''
  if (valid) values.second_email = valid
  const others = emails.filter((email) => email !== valid)
  if (others.length > 0)
    hints.push(`Of the second person, “${others.join('”, “')}” is not imported`)
  return { values, hints }
}

type Tell = (text: string) => void

const scientific = /^\+?[\d.,]+e\+?\d+$/i

/** A cell may have several addresses or numbers, a field only one. */
function first(field: Field, cell: string, hint: Tell): string {
  const several = /:::|;|\n/.test(cell)
    ? /\s*(?::::|;|\n)\s*/
    : field.kind === 'email'
      ? /\s*,\s*/
      : undefined
  const parts = several ? cell.split(several).filter((part) => part.trim() !== '') : [cell]
  const [taken = cell, ...others] = parts
  if (others.length > 0) hint(`${field.label}: ${taken} is used, not ${others.join(', ')}`)
  return taken
}

interface Meant {
  one: Contradiction
  value: string
  action: Action | undefined
}

const isLeftOut = ({ action }: Meant) => action === 'leave out' || action === undefined

function withActions(values: Values, meant: readonly Meant[], { rates }: Plan): Values {
  const converted = meant.find(({ action }) => action === 'convert')
  const { rate, on } = (converted && rates[converted.value]) ?? {}
  const inDollars = (amount: unknown) => Math.round(Number(amount) * Number(rate) * 100) / 100
  const money = rate
    ? {
        ...values,
        amount: inDollars(values.amount),
        ...(values.refunded !== undefined && { refunded: inDollars(values.refunded) }),
        ...(typeof values.exchange_value === 'number' && {
          exchange_value: inDollars(values.exchange_value),
        }),
        currency: converted!.value,
        original_amount: values.amount,
        rate: Number(rate),
        rate_on: on,
      }
    : values
  const isRefunded = meant.some(({ action }) => action === 'store as refunded')
  // A refund of less is what the file says of it.
  return isRefunded && !money.refunded ? { ...money, refunded: money.amount } : money
}

/** Values that are valid one at a time but not together. */
function contradicting({ matched, fields }: ImportForm, values: Values): string[] {
  const { amount, refunded, exchange, exchange_value, tribute, tribute_name } = values
  const { street, city, postal_code, installments, every, first_due, pledged_on } = values
  const isTooMuch = (value: unknown) => typeof value === 'number' && value > Number(amount)
  return [
    ...(isTooMuch(refunded) ? ['Refunded: More than the amount'] : []),
    ...(isTooMuch(exchange_value) ? ['Value in exchange: More than the amount'] : []),
    ...(exchange_value && !exchange ? ['Given in exchange: Please say what the donor got'] : []),
    ...(matched && values[matched.amount] && !values[matched.by]
      ? [`${fields[matched.by]!.label}: Please say who matched it`]
      : []),
    ...(Number(installments) > 1 && !every
      ? ['Frequency: Please write monthly, quarterly or yearly']
      : []),
    ...(typeof first_due === 'string' && typeof pledged_on === 'string' && first_due < pledged_on
      ? ['First due day: This is before the pledge']
      : []),
    ...(Number(installments) > Math.round(Number(amount) * 100)
      ? ['Installments: Each would be less than a cent']
      : []),
    ...(tribute && !tribute_name ? ['Name of the tribute: Please say whose it is'] : []),
    ...(tribute_name && !tribute ? ['Tribute: Please write “in honor” or “in memory”'] : []),
    ...((city || postal_code) && !street ? ['Street: An address needs a street'] : []),
    ...(street && !city && !postal_code
      ? ['Street: An address needs a city or a postal code, in cells of their own']
      : []),
    ...(exchange && !exchange_value ? ['Value in exchange: Please enter what it is worth'] : []),
  ]
}

/** UTF-8 that another program read as windows-1252, or a letter that was lost */
const damaged = /\u00C3[\u0080-\u00BF\u0152-\u2122]|\u00E2\u20AC|\uFFFD/

/** Left behind by a spreadsheet, or by an empty field of another program. */
function doubtful(fields: ImportForm['fields'], values: Values): string[] {
  return Object.entries(fields).flatMap(([key, { kind, label }]) => {
    const value = values[key]
    if (typeof value !== 'string') return []
    if (kind === 'text' && damaged.test(value)) {
      return `${label}: The letters of “${value.slice(0, 60)}” look damaged`
    }
    if (kind === 'date' && /^(?:1970-01-01|1899-12-3\d|1900-01-0[01])/.test(value)) {
      return `${label}: ${value.slice(0, 10)} often means no date`
    }
    if (kind !== 'tel' || !/^\d+$/.test(value.trim())) return []
    const isComplete = /^0|^1?[2-9]\d\d[2-9]\d{6}$/.test(value.trim())
    return isComplete || value.trim().length < 7
      ? []
      : `${label}: ${value.trim()} may have lost a leading zero or +`
  })
}

/** A total below the table: it has a word for it, but no day or address. */
const isTotal = (cells: readonly string[], sources: Sources): boolean =>
  isCalledTotal(cells) && isWithoutDay(cells, sources)

/** What a row adds to the sum of its column of amounts */
function centsOf(cells: readonly string[], [column]: readonly number[], plan: Plan): number {
  if (column === undefined) return 0
  const amount = readNumber(cells[column] ?? '', formatOf(plan, column) as DecimalMark | undefined)
  return Math.round(Number(amount) * 100) || 0
}

function isWithoutDay(cells: readonly string[], sources: Sources): boolean {
  const told = ['created_at', 'donor_email', 'email', 'start_date', 'pledged_on']
  const filled = sources.filter(({ key }) => told.includes(key)).flatMap(({ columns }) => columns)
  return filled.length > 0 && filled.every((column) => (cells[column] ?? '').trim() === '')
}

const oneOf = (options: readonly string[]) =>
  `Please use one of ${options.map(optionLabel).join(', ')}`

/** Equal for two rows that match in these columns; undefined where the first is empty. */
function sameness(columns: readonly string[], values: Values): string | undefined {
  const parts = columns.map((column) => {
    const value = values[column] ?? ''
    return typeof value === 'string' ? value.trim().toLowerCase().normalize() : value
  })
  return parts[0] === '' ? undefined : JSON.stringify(parts)
}
