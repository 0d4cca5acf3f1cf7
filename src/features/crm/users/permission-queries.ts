import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'
import { notify } from '@/shared/ui/notify'

export type Permission = Tables<'permissions'>

/** All there are, by category and name. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: async ({ signal }): Promise<Permission[]> => {
    const { data } = await supabase
      .from('permissions')
      .select('id, name, description, category')
      .order('category')
      .order('name')
      .abortSignal(signal)
      .throwOnError()
    return data
  },
  staleTime: Infinity,
  meta: { failure: { title: 'Failed to load permissions' } },
})

function userPermissionsKey(userId: string) {
  return ['user-permissions', userId] as const
}

/** The ids of the permissions that somebody was granted. */
export function userPermissionsQuery(userId: string) {
  return queryOptions({
    queryKey: userPermissionsKey(userId),
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const { data } = await supabase
        .from('user_permissions')
        .select('permission_id')
        .eq('user_id', userId)
        .abortSignal(signal)
        .throwOnError()
      return new Set(data.map((row) => row.permission_id))
    },
    meta: { failure: { title: 'Failed to load user permissions' } },
  })
}

/** Grants or revokes one permission; doing what was done already is no failure. */
export function setPermission(userId: string, permissionId: string) {
  return mutationOptions({
    mutationFn: async (granted: boolean) => {
      const link = { user_id: userId, permission_id: permissionId }
      if (granted) {
        await supabase
          .from('user_permissions')
          .upsert(link, { ignoreDuplicates: true })
          .throwOnError()
        return
      }
      await supabase.from('user_permissions').delete().match(link).throwOnError()
      // Row-level security refuses a deletion by matching no row.
      const { data } = await supabase
        .from('user_permissions')
        .select('permission_id')
        .match(link)
        .throwOnError()
      if (data.length > 0) throw new Error('This permission may not be revoked')
    },
    // At once, and for this permission alone: others may be under way.
    onSuccess: (_data, granted, _result, { client }) => {
      client.setQueryData<ReadonlySet<string>>(userPermissionsKey(userId), (before) => {
        const after = new Set(before)
        if (granted) after.add(permissionId)
        else after.delete(permissionId)
        return after
      })
      notify({ title: granted ? 'Permission granted' : 'Permission revoked', tone: 'success' })
    },
    // The answer may be all that was lost.
    onError: (_error, _granted, _result, { client }) => {
      void client.invalidateQueries({ queryKey: userPermissionsKey(userId) })
    },
    meta: {
      failure: { title: 'Failed to update permission' },
      invalidates: [userPermissionsKey(userId), ['account', userId]],
    },
  })
}
