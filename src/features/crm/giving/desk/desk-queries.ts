import { mutationOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import { ask, selectQuery } from '@/shared/supabase/ask'
import type { Tables } from '@/shared/supabase/database.types'
import type { EnteredGift } from '../gifts/gift-fields'
import { entered, giftChanges as invalidates } from '../gifts/gift-queries'

export type Batch = Tables<'gift_batches'>

export const batchesQuery = selectQuery<Batch[]>([...entered, 'batches'], () =>
  supabase
    .from('gift_batches')
    .select('*')
    .is('posted_at', null)
    .is('discarded_at', null)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(50),
)

/** The gifts of a batch, posted or not, or the latest gifts; newest first. */
export const enteredQuery = (batch: string | null) =>
  selectQuery<EnteredGift[]>([...entered, 'entered', batch], () =>
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

/** The pledge that a gift fulfills; null where the user may not read it. */
export const pledgeQuery = (id: string) =>
  selectQuery([...entered, 'pledge', id], () =>
    supabase
      .from('pledges')
      .select('name, email, amount, tribute, tribute_name')
      .eq('id', id)
      .maybeSingle(),
  )

type NewBatch = Pick<Batch, 'id' | 'expected_count' | 'expected_total'>

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
    client.invalidateQueries({ queryKey: entered }),
  meta: { invalidates, success: { title: 'Batch posted' } },
})

export const discardBatch = mutationOptions({
  mutationFn: (batch: string) => ask(supabase.rpc('discard_batch', { batch })),
  meta: { invalidates, success: { title: 'Batch discarded' } },
})
