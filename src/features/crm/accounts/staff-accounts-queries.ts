import { mutationOptions } from '@tanstack/react-query'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'

const all = ['staff-accounts']

/** A role of staff or a permission, of one account. Null: not known, not confirmed. */
export type Right = RpcRow<'staff_accounts', 'given_by' | 'confirmed_at'>

export const rightsQuery = rpcQuery<'staff_accounts', Right[]>(
  all,
  'staff_accounts',
  {},
  { staleTime: 0 },
)

/** Confirms the rights that were on the screen. */
export const confirmRights = mutationOptions({
  mutationFn: (seen: readonly Right[]) =>
    ask(supabase.rpc('confirm_staff_accounts', { seen: seen.map(({ id, holds }) => [id, holds]) })),
  onSuccess: () => notify({ title: 'The list is confirmed', tone: 'success' }),
  meta: { failure: failureAsSaid, invalidates: [all] },
})
