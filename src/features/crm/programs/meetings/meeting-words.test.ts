import { expect, it } from 'vitest'
import { lengthInWords } from './meeting-words'

it.each([
  [5, '5 min'],
  [60, '1 h'],
  [65, '1 h 5 min'],
  [720, '12 h'],
  [72_030, '1,200 h 30 min'],
])('says %d minutes as %s', (minutes, words) => {
  expect(lengthInWords(minutes)).toBe(words)
})
