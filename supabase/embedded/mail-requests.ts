import crypto from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { bodyOf, refusal, type AuthContext } from './auth-context.js'

interface KnownUser {
  id: string
  email: string
  is_confirmed: boolean
  confirmation_age: number | null
  recovery_age: number | null
  raw_user_meta_data: object
}

/** Seconds between two mails of a kind to one address: `max_frequency` in config.toml. */
const INTERVAL = 60

/**
 * Requests for a mail. lite sends any number of recovery mails, and no second confirmation. The
 * auth service refuses a second mail of a kind within a minute, but only for known addresses. It
 * answers a sign-up with a confirmed address as if it had made a user, with an id that does not
 * exist.
 */
export async function answerMailRequest(
  kind: 'signup' | 'resend' | 'recover',
  request: Request,
  { pg, mailer, ask }: AuthContext,
): Promise<Response> {
  const sent = await bodyOf<{ email: string; type: string; data: object }>(request)
  const user = await findUser(pg, sent.email ?? '')
  if (kind === 'recover') return tooSoon(user?.recovery_age) ?? ask(request)
  const response = await ask(request)
  // lite's answer to every known address.
  if (response.status !== 429 || !user) return response
  if (kind === 'signup' && user.is_confirmed) return Response.json(invented(user, sent.data))
  if (kind === 'resend' && sent.type !== 'signup') return response
  const refused = tooSoon(user.confirmation_age)
  if (refused) return refused
  const token = crypto.randomBytes(28).toString('hex')
  await pg.query(
    'update auth.users set confirmation_token = $2, confirmation_sent_at = now() where id = $1',
    [user.id, token],
  )
  await mailer.sendConfirmation(user.email, token)
  return Response.json(
    kind === 'resend' ? {} : { ...invented(user, user.raw_user_meta_data), id: user.id },
  )
}

/** @param age seconds since the last mail of the kind */
export function tooSoon(age: number | null | undefined): Response | undefined {
  if (age === null || age === undefined || age >= INTERVAL) return undefined
  const rest = Math.floor(INTERVAL - age)
  return refusal(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${rest} seconds.`,
  )
}

async function findUser(pg: PGlite, email: string): Promise<KnownUser | undefined> {
  const { rows } = await pg.query<KnownUser>(
    `select id, email, email_confirmed_at is not null as is_confirmed, raw_user_meta_data,
       extract(epoch from now() - confirmation_sent_at)::float8 as confirmation_age,
       extract(epoch from now() - recovery_sent_at)::float8 as recovery_age
     from auth.users where email = lower($1)`,
    [email],
  )
  return rows[0]
}

function invented({ email }: KnownUser, metadata: object = {}) {
  const now = new Date().toISOString()
  return {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: metadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
