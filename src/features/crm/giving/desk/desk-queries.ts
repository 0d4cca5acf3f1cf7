import { infiniteQueryOptions, mutationOptions, useQuery } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, selectQuery, type RpcRow } from '@/shared/supabase/ask'
import type { Database, Tables } from '@/shared/supabase/database.types'
import { receipts } from '../receipts/receipt-queries'
import { notify } from '@/shared/ui/notify'
import type { Asked, EnteredGift, NewGift } from './gift-fields'

export const desk = ['gift-desk'] as const
// Forms show their own failures, so no mutation has a toast for one.
export const deskChanges = [
  desk,
  resourceKey('donations'),
  resourceKey('donors'),
  resourceKey('change_log'),
  receipts,
]
const invalidates = deskChanges

export type Batch = Tables<'gift_batches'>

export const batchesQuery = selectQuery<Batch[]>([...desk, 'batches'], () =>
  supabase
    .from('gift_batches')
    .select('*')
    .is('posted_at', null)
    .is('discarded_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(50),
)

/** The gifts of a batch, posted or not, or those that were entered last; the newest first. */
export const enteredQuery = (batch: string | null) =>
  selectQuery<EnteredGift[]>([...desk, 'entered', batch], () =>
    batch
      ? supabase.rpc('gifts_of_batch', { batch }).limit(500)
      : supabase
          .from('donations')
          .select('*')
          .not('entered_at', 'is', null)
          .order('entered_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(20),
  )

type StoredGift = EnteredGift & { funds: { name: string } | null }

/** All that is stored of a gift. Those with a `payment_id` came from the payment provider. */
export const giftQuery = (id: string) =>
  selectQuery<StoredGift | null>([...desk, 'gift', id], () =>
    supabase.from('donations').select('*, funds(name)').eq('id', id).maybeSingle(),
  )

/** A pledge that a gift is entered for; nothing where one may not read it. */
export const pledgeQuery = (id: string) =>
  selectQuery([...desk, 'pledge', id], () =>
    supabase
      .from('pledges')
      .select('name, email, amount, tribute, tribute_name')
      .eq('id', id)
      .maybeSingle(),
  )

export type Fund = RpcRow<'fund_balances'>

export const fundsQuery = rpcQuery([...desk, 'funds'], 'fund_balances', {})

/** The funds, as choices of a select. */
export function useFundChoices(): { id: string; label: string }[] {
  const { data = [] } = useQuery(fundsQuery)
  return data.map(({ id, name }) => ({ id, label: name }))
}

export const correctGift = mutationOptions({
  mutationFn: ({ gift, id, reason }: { gift: Partial<NewGift>; id: string; reason: string }) =>
    ask(
      supabase.rpc('correct_gift', { gift: { ...gift, id }, reason }),
    ) as Promise<unknown> as Promise<Asked | null>,
  onSuccess: (asked) =>
    asked === null && notify({ title: 'The gift is corrected', tone: 'success' }),
  meta: { invalidates },
})

export const voidGift = mutationOptions({
  mutationFn: ({ gift, reason }: { gift: string; reason: string }) =>
    ask(supabase.rpc('void_gift', { gift, reason })),
  meta: { invalidates, success: { title: 'The gift is voided' } },
})

type NewBatch = Pick<Batch, 'id' | 'expected_count' | 'expected_total'>

export const refundGift = mutationOptions({
  mutationFn: (refund: Database['public']['Functions']['refund_gift']['Args']) =>
    ask(supabase.rpc('refund_gift', refund)),
  meta: { invalidates, success: { title: 'The refund is recorded' } },
})

export type BookedBatch = RpcRow<'batch_book'>

export const batchBookQuery = infiniteQueryOptions({
  queryKey: [...desk, 'book'],
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
  queryKey: [...desk, 'payouts'],
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

export const openBatch = mutationOptions({
  mutationFn: (batch: NewBatch) => ask(supabase.from('gift_batches').insert(batch)),
  meta: { invalidates },
})

export const changeBatch = mutationOptions({
  mutationFn: ({ id, ...expected }: NewBatch) =>
    ask(supabase.from('gift_batches').update(expected).eq('id', id)),
  meta: { invalidates },
})

export const postBatch = mutationOptions({
  mutationFn: (batch: string) => ask(supabase.rpc('post_batch', { batch })),
  onError: (_error, _variables, _result, { client }) =>
    client.invalidateQueries({ queryKey: desk }),
  meta: { invalidates, success: { title: 'The batch is posted' } },
})

export const discardBatch = mutationOptions({
  mutationFn: (batch: string) => ask(supabase.rpc('discard_batch', { batch })),
  meta: { invalidates, success: { title: 'The batch is discarded' } },
})

export const addFund = mutationOptions({
  mutationFn: (fund: { id: string; name: string; purpose: string | null }) =>
    ask(supabase.from('funds').insert(fund)),
  meta: { invalidates, success: { title: 'Fund added' } },
})

export const spendFromFund = mutationOptions({
  mutationFn: (spending: Database['public']['Functions']['spend_from_fund']['Args']) =>
    ask(supabase.rpc('spend_from_fund', spending)),
  meta: { invalidates, success: { title: 'The spending is recorded' } },
})
