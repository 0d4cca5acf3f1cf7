import { z } from 'zod'
import { formText, optionalLine, optionalText } from '@/shared/forms/form-text'
import { consentKinds, type Meeting, type MeetingFields, type Outcome } from './meeting-queries'
import { outcomeLabels } from './meeting-words'

/** The first option of "Who meets": the meeting is of a group. */
export const group = 'group'

const outcomes = Object.keys(outcomeLabels) as [Outcome, ...Outcome[]]

/** Today where the day begins first: the database takes no later day for what happened. */
export const latestDay = (now = new Date()): string =>
  new Date(now.getTime() + 14 * 3_600_000).toISOString().slice(0, 10)

/** What staff type about a meeting, and the columns that it becomes. */
export const meetingSchema = z
  .object({
    who: z.string().min(1, 'Choose who meets.'),
    title: optionalLine(200),
    day: z.string().refine((day) => z.iso.date().safeParse(day).success, 'Enter the day.'),
    minutes: formText(10)
      .trim()
      .refine(
        (typed) => typed === '' || (/^\d+$/.test(typed) && +typed >= 5 && +typed <= 720),
        'A meeting takes 5 to 720 minutes.',
      )
      .transform((typed) => (typed === '' ? null : Number(typed))),
    outcome: z.enum(outcomes),
    missed_by: z.string().transform((by) => by || null),
    place: optionalLine(200),
    topics: optionalText(500),
    note: optionalText(5_000),
    is_collected: z.boolean(),
    needs_consents: z.object(
      Object.fromEntries(consentKinds.map((kind) => [kind, z.boolean()])) as Record<
        (typeof consentKinds)[number],
        z.ZodBoolean
      >,
    ),
  })
  .superRefine(({ who, title, day, minutes, outcome, missed_by }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const isGroup = who === group
    if (isGroup && !title) refuse('title', 'Give the meeting a title.')
    if (minutes === null && (isGroup || outcome === 'happened')) {
      refuse('minutes', 'Enter how many minutes it takes.')
    }
    if ((outcome === 'happened' || outcome === 'missed') && day > latestDay()) {
      refuse('day', 'This day is later than today anywhere on earth.')
    }
    if (!isGroup && (outcome === 'cancelled' || outcome === 'missed') && !missed_by) {
      refuse('missed_by', 'Choose who cancelled or missed it.')
    }
  })

export type TypedMeeting = z.input<typeof meetingSchema>
type EnteredMeeting = z.output<typeof meetingSchema>

/** A form without entries, for today. */
export const emptyMeeting = (today: string): TypedMeeting => ({
  ...{ who: '', title: '', day: today, minutes: '60', outcome: 'happened', missed_by: '' },
  ...{ place: '', topics: '', note: '', is_collected: false },
  needs_consents: { photo: false, trip: false, data: false },
})

/** The form of a stored meeting, without its note. */
export const typedMeeting = (meeting: Meeting): TypedMeeting => ({
  who: meeting.match_id ?? group,
  title: meeting.title ?? '',
  day: meeting.day,
  minutes: meeting.minutes?.toString() ?? '',
  outcome: meeting.outcome,
  missed_by: meeting.missed_by ?? '',
  place: meeting.place ?? '',
  topics: meeting.topics ?? '',
  note: '',
  is_collected: meeting.is_collected,
  needs_consents: Object.fromEntries(
    consentKinds.map((kind) => [kind, meeting.needs_consents.includes(kind)]),
  ) as TypedMeeting['needs_consents'],
})

/** The columns of a meeting, without what its kind or outcome does not have. */
export function columnsOf({ who, note, ...typed }: EnteredMeeting): MeetingFields {
  const isGroup = who === group
  const isOff = typed.outcome === 'cancelled' || typed.outcome === 'missed'
  return {
    ...typed,
    title: isGroup ? (typed.title?.trim() ?? null) : null,
    place: typed.place?.trim() ?? null,
    topics: typed.topics?.trim() ?? null,
    missed_by: isOff ? typed.missed_by : null,
    is_collected: isGroup && typed.is_collected,
    needs_consents: consentKinds.filter((kind) => typed.needs_consents[kind]).sort(),
    ...(!isGroup && note && { note: note.trim() }),
  }
}

/** The columns that differ, before and after. */
export function changesOf(stored: Meeting, { note: _, ...entered }: MeetingFields) {
  const keys = (Object.keys(entered) as (keyof typeof entered)[]).filter(
    (key) => JSON.stringify(entered[key]) !== JSON.stringify(stored[key]),
  )
  const pick = (from: Partial<MeetingFields>) =>
    Object.fromEntries(keys.map((key) => [key, from[key]])) as Partial<MeetingFields>
  return { changes: pick(entered), replaced: pick(stored) }
}
