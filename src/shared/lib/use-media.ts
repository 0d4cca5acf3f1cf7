import { useSyncExternalStore } from 'react'

/** Whether a media query, such as `(width < 48rem)`, holds now; false where nobody can say. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listen) => {
      const list = window.matchMedia?.(query)
      list?.addEventListener('change', listen)
      return () => list?.removeEventListener('change', listen)
    },
    () => window.matchMedia?.(query).matches ?? false,
    () => false,
  )
}

/** Narrower than a tablet: one thing after the other. */
export const phone = '(width < 48rem)'

/** Too narrow for two things side by side. */
export const narrow = '(width < 64rem)'
