import type { KeyLine } from '@/shared/account-ui/page-help'

interface Listed {
  /** The open submission's statuses, in the order of their keys; without one, undefined. */
  statuses: readonly string[] | undefined
  /** The people that the user may convert it to, or any submission. */
  converts: readonly string[]
}

/** The keys that do something now. */
export const queueKeys = ({ statuses, converts }: Listed): readonly KeyLine[] => [
  { keys: ['j', 'k'], does: 'Next, previous' },
  ...(statuses
    ? statuses.map((status, index) => ({
        keys: [`${index + 1}`],
        does: `Set the status: ${status}`,
      }))
    : [
        { keys: ['o', 'Enter'], does: 'Open the first submission' },
        { keys: ['1', '…', '7'], does: 'Set the status, in the order of its list' },
      ]),
  { keys: ['a'], does: 'Choose an assignee' },
  { keys: ['r'], does: 'Write an answer' },
  { keys: ['n'], does: 'Write a note' },
  { keys: ['t'], does: 'Add a task' },
  { keys: ['h'], does: 'Snooze' },
  ...converts
    .filter(Boolean)
    .map((one, index) => ({ keys: [index === 0 ? 'c' : 'C'], does: `Convert to ${one}` })),
  { keys: ['x'], does: 'Select or deselect; status and assignee then apply to all selected' },
  { keys: ['u'], does: 'Undo the last change, for 8 seconds' },
  { keys: ['/'], does: 'Search' },
  { keys: ['Esc'], does: 'Leave a field, deselect, then close' },
]

export type Shortcut =
  | {
      does:
        | 'next'
        | 'previous'
        | 'open'
        | 'answer'
        | 'put-off'
        | 'search'
        | 'select'
        | 'undo'
        | 'close'
        | 'leave-field'
    }
  | { does: 'status'; index: number }
  /** Clicks or focuses the open submission's control with this `data-key`. */
  | { does: 'activate'; key: string }

const byKey: Readonly<Record<string, Shortcut>> = {
  j: { does: 'next' },
  k: { does: 'previous' },
  o: { does: 'open' },
  a: { does: 'activate', key: 'a' },
  r: { does: 'answer' },
  n: { does: 'activate', key: 'n' },
  t: { does: 'activate', key: 't' },
  h: { does: 'put-off' },
  c: { does: 'activate', key: 'c' },
  C: { does: 'activate', key: 'C' },
  x: { does: 'select' },
  u: { does: 'undo' },
  '/': { does: 'search' },
}

type Press = Pick<
  KeyboardEvent,
  | 'key'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'repeat'
  | 'isComposing'
  | 'defaultPrevented'
  | 'target'
>

const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
/** They have their own keys. */
const elsewhere = '[role=dialog], [role=menu]'

/**
 * The action that a key press asks for, if any.
 *
 * @param singleKeys whether keys without a modifier work; Escape always does
 * @param target the element that will have the focus, if a waiting key is about to move it
 */
export function shortcutOf(
  press: Press,
  singleKeys: boolean,
  target = press.target,
): Shortcut | undefined {
  const { key, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented } = press
  if (defaultPrevented || isComposing || ctrlKey || metaKey || altKey) return undefined
  const element = target instanceof Element ? target : undefined
  if (element?.closest(elsewhere)) return undefined
  const isTyping = element?.closest(typing) != null
  if (key === 'Escape') return { does: isTyping ? 'leave-field' : 'close' }
  if (!singleKeys || isTyping) return undefined
  // Holding down a key must not change one submission after another.
  if (repeat && key !== 'j' && key !== 'k') return undefined
  if (/^[1-9]$/.test(key)) return { does: 'status', index: Number(key) - 1 }
  // Links and buttons handle Enter themselves.
  if (key === 'Enter') return element?.closest('body > *') ? undefined : { does: 'open' }
  return byKey[key]
}

/** Ctrl Enter, while typing. */
export const SUBMIT = '\x04'

/** The effect of a key press on the text of a field; a backspace is `\b`. */
export function typedText(press: Press): string | undefined {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = press
  if (defaultPrevented || isComposing || altKey) return undefined
  if (ctrlKey || metaKey) return key === 'Enter' ? SUBMIT : undefined
  if (key === 'Enter') return '\n'
  if (key === 'Backspace') return '\b'
  return key.length === 1 ? key : undefined
}
