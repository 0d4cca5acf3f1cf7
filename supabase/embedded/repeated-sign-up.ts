import crypto from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Signing up with a confirmed address: a hosted project that confirms emails answers as if a user
 * were made, with an id that does not exist and no identities, so that nobody learns who has an
 * account. lite answers 429, which an app would take for something else.
 *
 * @param request a copy whose body was not read yet
 * @returns the answer of a hosted project, or lite's own where the two agree
 */
export async function hideRepeatedSignUp(
  pg: PGlite,
  request: Request,
  response: Response,
): Promise<Response> {
  if (response.status !== 429) return response
  const { email, data } = (await request.json()) as { email: string; data?: object }
  const { rows } = await pg.query(
    'select from auth.users where email = lower($1) and email_confirmed_at is not null',
    [email],
  )
  if (rows.length === 0) return response
  const now = new Date().toISOString()
  const user = {
    id: crypto.randomUUID(),
    aud: 'authenticated',
    role: '',
    email: email.toLowerCase(),
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data ?? {},
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
  return Response.json(user)
}
