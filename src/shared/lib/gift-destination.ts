import { registeredPrograms } from '../data/registered-programs.ts'
import { whereNeededMost } from './pledge-words.ts'

/** @param program its id; null where the giver leaves the choice to us */
export function destinationInWords(program: string | null): string {
  return program ? (registeredPrograms[program] ?? program) : whereNeededMost
}
