const plain: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ς: 'σ' }

/** The value of a digit of any script: ten follow each other. */
function valueOf(digit: string): string {
  let zero = digit.codePointAt(0)!
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((digit.codePointAt(0)! - zero) % 10)
}

/** The text with digits of other scripts as 0 to 9. */
export const plainDigits = (text: string): string => text.replace(/(?!\d)\p{Nd}/gu, valueOf)

/**
 * The text as a search compares it: letters without case and accents, one kind of apostrophe, the
 * digits 0 to 9. The same as `private.searchable` in the database.
 */
export function fold(text: string): string {
  return plainDigits(
    text
      .replace(/[‘’ʼ´`]/g, "'")
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replace(/[łøđıς]/g, (letter) => plain[letter]!),
  )
}
