import type { PermissionName } from './permissions'
import type { Role } from './roles'

/** A right: a named permission or a role. Their names never collide. */
type Right = PermissionName | Role

/** The rights that open a page, a list or an action; one of them is enough. Admins hold all. */
export type RequiredRights = readonly Right[]

export interface Rights {
  role: Role
  permissions: ReadonlySet<PermissionName>
}

export function holdsOneOf({ role, permissions }: Rights, requiredRights: RequiredRights): boolean {
  return (
    role === 'admin' ||
    requiredRights.some((right) => right === role || permissions.has(right as PermissionName))
  )
}
