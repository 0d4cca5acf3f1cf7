const plain: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ς: 'σ' }

/**
 * The text as a search compares it: letters without case and accents, one apostrophe for all of them.
 * The same as `private.searchable` in the database.
 */
export function fold(text: string): string {
  return text
    .replace(/[‘’ʼ´`]/g, "'")
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđıς]/g, (letter) => plain[letter]!)
}
