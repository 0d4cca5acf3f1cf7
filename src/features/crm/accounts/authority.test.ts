import { expect, it } from 'vitest'
import { permissionNames } from '@/shared/auth/permissions'
import type { PermissionName } from '@/shared/auth/permissions'
import { accountRefusal, assignableRoles, grantablePermissions } from './authority'
import { authOf } from '../../../../tests/auth-of'

const admin = { id: 'admin', isAdmin: true, can: () => true }
function holder(...held: PermissionName[]) {
  const auth = authOf('staff', { permissions: new Set(held) })
  return { id: 'holder', isAdmin: false, can: auth.can }
}
const editor = holder('can_edit_user_roles', 'can_manage_mentors')

it('lets an admin assign every role of the form', () => {
  expect(assignableRoles(admin)).toEqual([
    'user',
    'admin',
    'program_manager',
    'fundraiser',
    'mentor',
    'mentee',
    'donor',
    'supporter',
  ])
})

it('lets an editor of roles assign neither admin nor, without programs, their managers', () => {
  const few = ['user', 'fundraiser', 'mentor', 'mentee', 'donor', 'supporter']
  expect(assignableRoles(editor)).toEqual(few)
  expect(assignableRoles(holder('can_edit_user_roles', 'can_manage_programs'))).toEqual([
    'user',
    'program_manager',
    ...few.slice(1),
  ])
  expect(assignableRoles(holder('can_view_all_users', 'can_manage_programs'))).toEqual([])
})

it('keeps editors from their own permissions and from those of admins', () => {
  expect(accountRefusal(editor, { id: 'holder', role: 'staff' })).toMatch(/your own/)
  expect(accountRefusal(editor, { id: 'other', role: 'admin' })).toMatch(/administrator/)
  expect(accountRefusal(editor, { id: 'other', role: 'staff' })).toBeUndefined()
  expect(accountRefusal(holder('can_view_all_users'), { id: 'other', role: 'staff' })).toBeDefined()
  expect(accountRefusal(admin, { id: 'admin', role: 'admin' })).toBeUndefined()
  expect(accountRefusal(admin, { id: 'other', role: 'admin' })).toBeUndefined()
})

it('lets people grant what they hold', () => {
  expect([...grantablePermissions(editor)]).toEqual(['can_edit_user_roles', 'can_manage_mentors'])
  expect(grantablePermissions(admin).size).toBe(permissionNames.length)
  expect(grantablePermissions(holder('can_manage_mentors')).size).toBe(0)
})
