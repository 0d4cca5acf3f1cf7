import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Role } from '@/shared/auth/roles'
import { supabase } from '@/shared/supabase/client'
import type { Tables } from '@/shared/supabase/database.types'
import { ask, selectQuery } from '@/shared/supabase/ask'
import { notify } from '@/shared/ui/notify'

export type Permission = Tables<'permissions'>

/** All permissions, by category and name. */
export const permissionsQuery = selectQuery<Permission[]>(
  ['permissions'],
  () =>
    supabase
      .from('permissions')
      .select('id, name, description, category')
      .order('category')
      .order('name'),
  { staleTime: Infinity, meta: { failure: { title: 'Failed to load permissions' } } },
)

function userPermissionsKey(userId: string) {
  return ['user-permissions', userId] as const
}

export interface Grant {
  permissionId: string
  /** The name of the grantor */
  other: string | undefined
  grantedAt: string
}

export interface GrantMade extends Omit<Grant, 'other'> {
  holder: { id: string; role: Role; name: string }
}

const nameOf = (profile: { full_name: string | null; email: string | null } | null) =>
  profile?.full_name ?? profile?.email ?? undefined

/** The permissions of an account, by id. */
export function userPermissionsQuery(userId: string) {
  return queryOptions({
    queryKey: userPermissionsKey(userId),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Grant>> => {
      const rows = await ask(
        supabase
          .from('user_permissions')
          .select(
            'permission_id, granted_at, by:profiles!user_permissions_granted_by_fkey(full_name, email)',
          )
          .eq('user_id', userId),
        signal,
      )
      return new Map(
        rows.map(({ permission_id: permissionId, granted_at: grantedAt, by }) => [
          permissionId,
          { permissionId, grantedAt, other: nameOf(by) },
        ]),
      )
    },
    meta: { failure: { title: 'Failed to load user permissions' } },
  })
}

/** The permissions that an account granted, newest first. */
export function grantedByQuery(userId: string) {
  return queryOptions({
    queryKey: ['granted-by', userId],
    queryFn: async ({ signal }): Promise<GrantMade[]> => {
      const rows = await ask(
        supabase
          .from('user_permissions')
          .select(
            'permission_id, granted_at, holder:profiles!user_permissions_user_id_fkey(id, full_name, email, role)',
          )
          .eq('granted_by', userId)
          .order('granted_at', { ascending: false })
          .order('user_id'),
        signal,
      )
      return rows.map(({ permission_id: permissionId, granted_at: grantedAt, holder }) => ({
        permissionId,
        grantedAt,
        holder: { id: holder.id, role: holder.role, name: nameOf(holder) ?? 'Unnamed User' },
      }))
    },
    meta: { failure: { title: 'Failed to load user permissions' } },
  })
}

/**
 * Revokes at once all permissions that an account holds, or granted, within the caller's rights.
 *
 * @returns how many were revoked
 */
export function revokeAll(side: 'user_id' | 'granted_by', userId: string) {
  return mutationOptions({
    mutationFn: async () => {
      const revoked = await ask(
        supabase.from('user_permissions').delete().eq(side, userId).select('permission_id'),
      )
      return revoked.length
    },
    meta: {
      failure: { title: 'Failed to update permission' },
      invalidates: [['user-permissions'], ['granted-by'], ['account'], ['account-panel']],
    },
  })
}

/** Grants or revokes one permission; repeating it is no failure. */
export function setPermission(userId: string, permissionId: string) {
  return mutationOptions({
    mutationFn: async (granted: boolean) => {
      const link = { user_id: userId, permission_id: permissionId }
      if (granted) {
        await ask(supabase.from('user_permissions').upsert(link, { ignoreDuplicates: true }))
        return
      }
      await ask(supabase.from('user_permissions').delete().match(link))
      // Row-level security refuses a deletion by matching no row.
      const left = await ask(supabase.from('user_permissions').select('permission_id').match(link))
      if (left.length > 0) throw new Error('You can’t revoke this permission')
    },
    // Shows at once, and only for this permission: others may be under way.
    onSuccess: (_data, granted, _result, { client }) => {
      client.setQueryData<ReadonlyMap<string, Grant>>(userPermissionsKey(userId), (before) => {
        const after = new Map(before)
        const grantedAt = new Date().toISOString()
        if (granted) after.set(permissionId, { permissionId, other: undefined, grantedAt })
        else after.delete(permissionId)
        return after
      })
      notify({ title: granted ? 'Permission granted' : 'Permission revoked', tone: 'success' })
    },
    // Perhaps only the answer was lost.
    onError: (_error, _granted, _result, { client }) => {
      void client.invalidateQueries({ queryKey: userPermissionsKey(userId) })
    },
    meta: {
      invalidates: [
        userPermissionsKey(userId),
        ['granted-by'],
        ['account', userId],
        ['account-panel'],
      ],
    },
  })
}

/** Grants several permissions at once; those that it holds already stay as they are. */
export function grantAll(userId: string) {
  return mutationOptions({
    mutationFn: (ids: readonly string[]) =>
      ask(
        supabase.from('user_permissions').upsert(
          ids.map((permission_id) => ({ user_id: userId, permission_id })),
          { ignoreDuplicates: true },
        ),
      ),
    onSuccess: (_data, { length }) =>
      notify({
        title: length === 1 ? 'Permission granted' : `${length} permissions granted`,
        tone: 'success',
      }),
    meta: {
      failure: { title: 'Failed to update permission' },
      invalidates: [
        userPermissionsKey(userId),
        ['granted-by'],
        ['account', userId],
        ['account-panel'],
      ],
    },
  })
}
