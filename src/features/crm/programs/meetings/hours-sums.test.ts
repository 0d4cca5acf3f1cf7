import { expect, it } from 'vitest'
import type { Hours } from './meeting-queries'
import { sumsOf } from './hours-sums'

const row = (month: string, mentor: string | null, minutes: number): Hours => ({
  ...{ month, program_id: 'p', program_name: 'Club', mentor_id: mentor, mentor_name: mentor ?? '' },
  ...{ meetings: 1, minutes, doubtful: 0 },
})
const rows = [
  row('2026-04-01', 'Zoe', 30),
  row('2026-04-01', null, 90),
  row('2026-03-01', 'Zoe', 60),
  row('2026-03-01', 'Ana', 45),
]

it('adds up the months of each mentor, groups last', () => {
  expect(sumsOf(rows, 'mentor').map(({ mentor, minutes }) => [mentor, minutes])).toEqual([
    ['Ana', 45],
    ['Zoe', 90],
    ['', 90],
  ])
})

it('adds up the mentors of each month, newest first', () => {
  expect(sumsOf(rows, 'month').map(({ month, minutes }) => [month, minutes])).toEqual([
    ['2026-04-01', 120],
    ['2026-03-01', 105],
  ])
})

it('keeps months and mentors apart', () => {
  expect(sumsOf(rows, 'both')).toHaveLength(4)
})
