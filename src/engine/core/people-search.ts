import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDate } from '@/shared/lib/format-date'
import { formatDollars } from '@/shared/lib/format-dollars'
import { optionLabel } from '@/shared/lib/option-label'
import { useDebounced } from '@/shared/lib/use-debounced'
import { rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { searchArgument, searchedWords } from './search-filter'

const DEBOUNCE_MS = 150

/** Fields that may be unknown, or hidden from the reader */
type Unknown = 'hint' | 'last_gift_at' | 'last_gift'

/** A person found by a search, with the row that fits best. */
export type Found = RpcRow<'search_people', 'name' | 'address' | Unknown>

/** A donor with a typed name. */
export type Namesake = RpcRow<'namesakes_of', Unknown>

const words: Readonly<Record<string, string>> = {
  subscriber: 'Newsletter',
  volunteer: 'Volunteer application',
  program: 'Program application',
  partnership: 'Partnership proposal',
}

/** The label of a person's row: "Mentor", "Volunteer application". */
export const kindLabel = (kind: string): string => words[kind] ?? optionLabel(kind)

/**
 * Tells people with the same name apart: part of an address and phone, the last gift, the kinds of
 * record.
 */
export function knownBy({
  hint,
  last_gift_at,
  last_gift,
  kinds,
}: Pick<Found, Unknown | 'kinds'>): string[] {
  const amount = last_gift === null ? '' : `${formatDollars(last_gift)} on `
  return [
    ...(hint ? [hint] : []),
    ...(last_gift_at ? [`last gift ${amount}${formatDate(last_gift_at)}`] : []),
    ...kinds.map(kindLabel),
  ]
}

/** Whether an index can look up part of it. */
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
 * @returns `people`, those of the previous text until `isSettled`; `settled` is the searched text
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
