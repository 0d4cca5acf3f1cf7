import crypto from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { Secret, TOTP } from 'otpauth'
import qrcode from 'qrcode-generator'
import { refusal, type AuthContext } from './auth-context.js'
import { claimsIn, newTokens } from './auth-tokens.js'

/*
 * The second factor, which lite lacks: TOTP after supabase/auth (internal/api/mfa.go) at bc32168e,
 * with its defaults. As there, it accepts codes from one step before to one step after, and also a
 * second time.
 */
const MOST_FACTORS = 10
const CHALLENGE_SECONDS = 300
const UNVERIFIED_SECONDS = 300

/**
 * How many challenges, and how many codes, an address may send at once; after that, one every four
 * seconds.
 */
const BURST = 30
const MILLISECONDS_EACH = 4_000

/** Counts the challenges and codes of each address. */
export function createFactorLimit(): (action: string, address: string) => boolean {
  const buckets = new Map<string, { left: number; at: number }>()
  return (action, address) => {
    const key = `${action} ${address}`
    const now = Date.now()
    const { left, at } = buckets.get(key) ?? { left: BURST, at: now }
    const refilled = Math.min(BURST, left + (now - at) / MILLISECONDS_EACH)
    const isAllowed = refilled >= 1
    buckets.set(key, { left: isAllowed ? refilled - 1 : refilled, at: now })
    return isAllowed
  }
}

interface Caller {
  id: string
  email: string
  session: string
  isAal2: boolean
}
interface Factor {
  id: string
  friendly_name: string
  status: string
  secret: string
}
type Body = Record<string, unknown>

const route = /^\/auth\/v1\/factors(?:\/([^/]+)(?:\/(challenge|verify))?)?\/?$/

/** @returns undefined for a request that is not about factors */
export async function answerFactors(
  request: Request,
  context: AuthContext,
): Promise<Response | undefined> {
  const match = route.exec(new URL(request.url).pathname)
  if (!match) return undefined
  const [, id, action] = match
  const caller = await callerOf(request, context)
  if (caller instanceof Response) return caller
  const body = async () =>
    (await request
      .clone()
      .json()
      .catch(() => undefined)) as Body | undefined
  const { pg } = context
  if (!id) return enroll(pg, caller, await body(), new URL(request.url).host)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
    return refusal(404, 'validation_failed', 'factor_id must be an UUID')
  }
  const visitor = request.headers.get('cf-connecting-ip') ?? ''
  if (action && !context.mayTryFactor(action, visitor)) {
    return refusal(429, 'over_request_rate_limit', 'Request rate limit reached')
  }
  const { rows } = await pg.query<Factor>(
    'select * from auth.mfa_factors where id = $1 and user_id = $2',
    [id, caller.id],
  )
  const [factor] = rows
  if (!factor) return refusal(404, 'mfa_factor_not_found', 'Factor not found')
  const [address = ''] = (request.headers.get('x-forwarded-for') ?? '').split(',')
  if (action === 'challenge') return challenge(pg, factor, address)
  if (action === 'verify') return verify(context, caller, factor, await body(), address)
  return unenroll(pg, caller, factor)
}

