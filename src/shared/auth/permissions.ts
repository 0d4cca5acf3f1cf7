/** The named permissions; equal to the rows of `permissions`, which a test compares. */
export const permissionNames = [
  'can_view_all_users',
  'can_edit_user_roles',
  'can_manage_programs',
  'can_verify_clearances',
  'can_manage_courses',
  'can_manage_mentors',
  'can_manage_mentees',
  'can_manage_trainers',
  'can_manage_donations',
  'can_view_financials',
  'can_send_emails',
  'can_view_analytics',
  'can_review_submissions',
] as const

export type PermissionName = (typeof permissionNames)[number]

export function isPermissionName(name: string): name is PermissionName {
  return (permissionNames as readonly string[]).includes(name)
}
