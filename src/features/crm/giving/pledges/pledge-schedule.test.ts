import { expect, it } from 'vitest'
import { equalParts, monthsAfter } from './pledge-schedule'

it('keeps to the last day of a shorter month', () => {
  expect(monthsAfter('2026-01-31', 1)).toBe('2026-02-28')
  expect(monthsAfter('2026-11-30', 3)).toBe('2027-02-28')
  expect(monthsAfter('2026-01-31', 2)).toBe('2026-03-31')
})

it('splits an amount to the cent', () => {
  const parts = equalParts(100, 3, '2026-01-15', 3)
  expect(parts).toEqual([
    { due_on: '2026-01-15', amount: '33.33' },
    { due_on: '2026-04-15', amount: '33.33' },
    { due_on: '2026-07-15', amount: '33.34' },
  ])
})
