import type { Access } from '@/shared/auth/access'

/** Each opens a table with people. */
export const peopleAccess: Access = [
  'can_view_all_users',
  'can_edit_user_roles',
  'can_manage_mentors',
  'can_manage_mentees',
  'can_manage_trainers',
  'can_manage_donations',
  'can_review_submissions',
]
