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
    const closeIt = () => latest.current()
    clearTimeout(leaving)
    if (!isMarked()) {
      window.history.pushState({ ...(window.history.state as object), dialog: true }, '')
    }
    window.addEventListener('popstate', closeIt)
    return () => {
      window.removeEventListener('popstate', closeIt)
      // Unless it opens again at once, or another page has come meanwhile
      leaving = setTimeout(() => isMarked() && window.history.back())
    }
  }, [isOpen])
}

let leaving: ReturnType<typeof setTimeout> | undefined
