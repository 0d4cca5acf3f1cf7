import { expect, it } from 'vitest'
import {
  formatChange,
  formatHours,
  formatPercent,
  formatShare,
  fundraisingProgress,
} from './figures'

it.each([
  [0, { percent: 0, remaining: 50_000, beyond: 0 }, '0.0%'],
  [21_344.5, { percent: 42.689, remaining: 28_655.5, beyond: 0 }, '42.7%'],
  [49_999.99, { percent: 99.99998, remaining: 0.01, beyond: 0 }, '100.0%'],
  [50_000, { percent: 100, remaining: 0, beyond: 0 }, '100.0%'],
  [61_250, { percent: 122.5, remaining: 0, beyond: 11_250 }, '122.5%'],
])('with %d dollars donated shows how far the goal is', (total, expected, percent) => {
  const progress = fundraisingProgress(total)
  expect(progress.percent).toBeCloseTo(expected.percent)
  expect(progress.remaining).toBeCloseTo(expected.remaining)
  expect(progress.beyond).toBeCloseTo(expected.beyond)
  expect(formatPercent(progress.percent)).toBe(percent)
})

it.each([
  [30, 20, '+50% from'],
  [20, 30, '−33% from'],
  [0, 50, '−100% from'],
  [400, 100, '+300% from'],
  [401, 100, 'up from'],
  [43, 2, 'up from'],
  [2, 3, 'down from'],
  [5, 0, 'up from'],
  [4, 4, 'same as'],
  [0, 0, 'same as'],
])('%d after %d reads "%s"', (now, before, change) => {
  expect(formatChange(now, before)).toBe(change)
})

it.each([
  [null, '–'],
  [0.2, '0 hours'],
  [1.2, '1 hour'],
  [47.4, '47 hours'],
  [48, '2 days'],
  [63, '2.6 days'],
])('%s hours are %s', (hours, text) => {
  expect(formatHours(hours)).toBe(text)
})

it('a share names its whole, and is empty without one', () => {
  expect(formatShare(6, 8)).toBe('6 of 8 (75%)')
  expect(formatShare(0, 0)).toBe('–')
})
