import type { PGlite } from '@electric-sql/pglite'

/**
 * What lite does not do with sessions, and a hosted project with `require_current_password` does:
 *
 * - a token whose session was ended is refused;
 * - a password is changed by whoever tells the current one, or came by the link of a mail;
 * - the other sessions end with the password.
 *
 * @returns the answer of a hosted project, or that of `answer`
 */
export async function withSessions(
  pg: PGlite,
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/auth/v1/verify') {
    const response = await answer()
    const sessionId = sessionOf(await tokenIn(response))
    if (sessionId) {
      await pg.query("insert into auth.mfa_amr_claims values ($1, 'otp')", [sessionId])
    }
    return response
  }
  const sessionId = sessionOf(request.headers.get('authorization')?.replace(/^bearer /i, ''))
  if (!sessionId || !/^\/auth\/v1\/(user|reauthenticate|logout)$/.test(pathname)) return answer()
  const { rows } = await pg.query<{ encrypted_password: string; by_mail: boolean }>(
    `select replace(encrypted_password, '$2b$', '$2a$') as encrypted_password, exists (
       select from auth.mfa_amr_claims where session_id = sessions.id
     ) as by_mail
     from auth.sessions join auth.users on users.id = user_id where sessions.id = $1`,
    [sessionId],
  )
  const [session] = rows
  if (!session) {
    return refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  if (request.method !== 'PUT') return answer()
  const { password, current_password: current } = (await request.clone().json()) as {
    password?: string
    current_password?: string
  }
  if (password === undefined) return answer()
  if (session.encrypted_password && !session.by_mail) {
    if (!current) {
      return refusal(
        400,
        'current_password_required',
        'Current password required when setting new password.',
      )
    }
    const { rows: matching } = await pg.query('select where extensions.crypt($1, $2) = $2', [
      current,
      session.encrypted_password,
    ])
    if (matching.length === 0) {
      return refusal(
        400,
        'current_password_mismatch',
        'Current password required when setting new password.',
      )
    }
  }
  const response = await answer()
  if (response.ok) {
    await pg.query(
      `delete from auth.sessions where id <> $1
       and user_id = (select user_id from auth.sessions where id = $1)`,
      [sessionId],
    )
  }
  return response
}

/** The access token of an answer: in its body, or in the fragment to which it leads. */
async function tokenIn(response: Response): Promise<string | undefined> {
  const location = response.headers.get('location')
  if (location)
    return new URLSearchParams(new URL(location).hash.slice(1)).get('access_token') ?? undefined
  if (!response.ok) return undefined
  const body = (await response.clone().json()) as { access_token?: string }
  return body.access_token
}

/** Not verified: whoever invents a token gets no further than lite's own check. */
function sessionOf(token: string | undefined): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as {
      session_id?: string
    }
    return claims.session_id
  } catch {
    return undefined
  }
}

function refusal(status: number, error_code: string, msg: string): Response {
  return Response.json({ code: status, error_code, msg }, { status })
}
