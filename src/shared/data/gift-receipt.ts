// Sample content: all of it is made up. Delete this line once it is yours (docs/make-it-yours.md).
import { organisation } from './organisation.ts'

/**
 * The wording of a yearly gift receipt, besides names, days and amounts. Your law prescribes it:
 * have it checked. An admin then confirms it in the app, beside a receipt, and again after each change.
 */
export const giftReceipt = {
  title: 'Receipt for gifts',
  /** The organization's address, a line each, and its number with the tax office */
  issuer: [...organisation.postalAddress, organisation.taxNumber],
  thanks: 'Thank you for your support.',
  inKind:
    'Gifts in kind are described, not valued: the law leaves it to the donor to determine their value.',
  noGoods:
    'No goods or services were provided in exchange for these gifts, in whole or in part. Please keep this receipt for your tax records.',
} as const

/** All of its words, as an admin confirms them. */
export const receiptWording = [
  giftReceipt.title,
  [organisation.fullName, ...giftReceipt.issuer].join(', '),
  giftReceipt.inKind,
  giftReceipt.noGoods,
  giftReceipt.thanks,
].join('\n\n')
