import { expect, test } from 'vitest'
import { copyrightYears } from './copyright-years'

test.each([
  [2024, '2024'],
  [2026, '2024–2026'],
])('in %i the copyright line says %s', (current, years) => {
  expect(copyrightYears(2024, current)).toBe(years)
})
