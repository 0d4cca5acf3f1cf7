import { useSyncExternalStore } from 'react'
import { hasDraft } from '@/shared/forms/has-draft'

/** The name of what says in this tab, also after a reload, that a program was registered for */
export const registeredNote = (program: string) => `registration:${program}:sent`

/** The programs that were registered for since the page was loaded. */
let registered: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

export function markRegistered(program: string): void {
  registered = new Set(registered).add(program)
  for (const listener of listeners) listener()
}

export function useIsRegistered(program: string): boolean {
  const isRegistered = () => registered.has(program) || hasDraft(registeredNote(program))
  return useSyncExternalStore(subscribe, isRegistered, () => false)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
