import { useEffect, useRef } from 'react'

const isMarked = () => Boolean((window.history.state as { dialog?: true } | null)?.dialog)

/**
 * Back closes a dialog, and not the page beneath: while it is open, the history has one more entry.
 * For pages without their state in the address.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })

  useEffect(() => {
    if (!isOpen) return
    function closeIt() {
      keepFocus()
      latest.current()
    }
    function begin() {
      if (!isMarked()) {
        window.history.pushState({ ...(window.history.state as object), dialog: true }, '')
      }
      window.removeEventListener('popstate', begin)
      window.addEventListener('popstate', closeIt)
    }
    clearTimeout(leaving)
    if (isOnTheWay) window.addEventListener('popstate', begin)
    else begin()
    return () => {
      window.removeEventListener('popstate', begin)
      window.removeEventListener('popstate', closeIt)
      // Unless it opens again at once, or another page opens meanwhile
      leaving = setTimeout(leave)
    }
  }, [isOpen])
}

let leaving: ReturnType<typeof setTimeout> | undefined
/** The browser goes back a moment later, which must not close a dialog that opens meanwhile. */
let isOnTheWay = false

function leave(): void {
  if (isOnTheWay || !isMarked()) return
  isOnTheWay = true
  window.addEventListener('popstate', () => (isOnTheWay = false), { once: true })
  keepFocus()
  window.history.back()
}

/** Going back, the browser focuses the part that the address names, until the next input. */
function keepFocus(): void {
  const part = document.getElementById(window.location.hash.slice(1))
  if (!part) return
  function giveBack({ target, relatedTarget }: FocusEvent) {
    if (target !== part || !(relatedTarget instanceof HTMLElement)) return
    relatedTarget.focus({ preventScroll: true })
  }
  const inputs = ['keydown', 'pointerdown']
  function stop() {
    document.removeEventListener('focusin', giveBack)
    for (const input of inputs) document.removeEventListener(input, stop, true)
  }
  document.addEventListener('focusin', giveBack)
  for (const input of inputs) document.addEventListener(input, stop, true)
}
