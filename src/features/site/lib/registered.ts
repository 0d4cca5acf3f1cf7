import { useSyncExternalStore } from 'react'
import { hasDraft, sentNote } from '@/shared/forms/has-draft'

/** The programs registered for since the page loaded. */
let registered: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

export function markRegistered(program: string): void {
  registered = new Set(registered).add(program)
  for (const listener of listeners) listener()
}

export function useIsRegistered(program: string): boolean {
  const isRegistered = () =>
    registered.has(program) || hasDraft(sentNote(`registration:${program}`))
  return useSyncExternalStore(subscribe, isRegistered, () => false)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
