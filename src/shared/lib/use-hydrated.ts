import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/**
 * False while a prerendered part of a page does not work yet. A form's button is disabled until then:
 * the browser's own submission would reload the page and put the answers into its address.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
