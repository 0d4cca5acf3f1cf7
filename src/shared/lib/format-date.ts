const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const timeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A moment as "Jan 31, 2026", where the user is. */
export function formatDate(isoTimestamp: string): string {
  return dateFormat.format(new Date(isoTimestamp))
}

/** A moment as "Jan 31, 2026, 4:05 PM", where the user is. */
export function formatDateTime(isoTimestamp: string): string {
  return timeFormat.format(new Date(isoTimestamp))
}
