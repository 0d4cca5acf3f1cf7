import { useEffect } from 'react'
import { importUntilThere } from '@/shared/lib/import-until-there'

/** Brings the toaster, whose code comes by itself: messages wait for it. */
export const bringToaster = (): (() => void) =>
  importUntilThere(
    () => import('./toaster'),
    ({ mountToaster }) => mountToaster(),
  )

/** For code that shows messages and is loaded late itself. */
export function useToaster(): void {
  useEffect(bringToaster, [])
}
