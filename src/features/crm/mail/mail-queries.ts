import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { saveSetting } from '@/engine/write/save-setting'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { notify } from '@/shared/ui/notify'

const all = ['mail']
const statusKey = [...all, 'status']
const failedKey = [...all, 'failed']
const blockedKey = [...all, 'suppressed']

/** Polling interval, in milliseconds */
const INTERVAL_MS = 15_000

/** `transport` is the last run's; null before the first run. */
export type MailStatus = RpcRow<'mail_status', 'transport' | 'last_run_at' | 'oldest_waiting'>

export const statusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: ({ signal }): Promise<MailStatus> => ask(supabase.rpc('mail_status').single(), signal),
  refetchInterval: INTERVAL_MS,
})

type Settings = Pick<MailStatus, 'rate_per_minute' | 'receipts' | 'double_opt_in'>

export const changeSettings = saveSetting<Settings>({
  queryKey: statusKey,
  store: ({ rate_per_minute: rate, ...others }) =>
    ask(supabase.rpc('change_mail_settings', { ...(rate !== undefined && { rate }), ...others })),
  said: ({ rate_per_minute, receipts, double_opt_in }) => {
    if (rate_per_minute !== undefined) return `At most ${rate_per_minute} emails go out per minute`
    if (receipts !== undefined) return `Receipts are ${receipts ? 'on' : 'off'}`
    return `Subscription confirmation is ${double_opt_in ? 'on' : 'off'}`
  },
})

export const sendTest = mutationOptions({
  mutationFn: () => ask(supabase.rpc('send_test_mail')),
  meta: { failure: failureAsSaid, invalidates: [statusKey] },
})

const ended = ['sent', 'failed', 'suppressed', 'cancelled']

/** The outcome of a test mail, polled with growing pauses until it is final. */
export const outcomeQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'outcome', id],
    queryFn: async ({ signal, client }): Promise<{ state: string; error: string | null }> => {
      const data = await ask(supabase.rpc('mail_outcome', { mail: id }).single(), signal)
      if (ended.includes(data.state)) void client.invalidateQueries({ queryKey: statusKey })
      return data
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && ended.includes(data.state) ? false : Math.min(1_000 * 1.5 ** dataUpdateCount, 15_000),
    // Keeps an earlier test's outcome out of the next one.
    staleTime: 0,
  })

export const failedQuery = rpcQuery(failedKey, 'failed_mails', {}, { refetchInterval: INTERVAL_MS })

export const retryMail = mutationOptions({
  mutationFn: ({ id }: { id: string; recipient: string }) =>
    ask(supabase.rpc('retry_mail', { mail: id })),
  onSuccess: (isQueued, { recipient }) =>
    notify(
      isQueued
        ? { title: `The email to ${recipient} will be sent again`, tone: 'success' }
        : {
            title: 'Not sent again',
            description: 'Its address is blocked, or someone already tried it again.',
            tone: 'error',
          },
    ),
  meta: { failure: failureAsSaid, invalidates: [failedKey, statusKey] },
})

export type Blocked = RpcRow<'suppressed_addresses', 'detail'>

export const blockedQuery = (search: string) =>
  queryOptions({
    queryKey: [...blockedKey, search],
    queryFn: ({ signal }): Promise<Blocked[]> =>
      ask(supabase.rpc('suppressed_addresses', { search }), signal),
    placeholderData: keepPreviousData,
  })

export const unblock = mutationOptions({
  mutationFn: ({ address, reason }: Pick<Blocked, 'address' | 'reason'>) =>
    ask(supabase.rpc('lift_suppression', { address, reason })),
  onSuccess: (_data, { address }) =>
    notify({ title: `Emails go to ${address} again`, tone: 'success' }),
  meta: { failure: failureAsSaid, invalidates: [blockedKey, failedKey, statusKey] },
})
