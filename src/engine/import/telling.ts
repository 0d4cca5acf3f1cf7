import { plain, type Mapping } from './columns'
import { decimalMark, readNumber } from './formats'
import type { CsvTable } from './read-csv'

/*
 * The names of columns, and the words in them, by which other programs say that a row is not what
 * it seems.
 */

export type Action =
  | 'take'
  | 'leave out'
  | 'store as refunded'
  | 'keep unsubscribed'
  | 'convert'
  | 'add'
  | 'take without'

/** A column's name; some programs add the kind of an address to it. */
export const wordOf = (label: string) => plain(label.replace(/ - (?:other|home|work)$/i, ''))

export const statuses = [
  'status',
  'email status',
  'payment status',
  'transaction status',
  'donation status',
  'gift status',
  'pledge status',
  'subscription status',
  'subscriber status',
  'member status',
  'email marketing status',
  'marketing status',
  'email permission status',
  'permission status',
  'donation stage',
  'opportunity stage',
  'stage',
  'captured',
].map(plain)
/** In an address book, a state may have these names. */
export const statusesOfPeople = ['estado', 'estatus', 'statut', 'stato'].map(plain)
export const currencies = [
  'currency',
  'currency code',
  'currency iso code',
  'currency type',
  'gift currency',
  'donation currency',
  'payment currency',
  'transaction currency',
  'original currency',
  'währung',
  'waehrung',
  'devise',
  'moneda',
  'divisa',
  'valuta',
  'moeda',
].map(plain)
export const ends = [
  'opt out date',
  'opt-out at',
  'optout time',
  'confirmed opt-out date',
  'unsub time',
  'unsubscribed at',
  'unsubscribe date',
  'unsubscribe time',
  'unsubscribed on',
  'date unsubscribed',
  'abgemeldet am',
  'abmeldedatum',
  'désinscrit le',
  'date de désinscription',
  'fecha de baja',
  'cleaned time',
  'clean time',
  'bounced at',
  'voided at',
  'voided on',
  'void date',
  'deleted at',
].map(plain)
export const beginnings = ['confirmed at'].map(plain)
/** Without an amount, they leave open how much was refunded. */
export const refundDays = [
  'refund date',
  'date refunded',
  'refunded at',
  'refunded on',
  'refunded date',
  'refunded date (UTC)',
  'chargeback date',
].map(plain)

export const isDispute = (name: string) => /^dispute(?:status)?$/.test(name)

/** In this order, because `unpaid` contains `paid`. */
const meanings: readonly [RegExp, Action | undefined][] = [
  [/partial|match/, undefined],
  [
    /fail|pend|cancel|declin|denied|expire|unpaid|uncollect|void|pledg|draft|open|prospect|lost|requir|disput|unsubscri|clean|bounc|non-?subscri|never|unconfirm|opted out|opt-out|inactive|archiv|delet|suppress|complain|spam|block|invalid|held|hold|process|incomplet|unclaim|remov|returned|failed|false|debit|memo|rejected|error|blacklist|unverified|withdraw|convers|authori|reserve|transfer|payment refund|in[- ]?kind|soft credit|write[- ]?off|written off/,
    'leave out',
  ],
  [/refund|revers|charge-?back/, 'store as refunded'],
  [
    /^(?:paid|succe.*|complete.*|closed won|won|posted|received|captured|deposited|cleared|settled|active|subscribed|confirmed|opted in|valid|approved|true|credit|deliverable|verified|.*payment.*|.*donation.*|)$/,
    'take',
  ],
]

/** A pledge that is paid needs no reminders. */
const ofPledges: readonly [RegExp, Action | undefined][] = [
  [/partial/, undefined],
  [
    /^(?:active|open|pledged?|pending|new|in progress|current|scheduled|outstanding|overdue|past due|late|unpaid|)$/,
    'take',
  ],
  [
    /paid|fulfil|complet|closed|received|written|write|cancel|void|delet|lapsed|terminat/,
    'leave out',
  ],
]

const ofDisputes: readonly [RegExp, Action | undefined][] = [[/^(?:won|warning_closed|)$/, 'take']]

