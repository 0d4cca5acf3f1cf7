import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { outlineOf, UnitChart } from './unit-chart'

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
  const chart = (
    <UnitChart unit="chair" total={52} filled={19} columns={13} isRunning label="Chairs" />
  )
  const { container } = render(chart)
  const filled = () => Number(container.querySelector('[data-filled]')?.getAttribute('data-filled'))
  return { filled, see: () => act(see) }
}

test('fills one unit after the other when it is seen', () => {
  const { filled, see } = show(true)
  expect(screen.getByRole('img', { name: 'Chairs' })).toBeVisible()
  expect(filled()).toBe(19)
  see()
  expect(filled()).toBe(0)
  act(() => vi.advanceTimersByTime(300))
  expect(filled()).toBeGreaterThan(0)
  expect(filled()).toBeLessThan(19)
  act(() => vi.advanceTimersByTime(2000))
  expect(filled()).toBe(19)
})

test('is full at once with reduced motion', () => {
  const { filled, see } = show(false)
  see()
  expect(filled()).toBe(19)
})
