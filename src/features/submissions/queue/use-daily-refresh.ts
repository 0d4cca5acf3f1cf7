import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { organisation } from '@/shared/data/organisation'
import { resourceKey } from '@/engine/core/resource-queries'
import { officeDay } from '@/shared/lib/office-day'
import { everyHalfMinute } from '@/engine/tasks/use-office-day'

const hour = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  hourCycle: 'h23',
  timeZone: organisation.timeZone,
})

/** Changes at midnight in the office, and at eight. */
const period = () =>
  `${officeDay(new Date())} ${Number(hour.format(new Date())) < 8 ? 'early' : 'open'}`

/** Reads the queue again when the due dates change, and when a snooze ends. */
export function useDailyRefresh(): void {
  const client = useQueryClient()
  const now = useSyncExternalStore(everyHalfMinute, period)
  const seen = useRef(now)
  useEffect(() => {
    if (seen.current === now) return
    seen.current = now
    void client.invalidateQueries({ queryKey: resourceKey('submissions') })
  }, [now, client])
}
