import { organisation } from '@/shared/data/organisation'

const { timeZone } = organisation
// The Swedish format is that of ISO 8601.
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone })
const shortDay = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone,
})

/** The day of a moment in the office, as `2026-01-31`. */
export const officeDay = (moment: Date | string): string => isoDay.format(new Date(moment))

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
