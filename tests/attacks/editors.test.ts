import { afterEach, expect, it } from 'vitest'
import {
  backend,
  setUpAttack,
  changingNothing,
  expectRefused,
  idOf,
  idWhere,
  query,
  rest,
  rpc,
  send,
} from './attacker'

// A holder of can_edit_user_roles alone who wants more than that.

setUpAttack()

const editor = 'can_edit_user_roles'
const permission = (name: string) => idWhere('permissions', `name = '${name}'`)
const represent = { prefer: 'return=representation' }

// Some of these attacks begin with something that is allowed.
afterEach(() =>
  backend.exclusive((pg) =>
    pg.exec(`delete from public.user_permissions where user_id in ('${idOf('newcomer')}', '${idOf('admin')}');
      delete from public.user_roles where user_id = '${idOf('newcomer')}'`),
  ),
)

it.each([
  'admin',
  'director',
  'development_manager',
  'staff',
  'student',
  'accounting',
  'program_manager',
])('cannot give the role %s', async (role) => {
  const target_user_id = idOf('newcomer')
  await expectRefused(editor, [
    rest('POST', 'user_roles', { user_id: target_user_id, role }),
    rest('PATCH', `user_roles?user_id=eq.${idOf('supporter')}`, { role }, represent),
    rest('PATCH', 'user_roles?role=neq.admin', { role }, represent),
    rpc('set_user_role', { target_user_id, new_role: role }),
    rpc('set_user_role', { target_user_id: idOf('supporter'), new_role: role }),
    rpc('finish_user_creation', {
      target_user_id,
      target_email: 'newcomer@kindlewell.test',
      new_role: role,
    }),
  ])
})

it('cannot grant a permission that they lack, alone or hidden among others', async () => {
  const user_id = idOf('newcomer')
  const held = await permission(editor)
  const wanted = await permission('can_manage_mentees')
  await expectRefused(editor, [
    rest('POST', 'user_permissions', { user_id, permission_id: wanted }),
    rest('POST', 'user_permissions', { user_id, permission_id: wanted, granted_by: idOf('admin') }),
    rest('POST', 'user_permissions', [
      { user_id, permission_id: held },
      { user_id, permission_id: wanted },
    ]),
    rest('PATCH', `user_permissions?user_id=eq.${idOf('staff')}`, { user_id }, represent),
    rpc('finish_user_creation', {
      target_user_id: user_id,
      target_email: 'newcomer@kindlewell.test',
      new_role: 'mentor',
      permission_ids: [held, wanted],
    }),
  ])
})

it('cannot change an admin', async () => {
  const admin = idOf('admin')
  const held = await permission(editor)
  await query('insert into public.user_permissions (user_id, permission_id) values ($1, $2)', [
    admin,
    await permission('can_send_emails'),
  ])
  await expectRefused(editor, [
    rest('PATCH', `user_roles?user_id=eq.${admin}`, { role: 'user' }, represent),
    rest('PATCH', 'user_roles?role=eq.admin', { role: 'user' }, represent),
    rest('DELETE', `user_roles?user_id=eq.${admin}`, undefined, represent),
    rest(
      'POST',
      'user_roles?on_conflict=user_id',
      { user_id: admin, role: 'user' },
      {
        prefer: 'resolution=merge-duplicates',
      },
    ),
    rpc('set_user_role', { target_user_id: admin, new_role: 'user' }),
    rpc('finish_user_creation', {
      target_user_id: admin,
      target_email: 'admin@kindlewell.test',
      new_role: 'user',
    }),
    rest('POST', 'user_permissions', { user_id: admin, permission_id: held }),
    rest('DELETE', `user_permissions?user_id=eq.${admin}`, undefined, represent),
    rest('PATCH', `profiles?id=eq.${admin}`, { full_name: 'Nobody' }, represent),
    rest('DELETE', `profiles?id=eq.${admin}`, undefined, represent),
  ])
})

