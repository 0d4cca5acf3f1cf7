/** A day as `2026-01-31` some months later, or the last day of that month. */
export function monthsAfter(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10)
}

interface Typed {
  due_on: string
  amount: string
}

/** Equal parts of an amount, in cents that add up: the last has the rest. */
export function equalParts(amount: number, count: number, first: string, months: number): Typed[] {
  const cents = Math.round(amount * 100)
  const part = Math.floor(cents / count)
  return Array.from({ length: count }, (_, at) => ({
    due_on: monthsAfter(first, at * months),
    amount: ((at < count - 1 ? part : cents - part * (count - 1)) / 100).toFixed(2),
  }))
}
