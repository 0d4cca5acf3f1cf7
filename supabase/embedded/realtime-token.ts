import crypto from 'node:crypto'
import { z } from 'zod'
import { localKeys } from './config'

const claimsSchema = z.looseObject({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  /** Seconds since 1970. API keys do not expire. */
  exp: z.number().optional(),
})
export type Claims = z.infer<typeof claimsSchema>

/** Claims of an API key or of a token signed here; undefined when it is neither, or has expired. */
export function verifyToken(token: unknown): Claims | undefined {
  if (token === localKeys.publishable) return { role: 'anon' }
  if (token === localKeys.secret) return { role: 'service_role' }
  const [header, body = '', signature = ''] = String(token).split('.')
  const signer = crypto.createHmac('sha256', localKeys.jwtSecret).update(`${header}.${body}`)
  const [wanted, given] = [signer.digest(), Buffer.from(signature, 'base64url')]
  if (given.length !== wanted.length || !crypto.timingSafeEqual(given, wanted)) return undefined
  try {
    const claims = claimsSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
    return isExpired(claims) ? undefined : claims
  } catch {
    return undefined
  }
}

/** Whether a token has expired, perhaps since it was verified. */
export function isExpired({ exp }: Claims): boolean {
  return exp !== undefined && exp * 1000 <= Date.now()
}
