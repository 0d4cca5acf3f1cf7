import { useEffect } from 'react'
import { importUntilThere } from '@/shared/lib/import-until-there'

let isOnItsWay = false

/** Brings the toaster, whose code comes by itself: messages wait for it. */
export function bringToaster(): void {
  if (isOnItsWay) return
  isOnItsWay = true
  importUntilThere(
    () => import('./toaster'),
    ({ mountToaster }) => mountToaster(),
  )
}

/** For code that shows messages and is loaded late itself. */
export function useToaster(): void {
  useEffect(bringToaster, [])
}
