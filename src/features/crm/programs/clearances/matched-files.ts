import { fold } from '@/shared/lib/fold'
import { fullName } from '@/shared/lib/full-name'
import type { ClearableKind } from './clearance-queries'

/** Someone whom a file may be about. */
export interface Matchable {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
}

/** A mentor or trainer whom evidence may be of. */
export interface Candidate extends Matchable {
  kind: ClearableKind
}

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * Whom a file is about by its name: the one person whose first and last name, or whose address, is in
 * it. Several matches, or none, give no proposal.
 */
export function proposedFor<Person extends Matchable>(
  fileName: string,
  people: readonly Person[],
): Person | undefined {
  const words = new Set(wordsOf(fileName.replace(/\.[^.]*$/, '')))
  const joined = fold(fileName)
  const found = people.filter((person) => {
    const { email } = person
    if (email && joined.includes(fold(email))) return true
    const names = wordsOf(fullName(person))
    return names.length > 1 && names.every((name) => words.has(name))
  })
  // A longer name that has another one in it: "Ann Marie Lee" and "Ann Lee".
  const most = Math.max(...found.map((person) => wordsOf(fullName(person)).length))
  const best = found.filter((person) => wordsOf(fullName(person)).length === most)
  return best.length === 1 ? best[0] : undefined
}
