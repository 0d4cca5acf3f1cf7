import { mutationOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'

const all = ['held-meetings'] as const

export type HeldMeeting = RpcRow<'held_meetings', 'minutes' | 'missed_by'>

/** The meetings of a program that mentors' devices sent too late to count, oldest first, at most 200. */
export const heldMeetingsQuery = (program: string) =>
  rpcQuery<'held_meetings', HeldMeeting[]>(all, 'held_meetings', { program })

/** It counts from now on, or is discarded. */
export const settleMeeting = mutationOptions({
  mutationFn: (given: { held: string; counts: boolean }) =>
    ask(supabase.rpc('settle_held_meeting', given)),
  onSuccess: (_data, { counts }) =>
    notify({ title: counts ? 'Meeting added' : 'Meeting discarded', tone: 'success' }),
  meta: {
    failure: failureAsSaid,
    invalidates: [all, ['meetings'], resourceKey('programs'), resourceKey('change_log')],
  },
})
