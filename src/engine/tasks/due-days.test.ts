import { expect, it } from 'vitest'
import { daysLater, nextMonday } from './due-days'

it('counts across the end of a month and of daylight time', () => {
  expect(daysLater('2026-10-31', 1)).toBe('2026-11-01')
  expect(daysLater('2026-11-01', 1)).toBe('2026-11-02')
})

it.each([
  ['a Sunday', '2026-11-22', '2026-11-23'],
  ['a Monday', '2026-11-23', '2026-11-30'],
  ['a Saturday', '2026-11-28', '2026-11-30'],
])('next week begins on the Monday after %s', (_day, day, monday) => {
  expect(nextMonday(day)).toBe(monday)
})
