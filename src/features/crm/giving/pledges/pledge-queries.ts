import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, selectQuery, type RpcRow } from '@/shared/supabase/ask'
import type { Database, Json } from '@/shared/supabase/database.types'
import type { Asked } from '../gifts/gift-fields'
import { entered, giftChanges as invalidates } from '../gifts/gift-queries'

export interface Installment {
  due_on: string
  /** Dollars */
  amount: number
  /** The part that gifts cover */
  paid: number
}

export interface GiftOfPledge {
  id: string
  day: string
  /** Dollars less refunds */
  amount: number
  method: string | null
  reference: string | null
  is_posted: boolean
}

/** What staff enter of a pledge */
export interface PledgeOnRecord {
  donor_name: string
  amount: number
  fund_id: string | null
  campaign: string | null
  pledged_on: string
  note: string | null
}

interface Standing extends PledgeOnRecord {
  id: string
  person_id: string
  submission_id: string | null
  status: 'open' | 'kept' | 'written_off'
  written_off_at: string | null
  reason: string | null
  paid: number
  balance: number
  /** Dollars of installments whose day has passed */
  late: number
  next_due: string | null
  installments: Installment[]
}

export interface Pledge extends Standing {
  fund: string | null
  /** Whether the person has given yet */
  is_donor: boolean
  gifts: GiftOfPledge[]
  /** Gifts that may pay it */
  proposals: GiftOfPledge[]
}

export type ListName = 'late' | 'due' | 'open' | 'kept' | 'written_off'

const pledges = [...entered, 'pledges']
const PAGE = 50

export const pledgeBookQuery = (listed: ListName) =>
  infiniteQueryOptions({
    queryKey: [...pledges, listed],
    queryFn: async ({ pageParam, signal }) =>
      (await ask(
        supabase.rpc('pledge_book', { listed, skipped: pageParam }),
        signal,
      )) as unknown as Pledge[],
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE ? undefined : PAGE * pages.length),
  })

export const pledgeCountsQuery = rpcQuery([...pledges, 'counts'], 'pledge_counts', {})

export const pledgesOfDonorQuery = (donor: string) =>
  rpcQuery<'pledge_book', Pledge[]>(pledges, 'pledge_book', { listed: 'all', donor })

export type MonthlyGift = RpcRow<
  'monthly_gifts',
  'amount' | 'paid_at' | 'failing_since' | 'ended_at'
>

export const monthlyGiftsQuery = infiniteQueryOptions({
  queryKey: [...pledges, 'monthly'],
  queryFn: async ({ pageParam, signal }): Promise<MonthlyGift[]> =>
    ask(supabase.rpc('monthly_gifts', { skipped: pageParam }), signal),
  initialPageParam: 0,
  getNextPageParam: (page, pages) => (page.length < PAGE ? undefined : PAGE * pages.length),
})

export const monthlyGiftsOfDonorQuery = (donor: string) =>
  rpcQuery<'monthly_gifts', MonthlyGift[]>(pledges, 'monthly_gifts', { donor })

export interface PledgeOfGift extends Standing {
  gift_id: string
  is_applied: boolean
  /** Whether amount and day fit */
  is_proposed: boolean
}

/** The pledge that each gift was applied to, or those that it may pay. */
export const pledgesOfGiftsQuery = (gifts: readonly string[]) =>
  rpcQuery<'pledges_of_gifts', PledgeOfGift[]>(
    pledges,
    'pledges_of_gifts',
    { gifts: [...gifts] },
    { enabled: gifts.length > 0 },
  )

/** The website's pledge that a pledge is made from; null where the user may not read it. */
export const submittedPledgeQuery = (id: string) =>
  selectQuery([...pledges, 'submitted', id], () =>
    supabase
      .from('pledges')
      .select('id, name, amount, frequency, program, created_at')
      .eq('id', id)
      .maybeSingle(),
  )

interface SavedPledge {
  pledge: PledgeOnRecord & {
    id: string
    submission_id?: string
    person_id?: string
    new_person_id?: string
  }
  installments: readonly Omit<Installment, 'paid'>[]
  replaced?: PledgeOnRecord & { installments: readonly Omit<Installment, 'paid'>[] }
}

export const savePledge = mutationOptions({
  mutationFn: (saved: SavedPledge) =>
    ask(
      supabase.rpc('save_pledge', saved as unknown as { pledge: Json; installments: Json }),
    ) as Promise<unknown> as Promise<Asked | null>,
  meta: { invalidates },
})

type Arguments<Name extends keyof Database['public']['Functions']> =
  Database['public']['Functions'][Name]['Args']

interface Applied {
  gift: string
  /** Null takes it off */
  pledge: string | null
  replaced?: string
}

export const applyGift = mutationOptions({
  mutationFn: (applied: Applied) =>
    ask(supabase.rpc('apply_gift', applied as Arguments<'apply_gift'>)),
  meta: { invalidates, failure: failureAsSaid },
})

export const writeOffPledge = mutationOptions({
  mutationFn: (writtenOff: Arguments<'write_off_pledge'>) =>
    ask(supabase.rpc('write_off_pledge', writtenOff)),
  meta: { invalidates, success: { title: 'Pledge written off' } },
})

export const deletePledge = mutationOptions({
  mutationFn: (pledge: string) => ask(supabase.rpc('delete_pledge', { pledge })),
  meta: { invalidates, success: { title: 'Pledge deleted' } },
})

export const reopenPledge = mutationOptions({
  mutationFn: (pledge: string) => ask(supabase.rpc('reopen_pledge', { pledge })),
  meta: { invalidates, failure: failureAsSaid, success: { title: 'Pledge reopened' } },
})
