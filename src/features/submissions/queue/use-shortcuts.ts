import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { readSingleKeys, writeSingleKeys } from '@/shared/lib/single-keys'
import { shortcutOf, SUBMIT, typedText, type Shortcut } from './shortcuts'

/** `later`: the key's target is not there yet. */
export type Outcome = 'later' | undefined

type Action<Asked> = (shortcut: Asked, focused: Element | null) => Outcome | void
type Actions = {
  readonly [Does in Shortcut['does']]: Action<Extract<Shortcut, { does: Does }>>
}

type Press = { shortcut: Shortcut } | { text: string }
type Waiting = Press & { until: number }

/** A key that waited longer than this does nothing. */
const WAIT_MS = 5_000
const LOOK_AGAIN_MS = 20

interface Cursor {
  /** Whether a key may act on the current screen. */
  isReady: () => boolean
  /** Drops the waiting keys. */
  giveUp: () => void
}

/**
 * Runs the action of each key, anywhere on the page, on the focused element. Keys may be faster than the
 * screen: each waits for the one before it, and text typed before its field is drawn is written into it.
 */
export function useShortcuts(actions: Actions, { isReady, giveUp }: Cursor) {
  const [singleKeys, setSingleKeys] = useState(readSingleKeys)
  const waiting = useRef<Waiting[]>([])
  const [looks, lookAgain] = useReducer((count: number) => count + 1, 0)

  const act = (shortcut: Shortcut) =>
    (actions[shortcut.does] as Action<Shortcut>)(shortcut, document.activeElement)

  function wait(press: Press) {
    waiting.current.push({ ...press, until: Date.now() + WAIT_MS })
    lookAgain()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const focus = focusAfter(waiting.current)
    const text = focus === 'field' ? typedText(event) : undefined
    if (text !== undefined) {
      event.preventDefault()
      return wait({ text })
    }
    const shortcut =
      focus === 'field' && event.key === 'Escape'
        ? ({ does: 'leave-field' } as const)
        : shortcutOf(event, singleKeys, focus === 'page' ? null : event.target)
    if (!shortcut) return
    event.preventDefault()
    if (waiting.current.length > 0 || !isReady() || act(shortcut) === 'later') {
      wait({ shortcut })
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  /** One at a time: the next acts on what this one has drawn. */
  const look = useEffectEvent(() => {
    const [first] = waiting.current
    if (!first) return
    if (first.until < Date.now()) {
      waiting.current = []
      return giveUp()
    }
    if ('text' in first) {
      const written = textsBefore(waiting.current)
      waiting.current.splice(0, Math.max(written.length, 1))
      const field = document.activeElement
      if (field instanceof HTMLTextAreaElement) {
        if (first.text === SUBMIT) field.form?.requestSubmit()
        else writeInto(field, written)
      }
    } else {
      if (!isReady() || act(first.shortcut) === 'later') return
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

  return {
    singleKeys,
    setSingleKeys: (isOn: boolean) => {
      setSingleKeys(isOn)
      writeSingleKeys(isOn)
    },
    /** Queues it behind the keys that wait. */
    ask: (shortcut: Shortcut) => wait({ shortcut }),
  }
}

/** Where the focus will be once the keys that wait are done; undefined where it stays. */
function focusAfter(keys: readonly Waiting[]): 'field' | 'page' | undefined {
  const last = keys.findLast((one) => 'text' in one || movesFocus(one.shortcut))
  if (!last) return undefined
  return 'text' in last || last.shortcut.does !== 'leave-field' ? 'field' : 'page'
}
const movesFocus = (shortcut: Shortcut) =>
  shortcut.does === 'answer' ||
  shortcut.does === 'leave-field' ||
  (shortcut.does === 'activate' && shortcut.key === 'n')

/** The text typed before something else happens. */
function textsBefore(keys: readonly Waiting[]): string[] {
  const end = keys.findIndex((one) => !('text' in one) || one.text === SUBMIT)
  const texts = keys.slice(0, end === -1 ? undefined : end)
  return texts.flatMap((one) => ('text' in one ? [one.text] : []))
}

/** As the browser would have, had the field been there. */
function writeInto(field: HTMLTextAreaElement, texts: readonly string[]) {
  const value = texts.reduce(
    (before, text) => (text === '\b' ? before.slice(0, -1) : before + text),
    field.value,
  )
  // React notices only a value that is set with the native setter.
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
