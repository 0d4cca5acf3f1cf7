import { queryOptions } from '@tanstack/react-query'
import { ask } from '@/shared/supabase/ask'
import { endLostSession, supabase } from '@/shared/supabase/client'
import { isPermissionName, type PermissionName } from './permissions'
import type { Role } from './roles'

export interface Account {
  profile: { fullName: string | null; email: string | null } | null
  role: Role
  permissions: ReadonlySet<PermissionName>
  /** It has, or is offered, a role or a permission. */
  needsStrongPassword: boolean
}

/** The profile, role and permissions of the signed-in user. The role defaults to `user`. */
export function accountQuery(userId: string) {
  return queryOptions({
    queryKey: ['account', userId],
    queryFn: async ({ signal }): Promise<Account> => {
      const found = supabase
        .from('profiles')
        .select(
          'full_name, email, offered_role, user_roles(role), user_permissions!user_permissions_user_id_fkey(permissions(name))',
        )
        .eq('id', userId)
        .maybeSingle()
        // The generated types do not say that the key makes it one role at most.
        .overrideTypes<{ user_roles: { role: Role } | null }>()
      const data = await ask(found, signal)
      // A session that was ended elsewhere sees nothing.
      if (!data) await endLostSession()
      return {
        profile: data && { fullName: data.full_name, email: data.email },
        role: data?.user_roles?.role ?? 'user',
        permissions: new Set(
          (data?.user_permissions ?? [])
            .map(({ permissions }) => permissions.name)
            .filter(isPermissionName),
        ),
        needsStrongPassword: Boolean(
          data?.user_roles ?? data?.offered_role ?? data?.user_permissions[0],
        ),
      }
    },
    staleTime: 60_000,
  })
}
