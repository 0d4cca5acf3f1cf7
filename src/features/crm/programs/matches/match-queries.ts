import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { Enums } from '@/shared/supabase/database.types'

export type MatchStatus = Enums<'match_status'>
export type MatchView = 'open' | 'quiet' | 'closed'
export const parties = ['mentor', 'mentee', 'guardian'] as const
export type Party = (typeof parties)[number]

export interface ListedMatch {
  id: string
  status: MatchStatus
  mentor: string | null
  mentee: string | null
  since: string | null
  until: string | null
  /** Days without a meeting; null where it is not quiet */
  quiet_days: number | null
  last_met: string | null
  supervisor: string | null
  contact_due: string | null
  /** "is inactive", "left the program" or "lacks References" */
  lacks: string | null
  created_at: string
}

interface MatchPage {
  counts: Record<MatchView, number>
  is_over: boolean | null
  matches: ListedMatch[]
}

export interface Contact {
  id: string
  day: string
  met: Party[]
  author: string | null
  is_own: boolean
  note: string | null
}

export interface Match extends Omit<ListedMatch, 'last_met' | 'contact_due'> {
  program: string
  program_id: string
  is_over: boolean
  close_reason: string | null
  mentor_agreed_on: string | null
  guardian_agreed_on: string | null
  meetings_per_month: number
  contact_days: number
  supervisor_id: string | null
  deputy_id: string | null
  deputy: string | null
  met: { times: number; minutes: number | null; last: string | null }
  /** Null where it is not active */
  due: Record<Party, string> | null
  pauses: { from: string; to: string | null }[]
  contacts: Contact[]
}

export interface FittingMentor {
  id: string
  name: string
  weekdays: string | null
  place: string | null
  wishes: string | null
  language: string | null
  taken: number
  capacity: number
  lacks: string | null
  /** Null where one side is not known */
  same_language: boolean | null
  same_day: boolean | null
  same_place: boolean | null
  fits: boolean
  /** Meets all requirements and has a place left */
  may: boolean
}

export interface Fitting extends Pick<FittingMentor, 'weekdays' | 'place' | 'wishes' | 'language'> {
  total: number
  mentors: FittingMentor[]
}

const all = ['matches'] as const
const PAGE = 50
const invalidates = [all, resourceKey('tasks'), resourceKey('change_log')]

const firstPage: { before?: string; before_id?: string } = {}

/** Fifty matches at a time, newest first; quiet ones are one page, the longest first. */
export const matchesQuery = (program: string, view: MatchView) =>
  infiniteQueryOptions({
    queryKey: [...all, 'of', program, view],
    queryFn: async ({ signal, pageParam }) =>
      (await ask(
        supabase.rpc('program_matches', { program, view, ...pageParam }),
        signal,
      )) as unknown as MatchPage | null,
    initialPageParam: firstPage,
    getNextPageParam: (page) => {
      const last = page?.matches.at(-1)
      return view !== 'quiet' && last && page?.matches.length === PAGE
        ? { before: last.created_at, before_id: last.id }
        : undefined
    },
  })

export const matchQuery = (match: string) =>
  rpcQuery<'match_details', Match | null>(all, 'match_details', { match })

export const supervisorsQuery = rpcQuery(['task assignees'], 'task_assignees', {
  record_kind: 'matches',
})

export const unmatchedQuery = (program: string) =>
  rpcQuery<'unmatched_mentees', { total: number; mentees: { id: string; name: string }[] }>(
    all,
    'unmatched_mentees',
    { program },
  )

/** The mentors for a mentee. Reads protected fields: the opening is logged first. */
export const fittingQuery = (program: string, mentee: string) =>
  queryOptions({
    queryKey: [...all, 'fitting', program, mentee],
    queryFn: async ({ signal }) => {
      await ask(supabase.rpc('record_openings', { kind: 'mentees', ids: [mentee] }), signal)
      return (await ask(
        supabase.rpc('fitting_mentors', { program, mentee }),
        signal,
      )) as unknown as Fitting | null
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

export interface Proposal {
  id: string
  program: string
  mentor: string
  mentee: string
  meetings: number
  supervisor?: string
  deputy?: string
}

export const proposeMatch = mutationOptions({
  mutationFn: (given: Proposal) => ask(supabase.rpc('propose_match', given)),
  meta: { invalidates },
})

export type MatchChanges = Partial<
  Pick<
    Match,
    | 'meetings_per_month'
    | 'contact_days'
    | 'mentor_agreed_on'
    | 'guardian_agreed_on'
    | 'supervisor_id'
    | 'deputy_id'
  >
>

export const saveMatch = mutationOptions({
  mutationFn: (given: { match: string; changes: MatchChanges; replaced: MatchChanges }) =>
    ask(supabase.rpc('save_match', given)),
  meta: { success: { title: 'Match saved' }, invalidates },
})

const done = { active: 'Match is active', paused: 'Match paused', closed: 'Match closed' } as const

/** Begins, resumes, pauses or closes a match. */
export const changeStatus = (status: keyof typeof done) =>
  mutationOptions({
    mutationFn: (given: { match: string; seen: MatchStatus; on_day: string; reason?: string }) =>
      ask(supabase.rpc('set_match_status', { ...given, status })),
    meta: { success: { title: done[status] }, invalidates },
  })

export const logContact = mutationOptions({
  mutationFn: (given: { id: string; match: string; day: string; met: Party[]; note?: string }) =>
    ask(supabase.rpc('log_contact', given)),
  meta: { success: { title: 'Contact logged' }, invalidates },
})

export const removeContact = mutationOptions({
  mutationFn: (contact: string) => ask(supabase.rpc('remove_contact', { contact })),
  meta: { success: { title: 'Contact removed' }, invalidates },
})
