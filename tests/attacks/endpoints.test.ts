import { expect, it } from 'vitest'
import { attack, backend, setUpAttack, changingNothing, idOf, send } from './attacker'

// Everything besides tables, functions and the socket.

setUpAttack()

it.each([
  '/storage/v1/render/image/authenticated/files/x',
  '/storage/v1/s3/files',
  '/graphql/v1',
  '/functions/v1/anything',
  '/pg/query',
  '/pg-meta/default/query',
  '/_system',
  '/_system/introspect',
  '/_system/config',
  '/rest-admin/v1/schema_cache',
  '/rest-admin/v1/config',
  '/auth/v1/../../_system/introspect',
  '/rest/v1/..%2f..%2f_system/introspect',
  '/rest/v1/%2e%2e/%2e%2e/_system/introspect',
  '/realtime/v1/api/broadcast',
  '/realtime/v1/api/tenants',
  '/supabase/seed.sql',
  '/.env',
])('%s is answered to no caller', async (path) => {
  await changingNothing(async () => {
    for (const persona of ['anon', 'admin']) {
      for (const method of ['GET', 'POST']) {
        const body = { query: '{ menteesCollection { edges { node { parentName } } } }' }
        const { status } = await attack(persona, {
          method,
          path,
          ...(method === 'POST' && { body }),
        })
        expect(status).toBe(404)
      }
    }
  })
})

it('the description of the API names no other schema and no secret', async () => {
  for (const path of ['/rest/v1/', '/auth/v1/settings', '/auth/v1/health', '/auth/v1/config']) {
    const { text } = await attack('anon', { path })
    expect(text).not.toMatch(/recent_submissions|encrypted_password|jwt_secret|sb_secret/)
  }
})

it.each(['PATCH', 'PUT', 'DELETE', 'LOCK', 'PROPFIND'])(
  '%s on the whole API does nothing',
  async (method) => {
    await changingNothing(async () => {
      for (const path of ['/rest/v1/', '/rest/v1/mentees', '/auth/v1/user']) {
        const { status } = await attack('anon', { method, path, body: {} })
        expect(status).toBeGreaterThanOrEqual(400)
      }
    })
  },
)

const signIn = (email: string) => ({
  method: 'POST',
  path: '/auth/v1/token?grant_type=password',
  body: { email, password: 'a guess' },
})
const recover = (email: string) => ({ method: 'POST', path: '/auth/v1/recover', body: { email } })
const signUp = (email: string) => ({
  method: 'POST',
  path: '/auth/v1/signup',
  body: { email, password: 'long-enough' },
})

it.each([
  ['signing in', signIn],
  ['asking for a new password', recover],
])('%s does not tell who has an account', async (_, ask) => {
  const [known, unknown] = [
    await attack('anon', ask('supporter@kindlewell.test')),
    await attack('anon', ask('nobody@kindlewell.test')),
  ]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
})

it('signing up with a known address takes nothing from its owner', async () => {
  await changingNothing(async () => {
    const { body, status } = await attack('anon', signUp('Admin@Kindlewell.test'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ identities: [] })
    expect((body as { id: string }).id).not.toBe(idOf('admin'))
  })
  const password = { email: 'admin@kindlewell.test', password: 'long-enough' }
  const path = '/auth/v1/token?grant_type=password'
  expect((await send('anon', { method: 'POST', path, body: password })).status).toBe(400)
})

it('a link of an email cannot be guessed, nor led elsewhere', async () => {
  await send('anon', recover('director@kindlewell.test'))
  const [mail] = backend.outbox.mails
  expect(mail?.to).toBe('director@kindlewell.test')
  for (const token of ['', '000000', 'null', '%00', '%25', "' or true --"]) {
    const path = `/auth/v1/verify?token=${token}&type=recovery&redirect_to=https://evil.example`
    const answer = await fetch(`${backend.url}${path}`, { redirect: 'manual' })
    const location = answer.headers.get('location') ?? ''
    expect(location).not.toContain('evil.example')
    expect(location).not.toContain('access_token')
  }
})
