import { describe, expect, it } from 'vitest'
import { countThisVisit, countVisit, type SplashHistory } from './splash-rule'

/** The visits, of so many, that show the splash. */
function shownVisits(visits: number, random: () => number): number[] {
  const shown: number[] = []
  let history: SplashHistory | null = null
  for (let visit = 1; visit <= visits; visit += 1) {
    const counted = countVisit(history, random)
    history = counted.history
    if (counted.show) shown.push(visit)
  }
  return shown
}

describe('the splash', () => {
  it('is shown on visits 1 and 2, then 3 visits after the last at the earliest', () => {
    expect(shownVisits(12, () => 0)).toEqual([1, 2, 5, 8, 11])
  })

  it('is shown 5 visits after the last at the latest', () => {
    expect(shownVisits(18, () => 0.999_999)).toEqual([1, 2, 7, 12, 17])
  })

  it('comes back after 3, 4 or 5 visits, for every random value', () => {
    const gaps = new Set<number>()
    for (let run = 0; run < 100; run += 1) {
      const shown = shownVisits(30, Math.random)
      expect(shown.slice(0, 2)).toEqual([1, 2])
      for (let i = 2; i < shown.length; i += 1) gaps.add((shown[i] ?? 0) - (shown[i - 1] ?? 0))
    }
    expect([...gaps].sort()).toEqual([3, 4, 5])
  })
})

describe('countThisVisit', () => {
  it('remembers visits in the browser', () => {
    localStorage.clear()
    expect([1, 2, 3, 4].map(() => countThisVisit())).toEqual([true, true, false, false])
  })

  it.each(['', 'nonsense', '{"visits":"x"}', '[]'])(
    'starts from zero when it finds %j',
    (stored) => {
      localStorage.setItem('splash', stored)
      expect(countThisVisit()).toBe(true)
    },
  )
})
