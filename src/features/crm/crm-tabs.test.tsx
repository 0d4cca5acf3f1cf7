import { expect, it } from 'vitest'
import { permissionNames, type PermissionName } from '@/shared/auth/permissions'
import { roles, type Role } from '@/shared/auth/roles'
import { tabsFor } from './crm-tabs'

function labels(role: Role, ...held: PermissionName[]) {
  return tabsFor({ role, permissions: new Set(held) }).map(({ label }) => label)
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

it('shows an admin every tab', () => {
  expect(labels('admin')).toEqual(everyTab)
})

it('shows every tab to who holds every permission', () => {
  expect(labels('staff', ...permissionNames)).toEqual(everyTab)
})

const tabOf: Record<PermissionName, string | undefined> = {
  can_view_all_users: 'All Users',
  can_edit_user_roles: undefined,
  can_manage_programs: 'Programs',
  can_manage_courses: 'Courses',
  can_manage_mentors: 'Mentors',
  can_manage_mentees: 'Mentees',
  can_manage_trainers: 'Trainers',
  can_manage_donations: 'Donors',
  can_send_emails: 'Campaigns',
  can_view_analytics: undefined,
}

it.each(permissionNames)('shows a holder of %s alone the dashboard and its tab', (permission) => {
  expect(labels('staff', permission)).toEqual(['Dashboard', tabOf[permission]].filter(Boolean))
})

it.each(permissionNames)('hides from a holder of all but %s its tab alone', (permission) => {
  const others = permissionNames.filter((name) => name !== permission)
  expect(labels('staff', ...others)).toEqual(everyTab.filter((tab) => tab !== tabOf[permission]))
})

it.each(roles.filter((role) => role !== 'admin'))('lets nobody in by the role %s alone', (role) => {
  expect(labels(role)).toEqual([])
})

it('shows a program manager who came in by another permission the programs', () => {
  expect(labels('program_manager', 'can_manage_mentors')).toEqual([
    'Dashboard',
    'Programs',
    'Mentors',
  ])
})
