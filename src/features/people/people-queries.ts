import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { searchArgument, searchedWords } from '@/shared/resource/list/search-filter'
import { supabase } from '@/shared/supabase/client'
import type { Database } from '@/shared/supabase/database.types'
import { ask, rpcQuery } from '@/shared/supabase/ask'

type Functions = Database['public']['Functions']
type OrNull<T, K extends keyof T> = Omit<T, K> & { [Key in K]: T[Key] | null }

/** A person found by a search; without an address it is the row itself. */
export type Found = OrNull<Functions['search_people']['Returns'][number], 'name' | 'address'>
export type PersonLine = OrNull<
  Functions['person']['Returns'][number],
  'id' | 'title' | 'name' | 'status' | 'amount' | 'total_amount'
>

/** Whether there is a part of it that an index can look up. */
export function isSearchable(text: string): boolean {
  return searchedWords(text).some((ways) => ways.every((way) => /[\p{L}\p{N}]{3}/u.test(way)))
}

/** Up to 20 people, in the tables that the reader may read. */
export function foundPeopleQuery(text: string) {
  const search = searchArgument(searchedWords(text))
  return queryOptions({
    queryKey: ['people', search],
    queryFn: ({ signal }): Promise<Found[]> =>
      ask(supabase.rpc('search_people', { search }), signal),
    enabled: isSearchable(text),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

/** All records of an address, the newest of each area. */
export function personQuery(address: string) {
  return rpcQuery<'person', PersonLine[]>(['person'], 'person', { address })
}
