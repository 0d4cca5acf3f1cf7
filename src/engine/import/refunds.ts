import { formatDollars } from '@/shared/lib/format-dollars'
import type { Checked, ReadyRow } from './check-rows'
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

/** Takes the refunds off the gifts with their payments; those without a gift are told. */
export function withRefunds(checked: Checked, refunds: readonly Refund[]): Checked {
  if (refunds.length === 0) return checked
  const gifts = new Map<string, ReadyRow[]>()
  for (const gift of [...checked.ready, ...checked.duplicates]) {
    const { reference, payment_id, matched_gift_id } = gift.values
    if (matched_gift_id) continue
    for (const id of new Set([reference, payment_id])) {
      if (id) gifts.set(String(id), [...(gifts.get(String(id)) ?? []), gift])
    }
  }
  const returned = new Map<string, number>()
  const hints = [...checked.hints]
  const leftOut = [...checked.leftOut]
  for (const { row, cells, of, amount } of refunds) {
    const [gift, ...others] = gifts.get(of) ?? []
    if (!gift || others.length > 0) {
      const reason = `This refunds the payment ${of}, which is ${gift ? 'several rows' : 'not among these gifts'}. Enter the refund at its gift`
      leftOut.push({ row, cells, reasons: [reason] })
      continue
    }
    const dollars = Math.round(amount * Number(gift.values.rate ?? 1) * 100) / 100
    returned.set(gift.id, (returned.get(gift.id) ?? 0) + dollars)
    const isKnown = 'reason' in gift
    leftOut.push({
      ...{ row, cells },
      reasons: [
        isKnown
          ? `This refunds row ${gift.row}, which is a duplicate. Enter the refund at its gift`
          : `This is the refund of row ${gift.row}`,
      ],
    })
    if (!isKnown) {
      hints.push({ row: gift.row, text: `${formatDollars(dollars)} was refunded in row ${row}` })
    }
  }
  const less = <Row extends ReadyRow>(gift: Row): Row => {
    const { amount, refunded } = gift.values
    const sum = Math.round((returned.get(gift.id) ?? 0) * 100) / 100
    // The gift's own row may say it too.
    const most = Math.min(Number(amount), Math.max(sum, Number(refunded ?? 0)))
    return sum > 0 ? { ...gift, values: { ...gift.values, refunded: most } } : gift
  }
  return {
    ...checked,
    ...{ hints, leftOut },
    ready: checked.ready.map(less),
    duplicates: checked.duplicates.map(less),
  }
}
