import { expect, it } from 'vitest'
import { bankDays, returned, sumOf, total, type Entry } from './journal-sums'

const entry = (
  day: string,
  kind: Entry['kind'],
  amount: number,
  changed: Partial<Entry> = {},
): Entry => ({
  day,
  kind,
  source: 'batch',
  batch: null,
  payout: null,
  fund: null,
  campaign: null,
  lines: 1,
  amount,
  ...changed,
})

const online = { source: 'online' } as const
const none = { source: null } as const
const desk = { source: 'desk' } as const

const month = [
  entry('2026-10-01', 'gift', 180),
  entry('2026-10-02', 'deposit', 180, none),
  entry('2026-10-05', 'refund', -60),
  entry('2026-10-05', 'bounce', -70),
  entry('2026-10-05', 'fee', -12.5),
  entry('2026-10-06', 'void', -10),
  entry('2026-10-07', 'gift', 30, online),
  entry('2026-10-07', 'refund', -4, online),
  entry('2026-10-09', 'payout', 25.1, none),
  entry('2026-10-09', 'gift', 0.2, desk),
  entry('2026-10-09', 'void', -0.1, desk),
]

it('shows what the bank has on each day', () => {
  expect(bankDays(month).map(({ day, change, soFar }) => [day, change, soFar])).toEqual([
    ['2026-10-02', 180, 180],
    ['2026-10-05', -142.5, 37.5],
    ['2026-10-09', 25.2, 62.7],
  ])
})

it('adds up in cents', () => {
  expect(sumOf([0.1, 0.2, null])).toBe(0.3)
  expect(total(month, 'gift')).toBe(210.2)
  expect(returned(month)).toBe(-144.1)
})
