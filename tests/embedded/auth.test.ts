import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { renderOutbox } from '../../supabase/embedded/outbox'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { localKeys, localPassword } from '../../supabase/embedded/config'
import { mailToken, signIn, visit, type Client } from './support'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
})
afterAll(() => backend?.stop())

const password = 'long-enough'

async function signUp(email: string) {
  const client = visit(backend)
  const options = { data: { full_name: 'Vera Quist', role: 'admin' } }
  return { client, ...(await client.auth.signUp({ email, password, options })) }
}

/** Clicks the button of the page to which the newest mail to an address leads. */
async function followMail(to: string, client: Client = visit(backend)) {
  const { token_hash, type } = mailToken(backend, to)
  return { client, ...(await client.auth.verifyOtp({ token_hash, type })) }
}

const mailsTo = (address: string) => backend.outbox.mails.filter(({ to }) => to === address)
/** Backdates a mail to an address. */
const passMinute = (email: string, column: string) =>
  backend.exclusive((pg) =>
    pg.query(
      `update auth.users set ${column} = ${column} - interval '60 seconds' where email = $1`,
      [email],
    ),
  )
const tooSoon = { status: 429, code: 'over_email_send_rate_limit' }

it('lets an account in once its address is confirmed', async () => {
  const email = 'vera@example.org'
  const { client, data, error } = await signUp(email)
  expect(error).toBeNull()
  expect(data.user?.identities).toHaveLength(1)
  expect(data.session).toBeNull()
  const early = await client.auth.signInWithPassword({ email, password })
  expect(early.error?.code).toBe('email_not_confirmed')
  const guess = await client.auth.signInWithPassword({ email, password: 'a guess' })
  expect(guess.error?.code).toBe('invalid_credentials')

  const { link } = mailToken(backend, email)
  expect(link.origin + link.pathname).toBe(`${backend.url}/supporter-login`)
  expect((await followMail(email, client)).error).toBeNull()
  const { data: profile } = await client.from('profiles').select('full_name, role, email').single()
  expect(profile).toEqual({ full_name: 'Vera Quist', role: 'user', email })
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
})

it('sends a confirmation once more after a minute, with a link that replaces the former', async () => {
  const email = 'again@example.org'
  const { client } = await signUp(email)
  const resend = (address = email) =>
    client.auth.resend({ type: 'signup', email: address }).then(({ error }) => error)
  const former = mailToken(backend, email)

  expect(await resend()).toMatchObject(tooSoon)
  expect(await resend('no@example.org')).toBeNull()
  expect((await signUp(email)).error).toMatchObject(tooSoon)
  expect(mailsTo(email)).toHaveLength(1)

  await passMinute(email, 'confirmation_sent_at')
  expect(await resend()).toBeNull()
  await passMinute(email, 'confirmation_sent_at')
  const repeated = await client.auth.signUp({ email, password: 'another one' })
  expect(repeated.error).toBeNull()
  const { rows } = await backend.exclusive((pg) =>
    pg.query('select id from auth.users where email = $1', [email]),
  )
  expect(rows).toEqual([{ id: repeated.data.user?.id }])
  expect(mailsTo(email)).toHaveLength(3)
  const used = await client.auth.verifyOtp({ token_hash: former.token_hash, type: 'signup' })
  expect(used.error).toMatchObject({ status: 403, code: 'otp_expired' })
  expect((await followMail(email)).error).toBeNull()
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  expect(await resend()).toBeNull()
  expect(mailsTo(email)).toHaveLength(3)
  expect(mailsTo('no@example.org')).toEqual([])
})

it.each(['signup', 'email', 'invite'] as const)(
  'verifies a confirmation as %s once',
  async (type) => {
    const email = `${type}-type@example.org`
    await signUp(email)
    const { token_hash } = mailToken(backend, email)
    const client = visit(backend)
    const wrong = await client.auth.verifyOtp({ token_hash, type: 'recovery' })
    expect(wrong.error).toMatchObject({ status: 403, code: 'otp_expired' })
    expect((await client.auth.verifyOtp({ token_hash, type })).data.user?.email).toBe(email)
    expect((await client.auth.verifyOtp({ token_hash, type })).error?.code).toBe('otp_expired')
  },
)

