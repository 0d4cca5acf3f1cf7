import { plain } from './columns'

/* Refunds that are rows of their own, and name the payment that they refund. */

const payments = new Set(
  [
    'reference txn id',
    'reference transaction id',
    'original transaction id',
    'original transaction',
    'original payment id',
    'original charge id',
    'parent transaction id',
    'related transaction id',
    'refunded transaction id',
    'refund of',
  ].map(plain),
)

/** The column with the payment that a row refunds. */
export function refundColumn(header: readonly string[]): number | undefined {
  const column = header.findIndex((name) => payments.has(plain(name)))
  return column >= 0 ? column : undefined
}

/** Whether a word says that its row is a refund; a refunded gift is none. */
export const isRefund = (word: string): boolean =>
  /^(?:(?:payment|donation|gift|full|partial) )*(?:refund|reversal|charge-?back)$/i.test(
    word.trim(),
  )

export interface Refund {
  row: number
  cells: readonly string[]
  /** The id of the payment */
  of: string
  /** As it is written, above zero */
  amount: number
}
