import { formatDay } from '@/shared/lib/format-date'

const DAY_MS = 86_400_000

/** Adds days to a calendar day, `2026-01-31`. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export const nextMonday = (day: string): string =>
  daysLater(day, (8 - new Date(day).getUTCDay()) % 7 || 7)

/** The due day of a task as text. */
export function taskDue(dueOn: string, today: string) {
  if (dueOn < today) return { words: `due ${formatDay(dueOn)}`, look: 'font-semibold text-danger' }
  if (dueOn === today) return { words: 'due today', look: 'font-semibold text-warning' }
  return {
    words: dueOn === daysLater(today, 1) ? 'due tomorrow' : `due ${formatDay(dueOn)}`,
    look: 'text-ink-soft',
  }
}
