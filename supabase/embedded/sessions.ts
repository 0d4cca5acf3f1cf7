import type { PGlite } from '@electric-sql/pglite'
import { bodyOf, refusal, type AuthContext } from './auth-context.js'
import { claimsIn } from './auth-tokens.js'
import { tooSoon } from './mail-requests.js'

/** lite reports an unconfirmed address before it compares the password. */
export async function answerSignIn(request: Request, { pg, ask }: AuthContext): Promise<Response> {
  const response = await ask(request.clone())
  await recordMethod(pg, response, 'password')
  if (response.status !== 400) return response
  const { email, password } = await bodyOf<{ email: string; password: string }>(request)
  const { rows } = await pg.query(
    `select from auth.users where email = lower($1) and email_confirmed_at is null
     and extensions.crypt($2, ${storedHash}) is distinct from ${storedHash}`,
    [email ?? '', password ?? ''],
  )
  return rows.length > 0
    ? refusal(400, 'invalid_credentials', 'Invalid login credentials')
    : response
}

/** pgcrypto uses bcrypt's older name. */
const storedHash = "replace(encrypted_password, '$2b$', '$2a$')"

/**
 * The rules for sessions that a hosted project with `require_current_password` has and lite lacks:
 *
 * - a token whose session was ended is refused;
 * - a change of password needs the current one, or a session from the link of a mail;
 * - with a second factor, a new password or address needs a session that proved it;
 * - the other sessions end with the password;
 * - emails to confirm a new address go out at most once a minute.
 */
export async function answerSession(request: Request, { pg, ask }: AuthContext): Promise<Response> {
  const { pathname } = new URL(request.url)
  const sessionId = sessionOf(request.headers.get('authorization')?.replace(/^bearer /i, ''))
  if (!sessionId || !/^\/auth\/v1\/(user|reauthenticate|logout)$/.test(pathname))
    return ask(request)
  const { rows } = await pg.query<{
    encrypted_password: string
    by_mail: boolean
    owes_factor: boolean
    email: string
    email_change_age: number | null
  }>(
    `select ${storedHash} as encrypted_password, exists (
       select from auth.mfa_amr_claims
       where session_id = sessions.id and authentication_method = 'otp'
     ) as by_mail, aal is distinct from 'aal2' and exists (
       select from auth.mfa_factors where user_id = users.id and status = 'verified'
     ) as owes_factor, email, extract(epoch from now() - email_change_sent_at)::float8 as email_change_age
     from auth.sessions join auth.users on users.id = user_id where sessions.id = $1`,
    [sessionId],
  )
  const [session] = rows
  if (!session) {
    return refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (request.method !== 'PUT') return ask(request)
  const {
    email,
    password,
    current_password: current,
  } = await bodyOf<{ email: string; password: string; current_password: string }>(request)
  const isNewAddress = Boolean(email) && email!.toLowerCase() !== session.email
  if (session.owes_factor && (password || isNewAddress)) {
    return refusal(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    )
  }
  if (isNewAddress) {
    const refused = tooSoon(session.email_change_age)
    if (refused) return refused
  }
  if (password === undefined) return ask(request)
  if (session.encrypted_password && !session.by_mail) {
    const msg = 'Current password required when setting new password.'
    if (!current) return refusal(400, 'current_password_required', msg)
    const { rows: matching } = await pg.query('select where extensions.crypt($1, $2) = $2', [
      current,
      session.encrypted_password,
    ])
    if (matching.length === 0) return refusal(400, 'current_password_invalid', msg)
  }
  const response = await ask(request)
  if (response.ok) {
    await pg.query(
      `delete from auth.sessions where id <> $1
       and user_id = (select user_id from auth.sessions where id = $1)`,
      [sessionId],
    )
  }
  return response
}

/** Records how a session signed in, if an answer starts one. */
export async function recordMethod(pg: PGlite, response: Response, method: string): Promise<void> {
  const session = await sessionIn(response)
  if (!session) return
  await pg.query(
    'insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1, $2)',
    [session, method],
  )
}

/** The session that an answer starts, in its body or in the fragment of its redirect. */
async function sessionIn(response: Response): Promise<string | undefined> {
  const location = response.headers.get('location')
  if (location) {
    return sessionOf(new URLSearchParams(new URL(location).hash.slice(1)).get('access_token'))
  }
  if (!response.ok) return undefined
  const body = (await response.clone().json()) as { access_token?: string }
  return sessionOf(body.access_token)
}

/** Not verified: lite's own check refuses forged tokens. */
function sessionOf(token: string | null | undefined): string | undefined {
  try {
    return claimsIn(token ?? '').session_id
  } catch {
    return undefined
  }
}
