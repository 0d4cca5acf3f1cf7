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
  thanks: string
}

/** As a receipt keeps them; before the first confirmation the issuer comes from the app. */
export type WordsOnReceipt = ReceiptWords & { issuer: readonly string[] | null }
