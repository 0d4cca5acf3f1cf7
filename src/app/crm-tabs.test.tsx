import { expect, it } from 'vitest'
import { areas } from '@/shared/auth/areas'
import { permissionNames, type PermissionName } from '@/shared/auth/permissions'
import type { Role } from '@/shared/auth/roles'
import { crmLists } from './crm-lists'
import { tabsFor } from './crm-tabs'
import { authOf } from '../../tests/auth-of'

function labels(role: Role, ...held: PermissionName[]) {
  return tabsFor(authOf(role, { permissions: new Set(held) })).map(({ label }) => label)
}

/** A right opens only its tab; an analyst's or a reviewer's opens none. */
const tabsOf = (permission: PermissionName) =>
  Object.values(areas)
    .filter(({ requiredRights }) => (requiredRights as readonly string[]).includes(permission))
    .map(({ tab }) => tab)
const everyTab = ['Dashboard', ...Object.values(areas).map(({ tab }) => tab)]

it('has a tab for each list, and asks for the rights of the list', () => {
  const listed = crmLists.map(({ slug, requiredRights }) => ({ slug, requiredRights }))
  expect(listed).toEqual(
    expect.arrayContaining(
      Object.values(areas).map(({ slug, requiredRights }) => ({ slug, requiredRights })),
    ),
  )
})

it('offers to look for one person twice in the lists of people and donors', () => {
  const offering = crmLists.filter(({ slots }) => slots?.tool?.label === 'Same person?')
  expect(offering.map(({ table }) => table)).toEqual(['mentors', 'mentees', 'trainers', 'donors'])
})

it('shows every tab to an admin and to a holder of every permission', () => {
  expect(labels('admin')).toEqual(everyTab)
  expect(labels('staff', ...permissionNames)).toEqual(everyTab)
})

it.each(permissionNames)(
  'shows a holder of %s only the dashboard and the tab of its list',
  (permission) => {
    expect(labels('staff', permission)).toEqual(['Dashboard', ...tabsOf(permission)])
  },
)

it('shows a program manager the programs', () => {
  expect(labels('program_manager')).toEqual(['Dashboard', 'Programs'])
})
