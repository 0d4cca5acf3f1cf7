import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery } from '@/shared/supabase/ask'

/** The newest gifts of a donor: at most so many, and one more if there are. */
export const giftsQuery = (donor: string, limit: number) =>
  queryOptions({
    queryKey: [...resourceKey('donations'), 'of-donor', donor, limit],
    queryFn: ({ signal }) =>
      ask(
        supabase
          .from('donations')
          .select('id, created_at, amount, refunded, voided_at, donation_type, campaign')
          .eq('donor_id', donor)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(limit + 1),
        signal,
      ),
    placeholderData: keepPreviousData,
  })

/** The years for which a donor may have a receipt, newest first. */
export const yearsQuery = (donor: string) =>
  rpcQuery(resourceKey('donations'), 'donor_years', { donor })
