import { expect, it } from 'vitest'
import { fullName } from './full-name'
import { isolated } from './isolated'

it.each([
  ['Ada Núñez', 'Ada Núñez'],
  ['Ada \u202eretniw', '\u2068Ada \u202eretniw\u2069'],
  ['فاطمة', '\u2068فاطمة\u2069'],
  // It would end the isolation, or begin one that stays open.
  ['\u2069Ada \u202eX\u2066', '\u2068Ada \u202eX\u2069'],
])('%j turns nothing beside it', (name, shown) => {
  expect(isolated(name)).toBe(shown)
})

it('keeps a name from turning the other one', () => {
  expect(fullName({ first_name: 'Eve \u202eX', last_name: 'Open' })).toBe(
    '\u2068Eve \u202eX\u2069 Open',
  )
  expect(fullName({ first_name: 'أحمد', last_name: 'علي' })).toBe('أحمد علي')
  expect(fullName({ first_name: null, last_name: 'O' })).toBe('O')
})
