import { fold } from '@/shared/lib/fold'

export const methods = [
  { id: 'check', label: 'Check' },
  { id: 'cash', label: 'Cash' },
  { id: 'bank', label: 'Bank transfer' },
  { id: 'mobile_money', label: 'Mobile money' },
  { id: 'card', label: 'Card' },
  { id: 'in_kind', label: 'In kind' },
] as const

const plain = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Names that other offices have for a method. */
const methodsOfOthers: Readonly<Record<string, string>> = {
  ...{ cheque: 'check', chk: 'check', wire: 'bank', ach: 'bank', transfer: 'bank', eft: 'bank' },
  ...{ wiretransfer: 'bank', directdeposit: 'bank', moneyorder: 'check', cashierscheck: 'check' },
  ...{ personalcheck: 'check', businesscheck: 'check', echeck: 'bank', directdebit: 'bank' },
  ...{ applepay: 'card', googlepay: 'card' },
  ...{ creditcard: 'card', debitcard: 'card', visa: 'card', mastercard: 'card', amex: 'card' },
  ...{ americanexpress: 'card', discover: 'card', momo: 'mobile_money' },
}

const names = new Map<string, string>([
  ...Object.entries(methodsOfOthers),
  ...methods.flatMap(({ id, label }) => [id, label].map((one) => [plain(one), id] as const)),
])

/** The method of a cell in a spreadsheet. */
export const methodNamed = (cell: string): string | undefined => names.get(plain(cell))