/** The token's owner according to lite, or its refusal. */
async function callerOf(request: Request, { pg, ask }: AuthContext): Promise<Caller | Response> {
  const headers = new Headers(request.headers)
  for (const name of ['content-length', 'content-type']) headers.delete(name)
  const answer = await ask(new Request(new URL('/auth/v1/user', request.url), { headers }))
  if (!answer.ok) return answer
  const { session_id: session } = claimsIn(request.headers.get('authorization') ?? '')
  const { rows } = await pg.query<Omit<Caller, 'session'>>(
    `select users.id, users.email, sessions.aal = 'aal2' as "isAal2"
     from auth.sessions join auth.users on users.id = user_id where sessions.id = $1`,
    [session],
  )
  return rows[0]
    ? { ...rows[0], session }
    : refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

/** The service reads JSON into a type; these are its strings. */
function refuseBody(body: Body | undefined, type: string, strings: string[]) {
  const badJson = (why: string) =>
    refusal(400, 'bad_json', `Could not parse request body as JSON: ${why}`)
  if (!body) return badJson('unexpected end of JSON input')
  const wrong = strings.find((name) => typeof (body[name] ?? '') !== 'string')
  if (!wrong) return undefined
  const value = body[wrong]
  const kind = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  return badJson(
    `json: cannot unmarshal ${kind} into Go struct field ${type}.${wrong} of type string`,
  )
}

async function enroll(pg: PGlite, caller: Caller, body: Body | undefined, host: string) {
  const strings = ['friendly_name', 'factor_type', 'issuer']
  const unreadable = refuseBody(body, 'EnrollFactorParams', strings)
  if (unreadable || !body) return unreadable!
  if (body.factor_type !== 'totp') {
    return refusal(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  }
  const name = typeof body.friendly_name === 'string' ? body.friendly_name : ''
  await pg.query(
    `delete from auth.mfa_factors
     where status = 'unverified' and created_at < now() - make_interval(secs => $1)`,
    [UNVERIFIED_SECONDS],
  )
  const { rows: others } = await pg.query<Factor>(
    'select * from auth.mfa_factors where user_id = $1',
    [caller.id],
  )
  if (others.some(({ friendly_name }) => (friendly_name ?? '') === name)) {
    const msg = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`
    return refusal(422, 'mfa_factor_name_conflict', msg)
  }
  if (others.length >= MOST_FACTORS) {
    const msg = 'Maximum number of verified factors reached, unenroll to continue'
    return refusal(422, 'too_many_enrolled_mfa_factors', msg)
  }
  if (others.some(({ status }) => status === 'verified') && !caller.isAal2) {
    return refusal(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
  const secret = new Secret({ size: 20 })
  const issuer = typeof body.issuer === 'string' && body.issuer ? body.issuer : host
  const uri = new TOTP({ issuer, label: caller.email, secret }).toString().replace('%40', '@')
  const id = crypto.randomUUID()
  await pg.query(
    'insert into auth.mfa_factors (id, user_id, friendly_name, secret) values ($1, $2, $3, $4)',
    [id, caller.id, name, secret.base32],
  )
  const picture = qrcode(0, 'H')
  picture.addData(uri)
  picture.make()
  return Response.json({
    id,
    type: 'totp',
    friendly_name: name,
    totp: { qr_code: picture.createSvgTag(3), secret: secret.base32, uri },
  })
}

async function challenge(pg: PGlite, factor: Factor, address: string) {
  const { rows } = await pg.query<{ id: string; expires_at: number }>(
    `insert into auth.mfa_challenges (factor_id, ip_address) values ($1, $2)
     returning id, (extract(epoch from created_at)::bigint + $3)::int as expires_at`,
    [factor.id, address, CHALLENGE_SECONDS],
  )
  await pg.query(
    'update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1',
    [factor.id],
  )
  return Response.json({ ...rows[0], type: 'totp' })
}

async function verify(
  context: AuthContext,
  caller: Caller,
  factor: Factor,
  body: Body | undefined,
  address: string,
) {
  const { pg } = context
  const unreadable = refuseBody(body, 'VerifyFactorParams', ['code'])
  if (unreadable || !body) return unreadable!
  const code = typeof body.code === 'string' ? body.code : ''
  if (!code) return refusal(400, 'validation_failed', 'Code needs to be non-empty')
  const refused = await refuseChallenge(pg, factor, body.challenge_id, address)
  if (refused) return refused
  const totp = new TOTP({ secret: Secret.fromBase32(factor.secret) })
  if (totp.validate({ token: code.trim(), window: 1 }) === null) {
    return refusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  }
  await pg.transaction(async (tx) => {
    await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [
      body.challenge_id,
    ])
    await tx.query(
      `update auth.mfa_factors set status = 'verified', updated_at = now()
       where id = $1 and status <> 'verified'`,
      [factor.id],
    )
    await tx.query(
      `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, 'totp')
       on conflict (session_id, authentication_method) do update set updated_at = now()`,
      [caller.session],
    )
    await tx.query("update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1", [
      caller.session,
      factor.id,
    ])
    await tx.query("delete from auth.sessions where user_id = $1 and aal < 'aal2'", [caller.id])
    await tx.query("delete from auth.mfa_factors where user_id = $1 and status = 'unverified'", [
      caller.id,
    ])
  })
  return newTokens(context, caller.session)
}

async function refuseChallenge(pg: PGlite, factor: Factor, id: unknown, address: string) {
  const { rows } = await pg.query<{ is_used: boolean; is_late: boolean }>(
    `select verified_at is not null or ip_address <> $3 as is_used,
       created_at + make_interval(secs => $4) < now() as is_late
     from auth.mfa_challenges where id::text = $1 and factor_id = $2`,
    [typeof id === 'string' ? id : '', factor.id, address, CHALLENGE_SECONDS],
  )
  const [found] = rows
  if (!found) {
    const msg = 'MFA factor with the provided challenge ID not found'
    return refusal(422, 'mfa_factor_not_found', msg)
  }
  if (found.is_used) {
    const msg = 'Challenge and verify IP addresses mismatch.'
    return refusal(422, 'mfa_ip_address_mismatch', msg)
  }
  if (!found.is_late) return undefined
  await pg.query('delete from auth.mfa_challenges where id::text = $1', [id])
  const msg = `MFA challenge ${String(id)} has expired, verify against another challenge or create a new challenge.`
  return refusal(422, 'mfa_challenge_expired', msg)
}

async function unenroll(pg: PGlite, caller: Caller, factor: Factor) {
  if (factor.status === 'verified' && !caller.isAal2) {
    return refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
  }
  await pg.transaction(async (tx) => {
    await tx.query('delete from auth.mfa_factors where id = $1', [factor.id])
    await tx.query(
      `delete from auth.mfa_amr_claims where authentication_method = 'totp'
       and session_id in (select id from auth.sessions where factor_id = $1)`,
      [factor.id],
    )
    await tx.query("update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1", [
      factor.id,
    ])
  })
  return Response.json({ id: factor.id })
}
