import { organisation } from '../data/organisation.ts'

const day = new Intl.DateTimeFormat('en-US', {
  timeZone: organisation.timeZone,
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})

/** The day of a moment as "Tuesday, November 24", in the office. */
export const dayInWords = (isoTimestamp: string): string => day.format(new Date(isoTimestamp))
