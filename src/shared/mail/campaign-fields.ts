import { formatDollars } from '../lib/format-dollars.ts'
import { fillIn, mergeFields } from '../lib/merge-fields.ts'

/**
 * The merge fields of a campaign about a recipient's gifts, as the database names them
 * (`private.gift_fields`); its `private.campaign_members` says what they count.
 */
const giftFields = ['last_gift', 'last_gift_day', 'last_gift_fund', 'year_total'] as const

/** A recipient's values: dollars, and a day like `2026-03-05`; only those that the text has. */
export interface GiftValues {
  last_gift?: number
  last_gift_day?: string
  /** Absent where the gift went to no fund */
  last_gift_fund?: string
  year_total?: number
}

/** For whoever looks at a campaign without a recipient's gifts. */
export const exampleGifts: GiftValues = {
  last_gift: 1234.5,
  last_gift_day: '2026-03-05',
  last_gift_fund: 'Scholarships',
  year_total: 2500,
}

/** In place of a fund */
export const withoutFund = 'our general fund'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The values as a mail has them: "$1,234.50", "March 5, 2026". */
export function giftsInWords(gifts: GiftValues): Record<string, string> {
  const { last_gift, last_gift_day, last_gift_fund = withoutFund, year_total } = gifts
  return {
    last_gift_fund,
    ...(last_gift !== undefined && { last_gift: formatDollars(last_gift) }),
    ...(last_gift_day !== undefined && { last_gift_day: day.format(new Date(last_gift_day)) }),
    ...(year_total !== undefined && { year_total: formatDollars(year_total) }),
  }
}

interface Texts {
  subject: string
  content?: string
}

/** The merge fields about gifts that a campaign has. */
export function giftFieldsIn({ subject, content = '' }: Texts): string[] {
  const named = mergeFields(`${subject} ${content}`)
  return giftFields.filter((field) => named.includes(field))
}

const filled = Object.fromEntries(['name', ...giftFields].map((field) => [field, field]))

/**
 * What looks like a merge field and is none, like `{{nane}}` or `{{name`: a campaign with one is
 * not sent.
 */
export function unknownFieldIn({ subject, content = '' }: Texts): string | undefined {
  const { text } = fillIn(`${subject} ${content}`, filled)
  return /\{\{[^}]{0,40}\}{0,2}|\}\}/.exec(text)?.[0]
}
