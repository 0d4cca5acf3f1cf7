import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startOpening } from './opening'

const play = vi.fn<() => Promise<void>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
  play.mockReset().mockResolvedValue()
})

afterEach(async () => {
  await pass(5_000)
  sessionStorage.clear()
  localStorage.clear()
  document.body.replaceChildren()
})

/** Opens a page for the first time, or one that showed the splash recently. */
function open(address: string, { splash }: { splash: boolean }) {
  const history = { visits: 2, shownAt: 2, interval: 5 }
  if (!splash) localStorage.setItem('splash', JSON.stringify(history))
  const video = address === '/' ? '<video></video>' : ''
  document.body.innerHTML = `<div id="opening">${video}</div><div id="root"></div>`
  startOpening(address === '/')
  window.dispatchEvent(new Event('DOMContentLoaded'))
  vi.advanceTimersToNextFrame()
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const state = () => document.documentElement.dataset.opening
const video = () => document.querySelector('video')
const isInert = () => document.getElementById('root')!.inert

/** It fades from now on, for this long. */
async function expectFading(milliseconds: number) {
  expect(state()).toBe('leaving')
  expect(isInert()).toBe(false)
  await pass(milliseconds - 1)
  expect(state()).toBe('leaving')
  await pass(1)
  expect(state()).toBeUndefined()
}

describe('the splash', () => {
  it('covers an inert page and ends on its own', async () => {
    open('/about', { splash: true })
    expect(isInert()).toBe(true)
    await pass(799)
    expect(state()).toBe('shown')
    await pass(1)
    await expectFading(400)
  })

  it('is shown once in a session', async () => {
    open('/about', { splash: true })
    await pass(1_200)
    open('/', { splash: true })
    expect(state()).toBeUndefined()
    expect(localStorage.getItem('splash')).toContain('"visits":1')
  })

  it('does not show on a visit soon after the last', () => {
    open('/about', { splash: false })
    expect(state()).toBeUndefined()
    expect(isInert()).toBeFalsy()
  })

  it.each(['click', 'keydown', 'wheel', 'touchmove'])('goes with a %s', async (type) => {
    open('/about', { splash: true })
    document.body.dispatchEvent(new Event(type, { bubbles: true }))
    await expectFading(400)
  })
})

describe('the intro video', () => {
  it('fades after its end', async () => {
    open('/', { splash: false })
    expect(play).toHaveBeenCalledOnce()
    video()!.currentTime = 0.9
    await pass(900)
    video()!.dispatchEvent(new Event('ended'))
    await expectFading(800)
  })

  it('ends within 1.2 seconds, together with the splash', async () => {
    open('/', { splash: true })
    video()!.currentTime = 0.3
    await pass(1_199)
    expect(state()).toBe('shown')
    await pass(1)
    await expectFading(800)
  })

  describe.each([
    ['does not begin', () => new Promise<void>(() => {}), 400],
    ['may not play', () => Promise.reject(new DOMException('no', 'NotAllowedError')), 0],
  ])('which %s', (_, outcome, delay) => {
    beforeEach(() => void play.mockImplementation(outcome))

    it('gives way to the page', async () => {
      open('/', { splash: false })
      await pass(delay)
      await expectFading(800)
    })

    it('gives way to a due splash', async () => {
      open('/', { splash: true })
      await pass(delay)
      expect(video()).toBeNull()
      expect(state()).toBe('shown')
    })
  })
})

it.each(['/', '/about'])('shows nothing on %s after a late first paint', (address) => {
  vi.spyOn(performance, 'now').mockReturnValue(1_001)
  open(address, { splash: true })
  expect(state()).toBeUndefined()
  expect(isInert()).toBeFalsy()
  expect(play).not.toHaveBeenCalled()
  expect(localStorage.getItem('splash')).toContain('"visits":1')
})

it('shows nothing with reduced motion, and counts the visit', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  open('/', { splash: true })
  expect(state()).toBeUndefined()
  expect(isInert()).toBeFalsy()
  expect(localStorage.getItem('splash')).toContain('"visits":1')
})
