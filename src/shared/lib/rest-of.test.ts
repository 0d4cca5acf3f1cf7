import { expect, it } from 'vitest'
import { restOf } from './rest-of'

it.each([
  ['Called her', 'Called her', ''],
  ['Called her\nAgain at 5', 'Called her', 'Again at 5'],
  ['Called him', 'Called her', 'Called him'],
  ['', 'Called her', ''],
])('of %j, after %j was stored, leaves %j', (typed, sent, rest) => {
  expect(restOf(typed, sent)).toBe(rest)
})