it.each([
  ['old', 'student@kindlewell.test'],
  ['new', 'mentor@kindlewell.test'],
])('changes an address once both have confirmed it, the %s one first', async (order, current) => {
  const next = `moved-${current}`
  const [first, second] = order === 'old' ? [current, next] : [next, current]
  const client = visit(backend)
  await client.auth.signInWithPassword({ email: current, password: localPassword })
  expect((await client.auth.updateUser({ email: next })).error).toBeNull()
  expect((await client.auth.updateUser({ email: next })).error).toMatchObject(tooSoon)

  const half = await followMail(first)
  expect(half.error).toBeNull()
  expect(half.data.session).toBeNull()
  expect((await followMail(first)).error?.code).toBe('otp_expired')
  expect((await client.auth.getUser()).data.user?.email).toBe(current)
  expect((await followMail(second)).data.session?.user.email).toBe(next)
})

it('does not tell who has an account', async () => {
  const { data, error } = await signUp('Admin@kindlewell.test')
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: 'admin@kindlewell.test', identities: [] })
  const admin = await signIn(backend, 'admin')
  const { data: profiles } = await admin.from('profiles').select().eq('id', data.user!.id)
  expect(profiles).toEqual([])
})

it('sends a recovery mail once in a minute, to known addresses, and leads to no other site', async () => {
  const email = 'supporter@kindlewell.test'
  const client = visit(backend)
  const recover = (address = email) =>
    client.auth
      .resetPasswordForEmail(address, { redirectTo: 'https://elsewhere.example/' })
      .then(({ error }) => error)
  expect(await recover()).toBeNull()
  expect(await recover()).toMatchObject(tooSoon)
  expect(await recover('unknown@example.org')).toBeNull()
  expect(mailsTo(email)).toHaveLength(1)
  const { link, type } = mailToken(backend, email)
  expect(link.origin + link.pathname).toBe(`${backend.url}/reset-password`)
  expect(type).toBe('recovery')
  expect(mailsTo(email)[0]?.html).toContain(link.href.replace('&', '&#38;'))
  await passMinute(email, 'recovery_sent_at')
  expect(await recover()).toBeNull()
  expect(mailsTo(email)).toHaveLength(2)
})

it('takes up to 72 bytes as a password', async () => {
  const signUp = (email: string, word: string) =>
    visit(backend).auth.signUp({ email, password: word })
  const long = await signUp('long@example.org', 'ä'.repeat(37))
  expect(long.error).toMatchObject({ status: 400, code: 'validation_failed' })
  expect((await signUp('long@example.org', 'ä'.repeat(36))).error).toBeNull()
})

it('requires six characters in a password', async () => {
  const short = await visit(backend).auth.signUp({ email: 'short@example.org', password: '12345' })
  expect(short.error).toMatchObject({ status: 422, code: 'weak_password' })
  const enough = await visit(backend).auth.signUp({ email: 'six@example.org', password: '123456' })
  expect(enough.error).toBeNull()
})

