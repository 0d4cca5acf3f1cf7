import { formatDollars } from './format-dollars'

interface Gift {
  /** In US dollars; null for a gift in kind */
  amount: number | null
  description: string | null
}

/** What was given: dollars, or the description of a gift in kind. */
export const giftAmount = ({ amount, description }: Gift): string =>
  amount === null ? (description ?? 'In kind') : formatDollars(amount)

/** As a list shows it: a gift in kind has no amount there. */
export const amountInList = ({ amount }: Pick<Gift, 'amount'>): string =>
  amount === null ? 'In kind' : formatDollars(amount)

/** Beside a sum of gifts, where something was given in exchange. */
export const deductibleBeside = (sum: number, deductible: number): string =>
  deductible < sum ? `, ${formatDollars(deductible)} deductible` : ''

/** A year's gift total, in US dollars: 0 with only gifts in kind. */
export const yearTotal = (total: number): string => (total > 0 ? formatDollars(total) : 'In kind')
