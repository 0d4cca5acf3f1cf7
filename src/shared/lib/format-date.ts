const dateTimeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment as "Jan 31, 2026, 4:05 PM", where the user is. */
export function formatDateTime(isoTimestamp: string): string {
  return dateTimeFormat.format(new Date(isoTimestamp))
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar day without a time, `2026-01-31`, as "Jan 31, 2026" wherever the user is. */
export function formatDay(isoDate: string): string {
  return dayFormat.format(new Date(`${isoDate}T00:00:00Z`))
}

const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** The day of a moment as "Jan 31, 2026", where the user is. */
export function formatDate(isoTimestamp: string): string {
  return dateFormat.format(new Date(isoTimestamp))
}
