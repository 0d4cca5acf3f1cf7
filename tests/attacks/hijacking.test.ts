import crypto from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import {
  backend,
  setUpAttack,
  expectRefused,
  idOf,
  idWhere,
  query,
  rest,
  rpc,
  send,
  type Answer,
} from './attacker'
import { mailToken } from '../embedded/support'

// A stranger signs up with the address of a future colleague and a password of their own, and waits
// until staff give that account a role.

setUpAttack()

const known = 'the strangers password'
let email: string
let account: string

const auth = (method: string, path: string, body?: object, token?: string) =>
  send('anon', {
    method,
    path: `/auth/v1/${path}`,
    ...(body && { body }),
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
interface Session {
  access_token: string
  refresh_token: string
}
const sessionIn = (answer: Answer) => answer.body as Session
const signUp = (of: string, data: object = {}) =>
  auth('POST', 'signup', { email: of, password: known, data })
const signIn = (password: string) => auth('POST', 'token?grant_type=password', { email, password })

/** Follows the newest mail to the address, as the owner of its mailbox can. */
async function followMail(): Promise<Session> {
  const { token_hash, type } = mailToken(backend, email)
  return sessionIn(await auth('POST', 'verify', { token_hash, type }))
}
async function childrenSeenWith(token: string): Promise<unknown> {
  const request = rest('GET', 'mentees?select=id', undefined, { authorization: `Bearer ${token}` })
  return (await send('anon', request)).body
}
const roleNow = async () =>
  (await query('select role from public.user_roles where user_id = $1', [account]))[0]?.role
const offer = async (role = 'staff', by = 'admin') =>
  send(
    by,
    rpc('offer_role', {
      target_user_id: account,
      target_email: email,
      new_role: role,
      permission_ids: [await idWhere('permissions', "name = 'can_manage_mentees'")],
    }),
  )

beforeEach(async () => {
  email = `${crypto.randomUUID().slice(0, 8)}@example.org`
  await signUp(email)
  account = (await query<{ id: string }>('select id from auth.users where email = $1', [email]))[0]!
    .id
})

it('gives the account nothing in any way, though the colleague confirmed the address', async () => {
  await followMail()
  await expectRefused('admin', [
    rpc('finish_user_creation', {
      target_user_id: account,
      target_email: email,
      new_role: 'staff',
    }),
    rpc('set_user_role', { target_user_id: account, new_role: 'mentor' }),
    rest('POST', 'user_roles', { user_id: account, role: 'user' }),
    rest('POST', 'user_permissions', {
      user_id: account,
      permission_id: await idWhere('permissions', "name = 'can_manage_mentees'"),
    }),
  ])
})

it('gives the offered role to the owner of the mailbox, and nothing to the stranger’s sessions and password', async () => {
  await followMail()
  const open = sessionIn(await signIn(known))
  expect((await offer()).status).toBe(204)

  const { access_token: token, refresh_token } = open
  const attempts = {
    password: await signIn(known),
    refresh: await auth('POST', 'token?grant_type=refresh_token', { refresh_token }),
    change: await auth('PUT', 'user', { password: 'a second one', current_password: known }, token),
    move: await auth('PUT', 'user', { email: 'stranger@example.org' }, token),
    boast: await auth('PUT', 'user', { data: { proven: true, role: 'staff' } }, token),
    reauthenticate: await auth('GET', 'reauthenticate', undefined, token),
  }
  for (const [name, { status }] of Object.entries(attempts)) {
    expect(status, name).toBeGreaterThanOrEqual(400)
  }
  // Any request for a mail sends it to the colleague.
  expect((await auth('POST', 'recover', { email })).status).toBe(200)
  expect(await childrenSeenWith(token)).toMatchObject({ code: '42501' })
  const colleague = await followMail()
  expect(await roleNow()).toBeUndefined()
  expect(await childrenSeenWith(colleague.access_token)).toEqual([])
  const set = await auth('PUT', 'user', { password: 'my own password' }, colleague.access_token)
  expect(set.status).toBe(200)

  expect(await roleNow()).toBe('staff')
  expect(await childrenSeenWith(colleague.access_token)).not.toEqual([])
  expect(await childrenSeenWith(token)).toMatchObject({ code: '42501' })
  expect((await auth('PUT', 'user', { password: 'a third one' }, token)).status).toBe(403)
  expect((await signIn(known)).status).toBe(400)
  expect((await signIn('my own password')).status).toBe(200)
})

it('takes no link that was sent before the offer', async () => {
  await followMail()
  await auth('POST', 'recover', { email })
  await offer()
  expect(await followMail()).not.toHaveProperty('access_token')
})

it('drops the offer when the account gets another address', async () => {
  await offer()
  await auth('POST', 'recover', { email })
  const session = await followMail()
  await query("update auth.users set email = 'moved-' || email where id = $1", [account])
  await auth('PUT', 'user', { password: 'my own password' }, session.access_token)
  expect(await roleNow()).toBeUndefined()
})

it('an editor cannot offer what they may not give, or end an admin’s session', async () => {
  const mine = { target_user_id: account, target_email: email, permission_ids: [] }
  await expectRefused('can_edit_user_roles', [
    rpc('offer_role', { ...mine, new_role: 'staff' }),
    rpc('offer_role', { ...mine, new_role: 'admin' }),
    rpc('offer_role', {
      ...mine,
      new_role: 'mentor',
      permission_ids: [await idWhere('permissions', "name = 'can_manage_mentees'")],
    }),
    rpc('offer_role', {
      target_user_id: idOf('admin'),
      target_email: 'admin@kindlewell.test',
      new_role: 'user',
    }),
  ])
})

// Accounts that staff begin

const begin = async (address: string, by = 'admin') =>
  (await send(by, rpc('begin_user_creation', { address }))).body as string
const beginnerOf = async (address: string) =>
  (await query('select begun_by from public.profiles where email = $1', [address]))[0]?.begun_by

it('a nonce makes one account, for its address, once', async () => {
  const [first, second] = [`first-${email}`, `second-${email}`]
  const nonce = await begin(first)
  await signUp(second, { creation_nonce: nonce })
  expect(await beginnerOf(second)).toBeNull()
  await signUp(first, { creation_nonce: nonce })
  expect(await beginnerOf(first)).toBe(idOf('admin'))
  expect(
    await query('select raw_user_meta_data from auth.users where email = $1', [first]),
  ).not.toMatchObject([{ raw_user_meta_data: { creation_nonce: nonce } }])

  // Announced too late: the stranger was first.
  const late = await begin(email)
  await signUp(email, { creation_nonce: late })
  await followMail()
  const { access_token } = sessionIn(await signIn(known))
  await auth('PUT', 'user', { data: { creation_nonce: late } }, access_token)
  expect(await beginnerOf(email)).toBeNull()
})

it('an account begun by one member of staff cannot be raised by another, since the first knows its password', async () => {
  const fresh = `fresh-${email}`
  await signUp(fresh, { creation_nonce: await begin(fresh, 'can_edit_user_roles') })
  const target_user_id = await idWhere('profiles', `email = '${fresh}'`)
  const finish = rpc('finish_user_creation', {
    target_user_id,
    target_email: fresh,
    new_role: 'mentor',
  })
  await expectRefused('admin', [finish])
  expect((await send('can_edit_user_roles', finish)).status).toBe(204)
  await expectRefused('admin', [
    rpc('set_user_role', { target_user_id, new_role: 'admin' }),
    rest('PATCH', `user_roles?user_id=eq.${target_user_id}`, { role: 'program_manager' }),
    rest('POST', 'user_permissions', {
      user_id: target_user_id,
      permission_id: await idWhere('permissions', "name = 'can_manage_mentees'"),
    }),
  ])
  const demotion = rpc('set_user_role', { target_user_id, new_role: 'supporter' })
  expect((await send('admin', demotion)).status).toBe(204)
})