/** The owner unsubscribed, or the address bounces. */
const gone =
  /unsubscri|opted out|opt-out|abgemeldet|désabonn|désinscri|baja|suppress|complain|spam|blacklist|clean|bounc/

interface About {
  isPledge?: boolean
  isDispute?: boolean
}

export function proposal(
  value: string,
  actions: readonly Action[],
  { isPledge = false, isDispute: isDisputed = false }: About = {},
): Action | undefined {
  const word = value.trim().toLowerCase()
  if (actions.includes('keep unsubscribed') && gone.test(word)) return 'keep unsubscribed'
  const known = isPledge ? ofPledges : isDisputed ? ofDisputes : meanings
  const [, action] = known.find(([words]) => words.test(word)) ?? []
  return action === 'store as refunded' && !actions.includes(action) ? 'leave out' : action
}

const usualGift =
  /^(?:gift|donation|contribution|cash|check|payment|individual|(?:one[- ]?time|single|standard)(?: gift| donation)?|)$/

/** What a kind of gift that the list lacks is, where the word leaves no doubt. */
export function typeProposal(value: string, actions: readonly Action[]): Action | undefined {
  const word = value.trim().toLowerCase()
  const isPaid = /^(?:recurring gift )?pay-cash$|(?:pledge|gift|donation) ?payment$/.test(word)
  if (isPaid || usualGift.test(word)) return 'take'
  const proposed = proposal(value, actions)
  // The row of a refund is not the gift that was refunded.
  return proposed === 'take' || /^(?:refund|reversal|charge-?back)$/.test(word)
    ? undefined
    : proposed
}

/** Sets, since a file has millions of cells. */
const tellingOf: Readonly<Record<'people' | 'money', ReadonlySet<string>>> = {
  people: new Set(
    'unsubscribe,unsubscribed,opted out,opted-out,cleaned,bounced,hard bounce,hard bounced'.split(
      ',',
    ),
  ),
  money: new Set(
    [
      'failed,declined,refund,refunded,reversal,reversed,chargeback,charge-back,void,voided',
      'canceled,cancelled,pledge,pledged,unpaid,soft credit,write off,write-off,written off',
      'in kind,in-kind,in kind gift,in-kind gift,in kind donation,in-kind donation',
      'gift in kind,gift-in-kind,match,matching,match gift,matching gift,employer match',
      'corporate match,company match',
    ].flatMap((words) => words.split(',')),
  ),
}

/** Lengths and first letters of these words: few other cells have both. */
const outline = (word: string) => word.length * 128 + (word.charCodeAt(0) | 32)
const outlines = {
  people: new Set([...tellingOf.people].map(outline)),
  money: new Set([...tellingOf.money].map(outline)),
}

/** Words that mark a row under any name of a column. */
export const isTelling = (value: string, of: 'people' | 'money'): boolean =>
  outlines[of].has(outline(value)) && tellingOf[of].has(value.toLowerCase())

/** Columns that say by a word, or by any value, who gets no mail */
export const isStateOfPeople = (name: string): boolean =>
  /status|^state$|consent|subscri/.test(name)
export const isEndOfPeople = (name: string): boolean =>
  /suppress|bounce|complain/.test(name) && !/count|soft|rate|status|bounces$/.test(name)

/** What a cell of this column says; empty where it says that mail arrives. */
export const endOfPeople = (value: string): string =>
  isNo(value) || /^(?:none|valid|deliverable|\[\])?$/i.test(value) ? '' : 'With a value'

/** Whether a column says something of a mailbox, and nothing of a gift. */
export const isOfMailbox = (name: string) => /email|subscri|marketing|member|permission/.test(name)

export const isCoded = (name: string) => /^(?:gift)?recordtype$/.test(name)
/** A letter or two, such as P, that say something where a column has codes */
export const isCode = (value: string) => /^\w{1,2}$/.test(value) || isTelling(value, 'money')

interface Flag {
  isSet: (value: string) => boolean
  /** Undefined where the user has to decide */
  proposed: Action | undefined
}

const isYes = (value: string) => /^(?:yes|y|true|t|1|x|✓|✔)$/i.test(value)
const isNo = (value: string) => /^(?:no|n|false|f|0)$/i.test(value)

