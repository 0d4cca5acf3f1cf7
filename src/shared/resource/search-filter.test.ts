import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wordPatterns } from './search-filter'

it('matches each character literally', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (text) => {
      fc.pre(!/\d{4}|\d\W+\d/.test(text))
      for (const pattern of wordPatterns(text)) {
        // What Postgres makes of the pattern: each special character stands for itself.
        expect(pattern.replace(/\\./gs, '')).toMatch(/^[\p{L}\p{N}]*$/u)
      }
      const words = wordPatterns(text).map((pattern) => pattern.replace(/\\(.)/gs, '$1'))
      expect(words.join(' ')).toBe(
        text.replaceAll('`', "'").toLowerCase().trim().replace(/\s+/g, ' '),
      )
    }),
  )
})

it('splits a search into its words, without the null byte', () => {
  expect(wordPatterns('  Ada \0 Winters\t')).toEqual(['ada', 'winters'])
  expect(wordPatterns(' ')).toEqual([])
})

const finds = (search: string, text: string) =>
  // eslint-disable-next-line security/detect-non-literal-regexp -- the patterns are what is tested
  wordPatterns(search).every((pattern) => new RegExp(pattern).test(text))

it.each([
  '+231 77 555 0123',
  '+231775550123',
  '00231 77 5550123',
  '077 555 0123',
  '(077) 555-0123',
  '555-0123',
  '0123',
])('finds a telephone number that is typed as %s', (typed) => {
  expect(finds(typed, 'ada +231 77 555 0123 231775550123')).toBe(true)
  expect(finds(typed, 'ada +231 77 555 9876 231775559876')).toBe(false)
})

it('looks for numbers that are no telephone number as they are typed', () => {
  expect(wordPatterns('12 boys, 3-4')).toEqual(['12', 'boys\\,', '3\\-4'])
  expect(finds('2026', 'in 2026')).toBe(true)
})
