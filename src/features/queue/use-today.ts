import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { officeDay } from '@/shared/submissions/due'

const CHECK_MS = 30_000

/** The day in the office, as `2026-01-31`. When it changes, what is due changes with it. */
export function useToday(): string {
  const queryClient = useQueryClient()
  const [today, setToday] = useState(() => officeDay(new Date()))
  useEffect(() => {
    const timer = window.setInterval(() => {
      const now = officeDay(new Date())
      if (now === today) return
      setToday(now)
      void queryClient.invalidateQueries({ queryKey: resourceKey('submissions') })
    }, CHECK_MS)
    return () => window.clearInterval(timer)
  }, [today, queryClient])
  return today
}
