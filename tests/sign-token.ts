import { createHmac } from 'node:crypto'
import { localKeys } from '../supabase/embedded/config'

/** A part of a token: its content, as JSON. */
export const base64url = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JSON Web Token, signed as a session's. */
export function signToken(
  claims: object,
  secret: string = localKeys.jwtSecret,
  header: object = { alg: 'HS256', typ: 'JWT' },
): string {
  const text = `${base64url(header)}.${base64url(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
