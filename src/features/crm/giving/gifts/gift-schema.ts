import type { SchemaParts } from '@/engine/core/schema-parts'
import { midnight } from '@/shared/lib/office-day'
import { methodNamed } from './gift-methods'

export const types = ['one-time', 'monthly', 'corporate', 'grant'] as const

const LIMIT = 10_000_000

/** The problem with an amount, in words for its row. */
function wrongAmount(value: string): string | undefined {
  if (value.startsWith('-')) return 'This is negative. A refund belongs to its gift'
  if (!/^\d+$|^\d+\.\d{1,2}$/.test(value)) return 'Please enter an amount like 1,250.50'
  return Number(value) < LIMIT ? undefined : 'Please enter an amount below 10,000,000'
}

/** February 29 of most years, or month 13 */
function isImpossible(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(value) ?? []
  if (!day) return false
  const read = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return read.toISOString().slice(0, 10) !== value.slice(0, 10)
}

/** The problem with a day, in words for its row; undefined where it is a day of the past. */
function wrongDay(value: string, isDay: boolean): string | undefined {
  if (isImpossible(value)) return 'This day is not in the calendar'
  if (isDay && value >= '1900' && Date.parse(value) <= Date.now()) return undefined
  if (isDay) return 'Please enter today or an earlier day'
  if (value === '') return 'Please fill this in'
  return /^\d{4,5}$|^\d{4,5}\.\d+$/.test(value)
    ? 'A spreadsheet wrote this day as a number. Format its column as a date'
    : 'Please write the day like 2026-01-31'
}

/** An older gift, from a file. */
export function giftSchema(parts: SchemaParts) {
  const { object, oneOf, string, optionalEmail, optionalLine, optionalText, requiredLine } = parts
  const amount = string()
    .trim()
    .superRefine((value, context) => {
      const isNothing = value === '' || Number(value) === 0
      const message = isNothing
        ? 'Please enter an amount above zero, like 62.50'
        : wrongAmount(value)
      if (message) context.addIssue(message)
    })
    .transform(Number)
  const refunded = string()
    .trim()
    .superRefine((value, context) => {
      const message = value === '' ? undefined : wrongAmount(value)
      if (message) context.addIssue(message)
    })
    .transform(Number)
  // Other programs write 0 where nothing was given.
  const optionalAmount = string()
    .trim()
    .superRefine((value, context) => {
      const message = value === '' ? undefined : wrongAmount(value)
      if (message) context.addIssue(message)
    })
    .transform((value) => Number(value) || null)
  const method = string()
    .trim()
    .superRefine((value, context) => {
      if (value === '') return
      const named = methodNamed(value)
      if (!named) context.addIssue('Please use Check, Cash, Bank transfer, Mobile money or Card')
      if (named === 'in_kind') context.addIssue('Enter a gift in kind at the gift desk')
    })
    .transform((value) => methodNamed(value) ?? null)
  const tribute = string()
    .trim()
    .refine(
      (value) => value === '' || /\b(?:honou?r|memory)\b/i.test(value),
      'Please write “in honor” or “in memory”',
    )
    .transform((value) =>
      value === '' ? null : /memory/i.test(value) ? ('memory' as const) : ('honor' as const),
    )
  /** A day, as the moment when it begins in the office, or a moment from an export. */
  const date = parts.either([parts.day(), parts.moment({ offset: true })])
  const dayOfGift = string()
    .superRefine((value, context) => {
      const message = wrongDay(value, date.safeParse(value).success)
      if (message) context.addIssue(message)
    })
    .transform((value) => (value.length > 10 ? value : midnight(value)))

  return object({
    donor_name: requiredLine(200),
    donor_email: optionalEmail,
    amount,
    donation_type: oneOf(types),
    campaign: optionalLine(200),
    created_at: dayOfGift,
    refunded,
    payment_id: optionalLine(200).refine(
      (id) => id === null || /^(?:pi|in)_\w+$/.test(id),
      'Please use the id of a payment (pi_…) or an invoice (in_…)',
    ),
    reference: optionalLine(100),
    exchange_value: optionalAmount,
    exchange: optionalLine(300),
    fund: optionalLine(100),
    method,
    legal_donor_name: optionalLine(200),
    donor_phone: optionalLine(50),
    street: optionalLine(200),
    city: optionalLine(200),
    region: optionalLine(200),
    postal_code: optionalLine(200),
    country: optionalLine(200),
    tribute,
    tribute_name: optionalLine(200),
    note: optionalText(2000),
    employer: optionalLine(200),
    match_amount: optionalAmount,
  })
}
