import type { Hours } from './meeting-queries'

export const groupings = {
  mentor: 'By mentor',
  month: 'By month',
  both: 'By month and mentor',
} as const
export type Grouping = keyof typeof groupings

export interface Sum {
  key: string
  /** First day of the month; absent where months are added up */
  month?: string
  /** Absent where mentors are added up; empty for meetings of groups */
  mentor?: string
  meetings: number
  minutes: number
}

/** Hours added up, in the order of the rows. */
export function sumsOf(rows: readonly Hours[], grouping: Grouping): Sum[] {
  const sums = new Map<string, Sum>()
  for (const { month, mentor_id, mentor_name, meetings, minutes } of rows) {
    const byMonth = grouping !== 'mentor'
    const byMentor = grouping !== 'month'
    const key = [byMonth && month, byMentor && mentor_id].join(' ')
    const sum = sums.get(key) ?? {
      ...{ key, meetings: 0, minutes: 0 },
      ...(byMonth && { month }),
      ...(byMentor && { mentor: mentor_id === null ? '' : mentor_name }),
    }
    sums.set(key, { ...sum, meetings: sum.meetings + meetings, minutes: sum.minutes + minutes })
  }
  const order = new Intl.Collator('en-US').compare
  return grouping === 'mentor'
    ? // Groups come last.
      [...sums.values()].sort(
        (one, other) =>
          Number(one.mentor === '') - Number(other.mentor === '') ||
          order(one.mentor!, other.mentor!),
      )
    : [...sums.values()]
}
