import { chooseTab } from './early-tabs'

/**
 * Until the app is there, keeps the last click on a button, which looks busy, and replays it
 * once `PublicLayout` reports that the page answers. Links, menus and forms are left to the browser.
 *
 * @returns forgets the click, as when the app cannot be loaded
 */
export function replayClicks(): () => void {
  let clicked: HTMLElement | undefined
  /** The buttons of the page's HTML; what the app draws itself answers. */
  let own: ReadonlySet<Element> | undefined

  function keep(event: MouseEvent) {
    const target = event.target as Element
    const control = target.closest<HTMLElement>('#root a, #root button:not(form *)')
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return
    const isTab = control.matches('[role=tab]')
    const isLink = !isTab && control.matches('a')
    if (isLink) return forget()
    if (own && !own.has(control)) return
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
  addEventListener('pagehide', forget)
  addEventListener('keydown', moveByKey, true)
  addEventListener('DOMContentLoaded', () => {
    own = new Set(document.querySelectorAll('button, [role=tab]'))
  })
  addEventListener('answering', () => {
    removeEventListener('click', keep, true)
    removeEventListener('keydown', moveByKey, true)
    const button = clicked
    forget()
    button?.click()
  })
  return forget
}
