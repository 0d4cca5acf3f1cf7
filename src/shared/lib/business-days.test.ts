import { expect, it } from 'vitest'
import { businessDaysLater } from './business-days'

it.each([
  ['on a Monday', '2026-11-16T15:00:00Z', 2, '2026-11-18'],
  ['on a Friday evening', '2026-11-20T23:30:00Z', 2, '2026-11-24'],
  ['at 23:59 on a Thursday of the office', '2026-11-20T05:59:00Z', 2, '2026-11-23'],
  ['a minute later, on Friday', '2026-11-20T06:00:00Z', 2, '2026-11-24'],
  ['on a Sunday', '2026-11-22T18:00:00Z', 2, '2026-11-24'],
  ['across the change of daylight time', '2026-10-30T12:00:00Z', 5, '2026-11-06'],
  ['across the end of a year', '2026-12-31T12:00:00Z', 2, '2027-01-04'],
])('%s', (_when, moment, days, due) => {
  const day = businessDaysLater(new Date(moment), days, 'America/Chicago')
  expect(day.toISOString()).toBe(`${due}T00:00:00.000Z`)
})
