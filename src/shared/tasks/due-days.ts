import { formatDay } from '@/shared/lib/format-date'

const DAY_MS = 86_400_000

/** A calendar day, `2026-01-31`, so many days later. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The Monday after a day. */
export const nextMonday = (day: string): string =>
  daysLater(day, (8 - new Date(day).getUTCDay()) % 7 || 7)

/** When a task is due, in words. */
export function taskDue(dueOn: string, today: string) {
  if (dueOn < today) return { words: `due ${formatDay(dueOn)}`, look: 'font-semibold text-danger' }
  if (dueOn === today) return { words: 'due today', look: 'font-semibold text-warning' }
  return {
    words: dueOn === daysLater(today, 1) ? 'due tomorrow' : `due ${formatDay(dueOn)}`,
    look: 'text-ink-soft',
  }
}
