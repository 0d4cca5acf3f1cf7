import { formatDollars } from './format-dollars.ts'

export const whereNeededMost = 'Where it is needed most'

/** "$50 every month" */
export function amountInWords(amount: number, frequency: string): string {
  return `${formatDollars(amount)} ${frequency === 'once' ? 'once' : 'every month'}`
}
