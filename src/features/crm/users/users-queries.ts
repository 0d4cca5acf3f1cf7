import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { containsWord, searchWords } from '@/shared/resource/search-filter'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'

export type Account = Tables<'profiles'>

export const USERS_PER_PAGE = 25

const searched = ['full_name', 'email']

/** One page of the accounts whose name or e-mail contains the text, newest first. */
export function usersQuery(search: string, page: number) {
  return queryOptions({
    queryKey: ['users', 'page', search, page],
    queryFn: async ({ signal }): Promise<Account[]> => {
      const from = (page - 1) * USERS_PER_PAGE
      let query = supabase.from('profiles').select('id, full_name, email, role, created_at')
      for (const word of searchWords(search)) query = query.or(containsWord(searched, word))
      const { data } = await query
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .range(from, from + USERS_PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    placeholderData: keepPreviousData,
    meta: { failure: { title: 'Failed to load users' } },
  })
}

/** How many accounts the search finds. Its failure is told by the page's own query. */
export function userCountQuery(search: string) {
  return queryOptions({
    queryKey: ['users', 'count', search],
    queryFn: async ({ signal }): Promise<number> => {
      let query = supabase.from('profiles').select('*', { count: 'exact', head: true })
      for (const word of searchWords(search)) query = query.or(containsWord(searched, word))
      const { count } = await query.abortSignal(signal).throwOnError()
      return count ?? 0
    },
    placeholderData: keepPreviousData,
  })
}
