const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An amount as "$1,250.00". */
export function formatDollars(amount: number): string {
  return dollars.format(amount)
}
