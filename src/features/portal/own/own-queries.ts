import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { failureText } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'

// The database answers for the caller's confirmed address: no argument names one.

const own = ['own'] as const

/** The confirmed address; null until there is one. */
export const addressQuery = queryOptions({
  queryKey: [...own, 'address'],
  queryFn: async ({ signal }) =>
    // The generated types do not say that it may be null.
    (await supabase.rpc('own_address').abortSignal(signal).throwOnError()).data as string | null,
})

/** Newest first, at most 200. */
export const submissionsQuery = queryOptions({
  queryKey: [...own, 'submissions'],
  queryFn: async ({ signal }) =>
    (await supabase.rpc('own_submissions').abortSignal(signal).throwOnError()).data,
})

/** Newest first, at most 200. */
export const giftsQuery = queryOptions({
  queryKey: [...own, 'gifts'],
  queryFn: async ({ signal }) =>
    (await supabase.rpc('own_gifts').abortSignal(signal).throwOnError()).data,
})

/** Those for which there is a receipt, newest first. */
export const yearsQuery = queryOptions({
  queryKey: [...own, 'years'],
  queryFn: async ({ signal }) =>
    (await supabase.rpc('own_years').abortSignal(signal).throwOnError()).data,
})

/** `subscribed`, `unconfirmed`, `none` or `unreachable` */
export const subscriptionQuery = queryOptions({
  queryKey: [...own, 'subscription'],
  queryFn: async ({ signal }) =>
    (await supabase.rpc('own_subscription').abortSignal(signal).throwOnError()).data,
})

export const chooseSubscription = mutationOptions({
  mutationFn: async (subscribed: boolean) => {
    await supabase.rpc('choose_subscription', { subscribed }).throwOnError()
  },
  onSettled: (_data, _error, _subscribed, _before, { client }) =>
    client.invalidateQueries(subscriptionQuery),
  meta: {
    failure: (error: Error) => ({ title: 'Not saved', description: failureText(error) }),
  },
})

export const changeName = (accountId: string) =>
  mutationOptions({
    mutationFn: async (full_name: string) => {
      await supabase.from('profiles').update({ full_name }).eq('id', accountId).throwOnError()
    },
    meta: {
      success: { title: 'Your name is saved.' },
      failure: (error: Error) => ({
        title: 'Your name was not saved',
        description: failureText(error),
      }),
      invalidates: [['account']],
    },
  })
