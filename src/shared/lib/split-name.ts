import { fold } from './fold'

/**
 * Splits a child's name into first and last name. A comma follows the last
 * name; a name that ends with the family's name has that as its last name; particles such as "de
 * la" belong to the last name; a single name is a first name in that family.
 */
export function splitName(name: string, familyName: string) {
  const [last = '', ...first] = name.split(',').map((part) => part.trim())
  if (first.length > 0) return { first_name: first.join(' '), last_name: last }
  const words = last.split(/\s+/)
  const family = familyName.trim().split(/\s+/)
  if (words.length === 1) {
    return { first_name: last, last_name: last && familyName.trim() }
  }
  const isFamilys =
    words.length > family.length &&
    fold(words.slice(-family.length).join(' ')) === fold(family.join(' '))
  const particle = words.findIndex((word, at) => at > 0 && /^\p{Ll}/u.test(word))
  const at = isFamilys ? -family.length : particle > 0 ? particle : -1
  return { first_name: words.slice(0, at).join(' '), last_name: words.slice(at).join(' ') }
}
