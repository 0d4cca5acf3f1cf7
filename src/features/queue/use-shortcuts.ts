import { useEffect, useEffectEvent, useState } from 'react'
import { readSingleKeys, shortcutOf, writeSingleKeys, type Shortcut } from './shortcuts'

type Actions = {
  readonly [Does in Shortcut['does']]: (
    shortcut: Extract<Shortcut, { does: Does }>,
    target: HTMLElement | null,
  ) => void
}

/** Does what a key asks for, wherever on the page it is pressed, with what has the focus. */
export function useShortcuts(actions: Actions) {
  const [singleKeys, setSingleKeys] = useState(readSingleKeys)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event, singleKeys)
    if (!shortcut) return
    event.preventDefault()
    const target = event.target instanceof HTMLElement ? event.target : null
    const act = actions[shortcut.does] as (shortcut: Shortcut, target: HTMLElement | null) => void
    act(shortcut, target)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return {
    singleKeys,
    setSingleKeys: (isOn: boolean) => {
      setSingleKeys(isOn)
      writeSingleKeys(isOn)
    },
  }
}
