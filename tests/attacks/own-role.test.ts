import { expect, it } from 'vitest'
import { permissionNames } from '../../src/shared/auth/permissions'
import { localPassword } from '../../supabase/embedded/config'
import {
  backend,
  setUpAttack,
  changingNothing,
  expectRefused,
  idOf,
  idsWhere,
  query,
  rest,
  rpc,
  send,
  type Request,
} from './attacker'

setUpAttack()

const merge = { prefer: 'resolution=merge-duplicates,return=representation' }
const ignore = { prefer: 'resolution=ignore-duplicates,return=representation' }
const represent = { prefer: 'return=representation' }

/** Every way for users to try to get a higher role or another permission. */
async function roads(id: string, ownEmail: string): Promise<Request[]> {
  const permissionIds = await idsWhere('permissions')
  const held = await query<{ id: string }>(
    'select permission_id as id from public.user_permissions where user_id = $1',
    [id],
  )
  const wanted = permissionIds.filter((it) => !held.some((own) => own.id === it))
  const grants = wanted.map((permission_id) => ({ user_id: id, permission_id }))
  const admin = idOf('admin')
  return [
    rest('PATCH', `profiles?id=eq.${id}`, { role: 'admin' }, represent),
    rest('PATCH', `profiles?id=eq.${id}`, { full_name: 'Me', role: 'admin' }),
    rest('PATCH', `profiles?id=eq.${id}`, { id: admin }),
    rest('PATCH', `profiles?id=eq.${id}&columns=full_name,role`, {
      full_name: 'Me',
      role: 'admin',
    }),
    rest('POST', 'profiles?on_conflict=id', { id, role: 'admin' }, merge),
    rest('PUT', `profiles?id=eq.${id}`, { id, full_name: 'Me', role: 'admin' }),

    rest('POST', 'user_roles', { user_id: id, role: 'admin' }),
    rest('POST', 'user_roles?columns=role,user_id', { user_id: id, role: 'admin' }),
    rest('POST', 'user_roles?on_conflict=user_id', { user_id: id, role: 'admin' }, merge),
    rest('POST', 'user_roles?on_conflict=user_id', [{ user_id: id, role: 'admin' }], ignore),
    rest('PUT', `user_roles?user_id=eq.${id}`, { user_id: id, role: 'admin' }),
    rest('PATCH', `user_roles?user_id=eq.${id}`, { role: 'admin' }, represent),
    rest('PATCH', 'user_roles?role=neq.admin', { role: 'admin' }, represent),
    rest('PATCH', 'user_roles?role=eq.admin', { user_id: id }, represent),
    rest('DELETE', `user_roles?user_id=eq.${id}`, undefined, represent),
    rpc('set_user_role', { target_user_id: id, new_role: 'admin' }),
    rpc('finish_user_creation', {
      target_user_id: id,
      target_email: ownEmail,
      new_role: 'admin',
      permission_ids: permissionIds,
    }),

    rest('POST', 'user_permissions', grants[0]),
    rest('POST', 'user_permissions', { ...grants[0], granted_by: admin }),
    rest('POST', 'user_permissions', grants, ignore),
    rest('POST', 'user_permissions?on_conflict=user_id,permission_id', grants, merge),
    rest('PATCH', `user_permissions?user_id=neq.${id}`, { user_id: id }, represent),
    rest('PATCH', `user_permissions?user_id=eq.${id}`, { permission_id: wanted[0] }, represent),
    rest('PATCH', 'permissions?name=eq.can_manage_mentors', { name: 'can_edit_user_roles' }),
    rest('POST', 'permissions', { name: 'everything', category: 'x', description: 'x' }),
  ]
}

// staff holds every permission but can_edit_user_roles.
it.each(['supporter', 'newcomer', 'program.manager', 'stranger', 'staff', 'can_edit_user_roles'])(
  '%s finds no way to a higher role or another permission',
  async (persona) => {
    const email = `${persona}@kindlewell.test`
    await expectRefused(persona, await roads(idOf(persona), email), '42501', 'PT404')
  },
)

it('a visitor finds no way either, for themselves or for an accomplice', async () => {
  const tried = await roads(idOf('supporter'), 'supporter@kindlewell.test')
  for (const { status } of await expectRefused('anon', tried)) expect(status).toBe(401)
})

