import { organisation } from '@/shared/data/organisation'

const { timeZone } = organisation
const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone,
})
const dayOfMoment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
const calendarDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A moment as "Jan 31, 2026, 4:05 PM", in the office's time zone wherever the user is. */
export function formatDateTime(isoTimestamp: string | null | undefined): string {
  return format(moment, isoTimestamp)
}

/** The day of a moment as "Jan 31, 2026", in the office. */
export function formatDate(isoTimestamp: string | null | undefined): string {
  return format(dayOfMoment, isoTimestamp)
}

/** A calendar day without a time, `2026-01-31`, as "Jan 31, 2026" wherever the user is. */
export function formatDay(isoDate: string | null | undefined): string {
  return format(calendarDay, isoDate, 'T00:00:00Z')
}

/** Text that is not a date is shown unchanged. */
function format(as: Intl.DateTimeFormat, text: string | null | undefined, time = ''): string {
  const date = new Date(`${text}${time}`)
  return Number.isNaN(date.getTime()) ? (text ?? '') : as.format(date)
}
