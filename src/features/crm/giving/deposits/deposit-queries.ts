import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import { ask, type RpcRow } from '@/shared/supabase/ask'
import type { Database } from '@/shared/supabase/database.types'
import { entered, giftChanges as invalidates } from '../gifts/gift-queries'

export type BookedBatch = RpcRow<'batch_book'>

export const batchBookQuery = infiniteQueryOptions({
  queryKey: [...entered, 'book'],
  queryFn: ({ pageParam, signal }): Promise<BookedBatch[]> =>
    ask(supabase.rpc('batch_book', { ...(pageParam && { before: pageParam }) }), signal),
  initialPageParam: '',
  getNextPageParam: (page) => (page.length < 50 ? undefined : page.at(-1)!.created_at),
})

export const noteDeposit = mutationOptions({
  mutationFn: (deposit: Database['public']['Functions']['note_deposit']['Args']) =>
    ask(supabase.rpc('note_deposit', deposit)),
  meta: { invalidates, success: { title: 'Deposit saved' } },
})

export type Payout = RpcRow<'payout_book'>

export const payoutBookQuery = infiniteQueryOptions({
  queryKey: [...entered, 'payouts'],
  queryFn: ({ pageParam, signal }): Promise<Payout[]> =>
    ask(supabase.rpc('payout_book', { skipped: pageParam }), signal),
  initialPageParam: 0,
  getNextPageParam: (page, pages) => (page.length < 50 ? undefined : 50 * pages.length),
})

export const notePayoutDeposit = mutationOptions({
  mutationFn: (deposit: Database['public']['Functions']['note_payout_deposit']['Args']) =>
    ask(supabase.rpc('note_payout_deposit', deposit)),
  meta: { invalidates, success: { title: 'Deposit saved' } },
})

export const addFund = mutationOptions({
  mutationFn: (fund: { id: string; name: string; purpose: string | null }) =>
    ask(supabase.from('funds').insert(fund)),
  meta: { invalidates, success: { title: 'Fund added' } },
})

export const spendFromFund = mutationOptions({
  mutationFn: (spending: Database['public']['Functions']['spend_from_fund']['Args']) =>
    ask(supabase.rpc('spend_from_fund', spending)),
  meta: { invalidates, success: { title: 'Spending recorded' } },
})
