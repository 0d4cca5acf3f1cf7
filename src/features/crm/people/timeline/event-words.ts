import { optionLabel } from '@/shared/lib/option-label'
import type { PersonEvent } from '../person/people-queries'
import { kindLabel } from '@/engine/core/people-search'

/** The kinds of events in the order of the filter. */
export const eventKinds: Readonly<Record<string, { one: string; many: string }>> = {
  submission: { one: 'Submission', many: 'Submissions' },
  message: { one: 'Message', many: 'Messages' },
  answer: { one: 'Answer', many: 'Answers' },
  note: { one: 'Note', many: 'Notes' },
  call: { one: 'Call', many: 'Calls' },
  task: { one: 'Task done', many: 'Tasks' },
  gift: { one: 'Gift', many: 'Gifts' },
  campaign: { one: 'Campaign', many: 'Campaigns' },
  mail: { one: 'Email', many: 'Other emails' },
  program: { one: 'Program', many: 'Programs' },
  seat: { one: 'Seat', many: 'Seats' },
  grade: { one: 'Grade', many: 'Grades' },
  conversion: { one: 'Conversion', many: 'Conversions' },
  merge: { one: 'Merge', many: 'Merges' },
  record: { one: 'Record', many: 'Records' },
}

/** Whether an event has only a day; its time would be midnight. */
export const hasDayAlone = (kind: string): boolean => kind === 'gift' || kind === 'program'

const deliveries: Readonly<Record<string, string>> = {
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  delayed: 'Not delivered yet',
  failed: 'Not delivered',
}

/** An event's title, and the text under it. */
export function eventWords(event: PersonEvent): { title: string | null; about: string[] } {
  const { kind, title, detail, state, author } = event
  const one = eventKinds[kind]?.one ?? optionLabel(kind)
  const by = author ? [`by ${author}`] : []
  switch (kind) {
    case 'submission':
      return { title, about: [kindLabel(detail ?? '')] }
    case 'seat':
      return { title, about: [detail === 'course' ? 'Seat in a course' : 'Registration'] }
    case 'answer':
      return { title, about: [one, deliveries[state ?? ''] ?? '', ...by].filter(Boolean) }
    case 'gift':
      return { title, about: [one, kindLabel(detail ?? '')] }
    case 'mail':
      return {
        title: title ?? optionLabel(detail ?? ''),
        about: [title ? optionLabel(detail ?? '') : one],
      }
    case 'program':
      return { title, about: [`In the program as ${detail}`] }
    case 'grade':
      return { title, about: [`Grade ${detail}`] }
    case 'conversion':
      return { title: `${title} became a ${detail}`, about: by.length > 0 ? by : [one] }
    case 'merge':
      return {
        title: `${title} was merged into this ${detail?.replace(/s$/, '')}`,
        about: by.length > 0 ? by : [one],
      }
    case 'record':
      return { title: recordTitle(event), about: [one] }
    default:
      return { title, about: [one, ...by] }
  }
}

function recordTitle({ source, detail }: PersonEvent): string {
  if (source === 'profiles') return `Account opened: ${optionLabel(detail ?? '')}`
  if (source === 'newsletter_subscriptions') return 'Subscribed to the newsletter'
  return `Added as a ${detail}`
}
