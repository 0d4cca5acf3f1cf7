import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Role } from '@/shared/auth/roles'
import { containsWord, searchWords } from '@/shared/resource/search-filter'
import { supabase } from '@/shared/supabase/client'
import { expectChange } from '@/shared/supabase/row-gone'
import type { Tables } from '@/shared/supabase/database.types'

export type DemoUser = Pick<
  Tables<'profiles'>,
  'id' | 'full_name' | 'email' | 'role' | 'created_at'
>

export const USERS_PER_PAGE = 25

const searched = ['full_name', 'email']

/** One page of the accounts whose name or e-mail contains every word, oldest first. */
export function demoUsersQuery(search: string, page: number) {
  return queryOptions({
    queryKey: ['users', 'demo', 'page', search, page],
    queryFn: async ({ signal }): Promise<DemoUser[]> => {
      const from = (page - 1) * USERS_PER_PAGE
      let query = supabase.from('profiles').select('id, full_name, email, role, created_at')
      for (const word of searchWords(search)) query = query.or(containsWord(searched, word))
      const { data } = await query
        .order('created_at')
        .order('id')
        .range(from, from + USERS_PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    placeholderData: keepPreviousData,
    meta: { failure: { title: 'Error', description: 'Failed to load demo users' } },
  })
}

/** How many accounts the search finds. Its failure is told by the page's own query. */
export function demoUserCountQuery(search: string) {
  return queryOptions({
    queryKey: ['users', 'demo', 'count', search],
    queryFn: async ({ signal }): Promise<number> => {
      let query = supabase.from('profiles').select('*', { count: 'exact', head: true })
      for (const word of searchWords(search)) query = query.or(containsWord(searched, word))
      const { count } = await query.abortSignal(signal).throwOnError()
      return count ?? 0
    },
    placeholderData: keepPreviousData,
  })
}

const updateMeta = {
  success: { title: 'Success', description: 'User updated successfully' },
  failure: { title: 'Error', description: 'Failed to update user' },
  // An account may be the caller's own.
  invalidates: [['users'], ['account']],
}

export function setUserRole() {
  return mutationOptions({
    mutationFn: async ({ id, role }: { id: string; role: Role }) => {
      await supabase.rpc('set_user_role', { target_user_id: id, new_role: role }).throwOnError()
    },
    meta: updateMeta,
  })
}

/** An empty name takes the name away. */
export function setUserName() {
  return mutationOptions({
    mutationFn: async ({ id, fullName }: { id: string; fullName: string }) => {
      expectChange(
        await supabase
          .from('profiles')
          .update({ full_name: fullName || null })
          .eq('id', id)
          .select('id')
          .throwOnError(),
      )
    },
    meta: updateMeta,
  })
}
