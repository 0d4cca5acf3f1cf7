import { organisation } from '@/shared/data/organisation'
import { officeDay } from '@/shared/lib/office-day'

const { timeZone } = organisation
const shortDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone,
})

interface Due {
  words: string
  state: 'late' | 'today' | 'later'
}

/**
 * The due day of an answer as text.
 *
 * @param dueAt the end of a day in the office
 * @param today as `2026-01-31`
 */
export function dueOf(dueAt: string, today: string): Due {
  const days = (Date.parse(officeDay(dueAt)) - Date.parse(today)) / 86_400_000
  if (days === 0) return { words: 'due today', state: 'today' }
  if (days > 0) return { words: `by ${shortDay.format(new Date(dueAt))}`, state: 'later' }
  return { words: days === -1 ? '1 day late' : `${-days} days late`, state: 'late' }
}
