import crypto from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import type { AuthContext } from './auth-context.js'
import { localKeys } from './config.js'

/*
 * Adds what lite's tokens and users lack: how strongly a session signed in (`aal`, `amr`) and its
 * account's factors.
 */

interface Claims {
  sub: string
  session_id: string
  iat: number
  exp: number
}

/** Adds them to an answer, in its body or in the fragment of its redirect. */
export async function withAssurance(response: Response, pg: PGlite): Promise<Response> {
  const location = response.headers.get('location')
  if (location) return withAssuredLocation(response, location, pg)
  if (!response.ok || !response.headers.get('content-type')?.includes('json')) return response
  const body = (await response.clone().json()) as Record<string, unknown>
  const { access_token: token, user } = body
  const account = (user ?? body) as { id?: unknown; aud?: unknown }
  // Nothing else has both; a sign-up of a known address answers with an id that does not exist.
  if (typeof account.id !== 'string' || account.aud !== 'authenticated') return response
  const known = await factorsOf(pg, account.id)
  const factors = known.length > 0 ? { factors: known } : {}
  const changed =
    typeof token === 'string'
      ? { ...body, access_token: await assuredToken(token, pg), user: { ...account, ...factors } }
      : { ...body, ...factors }
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return Response.json(changed, { status: response.status, headers })
}

async function withAssuredLocation(response: Response, location: string, pg: PGlite) {
  const url = new URL(location)
  const fragment = new URLSearchParams(url.hash.slice(1))
  const token = fragment.get('access_token')
  if (!token) return response
  fragment.set('access_token', await assuredToken(token, pg))
  url.hash = fragment.toString()
  const headers = new Headers(response.headers)
  headers.set('location', url.href)
  return new Response(response.body, { status: response.status, headers })
}

async function factorsOf(pg: PGlite, account: string) {
  const { rows } = await pg.query(
    `select id, created_at, updated_at, status, nullif(friendly_name, '') as friendly_name,
       factor_type, '' as phone, last_challenged_at
     from auth.mfa_factors where user_id = $1 order by created_at`,
    [account],
  )
  return rows
}

async function assuredToken(token: string, pg: PGlite): Promise<string> {
  const claims = claimsIn(token)
  const { rows } = await pg.query<{ method: string; timestamp: number }>(
    `select authentication_method as method, extract(epoch from updated_at)::int as timestamp
     from auth.mfa_amr_claims where session_id = $1 order by updated_at desc`,
    [claims.session_id],
  )
  const aal = rows.some(({ method }) => method === 'totp') ? 'aal2' : 'aal1'
  return sign({ ...claims, aal, amr: rows })
}

/** A session's next tokens, after it proved a factor. */
export async function newTokens({ pg, ask }: AuthContext, session: string): Promise<Response> {
  const { rows } = await pg.query<{ token: string }>(
    `select token from auth.refresh_tokens where session_id = $1 and not revoked
     order by created_at desc limit 1`,
    [session],
  )
  return ask(
    new Request('http://localhost/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { apikey: localKeys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: rows[0]?.token }),
    }),
  )
}

export function claimsIn(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims
}

function sign(claims: object): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  const signer = crypto.createHmac('sha256', localKeys.jwtSecret).update(text)
  return `${text}.${signer.digest('base64url')}`
}
