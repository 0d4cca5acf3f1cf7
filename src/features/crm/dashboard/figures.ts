export const FUNDRAISING_GOAL = 50_000

const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

/** A percentage to one decimal: "62.9%" */
export function formatPercent(percent: number): string {
  return `${oneDecimal.format(percent)}%`
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

interface FundraisingProgress {
  /** Of the goal; above 100 once it is exceeded */
  percent: number
  /** Dollars up to the goal; none once it is reached */
  remaining: number
  /** Dollars above the goal */
  beyond: number
}

/** @param total dollars donated so far */
export function fundraisingProgress(total: number): FundraisingProgress {
  return {
    percent: (total / FUNDRAISING_GOAL) * 100,
    remaining: Math.max(0, FUNDRAISING_GOAL - total),
    beyond: Math.max(0, total - FUNDRAISING_GOAL),
  }
}
