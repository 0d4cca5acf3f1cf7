import { useEffect, useRef } from 'react'

const isMarked = () => Boolean((window.history.state as { dialog?: true } | null)?.dialog)

/**
 * Back closes a dialog, and not the page beneath: while it is open, the page has an entry more in the
 * history. For pages without their state in the address.
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
    clearTimeout(leaving)
    if (!isMarked()) {
      window.history.pushState({ ...(window.history.state as object), dialog: true }, '')
    }
    window.addEventListener('popstate', closeIt)
    return () => {
      window.removeEventListener('popstate', closeIt)
      // Unless it opens again at once, or another page has come meanwhile
      leaving = setTimeout(() => {
        if (!isMarked()) return
        keepFocus()
        window.history.back()
      })
    }
  }, [isOpen])
}

/** On the way back the browser gives the focus to the part that the address names, until the next input. */
function keepFocus(): void {
  const part = document.getElementById(window.location.hash.slice(1))
  if (!part) return
  const input = new AbortController()
  const options = { capture: true, signal: input.signal }
  function giveBack({ target, relatedTarget }: FocusEvent) {
    if (target !== part || !(relatedTarget instanceof HTMLElement)) return
    relatedTarget.focus({ preventScroll: true })
  }
  document.addEventListener('focusin', giveBack, options)
  for (const type of ['keydown', 'pointerdown']) {
    document.addEventListener(type, () => input.abort(), options)
  }
}

let leaving: ReturnType<typeof setTimeout> | undefined
