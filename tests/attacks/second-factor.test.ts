import { Secret, TOTP } from 'otpauth'
import { beforeAll, expect, it } from 'vitest'
import { apiCalls, argumentsSql } from '../api-calls'
import {
  attack,
  backend,
  canary,
  changingNothing,
  claimsOf,
  expectRefused,
  idOf,
  query,
  rest,
  rpc,
  setUpAttack,
  signToken,
  type Answer,
  type Request,
} from './attacker'
import { signIn, visit } from '../embedded/support'

// A stranger knows an account's password, but no code. A second factor is required, or set up.

setUpAttack()
beforeAll(() => query('update private.second_factor set is_demanded = true'))

/** A request with the token that only the password gives, or with one that claims more. */
const withAal = (persona: string, request: Request, aal?: string): Request => ({
  ...request,
  headers: {
    ...request.headers,
    authorization: `Bearer ${signToken({ ...claimsOf(persona), ...(aal && { aal }) })}`,
  },
})
const parametersOf = async (name: string) =>
  (await query<{ given: object }>(argumentsSql(apiCalls[name]!)))[0]!.given

/** Requests whose answer does not depend on the caller. */
const essence = ({ status, text }: Answer) => ({ status, text })

it.each(['aal1', 'aal2'])('with %s in its token no account reads a table', async (aal) => {
  const tables = await query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  expect(tables.length).toBeGreaterThan(30)
  const own = ['permissions', 'profiles', 'user_roles', 'user_permissions']
  const closed = tables.filter(({ name }) => !own.includes(name))
  await changingNothing(async () => {
    // pgTAP asks as the holder of each permission; here it is about the token.
    for (const persona of ['admin', 'can_review_submissions']) {
      for (const { name } of persona === 'admin' ? tables : closed) {
        const answer = await attack(persona, withAal(persona, rest('GET', `${name}?select=*`), aal))
        const isRefused = answer.status >= 400 || answer.text === '[]'
        const ids = answer.text.match(/"(user_)?id":"[^"]+"/g) ?? []
        const isOwn = own.includes(name) && ids.every((id) => id.includes(idOf(persona)))
        expect(isRefused || name === 'permissions' || isOwn, `${persona}: ${name}`).toBe(true)
      }
    }
  })
})

it('no function answers an admin with more than it answers an account without rights', async () => {
  // Of the account, or for anybody: a visitor's wish for their links, and a wrong link, count against a limit.
  const own = [
    'own_address',
    'own_subscription',
    'choose_subscription',
    'record_visit',
    'send_status_links',
    'consent_request',
    'answer_consent',
  ]
  await changingNothing(async () => {
    for (const name of Object.keys(apiCalls).filter((it) => !own.includes(it))) {
      const call = rpc(name, await parametersOf(name))
      const [admin, student] = await Promise.all(
        ['admin', 'student'].map((persona) => attack(persona, withAal(persona, call, 'aal1'))),
      )
      expect(essence(admin!), name).toEqual(essence(student!))
    }
  })
})

it('a person with the password and no code gets neither codes nor the factor, and five guesses', async () => {
  const owner = await signIn(backend, 'donor')
  const { data } = await owner.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const code = new TOTP({ secret: Secret.fromBase32(data!.totp.secret) }).generate()
  await owner.auth.mfa.challengeAndVerify({ factorId: data!.id, code })
  const codes = (await owner.rpc('make_recovery_codes')).data as string[]
  expect(codes).toHaveLength(10)

  const thief = await signIn(backend, 'donor')
  const token = (await thief.auth.getSession()).data.session!.access_token
  const authorization = { authorization: `Bearer ${token}` }
  const auth = (method: string, path: string, body?: object): Request => ({
    method,
    path: `/auth/v1/${path}`,
    body,
    headers: authorization,
  })
  const asThief = (request: Request): Request => ({ ...request, headers: authorization })
  await changingNothing(async () => {
    for (const request of [
      auth('DELETE', `factors/${data!.id}`),
      auth('POST', 'factors', { factor_type: 'totp', friendly_name: 'Mine' }),
      auth('PUT', 'user', { password: 'a new one of the thief' }),
      auth('PUT', 'user', { email: 'thief@example.org' }),
      asThief(rpc('make_recovery_codes')),
    ]) {
      const { status, body } = await attack('anon', request)
      expect([401, 403, 422], request.path).toContain(status)
      expect(['insufficient_aal', '42501']).toContain(
        (body as { error_code?: string; code?: string }).error_code ??
          (body as { code?: string }).code,
      )
    }
    expect((await attack('anon', asThief(rpc('own_gifts')))).body).toEqual([])
  })
  for (let tries = 0; tries < 5; tries += 1) {
    const guess = await attack(
      'anon',
      asThief(rpc('use_recovery_code', { code: `guess ${tries}` })),
    )
    expect(guess.body).toBe(false)
  }
  const right = asThief(rpc('use_recovery_code', { code: codes[0] }))
  expect((await attack('anon', right)).status).toBe(429)
  expect((await owner.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
})

it('an account with rights cannot stop requiring a factor, nor reset one, without its own', async () => {
  const requests = [
    rpc('demand_second_factor', { demanded: false }),
    rpc('reset_second_factor', { account: idOf('donor') }),
    rpc('confirm_staff_accounts', { seen: [] }),
    rpc('leave_team', { leaving: idOf('stranger'), account: idOf('donor'), heirs: [] }),
    rpc('hand_over_work', { account: idOf('donor'), heirs: [] }),
  ]
  for (const aal of ['aal1', 'aal2', 'aal3']) {
    await expectRefused(
      ['admin', 'can_edit_user_roles'],
      requests.map((request) => withAal('admin', request, aal)),
    )
  }
})

it('requiring a factor does not affect a proved session or the secret key', async () => {
  await query("update auth.sessions set aal = 'aal2' where user_id = $1", [idOf('admin')])
  const seen = await fetch(`${backend.url}/rest/v1/mentors?select=bio`, {
    headers: {
      apikey: visit(backend)['supabaseKey'],
      authorization: `Bearer ${signToken({ ...claimsOf('admin'), aal: 'aal2' })}`,
    },
  })
  expect(await seen.text()).toContain(canary)
})
