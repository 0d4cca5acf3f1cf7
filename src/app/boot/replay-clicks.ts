import { chooseTab } from './early-tabs'

/** A button of a form whose code has not loaded */
const waiting = '[data-waiting]'
const pressed = `${waiting}[aria-busy]`

/**
 * Until the app has loaded, keeps the last click on a button, which looks busy, and replays it once
 * `PublicLayout` reports that the page answers. A form's code may load later: the last button
 * pressed in it looks busy until `SubmissionForm` presses it. Links and menus are left to the
 * browser.
 * @returns forgets the click, for when the app can't load
 */
export function replayClicks(): () => void {
  let clicked: HTMLElement | undefined
  /** The buttons of the page's HTML; those that the app draws answer at once. */
  let own: ReadonlySet<Element> | undefined
  let isAnswering = false

  function keep(event: MouseEvent) {
    const target = event.target as Element
    const control = target.closest<HTMLElement>('#root a, #root button')
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return
    const form = control.closest('form')
    if (form) {
      if (!control.matches(waiting)) return
      // Enter in a field is a click on its button, too.
      event.preventDefault()
      release(form)
      control.setAttribute('aria-busy', 'true')
      addEventListener('beforeunload', warn)
      // For what waits after a failure
      return dispatchEvent(new Event('pressed'))
    }
    const isTab = control.matches('[role=tab]')
    const isLink = !isTab && control.matches('a')
    if (isLink) {
      // The browser follows it, and asks before the press is lost.
      if (document.querySelector(pressed)) event.stopPropagation()
      return forget()
    }
    if (isAnswering || (own && !own.has(control))) return
    // Once: React would answer as well where it is half ready.
    event.preventDefault()
    event.stopPropagation()
    forget()
    if (isTab) return chooseTab(control as HTMLAnchorElement)
    clicked = control
    control.setAttribute('aria-busy', 'true')
  }

  function moveByKey(event: KeyboardEvent) {
    if (event.key === 'Escape') forget()
    const tab = document.activeElement?.closest('[role=tab]')
    const next =
      (event.key === 'ArrowRight' && tab?.nextElementSibling) ||
      (event.key === 'ArrowLeft' && tab?.previousElementSibling)
    if (!(next instanceof HTMLAnchorElement)) return
    event.stopPropagation()
    chooseTab(next)
    next.focus()
  }

  function forget() {
    clicked?.removeAttribute('aria-busy')
    clicked = undefined
  }

  addEventListener('click', keep, true)
  addEventListener('pagehide', () => {
    forget()
    release()
  })
  addEventListener('keydown', moveByKey, true)
  addEventListener('DOMContentLoaded', () => {
    own = new Set(document.querySelectorAll('button, [role=tab]'))
  })
  addEventListener('answering', () => {
    isAnswering = true
    removeEventListener('keydown', moveByKey, true)
    const button = clicked
    forget()
    button?.click()
  })
  return forget
}

function warn(event: BeforeUnloadEvent) {
  if (document.querySelector(pressed)) event.preventDefault()
}

/** Forgets the presses in forms, so that nothing happens when their code loads. */
export function release(within: ParentNode = document): void {
  for (const button of within.querySelectorAll(pressed)) button.removeAttribute('aria-busy')
}
