import { fold } from '@/shared/lib/fold'

/**
 * The regular expressions that find each word of a search in `search_text`. A word is matched
 * literally, with every special character escaped: `like` would read a `*` as a wildcard, since
 * PostgREST does. Postgres can store no null byte, so none can be found.
 */
export function wordPatterns(search: string): string[] {
  const words = fold(search)
    .replaceAll('\0', '')
    .split(/\s+/)
    .filter((word) => word !== '')
  return inOnePiece(words).map((word) => {
    const typed = word.replace(/[^\p{L}\p{M}\p{N} ]/gu, '\\$&')
    const digits = isNumber(word) && digitsOf(word)
    return digits && digits.length >= 4 && digits !== word ? `${typed}|${lasting(digits)}` : typed
  })
}

const isNumber = (word: string) => /^\+?[\d().\-/ ]+$/.test(word)
const digitsOf = (word: string) => word.replaceAll(/\D/g, '')

/**
 * How a telephone number is written with and without its country: they have the end in common.
 */
const lasting = (digits: string) => digits.replace(/^0+(?=\d{4})/, '').slice(-8)

/** A telephone number is one word, however many parts it is typed in. */
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
