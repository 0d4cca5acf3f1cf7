import { useCallback, useSyncExternalStore } from 'react'

/**
 * Whether a media query, such as `(width < 48rem)`, holds now; false where the browser cannot tell.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listen: () => void) => {
      const list = window.matchMedia?.(query)
      list?.addEventListener('change', listen)
      return () => list?.removeEventListener('change', listen)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia?.(query).matches ?? false,
    () => false,
  )
}

/** Narrower than a tablet: one column. */
export const phone = '(width < 48rem)'

/** Too narrow for two columns. */
export const narrow = '(width < 64rem)'
