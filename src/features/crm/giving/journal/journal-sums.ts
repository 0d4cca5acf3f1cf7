/** What a line of the books is. Amounts of what came back, fees and spendings are negative. */
export type EntryKind =
  | 'gift'
  | 'in_kind'
  | 'refund'
  | 'bounce'
  | 'void'
  | 'dispute'
  | 'fee'
  | 'spending'
  | 'deposit'
  | 'payout'
  | 'payout_returned'

/** The lines of a day that are equal but for the giver. */
export interface Entry {
  /** As `2026-01-31` */
  day: string
  kind: EntryKind
  /** How the gift came; null of what is no gift. */
  source: 'batch' | 'desk' | 'online' | 'file' | null
  /** When its batch was opened */
  batch: string | null
  payout: string | null
  fund: string | null
  campaign: string | null
  lines: number
  /** Dollars; null in kind */
  amount: number | null
}

export const kindLabels: Record<EntryKind, string> = {
  gift: 'Gifts',
  in_kind: 'In kind',
  refund: 'Refunded',
  bounce: 'Bounced',
  void: 'Voided',
  dispute: 'Disputed',
  fee: 'Fee',
  spending: 'Spent',
  deposit: 'Deposit',
  payout: 'Payout',
  payout_returned: 'Payout returned',
}

/** Dollars that were added up in cents. */
export const sumOf = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((cents, amount) => cents + Math.round((amount ?? 0) * 100), 0) / 100

export const total = (entries: readonly Entry[], ...kinds: EntryKind[]): number =>
  sumOf(entries.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))

const cameBack = ['refund', 'bounce', 'void', 'dispute'] as const

export const returned = (entries: readonly Entry[]): number => total(entries, ...cameBack)

interface BankDay {
  day: string
  deposits: number
  /** Gifts that went to the bank without a batch */
  others: number
  returned: number
  fees: number
  change: number
  /** From the first of the month on */
  soFar: number
}

/**
 * What the bank shows by day: deposits and payouts, less what came back and its fees. The provider takes its refunds
 * and fees out of payouts, and of a batch nothing leaves the bank when a gift that was entered wrongly is voided.
 */
export function bankDays(entries: readonly Entry[]): BankDay[] {
  const days = [...new Set(entries.map(({ day }) => day))].toSorted()
  let soFar = 0
  return days.flatMap((day) => {
    const ofDay = entries.filter((entry) => entry.day === day && entry.source !== 'online')
    const loose = ofDay.filter(({ source }) => source === 'desk' || source === 'file')
    const deposits = total(ofDay, 'deposit', 'payout', 'payout_returned')
    const others = total(loose, 'gift', 'void')
    const back = total(ofDay, 'refund', 'bounce')
    const fees = total(ofDay, 'fee')
    const change = sumOf([deposits, others, back, fees])
    if (![deposits, others, back, fees].some(Boolean)) return []
    soFar = sumOf([soFar, change])
    return [{ day, deposits, others, returned: back, fees, change, soFar }]
  })
}
