import { storeChoice, storedChoice } from './stored-choice'

const STORAGE_KEY = 'single-key-shortcuts'

/** Whether keys without a modifier work. */
export const readSingleKeys = () => storedChoice(STORAGE_KEY) !== 'off'

export const writeSingleKeys = (on: boolean) => storeChoice(STORAGE_KEY, on ? 'on' : 'off')

const elsewhere =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog]:not([data-sheet]), [role=menu]'

/** Whether a press is only this key, not while typing and not in a dialog or a menu. */
export function isSingleKey(event: KeyboardEvent, asked: string): boolean {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented, target } = event
  if (key !== asked || ctrlKey || metaKey || altKey || repeat || isComposing) return false
  if (defaultPrevented || !readSingleKeys()) return false
  return !(target instanceof Element && target.closest(elsewhere))
}