const ofPeople: readonly [string, Flag][] = [
  [
    [
      'unsubscribed, unsubscribe, opt out, opted out, email opt out, email opted out, opted out of email',
      'opted out of emails, unsubscribed from emails, unsubscribed from all email, do not email',
      'do not contact, do not mail, no email, bounced, hard bounced, email bounced, cleaned, suppressed',
      'blacklist, blacklisted, email blacklisted, email disabled, complained, spam complaint',
    ].join(', '),
    { isSet: isYes, proposed: 'keep unsubscribed' },
  ],
  [
    'subscribed, subscribed to emails, email subscribed, subscribed to newsletter, receives emails, opt in, opted in, email opt in, consent, email consent, marketing consent, accepts marketing, accepts email marketing',
    { isSet: isNo, proposed: 'leave out' },
  ],
]
const ofMoney: readonly [string, Flag][] = [
  [
    'void, voided, deleted, canceled, cancelled, failed, declined, test, test mode, test gift, test transaction, pledge, in kind, soft credit',
    { isSet: isYes, proposed: 'leave out' },
  ],
  [
    'refund, refunded, reversed, chargeback, disputed, bounced, returned, nsf, match, matched, matching, matching gift, employer match, corporate match',
    { isSet: isYes, proposed: undefined },
  ],
]

/** What a column of yes and no says, by its name. */
export function flagOf(name: string, of: 'people' | 'money'): Flag | undefined {
  const bare = name.replace(/^(?:is|was|has)/, '')
  const flags = of === 'people' ? ofPeople : ofMoney
  return flags.find(([names]) => names.split(', ').map(plain).includes(bare))?.[1]
}

/** Names of amounts beside the one that is stored, and what they say */
const besides: readonly {
  names: readonly string[]
  isOfPledges?: true
  says: string
  isSaid: (value: number, amount: number, installments: number) => boolean
}[] = [
  {
    names: [
      ...['deductible amount', 'tax deductible amount', 'deductible', 'receipt amount'],
      ...['tax deductible', 'deductible portion', 'tax deductible portion', 'amount deductible'],
    ],
    says: 'Less than the amount',
    isSaid: (value, amount) => value < amount,
  },
  {
    names: [
      'paid',
      'paid to date',
      'amount paid',
      'total paid',
      'payments to date',
      'amount received',
    ],
    isOfPledges: true,
    says: 'Paid in part or in full',
    isSaid: (value) => value > 0,
  },
  {
    names: [
      'balance',
      'balance due',
      'pledge balance',
      'amount due',
      'outstanding',
      'remaining',
      'remaining balance',
    ],
    isOfPledges: true,
    says: 'Less than the pledge',
    isSaid: (value, amount) => value < amount,
  },
  {
    names: ['installment amount', 'payment amount', 'amount per installment'],
    isOfPledges: true,
    says: 'The installments are not the pledge',
    isSaid: (value, amount, installments) =>
      Math.abs(value * installments - amount) > installments * 0.01,
  },
]

/** What an amount says of the stored one, for each row; undefined for a column of something else. */
export function amountBeside(
  name: string,
  rows: CsvTable['rows'],
  column: number,
  mapping: Mapping,
): ((cells: readonly string[]) => string) | undefined {
  const amount = mapping.indexOf('amount')
  const installments = mapping.indexOf('installments')
  const beside = besides.find((one) => one.names.map(plain).includes(name))
  const isMeant = beside?.isOfPledges ? installments >= 0 : !mapping.includes('exchange_value')
  if (!beside || amount < 0 || !isMeant) return undefined
  const mark = decimalMark(
    rows.flatMap((cells) => [column, amount].map((at) => cells[at] ?? '')),
  ).way
  const numberIn = (cells: readonly string[], at: number) =>
    Number(readNumber(cells[at] ?? '', mark) || Number.NaN)
  return (cells) => {
    const values = [column, amount, installments].map((at) => numberIn(cells, at))
    return beside.isSaid(values[0]!, values[1]!, values[2]!) ? beside.says : ''
  }
}
