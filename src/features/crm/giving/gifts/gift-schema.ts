import type { SchemaParts } from '@/engine/core/schema-parts'
import { midnight } from '@/shared/lib/office-day'

export const types = ['one-time', 'monthly', 'corporate', 'grant'] as const

const LIMIT = 10_000_000

/** The problem with an amount, in words for its row. */
function wrongAmount(value: string): string | undefined {
  if (value.startsWith('-')) return 'This is negative. A refund belongs to its gift'
  if (!/^\d+$|^\d+\.\d{1,2}$/.test(value)) return 'Please enter an amount like 1,250.50'
  return Number(value) < LIMIT ? undefined : 'Please enter an amount below 10,000,000'
}

/** An older gift, from a file. */
export function giftSchema(parts: SchemaParts) {
  const { object, oneOf, string, optionalEmail, optionalLine, requiredLine } = parts
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
  const exchangeValue = string()
    .trim()
    .superRefine((value, context) => {
      const message = value === '' ? undefined : wrongAmount(value)
      if (message) context.addIssue(message)
    })
    // Other programs write 0 where nothing was given.
    .transform((value) => Number(value) || null)
  /** A day, as the moment when it begins in the office, or a moment from an export. */
  const date = parts.either([parts.day(), parts.moment({ offset: true })])
  const dayOfGift = string()
    .refine(
      (value) =>
        date.safeParse(value).success && value >= '1900' && Date.parse(value) <= Date.now(),
      'Please enter today or an earlier day',
    )
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
    exchange_value: exchangeValue,
    exchange: optionalLine(300),
  })
}
