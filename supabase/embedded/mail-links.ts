import type { PGlite } from '@electric-sql/pglite'
import { bodyOf, refusal, type AuthContext } from './auth-context.js'
import { recordMethod } from './sessions.js'

/**
 * lite's names for types that the auth service accepts too. Its `magiclink` looks for both kinds of
 * token.
 */
const liteTypes: Record<string, string> = { invite: 'signup', email: 'magiclink' }

/**
 * Verifies an email's token. lite lacks the types `invite` and `email`, a change of address that
 * both addresses confirm, and the note that an email started the session.
 */
export async function answerMailLink(
  request: Request,
  { pg, ask }: AuthContext,
): Promise<Response> {
  const url = new URL(request.url)
  const isPost = request.method === 'POST'
  const sent: Partial<Record<string, string>> = isPost
    ? await bodyOf<Record<string, string>>(request)
    : Object.fromEntries(url.searchParams)
  const { type = '', token_hash: hash = isPost ? '' : (sent.token ?? '') } = sent
  if (isPost && hash && (sent.email || sent.phone || sent.redirect_to)) {
    return refusal(400, 'validation_failed', 'Only the token_hash and type should be provided')
  }
  if (isPost && type === 'email_change' && hash && (await isFirstOfTwo(pg, hash))) {
    const msg = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'
    return Response.json({ code: '200', msg })
  }
  const response = await ask(asLiteKnows(request, sent, liteTypes[type]))
  await recordMethod(pg, response, 'otp')
  return response
}

function asLiteKnows(request: Request, sent: object, type: string | undefined): Request {
  if (!type) return request
  const url = new URL(request.url)
  if (request.method !== 'POST') {
    url.searchParams.set('type', type)
    return new Request(url, request)
  }
  return new Request(url, {
    method: 'POST',
    headers: request.headers,
    body: JSON.stringify({ ...sent, type }),
  })
}

/** Handles the first of two confirmations; passes the second, from either email, to lite. */
async function isFirstOfTwo(pg: PGlite, hash: string): Promise<boolean> {
  const { rows } = await pg.query(
    `update auth.users set email_change_confirm_status = 1,
       email_change_token_current = case
         when email_change_token_current = $1 then email_change_token_new
         else email_change_token_current
       end,
       email_change_token_new = ''
     where $1 in (email_change_token_current, email_change_token_new)
       and email_change_confirm_status = 0 and email <> ''
       and email_change_sent_at > now() - interval '1 hour'
     returning id`,
    [hash],
  )
  if (rows.length > 0) return true
  await pg.query(
    'update auth.users set email_change_confirm_status = 0 where email_change_token_current = $1',
    [hash],
  )
  return false
}
