import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { replayClicks } from './replay-clicks'

const answered = vi.fn()
let forgetClick: () => void

beforeEach(() => {
  answered.mockReset()
  document.body.innerHTML = `<div id="root">
    <button id="one">Register Now</button><button id="two">Go Back</button>
    <a href="#elsewhere">Elsewhere</a>
    <form><button id="native" type="button">Show</button></form>
    <form><button id="send" data-waiting>Send</button><button id="clear" type="button" data-waiting>Clear</button></form>
  </div>`
  forgetClick = replayClicks()
  window.dispatchEvent(new Event('DOMContentLoaded'))
  document.body.addEventListener('click', answered)
  return () => {
    document.body.removeEventListener('click', answered)
    window.dispatchEvent(new Event('answering'))
    document.body.replaceChildren()
  }
})

const button = (id: string) => document.getElementById(id)!
const answer = () => window.dispatchEvent(new Event('answering'))
const targets = () => answered.mock.calls.map(([event]: MouseEvent[]) => event?.target)

test('replays the last click once, and its button waits until then', () => {
  button('two').click()
  button('one').click()
  expect(targets()).toEqual([])
  expect(button('one')).toHaveAttribute('aria-busy', 'true')
  expect(button('two')).not.toHaveAttribute('aria-busy')

  answer()
  expect(targets()).toEqual([button('one')])
  expect(button('one')).not.toHaveAttribute('aria-busy')
  answer()
  button('two').click()
  expect(targets()).toEqual([button('one'), button('two')])
})

test.each([
  ['a link', () => document.querySelector('a')!.click()],
  ['Escape', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))],
  ['another page', () => window.dispatchEvent(new Event('pagehide'))],
  ['a download that failed', () => forgetClick()],
])('%s ends the waiting', (_, end) => {
  button('one').click()
  end()
  expect(button('one')).not.toHaveAttribute('aria-busy')
  answered.mockReset()
  answer()
  expect(targets()).toEqual([])
})

test('tabs change by click and by arrow keys, and the address with them', () => {
  button('root').innerHTML = `<div role="tablist">
      <a role="tab" id="tab-a" href="#a">A</a><a role="tab" id="tab-b" href="#b">B</a>
    </div><div id="a"></div><div id="b"></div>`
  window.dispatchEvent(new Event('DOMContentLoaded'))
  const states = () =>
    ['tab-a', 'tab-b', 'a', 'b'].map((id) => button(id).dataset.state === 'active')

  button('tab-b').click()
  expect(states()).toEqual([false, true, false, true])
  expect(button('tab-b')).toHaveAttribute('aria-selected', 'true')
  expect(window.location.hash).toBe('#b')

  button('tab-b').focus()
  const left = new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true })
  button('tab-b').dispatchEvent(left)
  expect(states()).toEqual([true, false, true, false])
  expect(button('tab-a')).toHaveFocus()
  expect(button('tab-b').tabIndex).toBe(-1)
})

test('a form whose code has not loaded keeps the last press, also while the page answers', () => {
  answer()
  const submitted = vi.fn()
  button('send').closest('form')!.addEventListener('submit', submitted)
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const busy = () => ['send', 'clear'].filter((id) => button(id).hasAttribute('aria-busy'))
  button('clear').click()
  button('send').click()
  expect(submitted).not.toHaveBeenCalled()
  expect(busy()).toEqual(['send'])
  // The app would drop the form with its page; the browser asks first.
  const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  document.body.addEventListener('click', followed)
  onTestFinished(() => document.body.removeEventListener('click', followed))
  document.querySelector('a')!.click()
  expect(followed).not.toHaveBeenCalled()
  expect(leave()).toBe(true)

  window.dispatchEvent(new Event('pagehide'))
  expect(busy()).toEqual([])
  expect(leave()).toBe(false)
  document.querySelector('a')!.click()
  expect(followed).toHaveBeenCalledOnce()
})

test('ignores forms that work, and parts that the app has hydrated', () => {
  const drawn = document.createElement('button')
  button('root').append(drawn)
  button('native').click()
  drawn.click()
  expect(targets()).toEqual([button('native'), drawn])
})
