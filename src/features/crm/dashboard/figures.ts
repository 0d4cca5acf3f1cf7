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

/**
 * How much more or less than before: "+50% from", "same as"; for small numbers only the direction:
 * "up from".
 */
export function formatChange(now: number, before: number): string {
  if (now === before) return 'same as'
  const percent = Math.round((now / before - 1) * 100)
  // A change from two to three is no trend.
  if (before < 20 || percent > 300) return now > before ? 'up from' : 'down from'
  return `${percent > 0 ? '+' : '−'}${formatCount(Math.abs(percent))}% from`
}

/** @param hours null where there is none: "5 hours", "2.6 days", "–" */
export function formatHours(hours: number | null): string {
  if (hours === null) return '–'
  const [amount, unit] =
    hours < 48 ? [Math.round(hours), 'hour'] : [Number((hours / 24).toFixed(1)), 'day']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}

/** "6 of 8 (75%)" */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  return `${formatCount(part)} of ${formatCount(whole)} (${Math.round((part / whole) * 100)}%)`
}
