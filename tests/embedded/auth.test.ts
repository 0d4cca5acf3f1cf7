import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { renderOutbox } from '../../supabase/embedded/outbox'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { localPassword } from '../../supabase/embedded/config'
import { signIn, visit, type Client } from './support'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
}, 120_000)
afterAll(() => backend?.stop())

const password = 'long-enough'

async function signUp(email: string) {
  const client = visit(backend)
  const options = { data: { full_name: 'Vera Quist', role: 'admin' } }
  return { client, ...(await client.auth.signUp({ email, password, options })) }
}

/** Opens the link of the newest mail to somebody, as a browser does; returns where it leads. */
async function openLink(to: string): Promise<URL> {
  const response = await fetch(`${backend.url}/_dev/mail.json`)
  const mails = (await response.json()) as { to: string; text: string }[]
  const link = /https?:\/\/\S+/.exec(mails.find((mail) => mail.to === to)?.text ?? '')?.[0]
  const opened = await fetch(link!, { redirect: 'manual' })
  expect(opened.status).toBe(303)
  return new URL(opened.headers.get('location')!)
}

it('lets somebody in once their address is confirmed', async () => {
  const email = 'vera@example.org'
  const { client, data, error } = await signUp(email)
  expect(error).toBeNull()
  expect(data.user?.identities).toHaveLength(1)
  expect(data.session).toBeNull()
  const early = await client.auth.signInWithPassword({ email, password })
  expect(early.error?.code).toBe('email_not_confirmed')

  const arrival = await openLink(email)
  expect(arrival.origin).toBe(backend.url)
  const tokens = new URLSearchParams(arrival.hash.slice(1))
  const session = await client.auth.setSession({
    access_token: tokens.get('access_token')!,
    refresh_token: tokens.get('refresh_token')!,
  })
  expect(session.error).toBeNull()
  const { data: profile } = await client.from('profiles').select('full_name, role, email').single()
  expect(profile).toEqual({ full_name: 'Vera Quist', role: 'user', email })
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
})

it('sends a confirmation once more, with a link that replaces the former', async () => {
  const email = 'again@example.org'
  const { client } = await signUp(email)
  const mailsOf = () => backend.outbox.mails.filter(({ to }) => to === email)
  const resend = () =>
    client.auth.resend({ type: 'signup', email, options: { emailRedirectTo: backend.url } })

  expect((await resend()).error?.status).toBe(429)
  expect(mailsOf()).toHaveLength(1)
  await vi.waitUntil(async () => (await resend()).error === null, {
    timeout: 10_000,
    interval: 200,
  })
  const [second, first] = mailsOf()
  expect(mailsOf()).toHaveLength(2)
  const linkOf = (text = '') => /https?:\/\/\S+/.exec(text)![0]
  const former = await fetch(linkOf(first?.text), { redirect: 'manual' })
  expect(former.headers.get('location')).toContain('error_code=otp_expired')
  const latter = await fetch(linkOf(second?.text), { redirect: 'manual' })
  expect(latter.headers.get('location')).toContain('access_token=')

  expect((await resend()).error).toBeNull()
  expect((await client.auth.resend({ type: 'signup', email: 'no@example.org' })).error).toBeNull()
  expect(backend.outbox.mails.some(({ to }) => to === 'no@example.org')).toBe(false)
  expect(mailsOf()).toHaveLength(2)
})

it('does not tell who has an account', async () => {
  const { data, error } = await signUp('Admin@kindlewell.test')
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email: 'admin@kindlewell.test', identities: [] })
  const admin = await signIn(backend, 'admin')
  const { data: profiles } = await admin.from('profiles').select().eq('id', data.user!.id)
  expect(profiles).toEqual([])
})

it('keeps where a recovery mail shall lead, within its own site', async () => {
  const email = 'supporter@kindlewell.test'
  const client = visit(backend)
  await client.auth.resetPasswordForEmail(email, { redirectTo: `${backend.url}/reset-password` })
  const arrival = await openLink(email)
  expect(arrival.pathname).toBe('/reset-password')
  expect(new URLSearchParams(arrival.hash.slice(1)).get('type')).toBe('recovery')

  await client.auth.resetPasswordForEmail(email, { redirectTo: 'https://elsewhere.example/' })
  expect(backend.outbox.mails[0]?.text).not.toContain('elsewhere')
  expect((await openLink(email)).origin).toBe(backend.url)
})

it('wants six characters in a password', async () => {
  const short = await visit(backend).auth.signUp({ email: 'short@example.org', password: '12345' })
  expect(short.error).toMatchObject({ status: 422, code: 'weak_password' })
  const enough = await visit(backend).auth.signUp({ email: 'six@example.org', password: '123456' })
  expect(enough.error).toBeNull()
})

it('changes a password for who knows the current one or came by a mail, and ends other sessions', async () => {
  const email = 'mentee@kindlewell.test'
  const [first, second] = [await signIn(backend, 'mentee'), await signIn(backend, 'mentee')]
  const change = (client: Client, attributes: { password: string; current_password?: string }) =>
    client.auth.updateUser(attributes).then(({ error }) => error?.code)
  expect(await change(first, { password })).toBe('current_password_required')
  expect(await change(first, { password, current_password: 'wrong' })).toBe(
    'current_password_mismatch',
  )
  expect(await change(first, { password, current_password: localPassword })).toBeUndefined()
  expect((await second.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await second.auth.refreshSession()).error).not.toBeNull()
  expect((await first.auth.refreshSession()).error).toBeNull()

  const client = visit(backend)
  await client.auth.resetPasswordForEmail(email)
  const tokens = new URLSearchParams((await openLink(email)).hash.slice(1))
  await client.auth.setSession({
    access_token: tokens.get('access_token')!,
    refresh_token: tokens.get('refresh_token')!,
  })
  expect(await change(client, { password: localPassword })).toBeUndefined()
  expect((await first.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

it('can do without confirmations', async () => {
  const open = await serveBackend({ confirmEmails: false })
  const { data } = await visit(open).auth.signUp({ email: 'open@example.org', password })
  expect(data.session).not.toBeNull()
  expect(open.outbox.mails).toEqual([])
  await open.stop()
}, 60_000)

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
