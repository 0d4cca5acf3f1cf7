import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/engine/core/resource-queries'
import type { PostalAddress } from '@/shared/lib/postal-address'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'
import { ask } from '@/shared/supabase/ask'

const AT_ONCE = 100

export interface LetterDonor extends Pick<Tables<'donors'>, 'id' | 'name' | 'last_gift_at'> {
  /** Why they get no letter */
  refusal?: string | null
  address?: PostalAddress | null
  gifts: Pick<
    Tables<'donations'>,
    'created_at' | 'amount' | 'description' | 'campaign' | 'tribute' | 'tribute_name'
  >[]
}

/** The postal address of each donor, and why some get no letter. */
export const byPostQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...resourceKey('donors'), 'by post', ids],
    queryFn: async ({ signal }) => {
      const found = await ask(supabase.rpc('donors_by_post', { ids: [...ids] }), signal)
      return new Map(
        found.map(({ id, refusal, address }) => [
          id,
          { refusal, address: address as PostalAddress | null },
        ]),
      )
    },
    // While the addresses of more people are read
    placeholderData: keepPreviousData,
  })

/**
 * Up to a hundred donors to thank, the longest waiting first, with their gifts since the last
 * thanks.
 */
export const dueLettersQuery = queryOptions({
  queryKey: [...resourceKey('donors'), 'letters'],
  queryFn: async ({ signal, client }): Promise<LetterDonor[]> => {
    const donors = await ask(
      supabase
        .from('donors')
        .select('id, name, last_gift_at, thanked_until')
        .eq('thanks', 'due')
        .order('last_gift_at')
        .order('id')
        .limit(AT_ONCE),
      signal,
    )
    if (donors.length === 0) return []
    const gifts = await ask(
      supabase
        .from('donations')
        .select(
          'person_id, created_at, amount, refunded, is_kept, description, campaign, tribute, tribute_name, funds(name)',
        )
        .in(
          'person_id',
          donors.map(({ id }) => id),
        )
        .order('created_at'),
      signal,
    )
    const byPost = await client.fetchQuery(byPostQuery(donors.map(({ id }) => id)))
    return donors.map(({ thanked_until, ...donor }) => ({
      ...donor,
      ...byPost.get(donor.id),
      gifts: gifts
        .filter(
          (gift) =>
            gift.person_id === donor.id &&
            gift.is_kept &&
            Date.parse(gift.created_at) > Date.parse(thanked_until ?? '1800-01-01') &&
            Date.parse(gift.created_at) <= Date.parse(donor.last_gift_at),
        )
        .map(({ refunded, amount, campaign, funds, ...gift }) => ({
          ...gift,
          campaign: [campaign, funds?.name].filter(Boolean).join(', ') || null,
          amount: amount === null ? null : Math.round((amount - refunded) * 100) / 100,
        })),
    }))
  },
  // The printed letters stay those on the screen.
  staleTime: 60_000,
})

export const noteThanks = mutationOptions({
  mutationFn: (donors: readonly LetterDonor[]) =>
    ask(
      supabase.rpc('note_thanks', {
        thanked: donors.map(({ id, last_gift_at }) => ({ id, until: last_gift_at })),
      }),
    ),
  meta: {
    failure: failureAsSaid,
    success: { title: 'Donors marked as thanked' },
    invalidates: [resourceKey('donors'), resourceKey('change_log')],
  },
})
