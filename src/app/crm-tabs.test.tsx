import { expect, it } from 'vitest'
import { authOf } from '@/shared/auth/auth-of'
import { permissionNames, type PermissionName } from '@/shared/auth/permissions'
import type { Role } from '@/shared/auth/roles'
import { tabsFor } from './crm-tabs'

function labels(role: Role, ...held: PermissionName[]) {
  return tabsFor(authOf(role, { permissions: new Set(held) })).map(({ label }) => label)
}

const everyTab = [
  'Dashboard',
  'All Users',
  'Programs',
  'Mentors',
  'Mentees',
  'Trainers',
  'Donors',
  'Courses',
  'Campaigns',
]

it('shows every tab to an admin and to a holder of every permission', () => {
  expect(labels('admin')).toEqual(everyTab)
  expect(labels('staff', ...permissionNames)).toEqual(everyTab)
})

const tabOf: Record<PermissionName, string | undefined> = {
  can_view_all_users: 'All Users',
  can_edit_user_roles: 'All Users',
  can_manage_programs: 'Programs',
  can_manage_courses: 'Courses',
  can_manage_mentors: 'Mentors',
  can_manage_mentees: 'Mentees',
  can_manage_trainers: 'Trainers',
  can_manage_donations: 'Donors',
  can_send_emails: 'Campaigns',
  can_view_analytics: undefined,
  can_review_submissions: undefined,
}

it.each(permissionNames)('shows a holder of %s only the dashboard and its tab', (permission) => {
  expect(labels('staff', permission)).toEqual(['Dashboard', tabOf[permission]].filter(Boolean))
})

it('shows a program manager the programs', () => {
  expect(labels('program_manager')).toEqual(['Dashboard', 'Programs'])
})
