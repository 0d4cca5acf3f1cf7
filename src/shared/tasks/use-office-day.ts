import { useEffect, useState } from 'react'
import { officeDay } from '@/shared/submissions/due'

const CHECK_MS = 30_000

/** The day in the office, as `2026-01-31`, also on a page that stays open over night. */
export function useOfficeDay(): string {
  const [today, setToday] = useState(() => officeDay(new Date()))
  useEffect(() => {
    const timer = window.setInterval(() => setToday(officeDay(new Date())), CHECK_MS)
    return () => window.clearInterval(timer)
  }, [])
  return today
}
