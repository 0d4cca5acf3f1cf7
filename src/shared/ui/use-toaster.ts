import { useEffect } from 'react'
import { importUntilThere } from '@/shared/lib/import-until-there'

let isOnItsWay = false

/** Loads the toaster, whose code is separate: messages wait for it. */
export function bringToaster(): void {
  if (isOnItsWay) return
  isOnItsWay = true
  importUntilThere(
    () => import('./toaster'),
    ({ mountToaster }) => mountToaster(),
  )
}

/** For code that shows messages and itself loads late. */
export function useToaster(): void {
  useEffect(bringToaster, [])
}
