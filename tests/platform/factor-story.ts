import { Secret, TOTP } from 'otpauth'
import { localPassword } from '../../supabase/embedded/config.js'
import type { Answer } from './platform'

/** The state of one of two services while the same requests go to both. */
export interface Side {
  session: Record<string, string>
  factor: { id: string; secret: string }
  challenge: string
  former: Record<string, string>
}
type Call = (method: string, path: string, body?: object, token?: string) => Promise<Answer>
type Step = (call: Call, side: Side) => Promise<Answer>

const email = 'mentor@kindlewell.test'
const password = localPassword
const noId = '00000000-0000-4000-8000-000000000bad'

const bySession =
  (method: string, path: (side: Side) => string, body?: (side: Side) => object): Step =>
  (call, side) =>
    call(method, path(side), body?.(side), side.session.access_token)
const enroll = (friendly_name: unknown, factor_type: unknown = 'totp') =>
  bySession(
    'POST',
    () => 'factors',
    () => ({ friendly_name, factor_type, issuer: 'Kindlewell' }),
  )
const challenge = bySession('POST', ({ factor }) => `factors/${factor.id}/challenge`)
const verify = (code: (side: Side) => unknown, id?: string) =>
  bySession(
    'POST',
    ({ factor }) => `factors/${factor.id}/verify`,
    (side) => ({ challenge_id: id ?? side.challenge, code: code(side) }),
  )
const remove = bySession('DELETE', ({ factor }) => `factors/${factor.id}`)
const user = bySession('GET', () => 'user')
const signIn: Step = (call) => call('POST', 'token?grant_type=password', { email, password })
const refresh =
  (which: 'session' | 'former'): Step =>
  (call, side) =>
    call('POST', 'token?grant_type=refresh_token', { refresh_token: side[which].refresh_token })

/** The code of a moment, counted in steps of 30 seconds from now. */
const codeAt =
  (steps: number) =>
  ({ factor }: Side) =>
    new TOTP({ secret: Secret.fromBase32(factor.secret) }).generate({
      timestamp: Date.now() + steps * 30_000,
    })
const now = codeAt(0)

/** From only a password to a second factor, and back. */
export const factorStory: [name: string, step: Step][] = [
  ['sign-in', signIn],
  ['a factor of another kind', enroll('x', 'email')],
  ['a factor without a kind', enroll('x', null)],
  ['an invalid name', enroll(7)],
  ['a first factor', enroll('Phone')],
  ['a factor of the same name', enroll('Phone')],
  ['an unverified factor in the account', user],
  ['a challenge of no id', bySession('POST', () => 'factors/x/challenge')],
  ['a challenge of nothing', bySession('POST', () => `factors/${noId}/challenge`)],
  [
    'a challenge without a session',
    (call, { factor }) => call('POST', `factors/${factor.id}/challenge`),
  ],
  ['a code without a challenge', verify(now, noId)],
  ['a challenge', challenge],
  ['no code', verify(() => '')],
  ['a code that is a number', verify(() => 123456)],
  ['a wrong code', verify(() => '000000')],
  ['a short code', verify(() => '123')],
  ['a code of a minute ago', verify(codeAt(-3))],
  ['a code of a minute ahead', verify(codeAt(3))],
  ['the right code', verify((side) => ` ${codeAt(0)(side)} `)],
  ['the same challenge once more', verify(now)],
  ['the refresh token from before', refresh('former')],
  ['refresh', refresh('session')],
  ['a verified factor in the account', user],
  ['a second factor', enroll('Tablet')],
  ['a challenge of it', challenge],
  ['its code of the step before', verify(codeAt(-1))],
  ['a second sign-in', signIn],
  ['an account with two factors', user],
  ['to enroll with only a password', enroll('Third')],
  ['to remove with only a password', remove],
  [
    'a new password with only a password',
    bySession(
      'PUT',
      () => 'user',
      () => ({ password: 'another one', current_password: password }),
    ),
  ],
  [
    'a new address with only a password',
    bySession(
      'PUT',
      () => 'user',
      () => ({ email: 'elsewhere@example.org' }),
    ),
  ],
  [
    'another name with only a password',
    bySession(
      'PUT',
      () => 'user',
      () => ({ data: { full_name: 'M' } }),
    ),
  ],
  ['a challenge after it', challenge],
  ['the same code in another challenge', verify(codeAt(-1))],
  ['to remove it', remove],
  ['to remove it twice', remove],
  ['refresh after the factor is gone', refresh('session')],
]

/** Describes one step: refusals by their message, the rest by its shape and the token's claims. */
export async function tellStep(call: Call, side: Side, step: Step) {
  const { status, body } = await step(call, side)
  if (typeof body.access_token === 'string') {
    side.former = side.session
    side.session = body as Record<string, string>
  }
  const { totp, id } = body as { totp?: { secret: string; uri: string }; id?: string }
  if (totp) side.factor = { id: id!, secret: totp.secret }
  if (body.expires_at && !body.access_token) side.challenge = id!
  const claims =
    typeof body.access_token === 'string'
      ? (JSON.parse(Buffer.from(body.access_token.split('.')[1]!, 'base64url').toString()) as {
          aal: string
          amr: { method: string }[]
        })
      : undefined
  return {
    status,
    body: status < 300 ? formOf(body) : withoutIds(body),
    ...(totp && { uri: withoutSecret(totp.uri) }),
    ...(claims && { aal: claims.aal, amr: claims.amr.map(({ method }) => method).sort() }),
  }
}

const withoutIds = (body: object): unknown =>
  JSON.parse(JSON.stringify(body).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id'))
const withoutSecret = (uri: string) => {
  const url = new URL(uri)
  url.searchParams.delete('secret')
  url.searchParams.sort()
  return url.href
}
/** The names in an answer, and only the factors of the account. */
function formOf(body: Record<string, unknown>): unknown {
  const { factors } = ((body.user as object | undefined) ?? body) as { factors?: object[] }
  const names = Object.keys('aud' in body ? {} : body).filter((name) => name !== 'weak_password')
  return {
    names: names.sort(),
    factors: factors?.map((factor) => ({
      ...factor,
      ...Object.fromEntries(
        Object.keys(factor)
          .filter((name) => name === 'id' || name.endsWith('_at'))
          .map((name) => [name, typeof (factor as Record<string, unknown>)[name]]),
      ),
    })),
  }
}
