/** Single-byte encodings, which only the letters tell apart; of equally likely ones it is the first. */
export const encodings = ['windows-1252', 'macintosh', 'ibm850', 'windows-1250'] as const
export type Encoding = (typeof encodings)[number]

/** Where a file could be read in several ways: the one it was read in, and a text in each */
export interface Letters {
  encoding: Encoding
  texts: Readonly<Record<Encoding, string>>
}

/** Its characters from 0x80 on; browsers cannot read it. */
const ibm850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

function textIn(encoding: Encoding, bytes: Uint8Array): string {
  if (encoding !== 'ibm850') return new TextDecoder(encoding).decode(bytes)
  const units = Uint16Array.from(bytes, (byte) =>
    byte < 0x80 ? byte : ibm850.charCodeAt(byte - 0x80),
  )
  return new TextDecoder('utf-16le').decode(units)
}

/** The text of a file in UTF-8, UTF-16 or a single-byte encoding, by its letters unless one was chosen. */
export function decode(
  bytes: Uint8Array,
  chosen: Encoding | undefined,
): { text: string; letters?: Letters } {
  const wide = wideEncoding(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const encoding = chosen ?? likelyEncoding(bytes)
    const around = firstLetters(bytes)
    const texts = Object.fromEntries(encodings.map((one) => [one, textIn(one, around)]))
    return {
      text: textIn(encoding, bytes),
      letters: { encoding, texts: texts as Record<Encoding, string> },
    }
  }
}

/** UTF-16 begins with a byte order mark, or has a zero beside most of its letters. */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]! += 1
  const [even = 0, odd = 0] = zeros
  const most = start.length / 4
  if (odd > most && even === 0) return 'utf-16le'
  return even > most && odd === 0 ? 'utf-16be' : undefined
}

/** Letters with accents that names often have, and others of Europe */
const often = 'éèáíóúñüöäßçã'
const others = 'êôøåàïëõîâûæœýìòùÿšžąćęłńśźżčďěňřťůőűğışđ'
const isLetter = (character: string) => /\p{L}/u.test(character)
const isLower = (character: string) => character !== character.toUpperCase()
/** More would not change what the file shows. */
const MOST = 5000

/** The encoding in which the file has the letters of names, in the case of the letters beside them. */
function likelyEncoding(bytes: Uint8Array): Encoding {
  const high = Uint8Array.from({ length: 0x80 }, (_, at) => at + 0x80)
  const tables = encodings.map((one) => textIn(one, high))
  const scores = encodings.map(() => 0)
  let found = 0
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    found += 1
    if (found > MOST) break
    for (const [which, table] of tables.entries()) {
      const character = (index: number) => {
        const one = bytes[index] ?? 0x20
        return one < 0x80 ? String.fromCharCode(one) : table[one - 0x80]!
      }
      scores[which]! += likelihood(character(at), character(at - 1), character(at + 1))
    }
  }
  return encodings[scores.indexOf(Math.max(...scores))]!
}

function likelihood(character: string, before: string, after: string): number {
  if (!isLetter(character)) {
    const isInside = isLetter(before) && isLetter(after) && character !== '’'
    return isInside ? -3 : 0
  }
  if (!isLower(character) && isLetter(before) && isLower(before)) return -3
  const lower = character.toLowerCase()
  return often.includes(lower) ? 3 : others.includes(lower) ? 1 : -1
}

/** What stands around the first of them in its cell */
function firstLetters(bytes: Uint8Array): Uint8Array {
  const ends = [0x0a, 0x0d, 0x2c, 0x3b, 0x09, 0x22]
  const first = Math.max(
    bytes.findIndex((byte) => byte >= 0x80),
    0,
  )
  let [from, to] = [first, first]
  while (from > 0 && !ends.includes(bytes[from - 1]!)) from -= 1
  while (to < bytes.length && !ends.includes(bytes[to]!)) to += 1
  return bytes.slice(from, Math.min(to, from + 60))
}
