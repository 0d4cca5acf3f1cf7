import type { Meeting, Outcome } from './meeting-queries'

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  planned: 'Planned',
  happened: 'Happened',
  cancelled: 'Cancelled',
  missed: 'Missed',
}

export const missedByLabels: Readonly<Record<string, string>> = {
  mentor: 'the mentor',
  mentee: 'the mentee',
  office: 'the office',
}

/** "1 h 5 min", "45 min" */
export function lengthInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const inHours = `${hours.toLocaleString('en-US')} h`
  if (hours === 0) return `${rest} min`
  return rest === 0 ? inHours : `${inHours} ${rest} min`
}

/** "Missed by the mentee" */
export const outcomeInWords = ({ outcome, missed_by }: Meeting): string =>
  missed_by ? `${outcomeLabels[outcome]} by ${missedByLabels[missed_by]}` : outcomeLabels[outcome]

/** The title of a group's meeting; of a one-to-one meeting its two people. */
export const nameOf = ({ title, mentor_name, mentee_name }: Meeting): string =>
  title ?? `${mentor_name} and ${mentee_name}`