// Claims that a user may send to the authentication service about themselves

const boasts = {
  role: 'admin',
  user_role: 'admin',
  app_role: 'admin',
  is_admin: true,
  permissions: permissionNames,
  app_metadata: { role: 'admin' },
}
const beyondOneself = {
  role: 'service_role',
  aud: 'service_role',
  app_metadata: { ...boasts, role: 'service_role' },
  raw_app_meta_data: boasts,
  user_metadata: boasts,
  email_confirm: true,
  email_confirmed_at: '2024-01-01T00:00:00Z',
}

it('a sign-up as an admin becomes a user with a name', async () => {
  const email = 'mallory@example.org'
  const before = await query('select user_id, role from public.user_roles order by 1')
  const answer = await send('anon', {
    method: 'POST',
    path: '/auth/v1/signup',
    body: {
      email,
      password: 'long-enough',
      id: idOf('admin'),
      ...beyondOneself,
      data: { full_name: 'Mallory', ...boasts, email: 'admin@kindlewell.test', id: idOf('admin') },
    },
  })
  expect(answer.status).toBe(200)
  expect(answer.body).not.toHaveProperty('access_token')

  const made = await query(
    `select profile.full_name, profile.role, profile.email, account.role as token_role, account.aud,
       account.raw_app_meta_data as claims, account.email_confirmed_at as confirmed,
       (select count(*)::int from public.user_permissions where user_id = profile.id) as permissions
     from public.profiles profile join auth.users account using (id) where account.email = $1`,
    [email],
  )
  expect(made).toEqual([
    {
      full_name: 'Mallory',
      role: 'user',
      email,
      token_role: 'authenticated',
      aud: 'authenticated',
      claims: { provider: 'email', providers: ['email'] },
      confirmed: null,
      permissions: 0,
    },
  ])
  expect(await query('select user_id, role from public.user_roles order by 1')).toEqual(before)
})

it('a role set through the authentication service counts nowhere', async () => {
  const signIn = (grant: string, body: object) =>
    send('anon', { method: 'POST', path: `/auth/v1/token?grant_type=${grant}`, body })
  const session = await signIn('password', {
    email: 'supporter@kindlewell.test',
    password: localPassword,
  })
  const { access_token, refresh_token } = session.body as Record<string, string>

  const updated = await changingNothing(() =>
    send('anon', {
      method: 'PUT',
      path: '/auth/v1/user',
      headers: { authorization: `Bearer ${access_token}` },
      body: { ...beyondOneself, data: boasts },
    }),
  )
  expect(updated.status).toBe(200)
  expect(updated.body).toMatchObject({ user_metadata: { is_admin: true } })

  const refreshed = await signIn('refresh_token', { refresh_token })
  const { access_token: renewed } = refreshed.body as Record<string, string>
  const claims = JSON.parse(Buffer.from(renewed!.split('.')[1]!, 'base64url').toString()) as object
  expect(claims).toMatchObject({ role: 'authenticated', sub: idOf('supporter') })

  const authorization = `Bearer ${renewed}`
  const tried = await roads(idOf('supporter'), 'supporter@kindlewell.test')
  await expectRefused(
    'anon',
    tried.map((road) => ({ ...road, headers: { ...road.headers, authorization } })),
  )
})

it('only the owner reaches the list of accounts', async () => {
  const paths = ['admin/users', `admin/users/${idOf('admin')}`, 'admin/generate_link', 'invite']
  await changingNothing(async () => {
    for (const persona of ['anon', 'supporter', 'can_edit_user_roles', 'admin']) {
      for (const path of paths) {
        for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
          const body = method === 'GET' ? {} : { body: { role: 'service_role', email: 'x@x.org' } }
          const answer = await send(persona, { method, path: `/auth/v1/${path}`, ...body })
          expect(answer.status, `${persona} ${method} ${path}`).toBeGreaterThanOrEqual(400)
          expect(answer.text).not.toContain('kindlewell.test')
        }
      }
    }
  })
  expect(backend.outbox.mails.filter(({ to }) => to === 'x@x.org')).toEqual([])
})
