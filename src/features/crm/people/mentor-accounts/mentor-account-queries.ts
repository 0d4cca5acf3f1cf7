import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { openRecords } from '@/engine/core/openings'
import { resourceKey } from '@/engine/core/resource-queries'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'

const all = ['mentor-accounts'] as const
const invalidates = [all, resourceKey('change_log')]

export interface MentorAccount {
  /** Of the link */
  id: string
  address: string
  linked_at: string
  /** Null once that account is gone */
  linked_by: string | null
}

/** The account that is linked to a mentor; null without one. */
export const mentorAccountQuery = (mentor: string) =>
  rpcQuery<'mentor_account', MentorAccount | null>(all, 'mentor_account', { mentor })

export const linkAccount = mutationOptions({
  mutationFn: (given: { link: string; mentor: string; address: string }) =>
    ask(supabase.rpc('link_mentor_account', given)),
  meta: { success: { title: 'Account linked' }, invalidates },
})

export const unlinkAccount = mutationOptions({
  mutationFn: (link: string) => ask(supabase.rpc('unlink_mentor_account', { link })),
  meta: { success: { title: 'Link ended' }, failure: failureAsSaid, invalidates },
})

/** A match of a mentee, with the guardians whom we may contact */
export interface MatchNumbers {
  id: string
  mentor: string
  program: string
  adults: { id: string; name: string | null; phone: string | null; is_released: boolean }[]
}

const numbersKey = (mentee: string) => ['numbers-for-mentors', mentee] as const

/** Logs that the mentee is opened, then reads which guardians' numbers its mentors see. */
export const numbersQuery = (mentee: string) =>
  queryOptions({
    queryKey: numbersKey(mentee),
    queryFn: async ({ signal }) => {
      await openRecords('mentees', [mentee], signal)
      return (await ask(
        supabase.rpc('numbers_for_mentors', { mentee }),
        signal,
      )) as unknown as MatchNumbers[]
    },
    gcTime: 0,
  })

export const releaseNumber = (mentee: string) =>
  mutationOptions({
    mutationFn: (given: { match: string; adult: string; is_released: boolean }) =>
      ask(supabase.rpc('release_number', given)),
    meta: {
      failure: failureAsSaid,
      invalidates: [numbersKey(mentee), resourceKey('change_log')],
    },
  })
