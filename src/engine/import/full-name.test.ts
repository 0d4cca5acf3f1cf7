import { expect, it } from 'vitest'
import { nameParts } from './full-name'

it.each([
  ['Zed Zero', 'Zed', 'Zero', true],
  ['Zero, Zed', 'Zed', 'Zero', true],
  ['Sukarno', 'Sukarno', '', true],
  ['Anna van der Meer', 'Anna', 'van der Meer', true],
  ['van der Berg', '', 'van der Berg', true],
  ['Al Gore', 'Al', 'Gore', true],
  ['John Public, Jr.', 'John', 'Public, Jr.', true],
  ['Comfort T. Kollie', 'Comfort T.', 'Kollie', false],
])('%s is %s and %s', (name, first_name, last_name, isSure) => {
  expect(nameParts(name)).toEqual({ first_name, last_name, isSure })
})
