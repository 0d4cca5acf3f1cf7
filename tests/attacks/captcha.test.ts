import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localPassword } from '../../supabase/embedded/config'
import { serveBackend } from '../../supabase/embedded/server'
import { rowCount } from '../embedded/support'
import { forms as publicForms, sentRow } from '../public-forms'
import { backend, setUpAttack, changingNothing, expectRefused, query, rest, send } from './attacker'

setUpAttack(() => serveBackend({ trustProxy: true, hasCaptcha: true }))

beforeAll(() => query('update private.captcha set is_required = true where true'))

const forms = Object.fromEntries(
  publicForms.map((form) => [form.table, sentRow(form, 'mal@example.org')]),
)

let solved = 0
/** The token of a solved captcha, good for one request. */
const solve = () => `XXXX.DUMMY.TOKEN.XXXX.${(solved += 1)}`

const verify = (token: string) => ({
  method: 'POST',
  path: '/functions/v1/verify-captcha',
  body: new URLSearchParams({ token }).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  withoutKey: true,
})

async function newPass(): Promise<string> {
  const answer = await send('anon', verify(solve()))
  expect(answer.status).toBe(200)
  return (answer.body as { pass: string }).pass
}

const withPass = (pass: string) => ({ 'x-captcha-pass': pass })

afterEach(async () => {
  for (const form of Object.keys(forms)) {
    await query(`delete from public.${form} where email = 'mal@example.org'`)
  }
  await query('delete from private.captcha_passes where true')
})

describe.each(Object.entries(forms))('%s', (form, row) => {
  const sent = (headers?: Record<string, string>) => rest('POST', form, row, headers)

  it.each(['anon', 'supporter', 'admin'])(
    'refuses %s without a pass that holds',
    async (persona) => {
      const expired = await newPass()
      await query(
        "update private.captcha_passes set expires_at = now() - interval '1 second' where true",
      )
      const tries = [
        sent(),
        sent(withPass('')),
        sent(withPass('0'.repeat(64))),
        sent(withPass(solve())),
        sent(withPass(expired)),
        sent({ 'x-captcha-pass': expired, prefer: 'missing=default' }),
        rest('POST', form, [row, row], withPass(expired)),
      ]
      for (const answer of await expectRefused(persona, tries, 'captcha_failed')) {
        expect(answer.status).toBe(403)
        expect(answer.body).toMatchObject({
          message: 'The captcha is missing or has expired.',
        })
      }
    },
  )

  it('takes one row for a pass, and the same once more after a lost answer', async () => {
    const before = await rowCount(backend, `public.${form}`)
    const pass = await newPass()
    const answers = await Promise.all(
      [sent, sent, sent].map((it) => send('anon', it(withPass(pass)))),
    )
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(Array(3).fill('201 '))
    expect(await rowCount(backend, `public.${form}`)).toBe(before + 1)

    const [field] = Object.keys(row)
    const others = [
      rest('POST', form, { ...row, [field!]: 'Other' }, withPass(pass)),
      rest('POST', 'contact_messages', { ...forms.contact_messages, message: 'y' }, withPass(pass)),
    ]
    await expectRefused('anon', others, 'captcha_failed')
    expect(await rowCount(backend, `public.${form}`)).toBe(before + 1)
  })
})

it('keeps a pass when its row is refused for another reason', async () => {
  const pass = withPass(await newPass())
  const message = forms.contact_messages!
  await expectRefused(
    'anon',
    [rest('POST', 'contact_messages', { ...message, message: '' }, pass)],
    '23514',
  )
  expect((await send('anon', rest('POST', 'contact_messages', message, pass))).status).toBe(201)
})

it('stores one of two rows that arrive together with one pass', async () => {
  const before = await rowCount(backend, 'public.contact_messages')
  const pass = withPass(await newPass())
  const rows = ['a', 'b', 'c', 'd'].map((message) => ({ ...forms.contact_messages, message }))
  const answers = await Promise.all(
    rows.map((row) => send('anon', rest('POST', 'contact_messages', row, pass))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403])
  await expectRefused(
    'anon',
    [rest('POST', 'contact_messages', rows, withPass(await newPass()))],
    'captcha_failed',
  )
  expect(await rowCount(backend, 'public.contact_messages')).toBe(before + 1)
})

it('counts a request without a pass against no one at the same address', async () => {
  const from = { 'cf-connecting-ip': '198.51.100.30' }
  const message = rest('POST', 'contact_messages', forms.contact_messages, from)
  await expectRefused(
    'anon',
    Array.from({ length: 6 }, () => message),
    'captcha_failed',
  )
  const headers = { ...from, ...withPass(await newPass()) }
  expect((await send('anon', { ...message, headers })).status).toBe(201)
})

it('issues a pass only for a solved captcha', async () => {
  const used = solve()
  expect((await send('anon', verify(used))).status).toBe(200)
  await changingNothing(async () => {
    const statuses = []
    for (const token of [used, 'invented', '', 'x'.repeat(2049)]) {
      const { status, text, headers } = await send('anon', verify(token))
      expect(text).not.toContain('pass')
      expect(headers.get('access-control-allow-origin')).toBe('*')
      statuses.push(status)
    }
    expect(statuses).toEqual([403, 403, 400, 400])
    const get = await send('anon', { path: `/functions/v1/verify-captcha?token=${solve()}` })
    expect(get.status).toBe(405)
  })
})

describe('the auth service', () => {
  const email = 'someone@example.org'
  const security = (token: string) => ({ gotrue_meta_security: { captcha_token: token } })
  const mail = { type: 'signup', email }
  const roads: [string, object][] = [
    ['signup', { email, password: 'long-enough' }],
    ['recover', { email: 'supporter@kindlewell.test' }],
    ['resend', mail],
    ['otp', { email }],
    ['magiclink', { email }],
    ['token?grant_type=password', { email: 'admin@kindlewell.test', password: localPassword }],
  ]

  it.each(roads)('refuses %s without a token that holds', async (road, body) => {
    const used = solve()
    await send('anon', verify(used))
    await query('delete from private.captcha_passes where true')
    const mails = backend.outbox.mails.length
    const reasons: [object, string][] = [
      [{}, 'no captcha_token found'],
      [security('  '), 'no captcha_token found'],
      [security('invented'), 'invalid-input-response'],
      [security(used), 'timeout-or-duplicate'],
    ]
    await changingNothing(async () => {
      for (const [more, reason] of reasons) {
        const answer = await send('anon', {
          method: 'POST',
          path: `/auth/v1/${road}`,
          body: { ...body, ...more },
          headers: { 'x-supabase-api-version': '2024-01-01' },
        })
        expect(answer.status).toBe(400)
        expect(answer.body).toEqual({
          code: 'captcha_failed',
          message: `captcha protection: request disallowed (${reason})`,
        })
      }
    })
    expect(backend.outbox.mails).toHaveLength(mails)
  })

  it('lets in with a token, and renews a session without one', async () => {
    const body = { email: 'supporter@kindlewell.test', password: localPassword }
    const path = '/auth/v1/token?grant_type=password'
    const signIn = { method: 'POST', path, body: { ...body, ...security(solve()) } }
    const session = (await send('anon', signIn)).body as { refresh_token: string }
    const { refresh_token } = session
    const renewed = await send('anon', {
      method: 'POST',
      path: '/auth/v1/token?grant_type=refresh_token',
      body: { refresh_token },
    })
    expect(renewed.status).toBe(200)
  })
})
