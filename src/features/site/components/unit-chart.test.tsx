import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { FounderPage } from '../pages/founder-page'
import { outlineOf } from './unit-chart'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['whole rows', outlineOf(40, 20), 'M0 0H20V2H0V2H0Z'],
  ['a row begun', outlineOf(19, 13), 'M0 0H13V1H6V2H0Z'],
  ['less than a row', outlineOf(4, 13), 'M0 0H13V0H4V1H0Z'],
  ['nothing', outlineOf(0, 13), 'M0 0H13V0H0V0H0Z'],
  ['columns', outlineOf(15, 10, true), 'M0 0V10H1V5H2V0Z'],
])('outlines %s', (_, outline, path) => {
  expect(outline).toBe(path)
})

function show(motion: boolean) {
  let see = () => {}
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: motion }))
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        see = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
  render(
    <MemoryRouter>
      <FounderPage />
    </MemoryRouter>,
  )
  const chart = screen.getByRole('img', { name: /^52 chairs/ })
  const filled = () => Number(chart.querySelector('[data-filled]')?.getAttribute('data-filled'))
  return { filled, see: () => act(() => see()) }
}

test('the founder’s chairs fill one after the other when they are seen', () => {
  const { filled, see } = show(true)
  expect(filled()).toBe(19)
  see()
  expect(filled()).toBe(0)
  act(() => void vi.advanceTimersByTime(300))
  expect(filled()).toBeGreaterThan(0)
  expect(filled()).toBeLessThan(19)
  act(() => void vi.advanceTimersByTime(2000))
  expect(filled()).toBe(19)
})

test('the founder’s chairs are filled at once with reduced motion', () => {
  const { filled, see } = show(false)
  see()
  expect(filled()).toBe(19)
})
