import { useEffect } from 'react'
import { readSingleKeys } from '@/shared/lib/single-keys'

const elsewhere =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog]:not([data-sheet]), [role=menu]'

/**
 * `t` adds a task, except while typing or in a dialog.
 *
 * @param isFront answers before the page behind
 */
export function useTaskKey(isOn: boolean, add: () => void, isFront = false) {
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = event
      if (key !== 't' || ctrlKey || metaKey || altKey || repeat || isComposing) return
      if (defaultPrevented || !readSingleKeys()) return
      if (target instanceof Element && target.closest(elsewhere)) return
      event.preventDefault()
      add()
    }
    document.addEventListener('keydown', listener, isFront)
    return () => document.removeEventListener('keydown', listener, isFront)
  })
}
