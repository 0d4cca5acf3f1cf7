import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { AnimatedLogoPage } from './animated-logo-page'

let notices: Notice[]

beforeEach(() => {
  notices = []
  const stop = receiveNotices((notice) => notices.push(notice))
  vi.useFakeTimers()
  // Testing Library advances fake timers only where it finds Jest's.
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })
  return stop
})

afterEach(() => {
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function setUp() {
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  const view = render(<AnimatedLogoPage />)
  return { ...view, click: (name: string) => user.click(button(name)) }
}

const button = (name: string) => screen.getByText(name, { selector: 'button' })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const completed = { tone: 'success', title: 'Animation completed!' }

function expectStep(step: number) {
  const steps = [...document.querySelectorAll('ol[aria-labelledby=storyboard] > li')]
  expect(steps).toHaveLength(5)
  expect(steps.map((item) => item.getAttribute('aria-current'))).toEqual(
    steps.map((_, index) => (index + 1 === step ? 'step' : null)),
  )
  expect(screen.getByRole('status')).toHaveTextContent(
    step === 0 ? 'Ready to start' : `Step ${step} of 5`,
  )
}

test('waits, plays each phase at its time and announces the end at 6.5 s', async () => {
  const { click } = setUp()
  expectStep(0)
  expect(button('Start')).toBeEnabled()
  expect(button('Restart')).toBeDisabled()
  await pass(10_000)
  expectStep(0)

  await click('Start')
  expectStep(1)
  expect(button('Start')).toBeDisabled()
  expect(button('Restart')).toBeEnabled()
  for (const step of [2, 3, 4, 5]) {
    await pass(1499)
    expectStep(step - 1)
    await pass(1)
    expectStep(step)
  }

  await pass(499)
  expect(button('Start')).toBeDisabled()
  expect(notices).toEqual([])
  await pass(1)
  expect(button('Start')).toBeEnabled()
  expect(notices).toEqual([completed])
  expectStep(5)
})

test('a second click of Start changes nothing', async () => {
  const { click } = setUp()
  await click('Start')
  await pass(1000)
  await click('Start')
  await pass(500)
  expectStep(2)
  await pass(5001)
  expect(notices).toEqual([completed])
})

test('Restart begins again and forgets the run before', async () => {
  const { click } = setUp()
  await click('Start')
  await pass(3200)
  expectStep(3)

  await click('Restart')
  expectStep(1)
  await pass(1499)
  expectStep(1)
  await pass(1)
  expectStep(2)
  await pass(4999)
  expect(notices).toEqual([])
  await pass(2)
  expect(notices).toEqual([completed])
})

test('leaves no timer behind', async () => {
  const { click, unmount } = setUp()
  await click('Start')
  await pass(2000)
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('Export Guide advises a screen recording and starts nothing', async () => {
  const { click } = setUp()
  await click('Export Guide')
  expect(notices).toEqual([
    {
      tone: 'info',
      title: 'Export Guide',
      description:
        'To save the animation as a video, record this page with screen recording software at 1920x1080.',
    },
  ])
  expectStep(0)
})
