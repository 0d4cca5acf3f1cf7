import { fold } from '@/shared/lib/fold'
import type { ImportForm } from '../core/define-resource'
import { asTyped } from './as-typed'
import { isOwnHeader, type Mapping } from './columns'
import { currencyOfHeader, currencyOfNumber } from './formats'
import type { CsvTable } from './read-csv'
import { isRefund, refundColumn } from './refunds'
import { isStatusOfShape } from './shapes'
import { columnsOfShares, sharesOf } from './shares'
import {
  amountBeside,
  beginnings,
  currencies,
  endOfPeople,
  ends,
  flagOf,
  isCode,
  isCoded,
  isDispute,
  isEndOfPeople,
  isOfMailbox,
  isStateOfPeople,
  isTelling,
  proposal,
  refundDays,
  statuses,
  statusesOfPeople,
  typeProposal,
  wordOf,
  type Action,
} from './telling'

/*
 * Columns that contradict the rest of a row: a failed payment, another currency, an unsubscribed
 * address. The user decides about each value.
 */

interface Value {
  value: string
  rows: number
  /** Undefined where the user has to decide. */
  proposed: Action | undefined
}

export interface Contradiction {
  /** The name of the column */
  label: string
  /** An empty value of `linked`, `choice` or `telling` is any that says nothing. */
  kind: 'status' | 'currency' | 'date' | 'linked' | 'choice' | 'telling'
  actions: readonly Action[]
  values: readonly Value[]
  valueOf: (cells: readonly string[]) => string
  /** Of several with names of another list */
  column?: number
}

/** A column with more different values holds no statuses. */
const MOST_VALUES = 40

/** The columns that the mapping leaves out although they may contradict a row, with their values. */
export function findContradictions(
  { header, rows, known = [] }: CsvTable,
  form: ImportForm,
  mapping: Mapping,
): Contradiction[] {
  const ofStatus: readonly Action[] = [
    'take',
    'leave out',
    ...('refunded' in form.fields ? (['store as refunded'] as const) : []),
    ...(form.keepsUnsubscribed ? (['keep unsubscribed'] as const) : []),
  ]
  const isMoney = 'amount' in form.fields
  const convertible: readonly Action[] = isMoney ? ['leave out', 'convert'] : ['take', 'leave out']
  const found: Contradiction[] = []
  if (!form.asksForStatus) return found
  const add = (
    about: Omit<Contradiction, 'values'>,
    proposed: (value: string) => Action | undefined,
  ) => {
    const counts = new Map<string, number>()
    for (const cells of rows) {
      if (cells.length === 0) continue
      const value = about.valueOf(cells)
      counts.set(value, (counts.get(value) ?? 0) + 1)
      if (counts.size > MOST_VALUES) return
    }
    const values = [...counts].map(([value, number]) => ({
      value,
      rows: number,
      proposed: proposed(value),
    }))
    // Where every row is taken, nothing contradicts; a choice that the list lacks is still shown.
    const isShown = (one: Value) =>
      one.proposed !== 'take' || (about.kind === 'choice' && one.value !== '')
    if (values.some(isShown)) found.push({ ...about, values })
  }

  const isPledge = 'installments' in form.fields
  const isNamedCurrency = header.some((name) => currencies.includes(wordOf(name)))
  const shares = form.parts ? sharesOf(header, mapping) : []
  const isOfShare = new Set(columnsOfShares(shares))
  const namesRefunded = refundColumn(header) !== undefined
  const kindOf = (value: string) =>
    typeProposal(value, ofStatus) ?? (namesRefunded && isRefund(value) ? 'leave out' : undefined)
  const isOwn = isOwnHeader(header, form)
  for (const [column, label] of header.entries()) {
    const name = wordOf(label)
    const valueOf = (cells: readonly string[]) => (cells[column] ?? '').trim()
    const field = form.fields[mapping[column] ?? '']
    if (field?.kind === 'select') {
      const unknown = (cells: readonly string[]) =>
        field.options.includes(asTyped(field, valueOf(cells))) ? '' : valueOf(cells)
      add({ label, kind: 'choice', actions: ofStatus, valueOf: unknown }, kindOf)
    }
    if (mapping[column] || isOfShare.has(column)) continue
    if (isMoney && isOfMailbox(name)) continue
    const of = form.keepsUnsubscribed ? 'people' : 'money'
    const flag = flagOf(name, of)
    const beside = isMoney ? amountBeside(name, rows, column, mapping) : undefined
    const isStatus =
      statuses.includes(name) ||
      (form.keepsUnsubscribed && statusesOfPeople.includes(name)) ||
      isStatusOfShape(header, label)
    if (isDispute(name) || isStatus) {
      add({ label, kind: 'status', actions: ofStatus, valueOf }, (value) =>
        proposal(value, ofStatus, { isPledge, isDispute: isDispute(name) }),
      )
    } else if (
      isMoney &&
      (currencies.includes(name) || (!isNamedCurrency && hasOnlyCurrencies(rows, column)))
    ) {
      const codeOf = (cells: readonly string[]) => valueOf(cells).toUpperCase()
      add({ label, kind: 'currency', actions: convertible, valueOf: codeOf }, ofCurrency)
    } else if (ends.includes(name) || beginnings.includes(name)) {
      const isSet = (cells: readonly string[]) => (valueOf(cells) === '' ? '' : 'With a value')
      const isEnd = ends.includes(name)
      const ended = isEnd && form.keepsUnsubscribed ? 'keep unsubscribed' : 'leave out'
      const actions: readonly Action[] = [...new Set<Action>(['take', 'leave out', ended])]
      add({ label, kind: 'date', actions, valueOf: isSet }, (value) =>
        (value === '') === isEnd ? 'take' : ended,
      )
    } else if (refundDays.includes(name) && isMoney && !mapping.includes('refunded')) {
      const isSet = (cells: readonly string[]) => (valueOf(cells) === '' ? '' : 'With a value')
      add({ label, kind: 'date', actions: ofStatus, valueOf: isSet }, (value) =>
        value === '' ? 'take' : undefined,
      )
    } else if (flag) {
      const isSet = (cells: readonly string[]) => (flag.isSet(valueOf(cells)) ? valueOf(cells) : '')
      add({ label, kind: 'telling', actions: ofStatus, valueOf: isSet }, (value) =>
        value === '' ? 'take' : flag.proposed,
      )
    } else if (beside) {
      add({ label, kind: 'telling', actions: ofStatus, valueOf: beside }, (value) =>
        value === '' ? 'take' : undefined,
      )
    } else if (form.keepsUnsubscribed && isEndOfPeople(name)) {
      const isSet = (cells: readonly string[]) => endOfPeople(valueOf(cells))
      add({ label, kind: 'telling', actions: ofStatus, valueOf: isSet }, (value) =>
        value === '' ? 'take' : 'keep unsubscribed',
      )
    } else if (form.keepsUnsubscribed && isStateOfPeople(name)) {
      const isLeft = (value: string) => !['take', undefined].includes(proposal(value, ofStatus))
      const told = (cells: readonly string[]) => (isLeft(valueOf(cells)) ? valueOf(cells) : '')
      add({ label, kind: 'telling', actions: ofStatus, valueOf: told }, (value) =>
        value === '' ? 'take' : proposal(value, ofStatus),
      )
    } else if (!isPledge && !isOwn) {
      const hasCodes = isMoney && isCoded(name)
      const isSaid = (value: string) => (hasCodes ? isCode(value) : isTelling(value, of))
      const told = (cells: readonly string[]) => (isSaid(valueOf(cells)) ? valueOf(cells) : '')
      if (!rows.some((cells) => told(cells) !== '')) continue
      add({ label, kind: 'telling', actions: ofStatus, valueOf: told }, (value) =>
        value === '' ? 'take' : kindOf(value),
      )
    }
  }

  const linked = form.linked ? mapping.indexOf(form.linked.field) : -1
  const further = shares.map(({ fund }) => fund).filter((column) => column !== linked)
  for (const column of linked >= 0 ? [linked, ...further] : []) {
    const stored = new Set(known.map(({ name }) => fold(name.trim())))
    const written = new Map<string, string>()
    /** The first spelling of each cell */
    const named = new Map<string, string | undefined>()
    for (const cells of rows) {
      const cell = cells[column] ?? ''
      if (named.has(cell)) continue
      const name = cell.trim()
      const key = fold(name)
      if (name && !stored.has(key) && !written.has(key)) written.set(key, name)
      named.set(cell, written.get(key))
    }
    const unknown = (cells: readonly string[]) => {
      const name = named.get(cells[column] ?? '')
      return name ? (written.size > MOST_VALUES ? `${written.size} new names` : name) : ''
    }
    const actions: readonly Action[] = ['add', 'take without', 'leave out']
    const label = column === linked ? form.fields[form.linked!.field]!.label : header[column]!
    add({ label, kind: 'linked', actions, valueOf: unknown, column }, (value) =>
      value === '' ? 'take' : undefined,
    )
  }

  const amount = mapping.indexOf('amount')
  if (
    isMoney &&
    amount >= 0 &&
    !found.some(({ kind }) => kind === 'currency') &&
    !isNamedCurrency
  ) {
    const inHeader = currencyOfHeader(header[amount]!)
    const valueOf = (cells: readonly string[]) =>
      currencyOfNumber(cells[amount] ?? '') ?? inHeader ?? ''
    add({ label: header[amount]!, kind: 'currency', actions: convertible, valueOf }, ofCurrency)
  }
  return found
}

