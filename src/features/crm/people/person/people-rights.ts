import type { RequiredRights } from '@/shared/auth/required-rights'

/** Each opens a table with people. */
export const peopleRights: RequiredRights = [
  'can_view_all_users',
  'can_edit_user_roles',
  'can_manage_mentors',
  'can_manage_mentees',
  'can_manage_trainers',
  'can_manage_donations',
  'can_review_submissions',
]

/** Each lets the user say that two people are the same, if the user can read both. */
export const linkRights: RequiredRights = [
  'can_manage_mentors',
  'can_manage_mentees',
  'can_manage_trainers',
  'can_manage_donations',
]
