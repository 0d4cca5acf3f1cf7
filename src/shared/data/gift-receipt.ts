import { organisation } from './organisation.ts'

/** The head of a receipt, line by line: name, address and tax number of the organization. */
export const issuer = [
  organisation.fullName,
  ...organisation.postalAddress,
  organisation.taxNumber,
] as const

/** The parts that an admin edits in the app: your law prescribes most of them. */
export interface ReceiptWords {
  title: string
  in_kind: string
  no_goods: string
  in_exchange: string
  thanks: string
}

/** As a receipt keeps them; before the first confirmation the issuer comes from the app. */
export type WordsOnReceipt = ReceiptWords & { issuer: readonly string[] | null }

/** A gift on a receipt, in US dollars: one in kind has a description, and no amount. */
export interface ReceiptLine {
  given_on: string
  amount: number | null
  campaign: string | null
  description: string | null
  /** What the donor got, its value, and what is left to deduct */
  exchange: string | null
  exchange_value: number | null
  deductible: number | null
}

export const hasExchange = ({ exchange_value }: ReceiptLine) => exchange_value !== null

/** What a receipt says of goods and services, and of which gifts, where it has gifts with and without. */
export function exchangeStatements(
  lines: readonly ReceiptLine[],
  { no_goods, in_exchange }: ReceiptWords,
): { of: string; text: string }[] {
  const some = lines.some(hasExchange)
  const none = lines.some((line) => !hasExchange(line))
  const both = some && none
  return [
    ...(some ? [{ of: both ? 'Gifts with a value in exchange: ' : '', text: in_exchange }] : []),
    ...(none ? [{ of: both ? 'Gifts with nothing in exchange: ' : '', text: no_goods }] : []),
  ]
}
