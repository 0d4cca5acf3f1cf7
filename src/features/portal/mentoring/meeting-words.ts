import { formatDay } from '@/shared/lib/format-date'
import type { Entry } from './device-store'

const by = { mentor: 'you', mentee: 'the mentee', office: 'the office' } as const

type Said = Pick<Entry, 'day' | 'minutes' | 'outcome' | 'missedBy'>

/** "Met, 60 min" or "Missed by the mentee" */
export function outcomeInWords({ minutes, outcome, missedBy }: Said): string {
  if (outcome === 'happened') return `Met, ${minutes} min`
  return `${outcome === 'missed' ? 'Missed' : 'Cancelled'}${missedBy ? ` by ${by[missedBy]}` : ''}`
}

/** The choices of what happened, by the value of a select */
export const outcomes = [
  { id: 'happened', label: 'We met' },
  { id: 'cancelled mentee', label: 'Cancelled by the mentee' },
  { id: 'cancelled mentor', label: 'Cancelled by me' },
  { id: 'cancelled office', label: 'Cancelled by the office' },
  { id: 'missed mentee', label: 'The mentee did not come' },
  { id: 'missed mentor', label: 'I did not come' },
] as const

export const choiceOf = ({ outcome, missedBy }: Pick<Said, 'outcome' | 'missedBy'>): string =>
  outcome === 'happened' ? outcome : `${outcome} ${missedBy ?? 'mentee'}`

export function outcomeOf(choice: string): Pick<Said, 'outcome' | 'missedBy'> {
  const [outcome, missedBy] = choice.split(' ') as [Entry['outcome'], Entry['missedBy']?]
  return { outcome, missedBy: missedBy ?? null }
}

const pad = (number: number) => String(number).padStart(2, '0')

/** A moment's day on this device, as `2026-01-31`; today by default */
export const deviceDay = (moment = new Date()): string =>
  `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`

/** "Today", "Yesterday" or "Jan 31, 2026" */
export function dayOnDevice(day: string, now = new Date()): string {
  if (day === deviceDay(now)) return 'Today'
  const before = new Date(now)
  before.setDate(now.getDate() - 1)
  return day === deviceDay(before) ? 'Yesterday' : formatDay(day)
}

/** "1 h 30 min" on one line */
export function timeInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
  return parts.filter(Boolean).join(' ').replaceAll(' ', '\u00a0')
}