it('changes a password with the current one or by a mail, and ends other sessions', async () => {
  const email = 'mentee@kindlewell.test'
  const [first, second] = [await signIn(backend, 'mentee'), await signIn(backend, 'mentee')]
  const change = (client: Client, attributes: { password: string; current_password?: string }) =>
    client.auth.updateUser(attributes).then(({ error }) => error?.code)
  expect(await change(first, { password })).toBe('current_password_required')
  expect(await change(first, { password, current_password: 'wrong' })).toBe(
    'current_password_invalid',
  )
  expect(await change(first, { password, current_password: localPassword })).toBeUndefined()
  expect((await second.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await second.auth.refreshSession()).error).not.toBeNull()
  expect((await first.auth.refreshSession()).error).toBeNull()

  const client = visit(backend)
  await client.auth.resetPasswordForEmail(email)
  await followMail(email, client)
  expect(await change(client, { password: localPassword })).toBeUndefined()
  expect((await first.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

/** The code of an authenticator app. */
const codeOf = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
const claimsOf = async (client: Client) => (await client.auth.getClaims()).data!.claims

// Each request and refusal is compared with the auth service in tests/platform/likeness.spec.ts.
it('takes a second factor, which the account then needs for a new password', async () => {
  const email = 'accounting@kindlewell.test'
  const [client, other] = [await signIn(backend, 'accounting'), await signIn(backend, 'accounting')]
  expect(await claimsOf(client)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const { id: factorId, totp } = data!
  expect(totp.uri).toContain(`accounting@kindlewell.test?`)
  expect(totp.uri).toContain(totp.secret)
  const verify = (code: string, by = client) =>
    by.auth.mfa.challengeAndVerify({ factorId, code }).then(({ error }) => error?.code)
  // Otherwise the code could change between reading and verifying it.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(await verify(codeOf(totp.secret, Date.now() - 90_000))).toBe('mfa_verification_failed')
  expect((await client.auth.mfa.listFactors()).data?.totp).toEqual([])

  expect(await verify(codeOf(totp.secret, Date.now() - 30_000))).toBeUndefined()
  vi.useRealTimers()
  expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
    { id: factorId, friendly_name: 'Phone', status: 'verified' },
  ])
  expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const isAal2 = async () => (await claimsOf(client)).aal === 'aal2'
  expect(await isAal2()).toBe(true)
  await client.auth.refreshSession()
  expect(await isAal2()).toBe(true)

  const byMail = visit(backend)
  await byMail.auth.resetPasswordForEmail(email)
  await followMail(email, byMail)
  const levels = (await byMail.auth.mfa.getAuthenticatorAssuranceLevel()).data
  expect(levels).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  const change = () => byMail.auth.updateUser({ password }).then(({ error }) => error?.code)
  expect(await change()).toBe('insufficient_aal')
  expect((await byMail.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
  expect(await verify(codeOf(totp.secret), byMail)).toBeUndefined()
  expect(await change()).toBeUndefined()
  expect((await byMail.auth.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await byMail.auth.refreshSession()).error).toBeNull()
  expect((await claimsOf(byMail)).aal).toBe('aal1')
})

it('takes thirty codes at once from an address, then one every four seconds', async () => {
  const client = await signIn(backend, 'development')
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Guessed' })
  const { id: factorId, totp } = data!
  const { access_token } = (await client.auth.getSession()).data.session!
  const verify = async (code: string, address: string) => {
    const answer = await fetch(`${backend.url}/auth/v1/factors/${factorId}/verify`, {
      method: 'POST',
      headers: {
        apikey: localKeys.publishable,
        authorization: `Bearer ${access_token}`,
        'cf-connecting-ip': address,
      },
      body: JSON.stringify({ code, challenge_id: factorId }),
    })
    return answer.status
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () => verify('000000', '203.0.113.9')),
  )
  expect(new Set(guesses)).toEqual(new Set([422]))
  expect(await verify(codeOf(totp.secret), '203.0.113.9')).toBe(429)
  expect((await client.auth.mfa.listFactors()).data?.totp).toEqual([])
  expect(await verify('000000', '203.0.113.10')).toBe(422)
  vi.setSystemTime(Date.now() + 4_000)
  expect(await verify('000000', '203.0.113.9')).toBe(422)
  expect(await verify('000000', '203.0.113.9')).toBe(429)
  await client.auth.mfa.unenroll({ factorId })
})

it('ends a challenge of a second factor after five minutes, and its setup too', async () => {
  const client = await signIn(backend, 'development')
  const enroll = () => client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const { id: factorId, totp } = (await enroll()).data!
  const challenge = (await client.auth.mfa.challenge({ factorId })).data!
  const pass = (table: string) =>
    backend.exclusive((pg) =>
      pg.query(`update auth.${table} set created_at = created_at - interval '301 seconds'`),
    )
  await pass('mfa_challenges')
  const code = codeOf(totp.secret)
  const late = await client.auth.mfa.verify({ factorId, challengeId: challenge.id, code })
  expect(late.error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
  expect((await enroll()).error?.code).toBe('mfa_factor_name_conflict')
  await pass('mfa_factors')
  expect((await enroll()).error).toBeNull()
})

it('lets an account in at once without confirmations', async () => {
  const open = await serveBackend({ confirmEmails: false })
  const { data } = await visit(open).auth.signUp({ email: 'open@example.org', password })
  expect(data.session).not.toBeNull()
  expect(open.outbox.mails).toEqual([])
  await open.stop()
})

it('shows mails as text with links that work, never as HTML', async () => {
  const page = await fetch(`${backend.url}/_dev/mail`)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('vera@example.org')

  const html = renderOutbox([
    {
      to: '"<script>alert(1)</script>"@example.org',
      subject: '<img src=x onerror=alert(2)>',
      text: 'See http://localhost/a?b=1&c="><script>alert(3)</script> & <b>more</b>',
      sentAt: '2026-01-02T03:04:05.000Z',
    },
  ])
  expect(html).not.toMatch(/<(script|img|b)\b/)
  expect(html).toContain(
    '<a href="http://localhost/a?b=1&#38;c=">http://localhost/a?b=1&#38;c=</a>',
  )
})
