import { organisation } from '@/shared/data/organisation'

const { timeZone } = organisation
// The Swedish format is ISO 8601.
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone })

/** The day of a moment in the office, as `2026-01-31`. */
export const officeDay = (moment: Date | string): string => isoDay.format(new Date(moment))

const officeClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  dateStyle: 'short',
  timeStyle: 'medium',
})
const offset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })

/** A moment as the API has it, `2026-01-01T05:59:00.123456+00:00`, by the office's clock: `2025-12-31T23:59:00.123456-06:00`. */
export function officeMoment(moment: string): string {
  const date = new Date(moment)
  const [fraction = ''] = /\.\d+/.exec(moment) ?? []
  const zone = offset.format(date).replace(/^.*GMT/, '') || '+00:00'
  return officeClock.format(date).replace(' ', 'T') + fraction + zone
}

/** When a day, or one some days later, begins in the office; Postgres knows time zones by name. */
export function midnight(day: string, later = 0): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + later)
  return `${date.toISOString().slice(0, 10)} ${timeZone}`
}
