import { formatDollars } from './format-dollars'

interface Gift {
  /** In US dollars; null for a gift in kind */
  amount: number | null
  description: string | null
}

/** What was given: dollars, or the description of a gift in kind. */
export const giftAmount = ({ amount, description }: Gift): string =>
  amount === null ? (description ?? 'In kind') : formatDollars(amount)

/** A year's gift total, in US dollars: 0 with only gifts in kind. */
export const yearTotal = (total: number): string => (total > 0 ? formatDollars(total) : 'In kind')
