import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '@/shared/lib/use-debounced'
import { rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { searchArgument, searchedWords } from './search-filter'

const DEBOUNCE_MS = 150

/** A person found by a search, with the row that fits best. */
export type Found = RpcRow<'search_people', 'name' | 'address'>

/** Whether there is a part of it that an index can look up. */
export function isSearchable(text: string): boolean {
  return searchedWords(text).some((ways) => ways.every((way) => /[\p{L}\p{N}]{3}/u.test(way)))
}

const foundPeopleQuery = (text: string) =>
  rpcQuery<'search_people', Found[]>(
    ['people'],
    'search_people',
    { search: searchArgument(searchedWords(text)) },
    { enabled: isSearchable(text), staleTime: 30_000, placeholderData: keepPreviousData },
  )

/**
 * Finds up to 20 people in the tables that the reader may read, while a text is typed.
 *
 * @returns `people`, also those of the text before until `isSettled`; `settled` is the text that is searched
 */
export function usePeopleSearch(text: string) {
  const settled = useDebounced(text, DEBOUNCE_MS)
  const query = useQuery(foundPeopleQuery(settled))
  return {
    query,
    people: isSearchable(text) ? (query.data ?? []) : [],
    settled,
    isSettled: settled === text && !query.isFetching,
  }
}
