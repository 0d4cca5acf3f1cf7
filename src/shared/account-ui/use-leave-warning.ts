import { useEffect, useEffectEvent } from 'react'
import { noteUnsaved } from './unsaved'

interface Options {
  /**
   * Where the text is: a `page` loses it to any other page, a `dialog` to any other address, and
   * the `tab` of the browser keeps it on all pages until a reload or the sign-out.
   */
  in?: Parameters<typeof noteUnsaved>[0]
}

/**
 * Asks before something typed is lost: the browser before a reload and before another site, and
 * `LeaveQuestion` before another page of ours and the sign-out.
 *
 * @param isUnsaved a function is called when the user leaves
 */
export function useLeaveWarning(
  isUnsaved: boolean | (() => boolean),
  { in: held = 'page' }: Options = {},
): void {
  const isNow = useEffectEvent(() => (typeof isUnsaved === 'function' ? isUnsaved() : isUnsaved))
  const mayWarn = isUnsaved !== false
  useEffect(() => {
    if (!mayWarn) return
    const warn = (event: BeforeUnloadEvent) => {
      if (isNow()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    const forget = noteUnsaved(held, () => isNow())
    return () => {
      window.removeEventListener('beforeunload', warn)
      forget()
    }
  }, [mayWarn, held])
}
