import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { supabase } from '@/shared/supabase/client'

/** The newest gifts of a donor: at most so many, and one more if there are. */
export const giftsQuery = (donor: string, limit: number) =>
  queryOptions({
    queryKey: [...resourceKey('donations'), 'of-donor', donor, limit],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .from('donations')
        .select('id, created_at, amount, refunded, donation_type, campaign')
        .eq('donor_id', donor)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(limit + 1)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    placeholderData: keepPreviousData,
  })

/** The years for which a donor may have a receipt, newest first. */
export const yearsQuery = (donor: string) =>
  queryOptions({
    queryKey: [...resourceKey('donations'), 'years-of-donor', donor],
    queryFn: async ({ signal }) => {
      const { data } = await supabase
        .rpc('donor_years', { donor })
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
