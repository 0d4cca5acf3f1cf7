import { useEffect } from 'react'
import { isSingleKey } from '@/shared/lib/single-keys'

/**
 * `t` adds a task, except while typing or in a dialog.
 *
 * @param isFront answers before the page behind
 */
export function useTaskKey(isOn: boolean, add: () => void, isFront = false) {
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => {
      if (!isSingleKey(event, 't')) return
      event.preventDefault()
      add()
    }
    document.addEventListener('keydown', listener, isFront)
    return () => document.removeEventListener('keydown', listener, isFront)
  })
}
