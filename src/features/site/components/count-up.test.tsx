import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CountUp } from './count-up'

let isSeen: (() => void) | undefined

beforeEach(() => {
  vi.useFakeTimers()
  isSeen = undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        isSeen = () => callback([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {
        isSeen = undefined
      }
    },
  )
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function allowMotion(matches: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches }))
}

test('counts once when it is seen, and says its final value throughout', () => {
  allowMotion(true)
  const { container } = render(<CountUp value={1.2} prefix="$" suffix="M" decimals={1} />)
  const running = () => container.querySelector('[aria-hidden]')
  expect(screen.getByText('$1.2M')).toBeVisible()
  expect(running()).toBeNull()

  act(() => isSeen?.())
  expect(running()).toHaveTextContent('$0.0M')
  expect(screen.getByText('$1.2M')).toBeInTheDocument()

  act(() => {
    vi.advanceTimersByTime(400)
  })
  expect(running()?.textContent).toMatch(/^\$[01]\.\dM$/)
  expect(running()).not.toHaveTextContent('$0.0M')

  act(() => {
    vi.advanceTimersByTime(2000)
  })
  expect(running()).toBeNull()
  expect(container).toHaveTextContent(/^\$1\.2M$/)
  expect(isSeen).toBeUndefined()
})

test('groups thousands', () => {
  allowMotion(true)
  render(<CountUp value={2847} />)
  expect(screen.getByText('2,847')).toBeVisible()
})

test('stands still with reduced motion', () => {
  allowMotion(false)
  render(<CountUp value={12} />)
  expect(isSeen).toBeUndefined()
  expect(screen.getByText('12')).toBeVisible()
})
