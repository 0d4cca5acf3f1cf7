import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { saveSetting } from '@/shared/resource/write/save-setting'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify } from '@/shared/ui/notify'

const all = ['mail']
const statusKey = [...all, 'status']
const failedKey = [...all, 'failed']
const suppressedKey = [...all, 'suppressed']

/** How often the page looks by itself, in milliseconds. */
const INTERVAL_MS = 15_000

export interface MailStatus {
  /** The transport of the last run; null before the first run. */
  transport: string | null
  last_run_at: string | null
  rate_per_minute: number
  receipts: boolean
  double_opt_in: boolean
  waiting: number
  oldest_waiting: string | null
  sent_today: number
  failed_today: number
  suppressed_addresses: number
}

export const statusQuery = queryOptions({
  queryKey: statusKey,
  queryFn: async ({ signal }): Promise<MailStatus> => {
    const { data } = await supabase.rpc('mail_status').abortSignal(signal).single().throwOnError()
    return data
  },
  refetchInterval: INTERVAL_MS,
})

type Settings = Pick<MailStatus, 'rate_per_minute' | 'receipts' | 'double_opt_in'>

export const changeSettings = saveSetting<Settings>({
  queryKey: statusKey,
  store: async ({ rate_per_minute: rate, ...others }) => {
    await supabase
      .rpc('change_mail_settings', { ...(rate !== undefined && { rate }), ...others })
      .throwOnError()
  },
  said: ({ rate_per_minute, receipts, double_opt_in }) => {
    if (rate_per_minute !== undefined) return `At most ${rate_per_minute} emails go out per minute`
    if (receipts !== undefined) return `Receipts are ${receipts ? 'on' : 'off'}`
    return `Subscription confirmation is ${double_opt_in ? 'on' : 'off'}`
  },
})

// A test

export const sendTest = mutationOptions({
  mutationFn: async () => {
    const { data } = await supabase.rpc('send_test_mail').throwOnError()
    return data
  },
  meta: { failure: failureAsSaid, invalidates: [statusKey] },
})

const ended = ['sent', 'failed', 'suppressed', 'cancelled']

/** The outcome of a test mail, polled with growing pauses until it is final. */
export const outcomeQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'outcome', id],
    queryFn: async ({ signal, client }): Promise<{ state: string; error: string | null }> => {
      const { data } = await supabase
        .rpc('mail_outcome', { mail: id })
        .abortSignal(signal)
        .single()
        .throwOnError()
      if (ended.includes(data.state)) void client.invalidateQueries({ queryKey: statusKey })
      return data
    },
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && ended.includes(data.state) ? false : Math.min(1_000 * 1.5 ** dataUpdateCount, 15_000),
    // A test of a moment ago is no answer to the next.
    staleTime: 0,
  })

// Failed mails

export const failedQuery = queryOptions({
  queryKey: failedKey,
  queryFn: async ({ signal }) => {
    const { data } = await supabase.rpc('failed_mails').abortSignal(signal).throwOnError()
    return data
  },
  refetchInterval: INTERVAL_MS,
})

export const retryMail = mutationOptions({
  mutationFn: async ({ id }: { id: string; recipient: string }) => {
    const { data } = await supabase.rpc('retry_mail', { mail: id }).throwOnError()
    return data
  },
  onSuccess: (isQueued, { recipient }) =>
    notify(
      isQueued
        ? { title: `The email to ${recipient} will be sent again`, tone: 'success' }
        : {
            title: 'Not sent again',
            description: 'Its address is suppressed, or someone already tried it again.',
            tone: 'error',
          },
    ),
  meta: { failure: failureAsSaid, invalidates: [failedKey, statusKey] },
})

// Suppressed addresses

export interface Suppressed {
  address: string
  reason: string
  detail: string | null
  created_at: string
}

export const suppressedQuery = (search: string) =>
  queryOptions({
    queryKey: [...suppressedKey, search],
    queryFn: async ({ signal }): Promise<Suppressed[]> => {
      const { data } = await supabase
        .rpc('suppressed_addresses', { search })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    placeholderData: keepPreviousData,
  })

export const liftSuppression = mutationOptions({
  mutationFn: async (address: string) => {
    await supabase.rpc('lift_suppression', { address }).throwOnError()
  },
  onSuccess: (_data, address) =>
    notify({ title: `Emails go to ${address} again`, tone: 'success' }),
  meta: { failure: failureAsSaid, invalidates: [suppressedKey, failedKey, statusKey] },
})
