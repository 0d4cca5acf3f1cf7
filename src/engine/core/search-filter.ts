import { fold } from '@/shared/lib/fold'
import { withoutExtensions } from '@/shared/lib/phone-extensions'

/**
 * The words of a search, each with its spellings, as in `search_text`. Null bytes are dropped:
 * Postgres can't store them.
 */
export function searchedWords(search: string): string[][] {
  const words = withoutExtensions(fold(search))
    .replaceAll('\0', '')
    .split(/\s+/)
    .filter((word) => word !== '')
  return inOnePiece(words).map((word) => {
    const digits = isNumber(word) && digitsOf(word)
    return digits && digits.length >= 4 && digits !== word ? [word, lasting(digits)] : [word]
  })
}

/** The words in the format of the database's functions: one a line, with tabs between spellings. */
export const searchArgument = (words: readonly (readonly string[])[]): string =>
  words.map((ways) => ways.join('\t')).join('\n')

/**
 * The `like` pattern for texts that contain this one. PostgREST reads a `*` as a wildcard too.
 * Without statistics Postgres takes a longer word for a rarer one and sorts the whole table for one
 * page; each further wildcard at the end raises its estimate.
 */
export const containing = (text: string): string =>
  `%${text.replace(/[\\%_]/g, '\\$&')}${'%'.repeat(text.length)}`

const isNumber = (word: string) => /^\+?[\d().\-/ ]+$/.test(word)
const digitsOf = (word: string) => word.replaceAll(/\D/g, '')

/** The end of a phone number, the same with and without its country code. */
const lasting = (digits: string) => digits.replace(/^0+(?=\d{4})/, '').slice(-8)

/** A phone number is one word, even when typed in parts. */
function inOnePiece(words: readonly string[]): string[] {
  const pieces: string[] = []
  let run: string[] = []
  for (const word of [...words, '']) {
    if (isNumber(word)) {
      run.push(word)
      continue
    }
    const isTelephone = digitsOf(run.join('')).length >= 7
    pieces.push(...(isTelephone ? [run.join(' ')] : run), word)
    run = []
  }
  return pieces.filter((word) => word !== '')
}
