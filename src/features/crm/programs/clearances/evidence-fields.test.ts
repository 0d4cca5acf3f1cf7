import { expect, it } from 'vitest'
import { officeDay } from '@/shared/lib/office-day'
import { evidenceSchema, monthsLater } from './evidence-fields'

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-11-30', 12, '2027-11-30'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2026-12-01', 1, '2027-01-01'],
])('%s and %i months is %s', (day, months, later) => {
  expect(monthsLater(day, months)).toBe(later)
})

const message = (typed: { done_on: string; valid_until: string }) =>
  evidenceSchema.safeParse({ what: 'x', note: '', ...typed }).error?.issues[0]?.message

const today = officeDay(new Date())

it('takes today, and no later day', () => {
  expect(message({ done_on: today, valid_until: '' })).toBeUndefined()
  expect(message({ done_on: monthsLater(today, 1), valid_until: '' })).toBe(
    'It can’t be done on a day later than today',
  )
})

it('refuses an end before the day it was done', () => {
  expect(message({ done_on: '2020-05-02', valid_until: '2020-05-01' })).toBe(
    'It can’t end before the day it was done',
  )
  expect(message({ done_on: '2020-05-02', valid_until: '2020-05-02' })).toBeUndefined()
})
