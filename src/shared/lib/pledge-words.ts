import { registeredPrograms } from '../data/registered-programs.ts'
import { formatDollars } from './format-dollars.ts'

export const whereNeededMost = 'Where it is needed most'

/** "$50 every month" */
export function amountInWords(amount: number, frequency: string): string {
  return `${formatDollars(amount)} ${frequency === 'once' ? 'once' : 'every month'}`
}

/** @param program its id; null where the giver leaves the choice to us */
export function destinationInWords(program: string | null): string {
  return program ? (registeredPrograms[program] ?? program) : whereNeededMost
}
