import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { organisation } from '@/shared/data/organisation'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { officeDay } from '@/shared/submissions/due'

const CHECK_MS = 30_000

/** The hour in the office at which what was put off waits again. */
const hour = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: organisation.timeZone,
})
const isMorning = () => Number(hour.format(new Date())) >= 8

/**
 * The day in the office, as `2026-01-31`. When it changes, what is due changes with it; at eight comes
 * back what was put off.
 */
export function useToday(): string {
  const queryClient = useQueryClient()
  const [today, setToday] = useState(() => officeDay(new Date()))
  const [isOpen, setOpen] = useState(isMorning)
  useEffect(() => {
    const timer = window.setInterval(() => {
      const now = officeDay(new Date())
      if (now === today && isMorning() === isOpen) return
      setToday(now)
      setOpen(isMorning())
      void queryClient.invalidateQueries({ queryKey: resourceKey('submissions') })
    }, CHECK_MS)
    return () => window.clearInterval(timer)
  }, [today, isOpen, queryClient])
  return today
}
