import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import { isPermissionName, type PermissionName } from './permissions'
import type { Role } from './roles'

export interface Account {
  profile: { fullName: string | null; email: string | null } | null
  role: Role
  permissions: ReadonlySet<PermissionName>
}

/**
 * Who the signed-in user is and what they may do. Never fails: what cannot be read is logged and
 * counts as absent, so the role falls back to `user` and the permissions to none.
 */
export function accountQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId],
    queryFn: async ({ signal }): Promise<Account> => {
      const [profile, role, permissions] = await Promise.all([
        supabase
          .from('profiles')
          .select('full_name, email')
          .eq('id', userId)
          .abortSignal(signal)
          .maybeSingle(),
        supabase
          .from('user_roles')
          .select('role')
          .eq('user_id', userId)
          .abortSignal(signal)
          .maybeSingle(),
        supabase
          .from('user_permissions')
          .select('permissions(name)')
          .eq('user_id', userId)
          .abortSignal(signal),
      ])
      signal.throwIfAborted()
      if (profile.error) console.error('The profile could not be read', profile.error)
      if (role.error) console.error('The role could not be read', role.error)
      if (permissions.error) console.error('The permissions could not be read', permissions.error)
      return {
        profile: profile.data && {
          fullName: profile.data.full_name,
          email: profile.data.email,
        },
        role: role.data?.role ?? 'user',
        permissions: new Set(
          (permissions.data ?? []).map((row) => row.permissions.name).filter(isPermissionName),
        ),
      }
    },
    staleTime: 60_000,
  })
}
