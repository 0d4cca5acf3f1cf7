import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wordPatterns } from './search-filter'

it('matches each character literally', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (text) => {
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
