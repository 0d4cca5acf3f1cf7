import { expect, it } from 'vitest'
import { formatPercent, fundraisingProgress } from './figures'

it.each([
  [0, { percent: 0, remaining: 50_000, beyond: 0 }, '0.0%'],
  [21_344.5, { percent: 42.689, remaining: 28_655.5, beyond: 0 }, '42.7%'],
  [49_999.99, { percent: 99.99998, remaining: 0.01, beyond: 0 }, '100.0%'],
  [50_000, { percent: 100, remaining: 0, beyond: 0 }, '100.0%'],
  [61_250, { percent: 122.5, remaining: 0, beyond: 11_250 }, '122.5%'],
])('of %d dollars donated tells how far the goal is', (total, expected, percent) => {
  const progress = fundraisingProgress(total)
  expect(progress.percent).toBeCloseTo(expected.percent)
  expect(progress.remaining).toBeCloseTo(expected.remaining)
  expect(progress.beyond).toBeCloseTo(expected.beyond)
  expect(formatPercent(progress.percent)).toBe(percent)
})
