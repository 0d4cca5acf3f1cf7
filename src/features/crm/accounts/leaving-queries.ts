import { mutationOptions } from '@tanstack/react-query'
import { coversKey } from '@/shared/auth/covers'
import type { Role } from '@/shared/auth/roles'
import { resourceKey } from '@/engine/core/resource-queries'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'
import { accountPanelKey } from './account-queries'

export interface Heir {
  id: string
  name: string
  /** Null: not away */
  ends_on: string | null
  cover: string | null
}

/** A part of an account's open work: what one heir takes over. */
export interface Part extends Omit<RpcRow<'leaver_work'>, 'heirs'> {
  heirs: readonly Heir[]
}

const all = ['leaving']
const invalidates = [
  all,
  coversKey,
  accountPanelKey,
  resourceKey('profiles'),
  ['user-permissions'],
  resourceKey('submissions'),
  resourceKey('tasks'),
]

export const leaverWorkQuery = (account: string) =>
  rpcQuery<'leaver_work', Part[]>(all, 'leaver_work', { account }, { staleTime: 0 })

/** Who left within the last day. */
export const recentLeavingsQuery = rpcQuery<
  'recent_leavings',
  RpcRow<'recent_leavings', 'ended_by'>[]
>(all, 'recent_leavings', {})

export interface Chosen {
  kind: string
  part: string
  /** Null: nobody */
  heir: string | null
}

const toArgument = (heirs: readonly Chosen[]) => heirs.map((one) => ({ ...one }))

/**
 * Ends an account's rights and hands its work over.
 * @param leaving an id that the browser chose
 */
export const leave = (leaving: string, account: string) =>
  mutationOptions({
    mutationFn: (heirs: readonly Chosen[]) =>
      ask(supabase.rpc('leave_team', { leaving, account, heirs: toArgument(heirs) })),
    onSuccess: (items) =>
      notify({
        title: 'They have left the team',
        description: `${items.toLocaleString('en-US')} open things were handed over. For a day you can undo this in the account’s panel.`,
        tone: 'success',
      }),
    meta: { invalidates },
  })

/** What an account would have after a change. */
export interface RightsLeft {
  role: Role
  /** Ids of those of its permissions that it keeps; left out: all of them */
  kept?: readonly string[]
}

/** The open work that the account couldn't open any more, where the caller may hand it over. */
export const workLostQuery = (account: string, { role, kept }: RightsLeft) =>
  rpcQuery<'work_lost', Part[]>(
    all,
    'work_lost',
    { account, new_role: role, ...(kept && { kept_ids: [...kept] }) },
    { staleTime: 0 },
  )

/** Gives parts of an account's open work to colleagues; what nobody takes stays until the right ends. */
export const handOver = (account: string) =>
  mutationOptions({
    mutationFn: (heirs: readonly Chosen[]) =>
      ask(supabase.rpc('hand_over_work', { account, heirs: toArgument(heirs) })),
    meta: { invalidates },
  })

export const undoLeaving = mutationOptions({
  mutationFn: async (leaving: string) => (await ask(supabase.rpc('undo_leaving', { leaving })))[0],
  onSuccess: (done) =>
    notify({
      title: 'They are back on the team',
      description: `${(done?.given_back ?? 0).toLocaleString('en-US')} things went back. ${(done?.kept ?? 0).toLocaleString('en-US')} that changed meanwhile stay with their heirs.`,
      tone: 'success',
    }),
  meta: { failure: failureAsSaid, invalidates },
})
