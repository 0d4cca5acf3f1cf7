import { z } from 'zod'
import { knownBy, type Namesake } from '@/engine/core/people-search'
import { officeDay } from '@/shared/lib/office-day'
import { optionalEmail, optionalLine, optionalText, requiredLine } from '@/shared/forms/form-text'
import { giftAmount } from '@/shared/lib/gift-amount'
import type { Tables } from '@/shared/supabase/database.types'

const LIMIT = 10_000_000

/** Today in the office. */
export const today = (): string => officeDay(new Date())

const isMoney = (value: string) => /^\d{1,10}$|^\d{1,10}\.\d{1,2}$/.test(value)

/** An amount as people write it, such as $1,250.50, without its sign and commas. */
export const plain = (typed: string) => {
  const amount = typed.replace(/^\$/, '')
  return /^\d{1,3},/.test(amount) ? amount.replaceAll(/,(?=\d{3}(?:[,.]|$))/g, '') : amount
}

/** Any amount as a number, also zero. */
export const dollars = z
  .string()
  .trim()
  .transform(plain)
  .refine(isMoney, 'An amount like 1,250.50')
  .transform(Number)

export const money = z
  .string()
  .trim()
  .transform(plain)
  .refine(
    (value) => isMoney(value) && +value > 0 && +value < LIMIT,
    'An amount above 0 and below 10,000,000, like 62.50',
  )

export const pastDay = z
  .string()
  .refine(
    (value) => z.iso.date().safeParse(value).success && value >= '1900' && value <= today(),
    'Today or an earlier day',
  )

export const isInKind = ({ method }: { method: string | null }) => method === 'in_kind'

/** Whether it is in another currency than dollars, perhaps half typed. */
export const isForeign = ({ currency, method }: { currency: string; method: string }) =>
  !['', 'USD'].includes(currency.trim().toUpperCase()) && !isInKind({ method })

const optionalId = z.string().transform((id) => id || null)
const onlyShown = z.string().transform(() => undefined)

/** What the donor got in exchange, and the dollars that it is worth */
interface Exchange {
  exchange: string | null
  exchange_value: string | null
}

/** What is wrong with what was given in exchange, by its field: both are there or none, and it is worth no more than the gift. */
function wrongExchange(
  { exchange, exchange_value }: Exchange,
  dollars?: number,
): Partial<Record<keyof Exchange, string>> {
  if (!exchange && !exchange_value) return {}
  const value = money.safeParse(exchange_value ?? '')
  return {
    ...(!exchange && { exchange: 'What did the donor get?' }),
    ...(value.success
      ? dollars !== undefined &&
        +value.data > dollars && { exchange_value: 'Not more than the gift' }
      : { exchange_value: exchange_value ? value.error.issues[0]!.message : 'What is it worth?' }),
  }
}

/** The office's own fields, which gifts from the payment provider have too. */
const officeFields = {
  exchange: optionalLine(300),
  exchange_value: z
    .string()
    .trim()
    .transform((typed) => plain(typed) || null),
  legal_donor_name: optionalLine(200),
  legal_donor_id: optionalId,
  new_legal_donor_id: optionalId,
  legal_donor_hint: onlyShown,
  fund_id: optionalId,
  note: optionalText(2000),
}

/**
 * A gift as typed, and as `enter_gift` takes it. The amount of a gift in kind is an estimate, or
 * empty.
 */
export const giftSchema = z
  .object({
    donor_name: requiredLine(200),
    person_id: optionalId,
    new_person_id: optionalId,
    person_hint: onlyShown,
    donor_email: optionalEmail,
    donor_phone: optionalLine(50),
    amount: z.string().trim().transform(plain),
    description: optionalLine(300),
    day: pastDay,
    method: z.string().min(1, 'Choose a method'),
    reference: optionalLine(100),
    campaign: optionalLine(200),
    ...officeFields,
    tribute: z.string().transform((kind) => kind || null),
    tribute_name: optionalLine(200),
    currency: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^$|^[A-Z]{3}$/, 'Three letters, like EUR'),
    rate: z.string().trim(),
    rate_on: z.string(),
    batch_id: optionalId,
    split_id: optionalId,
    lines: onlyShown,
  })
  .superRefine((gift, context) => {
    const missing = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (!isInKind(gift) || gift.amount !== '') {
      const { error } = money.safeParse(gift.amount)
      if (error) missing('amount', error.issues[0]!.message)
    }
    if (isInKind(gift) && !gift.description) missing('description', 'What was given?')
    if (isForeign(gift)) {
      if (!/^\d{1,6}$|^\d{1,6}\.\d{1,8}$/.test(gift.rate) || +gift.rate <= 0) {
        missing('rate', 'A rate above 0, like 1.08: the dollars for 1 of it')
      }
      if (!pastDay.safeParse(gift.rate_on).success) missing('rate_on', 'Today or an earlier day')
    }
    if (!isInKind(gift)) {
      const inDollars = Math.round(+gift.amount * (isForeign(gift) ? +gift.rate : 1) * 100) / 100
      for (const [path, message] of Object.entries(wrongExchange(gift, inDollars))) {
        missing(path, message)
      }
    }
    if (gift.tribute && !gift.tribute_name) missing('tribute_name', 'Whose name?')
    if (gift.tribute_name && !gift.tribute) missing('tribute', 'In honor or in memory?')
  })
  .transform((gift) => ({
    ...gift,
    amount: gift.amount || null,
    description: isInKind(gift) ? gift.description : null,
    ...(isInKind(gift) && { exchange: null, exchange_value: null }),
    ...(isForeign(gift) ? {} : { currency: null, rate: null, rate_on: null }),
  }))

