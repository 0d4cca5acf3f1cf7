import { organisation } from '@/shared/data/organisation'

const { timeZone } = organisation
// The Swedish format is ISO 8601.
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone })

/** The day of a moment in the office, as `2026-01-31`. */
export const officeDay = (moment: Date | string): string => isoDay.format(new Date(moment))

/** When a day, or one some days later, begins in the office; Postgres knows time zones by name. */
export function midnight(day: string, later = 0): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + later)
  return `${date.toISOString().slice(0, 10)} ${timeZone}`
}
