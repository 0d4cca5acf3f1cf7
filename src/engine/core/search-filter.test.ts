import fc from 'fast-check'
import { expect, it } from 'vitest'
import { containing, searchArgument, searchedWords } from './search-filter'

it('takes every word as it is typed, in lower case', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (text) => {
      fc.pre(!/\d{4}|\d\W+\d/.test(text))
      expect(searchedWords(text).flat().join(' ')).toBe(
        text.replaceAll('`', "'").toLowerCase().trim().replace(/\s+/g, ' '),
      )
    }),
  )
})

it('splits a search into its words, without the null byte', () => {
  expect(searchedWords('  Ada \0 Winters\t')).toEqual([['ada'], ['winters']])
  expect(searchedWords(' ')).toEqual([])
})

it('escapes the special characters of like', () => {
  expect(containing('50%_\\d')).toBe('%50\\%\\_\\\\d%%%%%%')
})

const finds = (search: string, text: string) =>
  searchedWords(search).every((ways) => ways.some((way) => text.includes(way)))

it.each([
  '+231 77 555 0123',
  '+231775550123',
  '00231 77 5550123',
  '077 555 0123',
  '(077) 555-0123',
  '555-0123',
  '0123',
  '775550123x204',
  '(077) 555-0123 ext. 204',
  '775550123,,204',
  '+231 77 555 0123;ext=204',
])('finds a phone number typed as %s', (typed) => {
  expect(finds(typed, 'ada +231 77 555 0123 231775550123')).toBe(true)
  expect(finds(typed, 'ada +231 77 555 9876 231775559876')).toBe(false)
})

it('searches for numbers that are not phone numbers as typed', () => {
  expect(searchedWords('12 boys, 3-4')).toEqual([['12'], ['boys,'], ['3-4']])
})

it('gives the database a line for each word, with tabs between spellings', () => {
  expect(searchArgument(searchedWords('Ada 077 555-0123'))).toBe('ada\n077 555-0123\t75550123')
})
