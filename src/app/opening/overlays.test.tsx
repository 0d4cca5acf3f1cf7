import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { IntroVideo } from './intro-video'
import { Splash } from './splash'

const onGone = vi.fn()
const play = vi.fn<() => Promise<void>>()

beforeEach(() => {
  onGone.mockReset()
  play.mockReset().mockResolvedValue()
  vi.useFakeTimers()
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const overlay = () => screen.getByRole('region', { name: 'Opening' })
const video = () => overlay().querySelector('video')!

/** jsdom runs no transition: the end of one is told by hand. */
function expectFaded(milliseconds: number) {
  expect(overlay()).toHaveStyle({ transitionDuration: `${milliseconds}ms` })
  expect(overlay()).toHaveClass('opacity-0')
  expect(onGone).not.toHaveBeenCalled()
  fireEvent.transitionEnd(overlay())
  expect(onGone).toHaveBeenCalledOnce()
}

describe('the splash', () => {
  it('goes by itself', async () => {
    render(<Splash onGone={onGone} />)
    await pass(1_399)
    expect(overlay()).not.toHaveClass('opacity-0')
    await pass(1)
    expectFaded(400)
  })

  it.each([
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Skip' }))],
    ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' })],
    ['a press anywhere', () => fireEvent.click(overlay())],
  ])('is skipped with %s', (_, skip) => {
    render(<Splash onGone={onGone} />)
    skip()
    expectFaded(400)
  })
})

describe('the intro video', () => {
  it('fades after its end', () => {
    render(<IntroVideo onGone={onGone} />)
    expect(play).toHaveBeenCalledOnce()
    fireEvent.timeUpdate(video())
    fireEvent.ended(video())
    expectFaded(800)
  })

  it('gives way at once when it cannot be loaded', () => {
    render(<IntroVideo onGone={onGone} />)
    fireEvent.error(video().querySelector('source:last-child')!)
    expect(onGone).toHaveBeenCalled()
  })

  it('gives way when it stalls, and not while it plays', async () => {
    render(<IntroVideo onGone={onGone} />)
    await pass(2_000)
    fireEvent.timeUpdate(video())
    await pass(2_400)
    expect(onGone).not.toHaveBeenCalled()
    await pass(100)
    expect(onGone).toHaveBeenCalledOnce()
  })

  it('gives way when the browser does not let it play', async () => {
    play.mockRejectedValue(new DOMException('not allowed', 'NotAllowedError'))
    render(<IntroVideo onGone={onGone} />)
    await pass(0)
    expect(onGone).toHaveBeenCalledOnce()
  })
})
