import { useSyncExternalStore } from 'react'
import { officeDay } from '@/shared/lib/office-day'

const CHECK_MS = 30_000

export function everyHalfMinute(look: () => void) {
  const timer = window.setInterval(look, CHECK_MS)
  return () => window.clearInterval(timer)
}

/** The day in the office, as `2026-01-31`, also on a page that stays open overnight. */
export const useOfficeDay = (): string =>
  useSyncExternalStore(everyHalfMinute, () => officeDay(new Date()))
