import crypto from 'node:crypto'
import type { Sql } from '../../supabase/platform/cluster'
import { expect, test } from './platform'

// Two requests at the same moment, on the auth service and Postgres themselves. The moment is
// held by a lock on the row at which the first of them has to wait.

test.describe.configure({ mode: 'default' })

const admin = '10000000-0000-4000-8000-000000000001'
const known = 'the strangers password'

/** Runs statements as PostgREST runs them for a signed-in user. */
const asAccount = async (sql: Sql, account: string) => {
  await sql.unsafe(`
    set local role authenticated;
    set local request.jwt.claims = '${JSON.stringify({ sub: account, role: 'authenticated' })}'`)
}
const offer = (sql: Sql, account: string, email: string, role = 'staff') =>
  sql`select public.offer_role(${account}, ${email}, ${role})`

test.describe('a stranger’s account', () => {
  let email: string
  let account: string
  let token: string

  test.beforeEach(async ({ platform: { auth, connect, tokenTo } }) => {
    email = `${crypto.randomUUID().slice(0, 8)}@example.org`
    await auth('POST', 'signup', { email, password: known })
    await auth('POST', 'verify', { type: 'signup', token_hash: await tokenTo(email) })
    const signedIn = await auth('POST', 'token?grant_type=password', { email, password: known })
    token = signedIn.body.access_token!
    const [user] = await connect()<
      { id: string }[]
    >`select id from auth.users where email = ${email}`
    account = user!.id
  })

  test('rejects a password that was being changed when a role was offered', async ({
    platform: { auth, connect, untilBlocked, tokenTo },
  }) => {
    const sql = connect()
    const mine = 'another of the stranger'
    let change: Promise<{ status: number }> | undefined
    await sql.begin(async (holder) => {
      await holder`select from auth.users where id = ${account} for no key update`
      change = auth('PUT', 'user', { password: mine, current_password: known }, token)
      await untilBlocked(1)
      await asAccount(holder as unknown as Sql, admin)
      await offer(holder as unknown as Sql, account, email)
    })
    expect((await change!).status).toBe(500)

    const roles = await sql`select role from public.user_roles where user_id = ${account}`
    expect(roles).toEqual([])
    const signIn = (password: string) =>
      auth('POST', 'token?grant_type=password', { email, password })
    expect((await signIn(mine)).status).toBe(400)
    expect((await auth('GET', 'user', undefined, token)).status).toBe(403)

    await auth('POST', 'recover', { email })
    const owner = await auth('POST', 'verify', {
      type: 'recovery',
      token_hash: await tokenTo(email),
    })
    const set = await auth('PUT', 'user', { password: 'my own password' }, owner.body.access_token)
    expect(set.status).toBe(200)
    expect(await sql`select role from public.user_roles where user_id = ${account}`).toEqual([
      { role: 'staff' },
    ])
    expect((await signIn('my own password')).status).toBe(200)
  })

  test('also refuses the change once the owner has signed in by email, and keeps that session', async ({
    platform: { auth, connect, untilBlocked },
  }) => {
    const sql = connect()
    const session = crypto.randomUUID()
    let change: Promise<{ status: number }> | undefined
    await sql.begin(async (holder) => {
      await holder`select from auth.users where id = ${account} for no key update`
      change = auth('PUT', 'user', { password: 'another', current_password: known }, token)
      await untilBlocked(1)
      await asAccount(holder as unknown as Sql, admin)
      await offer(holder as unknown as Sql, account, email)
      await holder`reset role`
      // The service runs this when the owner follows the link of a mail.
      await holder`update auth.users set recovery_token = 'of a mail' where id = ${account}`
      await holder`update auth.users set recovery_token = '' where id = ${account}`
      await holder`insert into auth.sessions (id, user_id) values (${session}, ${account})`
    })
    expect((await change!).status).toBe(500)
    expect(await sql`select id from auth.sessions where user_id = ${account}`).toEqual([
      { id: session },
    ])
    expect(
      await sql`select encrypted_password, offered_role from auth.users
        join public.profiles using (id) where id = ${account}`,
    ).toEqual([{ encrypted_password: '', offered_role: 'staff' }])
  })

  for (const kind of ['link of a mail', 'sign-in'] as const) {
    test(`lets an offer and a ${kind} pass each other, and ends its session`, async ({
      platform: { auth, connect, untilBlocked, tokenTo },
    }) => {
      const [sql, gate] = [connect(), connect()]
      if (kind === 'link of a mail') await auth('POST', 'recover', { email })
      const token_hash = await tokenTo(email)
      let entered: Promise<{ status: number }> | undefined
      let offered: Promise<unknown> | undefined
      await gate.begin(async (holder) => {
        await holder`select from auth.users where id = ${account} for no key update`
        entered =
          kind === 'sign-in'
            ? auth('POST', 'token?grant_type=password', { email, password: known })
            : auth('POST', 'verify', { type: 'recovery', token_hash })
        await untilBlocked(1)
        offered = sql.begin(async (staff) => {
          await asAccount(staff as unknown as Sql, admin)
          await offer(staff as unknown as Sql, account, email)
        })
        await untilBlocked(2)
      })
      await offered
      expect((await entered!).status).toBe(200)
      expect(await sql`select from auth.sessions where user_id = ${account}`).toHaveLength(0)
    })
  }

  test('rejects a sign-in that began while a role was being offered', async ({
    platform: { auth, connect, untilBlocked },
  }) => {
    const sql = connect()
    let entered: Promise<{ status: number }> | undefined
    await sql.begin(async (staff) => {
      await asAccount(staff as unknown as Sql, admin)
      await offer(staff as unknown as Sql, account, email)
      // The password is compared before the offer takes it away.
      entered = auth('POST', 'token?grant_type=password', { email, password: known })
      await untilBlocked(1)
    })
    expect((await entered!).status).toBe(500)
    expect(await sql`select from auth.sessions where user_id = ${account}`).toHaveLength(0)
  })

  test('gets no role from a member of staff who loses the right in the same moment', async ({
    platform: { connect, untilBlocked },
  }) => {
    const [sql, other] = [connect(), connect()]
    const editor = '10000000-0000-4000-8000-000000000007'
    const right = () => sql`
      insert into public.user_permissions (user_id, permission_id)
      select ${editor}, id from public.permissions where name = 'can_edit_user_roles'
      on conflict do nothing`
    const withoutRight = (within: Sql) => within`
      delete from public.user_permissions
      where user_id = ${editor}
        and permission_id = (select id from public.permissions where name = 'can_edit_user_roles')`
    const offers = () => sql`select from private.role_offers where user_id = ${account}`
    const make = () =>
      other.begin(async (staff) => {
        await asAccount(staff as unknown as Sql, editor)
        await offer(staff as unknown as Sql, account, email, 'mentor')
      })

    await right()
    let made: Promise<unknown> | undefined
    await sql.begin(async (holder) => {
      await withoutRight(holder as unknown as Sql)
      made = make().catch((error: unknown) => error)
      await Promise.race([untilBlocked(1), made])
    })
    expect(await made).toMatchObject({ code: '42501' })
    expect(await offers()).toHaveLength(0)

    await right()
    let lost: Promise<unknown> | undefined
    await other.begin(async (staff) => {
      await asAccount(staff as unknown as Sql, editor)
      await offer(staff as unknown as Sql, account, email, 'mentor')
      lost = withoutRight(sql).execute()
      await untilBlocked(1)
    })
    await lost
    expect(await offers()).toHaveLength(0)
  })

  test('gets the mail of an offer within a minute of its own request', async ({
    platform: { auth, connect, mailsTo },
  }) => {
    expect((await auth('POST', 'recover', { email })).status).toBe(200)
    expect((await auth('POST', 'recover', { email })).status).toBe(429)
    const before = await mailsTo(email)
    await connect()`select private.record_offer(${account}, 'mentor')`
    expect((await auth('POST', 'recover', { email })).status).toBe(200)
    expect(await mailsTo(email)).toBe(before + 1)
  })
})

test('a nonce of staff stays neither in the account nor in its identity', async ({
  platform: { auth, connect },
}) => {
  const sql = connect()
  const email = `${crypto.randomUUID().slice(0, 8)}@example.org`
  const nonce = await sql.begin(async (staff) => {
    await asAccount(staff as unknown as Sql, admin)
    const [row] = await staff<
      { nonce: string }[]
    >`select public.begin_user_creation(${email}) as nonce`
    return row!.nonce
  })
  await auth('POST', 'signup', {
    email,
    password: known,
    data: { creation_nonce: nonce, full_name: 'Ama' },
  })
  const [account] = await sql`
    select begun_by, raw_user_meta_data ->> 'full_name' as name,
      strpos(raw_user_meta_data::text, ${nonce}) > 0 as "isInAccount",
      strpos(identity_data::text, ${nonce}) > 0 as "isInIdentity"
    from auth.users join auth.identities on user_id = users.id
    join public.profiles on profiles.id = users.id
    where users.email = ${email}`
  expect(account).toEqual({
    begun_by: admin,
    name: 'Ama',
    isInAccount: false,
    isInIdentity: false,
  })
})
