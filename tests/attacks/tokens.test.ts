import crypto from 'node:crypto'
import { expect, it } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import { openFrameSocket } from '../embedded/frame-socket'
import {
  attack,
  backend,
  base64url,
  setUpAttack,
  changingNothing,
  claimsOf,
  idOf,
  idWhere,
  query,
  rest,
  rpc,
  send,
  signToken,
  tokenOf,
  type Request,
} from './attacker'

setUpAttack()

const unsigned = (header: object, claims: object, signature = '') =>
  `${base64url(header)}.${base64url(claims)}.${signature}`

const { publicKey, privateKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 })
const admin = () => claimsOf('admin')
const service = () => ({ ...admin(), role: 'service_role' })
const part = (token: string, index: number) => token.split('.')[index]!

/** Tokens that the authentication service never signed, as a forger would make them. */
const forgeries: Record<string, () => string> = {
  'alg none': () => unsigned({ alg: 'none', typ: 'JWT' }, admin()),
  'alg None': () => unsigned({ alg: 'None' }, admin()),
  'alg NONE and the signature of another': () =>
    unsigned({ alg: 'NONE' }, admin(), part(tokenOf('supporter'), 2)),
  'no alg': () => unsigned({ typ: 'JWT' }, admin()),
  'alg none and the role of the service': () => unsigned({ alg: 'none' }, service()),
  'no signature': () => tokenOf('admin').replace(/[^.]+$/, ''),
  'two parts': () => tokenOf('admin').replace(/\.[^.]+$/, ''),
  'half a signature': () => tokenOf('admin').slice(0, -20),
  'the claims of an admin under the signature of a supporter': () =>
    unsigned({ alg: 'HS256', typ: 'JWT' }, admin(), part(tokenOf('supporter'), 2)),
  'another role under the signature of a supporter': () =>
    unsigned(
      { alg: 'HS256', typ: 'JWT' },
      { ...claimsOf('supporter'), role: 'service_role' },
      part(tokenOf('supporter'), 2),
    ),
  ...Object.fromEntries(
    [
      '',
      'secret',
      'jwt_secret',
      'password',
      'changeme',
      'supabase',
      'your-256-bit-secret',
      'a-string-secret-at-least-256-bits-long',
      'super-secret-jwt-token-with-at-least-32-characters-long',
    ].map((secret) => [`'${secret}' as secret`, () => signToken(admin(), secret)]),
  ),
  'the public key as secret': () => signToken(admin(), localKeys.publishable),
  'the public key as secret, and the role of the service': () =>
    signToken(service(), localKeys.publishable),
  'a key id that is a path': () => signToken(admin(), '', { alg: 'HS256', kid: '../../dev/null' }),
  'a key of its own': () =>
    signToken(admin(), 'mine', { alg: 'HS256', jwk: { kty: 'oct', k: base64url('mine') } }),
  'a key at an address of its own': () =>
    signToken(admin(), 'mine', { alg: 'HS256', jku: 'https://evil.example/keys' }),
  'another kind of signature': () => {
    const text = unsigned({ alg: 'RS256', typ: 'JWT' }, admin()).slice(0, -1)
    return `${text}.${crypto.sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
  },
  'a public RSA key as secret': () =>
    signToken(admin(), publicKey.export({ type: 'spki', format: 'pem' }).toString()),
  'a role of the database': () => signToken({ ...admin(), role: 'postgres' }, 'mine'),
  'a time that is over': () => signToken({ ...admin(), iat: 1, exp: 2 }),
  'no more than a name': () => 'admin',
}

const aims = (): Request[] => [
  rest('GET', 'mentees?select=*'),
  rest('GET', 'profiles?select=*'),
  rpc('set_user_role', { target_user_id: idOf('supporter'), new_role: 'admin' }),
  rest('DELETE', `user_roles?user_id=eq.${idOf('admin')}`),
  { path: '/auth/v1/user' },
]

it.each(Object.entries(forgeries))('a token with %s opens nothing', async (_, forge) => {
  const token = forge()
  await changingNothing(async () => {
    for (const aim of aims()) {
      const asBearer = { ...aim, headers: { authorization: `Bearer ${token}` } }
      expect([401, 403]).toContain((await attack('anon', asBearer)).status)
      const asKey = { ...aim, headers: { apikey: token } }
      expect((await attack('anon', asKey)).status).toBe(401)
    }
  })
  const socket = await openFrameSocket(backend.url)
  expect((await socket.join(token))[4]).toMatchObject({ status: 'error' })
  socket.close()
})

it('a token that we signed for another role of the database opens nothing', async () => {
  const token = signToken({ ...admin(), role: 'postgres' })
  await changingNothing(async () => {
    for (const aim of aims().filter(({ path }) => path.startsWith('/rest/'))) {
      const answer = await attack('anon', { ...aim, headers: { authorization: `Bearer ${token}` } })
      expect([answer.status, answer.body]).toMatchObject([403, { code: '42501' }])
    }
  })
})

// Headers and claims that a gateway or framework might mistake for an identity

it.each([
  { authorization: 'Basic YWRtaW46YWRtaW4=' },
  { authorization: `Bearer ${localKeys.publishable}`, role: 'service_role' },
  { 'x-supabase-role': 'service_role', 'x-role': 'admin' },
  { 'request.jwt.claims': '{"role":"service_role"}', 'x-jwt-claims': '{"role":"service_role"}' },
  { 'x-forwarded-user': 'admin@kindlewell.test', 'x-user-id': 'admin' },
  { prefer: 'role=service_role', 'x-supabase-api-version': '2024-01-01' },
  { cookie: 'sb-access-token=admin; role=service_role' },
])('the headers %j give a visitor no account', async (headers) => {
  await changingNothing(async () => {
    for (const aim of aims()) {
      expect([401, 403]).toContain((await attack('anon', { ...aim, headers })).status)
    }
  })
})

it.each(['access_token', 'token', 'jwt', 'authorization', 'apikey'])(
  'a token in the address, as %s, opens nothing',
  async (name) => {
    const request = rest('GET', `mentees?select=id&${name}=${tokenOf('admin')}`)
    expect((await attack('anon', request)).status).toBeGreaterThanOrEqual(400)
  },
)

it('without the public key nothing answers', async () => {
  await changingNothing(async () => {
    for (const aim of aims()) {
      expect((await attack('anon', { ...aim, withoutKey: true })).status).toBe(401)
      expect((await attack('anon', { ...aim, headers: { apikey: '' } })).status).toBe(401)
    }
  })
})

it('a change is logged under its author, whatever the request says', async () => {
  const mentor = await idWhere('mentors')
  const claim = { 'x-actor': 'admin', 'request.jwt.claims': '{"sub":"x"}' }
  const change = rest('PATCH', `mentors?id=eq.${mentor}`, { expertise: 'Changed' }, claim)
  expect((await send('can_manage_mentors', change)).status).toBe(204)
  const [entry] = await query(
    `select actor_name, changes -> 'expertise' -> 1 as after from public.change_log
     where record_id = $1 order by created_at desc, id desc limit 1`,
    [mentor],
  )
  expect(entry).toEqual({ actor_name: 'can_manage_mentors@kindlewell.test', after: 'Changed' })
})
