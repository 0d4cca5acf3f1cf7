import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * False until hydration. A form's button is disabled until then: without a handler the browser would
 * submit the form itself, which reloads the page and puts the answers into its address.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
