import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import { ask } from '@/shared/supabase/ask'

/** The receipt of a year, one row for each gift: of a donor, or without one the caller's own. */
export const receiptQuery = (year: number, donor: string | null) =>
  queryOptions({
    queryKey: ['receipt', year, donor],
    queryFn: async ({ signal }) => {
      return ask(
        donor
          ? supabase.rpc('donor_receipt', { donor, of_year: year })
          : supabase.rpc('own_receipt', { of_year: year }),
        signal,
      )
    },
  })
