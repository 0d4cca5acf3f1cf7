import { expect, it } from 'vitest'
import { officeDay } from '@/shared/lib/office-day'
import { dueOf } from './due'

// The office is in Texas: the end of November 24 there is the next morning in UTC.
const dueAt = '2026-11-25T05:59:59+00:00'

it.each([
  ['2026-11-20', 'by Tue, Nov 24', 'later'],
  ['2026-11-24', 'due today', 'today'],
  ['2026-11-25', '1 day late', 'late'],
  ['2026-12-04', '10 days late', 'late'],
])('on %s it is "%s"', (today, words, state) => {
  expect(dueOf(dueAt, today)).toEqual({ words, state })
})

it('counts calendar days across the change to daylight time', () => {
  expect(dueOf('2026-03-07T05:59:59Z', '2026-03-09').words).toBe('3 days late')
})

it('counts an evening in the office to the same day', () => {
  expect(officeDay('2026-11-25T04:30:00Z')).toBe('2026-11-24')
})