const codes = new Set(
  'USD,EUR,GBP,CAD,AUD,NZD,CHF,JPY,CNY,HKD,SGD,SEK,NOK,DKK,PLN,CZK,HUF,MXN,BRL,INR,ZAR,KES,NGN,GHS,LRD'.split(
    ',',
  ),
)

/** A column of currencies, whatever its name */
function hasOnlyCurrencies(rows: CsvTable['rows'], column: number): boolean {
  let filled = 0
  for (const cells of rows) {
    const cell = (cells[column] ?? '').trim()
    if (cell === '') continue
    if (cell.length !== 3 || !codes.has(cell.toUpperCase())) return false
    filled += 1
  }
  return filled > 0
}

const ours = [
  '',
  'USD',
  'US',
  '$',
  'US$',
  'US $',
  'DOLLAR',
  'DOLLARS',
  'US DOLLAR',
  'US DOLLARS',
].concat('UNITED STATES DOLLAR', 'UNITED STATES DOLLARS')
const ofCurrency = (value: string): Action =>
  ours.includes(value.replaceAll('.', '')) ? 'take' : 'leave out'

/** A conversion as typed: the dollars for 1 in that currency, on a day. */
interface Rate {
  rate: string
  on: string
}

/** The choices that replace proposals, by column and value. */
export type Choices = Readonly<Record<string, Action>>
export type Rates = Readonly<Record<string, Rate>>

export const choiceKey = ({ label }: Contradiction, value: string) => `${label}\n${value}`

export const actionFor = (
  contradiction: Contradiction,
  { value, proposed }: Value,
  choices: Choices,
): Action | undefined => choices[choiceKey(contradiction, value)] ?? proposed
