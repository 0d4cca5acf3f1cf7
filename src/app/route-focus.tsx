import { useEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

/** After this time the focus stays where the user has put it. */
const PATIENCE_MS = 10_000

/**
 * Does for client-side navigation what a browser does on a page load: a page starts at its top, or
 * at the part that the address names, its heading gets the focus, and its title is announced. Going
 * back keeps the browser's own position.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation()
  const navigationType = useNavigationType()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const isBack = navigationType === NavigationType.Pop
    if (!isBack) window.scrollTo(0, 0)
    return whenThere(
      () =>
        (hash && document.getElementById(hash.slice(1))) ||
        document.querySelector('main h1:not([data-broken])'),
      (target) => {
        setTitle(document.title)
        if (!target.hasAttribute('tabindex')) target.tabIndex = -1
        target.focus({ preventScroll: isBack || target.matches('h1') })
      },
    )
  }, [pathname, hash, navigationType])

  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}

/**
 * Waits for an element that may have to be downloaded first, unless the focus moves elsewhere
 * first.
 */
function whenThere(find: () => HTMLElement | null, act: (element: HTMLElement) => void) {
  const focused = document.activeElement
  const observer = new MutationObserver(look)
  const timer = setTimeout(stop, PATIENCE_MS)

  function stop() {
    observer.disconnect()
    clearTimeout(timer)
  }
  function look() {
    const element = find()
    if (!element) return
    stop()
    const isFree = document.activeElement === focused || document.activeElement === document.body
    if (isFree) act(element)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  look()
  return stop
}
