import { fold } from '@/shared/lib/fold'
import type { ImportForm } from '../core/define-resource'
import { plain, type Mapping } from './columns'
import { currencyOfHeader, currencyOfNumber } from './formats'
import type { CsvTable } from './read-csv'
import { isStatusOfShape } from './shapes'

/*
 * Columns that contradict the rest of a row: a failed payment, another currency, an unsubscribed
 * address. The user decides about each value.
 */

export type Action =
  | 'take'
  | 'leave out'
  | 'store as refunded'
  | 'keep unsubscribed'
  | 'convert'
  | 'add'
  | 'take without'

interface Value {
  value: string
  rows: number
  /** Undefined where the user has to decide. */
  proposed: Action | undefined
}

export interface Contradiction {
  /** The name of the column */
  label: string
  kind: 'status' | 'currency' | 'date' | 'linked'
  actions: readonly Action[]
  values: readonly Value[]
  valueOf: (cells: readonly string[]) => string
}

/** A column with more different values holds no statuses. */
const MOST_VALUES = 40

const statuses = [
  'status',
  'email status',
  'payment status',
  'transaction status',
  'donation status',
  'gift status',
  'subscription status',
  'subscriber status',
  'member status',
  'email marketing status',
  'marketing status',
  'donation stage',
  'opportunity stage',
  'stage',
  'captured',
].map(plain)
const currencies = [
  'currency',
  'currency code',
  'currency iso code',
  'gift currency',
  'währung',
].map(plain)
const ends = [
  'opt out date',
  'opt-out at',
  'optout time',
  'unsub time',
  'unsubscribed at',
  'unsubscribe date',
  'unsubscribe time',
  'unsubscribed on',
  'cleaned time',
  'clean time',
  'bounced at',
  'voided at',
  'deleted at',
].map(plain)
const beginnings = ['confirmed at'].map(plain)

/** In this order, because `unpaid` contains `paid`. */
const meanings: readonly [RegExp, Action | undefined][] = [
  [/partial/, undefined],
  [
    /fail|pend|cancel|declin|denied|expire|unpaid|uncollect|void|pledg|draft|open|prospect|lost|requir|disput|unsubscri|clean|bounc|non-?subscri|unconfirm|opted out|opt-out|inactive|archiv|delet|suppress|complain|spam|block|invalid|held|hold|process|incomplet|unclaim|remov|returned|failed|false|debit|memo|rejected|error|blacklist|unverified|withdraw|convers|authori|reserve|transfer|payment refund/,
    'leave out',
  ],
  [/refund|revers|charge-?back/, 'store as refunded'],
  [
    /^(?:paid|succe.*|complete.*|closed won|won|posted|received|captured|deposited|cleared|settled|active|subscribed|confirmed|opted in|valid|approved|true|credit|deliverable|verified|.*payment.*|.*donation.*|)$/,
    'take',
  ],
]

/** The owner unsubscribed, or the address bounces. */
const gone = /unsubscri|opted out|opt-out|suppress|complain|spam|blacklist|clean|bounc/

function proposal(value: string, actions: readonly Action[]): Action | undefined {
  const word = value.trim().toLowerCase()
  if (actions.includes('keep unsubscribed') && gone.test(word)) return 'keep unsubscribed'
  const [, action] = meanings.find(([words]) => words.test(word)) ?? []
  return action === 'store as refunded' && !actions.includes(action) ? 'leave out' : action
}

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
    about: Pick<Contradiction, 'label' | 'kind' | 'actions' | 'valueOf'>,
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
    // Where every row is taken, nothing contradicts.
    if (values.some((one) => one.proposed !== 'take')) found.push({ ...about, values })
  }

  for (const [column, label] of header.entries()) {
    if (mapping[column]) continue
    const name = plain(label)
    const valueOf = (cells: readonly string[]) => (cells[column] ?? '').trim()
    if (statuses.includes(name) || isStatusOfShape(header, label)) {
      add({ label, kind: 'status', actions: ofStatus, valueOf }, (value) =>
        proposal(value, ofStatus),
      )
    } else if (currencies.includes(name) && isMoney) {
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
    }
  }

  const linked = form.linked ? mapping.indexOf(form.linked.field) : -1
  if (linked >= 0) {
    const stored = new Set(known.map(({ name }) => fold(name.trim())))
    const written = new Map<string, string>()
    for (const cells of rows) {
      const name = (cells[linked] ?? '').trim()
      if (name && !stored.has(fold(name)) && !written.has(fold(name))) written.set(fold(name), name)
    }
    const valueOf = (cells: readonly string[]) => {
      const name = written.get(fold((cells[linked] ?? '').trim()))
      return name && (written.size > MOST_VALUES ? `${written.size} new names` : name)
    }
    const actions: readonly Action[] = ['add', 'take without', 'leave out']
    const label = form.fields[form.linked!.field]!.label
    const unknown = (cells: readonly string[]) => valueOf(cells) ?? ''
    add({ label, kind: 'linked', actions, valueOf: unknown }, (value) =>
      value === '' ? 'take' : undefined,
    )
  }

  const amount = mapping.indexOf('amount')
  if (isMoney && amount >= 0 && !header.some((name) => currencies.includes(plain(name)))) {
    const inHeader = currencyOfHeader(header[amount]!)
    const valueOf = (cells: readonly string[]) =>
      currencyOfNumber(cells[amount] ?? '') ?? inHeader ?? ''
    add({ label: header[amount]!, kind: 'currency', actions: convertible, valueOf }, ofCurrency)
  }
  return found
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