it('cannot change their own rights, so that no one hides what they had', async () => {
  const own = idOf(editor)
  await expectRefused(editor, [
    rest('DELETE', `user_permissions?user_id=eq.${own}`, undefined, represent),
    rest('DELETE', `user_roles?user_id=eq.${own}`, undefined, represent),
    rest('PATCH', `user_roles?user_id=eq.${own}`, { role: 'user' }, represent),
    rpc('set_user_role', { target_user_id: own, new_role: 'user' }),
  ])
})

it('changes many at once, except admins and themselves', async () => {
  const roles = () =>
    query<{ role: string }>(
      `select role from public.user_roles where user_id in ($1, $2) order by role`,
      [idOf('admin'), idOf(editor)],
    )
  const before = await roles()
  const former = await query('select user_id, role from public.user_roles')
  const answer = await send(
    editor,
    rest('PATCH', 'user_roles?user_id=not.is.null', { role: 'user' }, represent),
  )
  expect(answer.status).toBe(200)
  expect(await roles()).toEqual(before)
  await backend.exclusive((pg) =>
    pg.query(
      `update public.user_roles set role = former.role
       from json_to_recordset($1) as former (user_id uuid, role public.app_role)
       where user_roles.user_id = former.user_id`,
      [JSON.stringify(former)],
    ),
  )
})

it('gets no further with an accomplice whom they made an editor too', async () => {
  const accomplice = idOf('newcomer')
  const granted = await send(
    editor,
    rest('POST', 'user_permissions', {
      user_id: accomplice,
      permission_id: await permission(editor),
    }),
  )
  expect(granted.status).toBe(201)
  const own = idOf(editor)
  await expectRefused('newcomer', [
    rpc('set_user_role', { target_user_id: own, new_role: 'admin' }),
    rpc('set_user_role', { target_user_id: own, new_role: 'program_manager' }),
    rest('PATCH', `user_roles?user_id=eq.${own}`, { role: 'director' }, represent),
    rest('POST', 'user_permissions', {
      user_id: own,
      permission_id: await permission('can_manage_mentees'),
    }),
    rpc('set_user_role', { target_user_id: accomplice, new_role: 'user' }),
  ])
})

it('cannot rename an account or rewrite a permission', async () => {
  await expectRefused(editor, [
    rest('PATCH', `profiles?id=eq.${idOf('supporter')}`, { full_name: 'Renamed' }, represent),
    rest('PATCH', `profiles?id=eq.${idOf('supporter')}`, { email: 'mine@example.org' }, represent),
    rest('PATCH', 'permissions?name=eq.can_edit_user_roles', { name: 'x' }, represent),
    rest('DELETE', 'permissions?name=neq.x', undefined, represent),
  ])
})

// The last admin

it('the last admin can neither leave nor be removed', async () => {
  const admin = idOf('admin')
  await expectRefused(
    'admin',
    [
      rest('PATCH', `user_roles?user_id=eq.${admin}`, { role: 'director' }),
      rest('PATCH', 'user_roles?user_id=not.is.null', { role: 'user' }),
      rest('DELETE', `user_roles?user_id=eq.${admin}`),
      rest('DELETE', 'user_roles?user_id=not.is.null'),
      rpc('set_user_role', { target_user_id: admin, new_role: 'user' }),
      rpc('finish_user_creation', {
        target_user_id: admin,
        target_email: 'admin@kindlewell.test',
        new_role: 'user',
      }),
    ],
    'P0001',
  )
  await expectRefused('admin', [rest('DELETE', `profiles?id=eq.${admin}`)])
  await changingNothing(() =>
    expect(query('delete from auth.users where id = $1', [admin])).rejects.toThrow('last admin'),
  )
})

it('one of two admins may go, but not both in one request', async () => {
  const newcomer = idOf('newcomer')
  const appoint = rpc('set_user_role', { target_user_id: newcomer, new_role: 'admin' })
  expect((await send('admin', appoint)).status).toBe(204)
  await expectRefused(
    'admin',
    [
      rest('PATCH', 'user_roles?role=eq.admin', { role: 'director' }),
      rest('DELETE', 'user_roles?role=eq.admin'),
    ],
    'P0001',
  )
  const removal = rest('DELETE', `user_roles?user_id=eq.${newcomer}`)
  expect((await send('admin', removal)).status).toBe(204)
  await expectRefused('newcomer', [appoint])
})
