import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { readSingleKeys } from '@/shared/lib/single-keys'
import type { Submission } from '@/features/submissions/common/queues'
import { shortcutOf, SUBMIT, typedText, type Shortcut } from './shortcuts'

/** `later`: the key's control is not drawn yet. */
type Outcome = 'later' | undefined

/** The submission that was open on the screen when someone pressed a key */
type Shown = Submission | undefined

type Action<Asked> = (shortcut: Asked, focused: Element | null, shown: Shown) => Outcome | void
type Actions = {
  readonly [Does in Shortcut['does']]: Action<Extract<Shortcut, { does: Does }>>
}

type Press = { shortcut: Shortcut } | { text: string }
type Waiting = Press & { shown: Shown; until: number }

/** A key that waited longer than this does nothing. */
const WAIT_MS = 5_000
const LOOK_AGAIN_MS = 20

/**
 * Runs the action of each key, anywhere on the page, on the focused element and on what the screen
 * shows at that moment. Text typed before its field is drawn is written into it; keys wait for
 * earlier typing, and still act on the submission they were pressed for.
 */
export function useShortcuts(actions: Actions, shown: Shown) {
  const waiting = useRef<Waiting[]>([])
  const [looks, lookAgain] = useReducer((count: number) => count + 1, 0)

  const act = (shortcut: Shortcut, on: Shown) =>
    (actions[shortcut.does] as Action<Shortcut>)(shortcut, document.activeElement, on)

  function wait(press: Press) {
    waiting.current.push({ ...press, shown, until: Date.now() + WAIT_MS })
    lookAgain()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isForShown = (one: Waiting) => one.shown?.id === shown?.id
    const focus = focusAfter(waiting.current.filter(isForShown))
    const text = focus === 'field' ? typedText(event) : undefined
    if (text !== undefined) {
      event.preventDefault()
      return wait({ text })
    }
    const shortcut =
      focus === 'field' && event.key === 'Escape'
        ? ({ does: 'leave-field' } as const)
        : shortcutOf(event, readSingleKeys(), focus === 'page' ? null : event.target)
    if (!shortcut) return
    event.preventDefault()
    if (waiting.current.length > 0 || act(shortcut, shown) === 'later') wait({ shortcut })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  /** One at a time: the next acts on what this one drew. */
  const look = useEffectEvent(() => {
    const [first] = waiting.current
    if (!first) return
    if (first.until < Date.now()) {
      waiting.current = []
      return
    }
    if ('text' in first) {
      const written = textsBefore(waiting.current)
      waiting.current.splice(0, Math.max(written.length, 1))
      const field = document.activeElement
      if (field instanceof HTMLTextAreaElement && first.shown?.id === shown?.id) {
        if (first.text === SUBMIT) field.form?.requestSubmit()
        else writeInto(field, written)
      }
    } else {
      if (act(first.shortcut, first.shown) === 'later') return
      waiting.current.shift()
    }
    if (waiting.current.length > 0) lookAgain()
  })
  useEffect(() => {
    look()
    if (waiting.current.length === 0) return
    const timer = window.setTimeout(lookAgain, LOOK_AGAIN_MS)
    return () => window.clearTimeout(timer)
  }, [looks])
}

/** Where the focus will be after the waiting keys; undefined where it stays. */
function focusAfter(keys: readonly Waiting[]): 'field' | 'page' | undefined {
  const last = keys.findLast((one) => 'text' in one || movesFocus(one.shortcut))
  if (!last) return undefined
  return 'text' in last || last.shortcut.does !== 'leave-field' ? 'field' : 'page'
}
const movesFocus = (shortcut: Shortcut) =>
  shortcut.does === 'answer' ||
  shortcut.does === 'leave-field' ||
  (shortcut.does === 'activate' && shortcut.key === 'n')

/** Text typed before anything else happens. */
function textsBefore(keys: readonly Waiting[]): string[] {
  const end = keys.findIndex((one) => !('text' in one) || one.text === SUBMIT)
  const texts = keys.slice(0, end === -1 ? undefined : end)
  return texts.flatMap((one) => ('text' in one ? [one.text] : []))
}

/** As the browser would have done. */
function writeInto(field: HTMLTextAreaElement, texts: readonly string[]) {
  const value = texts.reduce(
    (before, text) => (text === '\b' ? before.slice(0, -1) : before + text),
    field.value,
  )
  // React notices only a value that is set with the native setter.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
