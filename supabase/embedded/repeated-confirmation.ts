import crypto from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import type { Outbox } from './outbox.js'

/**
 * Asking for a confirmation email once more: lite refuses always. The local stack of Supabase sends a
 * new one, whose link replaces the former, unless the last was sent less than a second ago.
 *
 * @param request a copy whose body was not read yet
 * @returns the answer of the local stack, or lite's own where the two agree
 */
export async function repeatConfirmation(
  pg: PGlite,
  outbox: Outbox,
  request: Request,
  response: Response,
): Promise<Response> {
  if (response.status !== 429) return response
  const { type, email } = (await request.json()) as { type: string; email: string }
  if (type !== 'signup') return response
  const token = crypto.randomBytes(28).toString('hex')
  const { rows } = await pg.query(
    `update auth.users set confirmation_token = $2, confirmation_sent_at = now()
     where email = lower($1) and email_confirmed_at is null
       and confirmation_sent_at < now() - interval '1 second'
     returning id`,
    [email, token],
  )
  if (rows.length === 0) return response
  const { origin } = new URL(request.url)
  const link = new URL('/auth/v1/verify', origin)
  link.search = new URLSearchParams({ token, type: 'signup', redirect_to: origin }).toString()
  await outbox.send({
    to: email.toLowerCase(),
    subject: 'Confirm your email address',
    text: `Follow the link below to confirm your email address:\n\n${link.href}\n`,
  })
  return Response.json({})
}
