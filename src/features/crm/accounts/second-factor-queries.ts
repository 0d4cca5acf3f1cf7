import { mutationOptions } from '@tanstack/react-query'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'

const all = ['second-factor']

export const demandQuery = rpcQuery(all, 'own_second_factor', {})

/** The accounts with a right and without a second factor. */
export const missingQuery = rpcQuery<'accounts_without_factor', { id: string; name: string }[]>(
  all,
  'accounts_without_factor',
  {},
  { staleTime: 0 },
)

export const demandSecondFactor = mutationOptions({
  mutationFn: (demanded: boolean) => ask(supabase.rpc('demand_second_factor', { demanded })),
  onSuccess: (_data, demanded) =>
    notify({
      title: demanded ? 'A second factor is required' : 'A second factor is no longer required',
      tone: 'success',
    }),
  meta: { failure: failureAsSaid, invalidates: [all] },
})

export const resetSecondFactor = (account: string, displayName: string) =>
  mutationOptions({
    mutationFn: () => ask(supabase.rpc('reset_second_factor', { account })),
    onSuccess: () => notify({ title: `Second factor of ${displayName} removed`, tone: 'success' }),
    meta: { failure: failureAsSaid, invalidates: [all] },
  })
