import fc from 'fast-check'
import { expect, it } from 'vitest'
import { containsWord, searchWords } from './search-filter'

it('asks for a word in one of the columns', () => {
  expect(containsWord(['first_name', 'email'], 'ada')).toBe(
    'first_name.imatch."ada",email.imatch."ada"',
  )
})

it('quotes and escapes so that the word comes back literally', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme-ascii' }), (word) => {
      const [, quoted] = /^name\.imatch\."(.*)"$/s.exec(containsWord(['name'], word))!
      // What PostgREST makes of the quoted value: nothing in it ends the quotes early.
      expect(quoted).toMatch(/^(?:[^"\\]|\\.)*$/s)
      const pattern = quoted!.replace(/\\(.)/gs, '$1')
      // What Postgres makes of the pattern: each special character stands for itself.
      expect(pattern.replace(/\\(.)/gs, '$1')).toBe(word)
      expect(pattern.replace(/\\./gs, '')).toMatch(/^[\p{L}\p{N}\s]*$/u)
    }),
  )
})

it('splits a search into its words, without the null byte', () => {
  expect(searchWords('  Ada \0 Winters\t')).toEqual(['Ada', 'Winters'])
  expect(searchWords(' ')).toEqual([])
})