export const reasonSchema = z.object({
  reason: requiredLine(300, 'Enter a reason, like "The check bounced"'),
})
export const correctionSchema = z.intersection(giftSchema, reasonSchema)
export const paidCorrectionSchema = reasonSchema
  .extend(officeFields)
  .superRefine((gift, context) => {
    for (const [path, message] of Object.entries(wrongExchange(gift))) {
      context.addIssue({ code: 'custom', path: [path], message })
    }
  })

export type TypedGift = z.input<typeof giftSchema>
export type NewGift = z.output<typeof giftSchema>

export const emptyGift = (): TypedGift => ({
  donor_name: '',
  person_id: '',
  new_person_id: '',
  person_hint: '',
  donor_email: '',
  donor_phone: '',
  amount: '',
  description: '',
  day: today(),
  method: 'check',
  reference: '',
  campaign: '',
  legal_donor_name: '',
  legal_donor_id: '',
  new_legal_donor_id: '',
  legal_donor_hint: '',
  fund_id: '',
  exchange: '',
  exchange_value: '',
  tribute: '',
  tribute_name: '',
  note: '',
  currency: 'USD',
  rate: '',
  rate_on: today(),
  batch_id: '',
  split_id: '',
  lines: '',
})

/**
 * The names of people in a gift, and the fields that say who each is: a picked person or a new one.
 */
const bonds = {
  donor_name: { picked: 'person_id', made: 'new_person_id', hint: 'person_hint' },
  legal_donor_name: {
    picked: 'legal_donor_id',
    made: 'new_legal_donor_id',
    hint: 'legal_donor_hint',
  },
} as const
export type PersonField = keyof typeof bonds

/** Its shown details and its ids */
export const fieldsOf = (field: PersonField) => {
  const { hint, picked, made } = bonds[field]
  return [hint, picked, made] as const
}

/** The fields that bind a name to a person, or to a new one with that name. */
export function boundTo(
  field: PersonField,
  who: (Pick<Namesake, 'person'> & Parameters<typeof knownBy>[0]) | 'someone else',
): Partial<TypedGift> {
  const { picked, made, hint } = bonds[field]
  return who === 'someone else'
    ? { [picked]: '', [made]: crypto.randomUUID(), [hint]: 'A new donor with this name' }
    : { [picked]: who.person, [made]: '', [hint]: `Picked: ${knownBy(who).join(', ')}` }
}

/** The fields after more typing in the name: its former person no longer applies. */
export function unbound(field: PersonField, typed: TypedGift): Partial<TypedGift> {
  const { picked, made, hint } = bonds[field]
  if (!typed[picked] && !typed[made]) return {}
  return { [picked]: '', [made]: '', [hint]: 'A different person now, not the one you picked' }
}

/** The database's question before it stores a gift: whether a name is one of its donors. */
export interface Asked {
  field: PersonField
  people: Namesake[]
}

/** What the gifts of a pile share */
const sharedOf = ({
  day,
  method,
  campaign,
  fund_id,
  currency,
  rate,
  rate_on,
  batch_id,
}: TypedGift) => ({ day, method, campaign, fund_id, currency, rate, rate_on, batch_id })

export const sharedFields: readonly string[] = Object.keys(sharedOf(emptyGift()))

/** The next gift keeps the values that a pile of gifts shares. */
export const nextGift = (last: TypedGift): TypedGift => ({ ...emptyGift(), ...sharedOf(last) })

/** Whether a text is rows of a spreadsheet rather than the text of one field. */
export const isPastedTable = (text: string): boolean => /\t|\S[ \t]*\r?\n[ \t]*\S/.test(text)

export type EnteredGift = Tables<'donations'>

/** The name of a gift in dialogs and on buttons */
export const nameOf = (gift: EnteredGift) => `${gift.donor_name}, ${giftAmount(gift)}`

export interface GiftChange {
  gift: EnteredGift
  to: 'correct' | 'refund' | 'void'
}

/** A stored gift in the fields of the form. */
export const typedGift = (gift: EnteredGift): TypedGift => ({
  donor_name: gift.donor_name,
  person_id: gift.is_picked ? gift.person_id : '',
  new_person_id: '',
  person_hint: gift.is_picked ? 'Picked' : '',
  donor_email: gift.donor_email ?? '',
  donor_phone: gift.donor_phone ?? '',
  amount: (gift.original_amount ?? gift.amount ?? gift.estimate)?.toFixed(2) ?? '',
  description: gift.description ?? '',
  day: officeDay(gift.created_at),
  method: gift.method ?? '',
  reference: gift.reference ?? '',
  campaign: gift.campaign ?? '',
  legal_donor_name: gift.legal_donor_name ?? '',
  legal_donor_id: gift.legal_donor_id ?? '',
  new_legal_donor_id: '',
  legal_donor_hint: '',
  fund_id: gift.fund_id ?? '',
  exchange: gift.exchange ?? '',
  exchange_value: gift.exchange_value?.toFixed(2) ?? '',
  tribute: gift.tribute ?? '',
  tribute_name: gift.tribute_name ?? '',
  note: gift.note ?? '',
  currency: gift.currency ?? 'USD',
  rate: gift.rate === null ? '' : String(gift.rate),
  rate_on: gift.rate_on ?? today(),
  batch_id: gift.batch_id ?? '',
  split_id: gift.split_id ?? '',
  lines: '',
})
