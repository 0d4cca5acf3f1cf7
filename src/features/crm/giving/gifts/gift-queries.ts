import { mutationOptions, useQuery } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery, selectQuery, type RpcRow } from '@/shared/supabase/ask'
import type { Database } from '@/shared/supabase/database.types'
import { notify } from '@/shared/ui/notify'
import type { Asked, EnteredGift, NewGift } from './gift-fields'

export const entered = ['entered-gifts'] as const
export const receipts = ['receipts'] as const
/**
 * The queries that a change of a gift, batch, deposit or fund makes stale. Forms show their own
 * failures: no mutation has a toast for one.
 */
export const giftChanges = [
  entered,
  resourceKey('donations'),
  resourceKey('donors'),
  resourceKey('change_log'),
  receipts,
]
const invalidates = giftChanges

interface LinkedGift {
  id: string
  donor_name: string
  amount: number | null
  voided_at: string | null
}

export type StoredGift = EnteredGift & {
  funds: { name: string } | null
  /** The employee's gift that this one of their employer matches */
  matched: LinkedGift | null
  /** The gifts of employers that match this one */
  matches: LinkedGift[]
}

/** All stored columns of a gift. A gift with a `payment_id` came from the payment provider. */
export const giftQuery = (id: string) =>
  selectQuery<StoredGift | null>([...entered, 'gift', id], () =>
    supabase
      .from('donations')
      .select(
        '*, funds(name), matched:matched_gift_id(id, donor_name, amount, voided_at), matches:donations!matched_gift_id(id, donor_name, amount, voided_at)',
      )
      .order('created_at', { referencedTable: 'matches' })
      .eq('id', id)
      .maybeSingle(),
  )

/** The funds, as choices of a select. */
export function useFundChoices(): { id: string; label: string }[] {
  const { data = [] } = useQuery(fundsQuery)
  return data.map(({ id, name }) => ({ id, label: name }))
}

export type Fund = RpcRow<'fund_balances'>

export const fundsQuery = rpcQuery([...entered, 'funds'], 'fund_balances', {})

/** The first days of the months whose books are closed. */
export const closedMonthsQuery = rpcQuery([...entered, 'closed'], 'closed_months', {})

interface Correction {
  gift: Partial<NewGift>
  id: string
  reason: string
  /** The id under which a gift of a closed month is entered again, in the open one */
  entered_again?: string
}

export const correctGift = mutationOptions({
  mutationFn: ({ gift, id, ...correction }: Correction) =>
    ask(
      supabase.rpc('correct_gift', { gift: { ...gift, id }, ...correction }),
    ) as Promise<unknown> as Promise<Asked | null>,
  onSuccess: (asked) => asked === null && notify({ title: 'Gift corrected', tone: 'success' }),
  meta: { invalidates },
})

export const voidGift = mutationOptions({
  mutationFn: (voided: Database['public']['Functions']['void_gift']['Args']) =>
    ask(supabase.rpc('void_gift', voided)),
  meta: { invalidates, success: { title: 'Gift voided' } },
})

export const refundGift = mutationOptions({
  mutationFn: (refund: Database['public']['Functions']['refund_gift']['Args']) =>
    ask(supabase.rpc('refund_gift', refund)),
  meta: { invalidates, success: { title: 'Refund recorded' } },
})
