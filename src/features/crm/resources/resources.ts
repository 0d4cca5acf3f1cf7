import type { PermissionName } from '@/shared/auth/permissions'

interface Resource {
  slug: string
  tab: string
  permission: PermissionName
}

export const resources: readonly Resource[] = [
  { slug: 'mentors', tab: 'Mentors', permission: 'can_manage_mentors' },
  { slug: 'mentees', tab: 'Mentees', permission: 'can_manage_mentees' },
  { slug: 'trainers', tab: 'Trainers', permission: 'can_manage_trainers' },
  { slug: 'donors', tab: 'Donors', permission: 'can_manage_donations' },
  { slug: 'courses', tab: 'Courses', permission: 'can_manage_courses' },
  { slug: 'campaigns', tab: 'Campaigns', permission: 'can_send_emails' },
]
