import { mutationOptions } from '@tanstack/react-query'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { Entry, Outcome } from './device-store'
import type { Sent } from './send-waiting'

const all = ['mentoring'] as const

/** A number to call: as typed, and as a link reads it */
export interface Callable {
  name: string | null
  phone: string | null
  telephones: string[]
}

export interface LoggedMeeting {
  id: string
  day: string
  minutes: number | null
  outcome: Outcome
  missed_by: Entry['missedBy']
  /** It may be another one, entered twice. */
  is_repeated: boolean
  /** Null without one, and where someone else logged the meeting */
  note: string | null
  may_change: boolean
}

export interface OwnMatch {
  id: string
  /** First name and initial */
  name: string
  program: string
  /** Null until it is known */
  since: string | null
  per_month: number
  this_month: { meetings: number; minutes: number }
  /** Newest first */
  logged: LoggedMeeting[]
  /** A group's meeting has a title. */
  next: {
    id: string
    day: string
    title: string | null
    minutes: number | null
    place: string | null
  }[]
  supervisor: Callable | null
  guardians: Callable[]
}

export interface MentorPageData {
  matches: OwnMatch[]
  /** What waits for a decision of the office */
  held: { id: string; day: string; minutes: number | null; outcome: Outcome }[]
}

/** Null for an account that is linked to no mentor. It names children: nothing of it stays in memory longer than needed. */
export const mentorPageQuery = rpcQuery<'mentor_page', MentorPageData | null>(
  all,
  'mentor_page',
  {},
  { gcTime: 0, retry: false },
)

/** Whether the account has the page of mentors. */
export const ownMentoringQuery = rpcQuery(all, 'own_mentoring', {}, { staleTime: 300_000 })

/** Sends an entry of the device. */
export const logMeeting = mutationOptions({
  mutationFn: async (entry: Entry): Promise<Sent> => {
    const { id, match, day, minutes, outcome, missedBy, isToday, pressedAt, isEdited } = entry
    const now = new Date()
    const sent = (await ask(
      supabase.rpc('log_own_meeting', {
        meeting: id,
        match,
        day,
        minutes: minutes as number,
        outcome,
        ...(missedBy && { missed_by: missedBy }),
        is_today: isToday,
        pressed_at: pressedAt,
        sent_at: now.toISOString(),
        zone_minutes: -now.getTimezoneOffset(),
      }),
    )) as Sent
    if (isEdited && sent !== 'held') {
      const changes = { minutes, outcome, missed_by: missedBy, ...(!isToday && { day }) }
      await ask(supabase.rpc('change_own_meeting', { meeting: id, changes }))
    }
    return sent
  },
})

type Values = Partial<Pick<LoggedMeeting, 'day' | 'minutes' | 'outcome' | 'missed_by' | 'note'>>

/** Changes a stored meeting from the values that were shown. */
export const changeMeeting = mutationOptions({
  mutationFn: (change: { meeting: string; changes: Values; replaced: Values }) =>
    ask(supabase.rpc('change_own_meeting', change)),
  meta: { success: { title: 'Meeting corrected' }, invalidates: [all] },
})

export const removeMeeting = mutationOptions({
  mutationFn: (meeting: string) => ask(supabase.rpc('remove_own_meeting', { meeting })),
  meta: { success: { title: 'Meeting removed' }, invalidates: [all] },
})
