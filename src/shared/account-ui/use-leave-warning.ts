import { useEffect, useEffectEvent } from 'react'

/**
 * The browser asks before the page is left, as long as something would be lost.
 *
 * @param isUnsaved a function is called when the page is left
 */
export function useLeaveWarning(isUnsaved: boolean | (() => boolean)): void {
  const warn = useEffectEvent((event: BeforeUnloadEvent) => {
    if (isUnsaved === true || (isUnsaved && isUnsaved())) event.preventDefault()
  })
  const mayWarn = isUnsaved !== false
  useEffect(() => {
    if (!mayWarn) return
    const listener = (event: BeforeUnloadEvent) => warn(event)
    window.addEventListener('beforeunload', listener)
    return () => window.removeEventListener('beforeunload', listener)
  }, [mayWarn])
}
