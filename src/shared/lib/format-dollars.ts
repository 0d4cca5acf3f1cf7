const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Cents only where there are any: "$1,250", "$62.50". */
export function formatDollars(amount: number): string {
  return dollars.format(amount)
}
