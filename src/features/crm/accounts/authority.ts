import type { Auth } from '@/shared/auth/auth-context'
import { permissionNames, type PermissionName } from '@/shared/auth/permissions'
import type { Role } from '@/shared/auth/roles'

/**
 * The caller's rights over other accounts, so that the interface offers only what the database
 * allows. Row-level security has the last word.
 */
type Caller = Pick<Auth, 'isAdmin' | 'can'> & { id: string }

const newUserRoles = [
  'user',
  'admin',
  'program_manager',
  'fundraiser',
  'mentor',
  'mentee',
  'donor',
  'supporter',
] as const satisfies readonly Role[]

export type NewUserRole = (typeof newUserRoles)[number]

export function assignableRoles({ isAdmin, can }: Caller): readonly NewUserRole[] {
  if (isAdmin) return newUserRoles
  if (!can('can_edit_user_roles')) return []
  return newUserRoles.filter(
    (role) => role !== 'admin' && (role !== 'program_manager' || can('can_manage_programs')),
  )
}

/** Why the caller may not touch an account's permissions at all; undefined when they may. */
export function accountRefusal(
  { isAdmin, can, id }: Caller,
  account: { id: string; role: Role },
): string | undefined {
  if (isAdmin) return undefined
  if (!can('can_edit_user_roles')) return 'You may not change permissions.'
  if (account.id === id) return 'You cannot change your own permissions.'
  if (account.role === 'admin')
    return "Only an administrator can change an administrator's permissions."
  return undefined
}

/** The permissions that the caller may grant: those that they hold themselves. */
export function grantablePermissions({ can }: Caller): ReadonlySet<PermissionName> {
  return new Set(can('can_edit_user_roles') ? permissionNames.filter((name) => can(name)) : [])
}
