import { Constants, type Enums } from '@/shared/supabase/database.types'

export type Role = Enums<'app_role'>

export const roles: readonly Role[] = Constants.public.Enums.app_role

/** The label of a role, for example "Development Manager". */
export function roleLabel(role: Role): string {
  if (role === 'admin') return 'Administrator'
  return role
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** The roles that have the dashboard flag of the same name. */
export const programManagers: readonly Role[] = [
  'admin',
  'director',
  'development_manager',
  'staff',
  'mentor',
]
export const fundraisers: readonly Role[] = [
  'admin',
  'director',
  'development_manager',
  'accounting',
]

/** The dashboard flags of each role. The flags open no rows: the database decides by permission. */
export interface RoleFlags {
  isAdmin: boolean
  isProgramManager: boolean
  isFundraiser: boolean
}

export function roleFlags(role: Role): RoleFlags {
  return {
    isAdmin: role === 'admin',
    isProgramManager: programManagers.includes(role),
    isFundraiser: fundraisers.includes(role),
  }
}

/**
 * The roles of staff: every role with a dashboard flag but mentor, and the two roles that named permissions
 * let into the CRM. All other roles are supporters, mentors and the people we support.
 */
export const staffRoles: readonly Role[] = [
  'admin',
  'director',
  'development_manager',
  'staff',
  'accounting',
  'program_manager',
  'fundraiser',
]

export function isStaffRole(role: Role): boolean {
  return staffRoles.includes(role)
}
