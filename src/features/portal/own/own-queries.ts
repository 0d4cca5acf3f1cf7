import { mutationOptions } from '@tanstack/react-query'
import { failureTitled } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery } from '@/shared/supabase/ask'

// The database answers for the caller's confirmed address: no argument names one.

const own = ['own'] as const

/** The confirmed address; null until there is one. */
export const addressQuery = rpcQuery<'own_address', string | null>(own, 'own_address', {})

/** Newest first, at most 200. */
export const submissionsQuery = rpcQuery(own, 'own_submissions', {})

/** Newest first, at most 200. */
export const giftsQuery = rpcQuery(own, 'own_gifts', {})

/** The years with a receipt, newest first. */
export const yearsQuery = rpcQuery(own, 'own_years', {})

/** The issued receipts, newest first, at most 200. */
export const receiptsQuery = rpcQuery(own, 'own_receipts', {})

/** `subscribed`, `unconfirmed`, `none` or `unreachable` */
export const subscriptionQuery = rpcQuery(own, 'own_subscription', {})

export const chooseSubscription = mutationOptions({
  mutationFn: (subscribed: boolean) => ask(supabase.rpc('choose_subscription', { subscribed })),
  onSettled: (_data, _error, _subscribed, _before, { client }) =>
    client.invalidateQueries(subscriptionQuery),
  meta: { failure: failureTitled('Not saved') },
})

export const changeName = (accountId: string) =>
  mutationOptions({
    mutationFn: async (full_name: string) => {
      await ask(supabase.from('profiles').update({ full_name }).eq('id', accountId))
    },
    meta: {
      success: { title: 'Name saved' },
      failure: failureTitled('Your name was not saved'),
      invalidates: [['account']],
    },
  })
