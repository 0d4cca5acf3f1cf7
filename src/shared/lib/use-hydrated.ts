import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False until hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
