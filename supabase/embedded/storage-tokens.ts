import crypto from 'node:crypto'
import { localKeys } from './config'
import { verifyToken, type Claims } from './realtime-token'
import { storageErrors } from './storage-errors'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signatureOf = (text: string) =>
  crypto.createHmac('sha256', localKeys.jwtSecret).update(text).digest()

/** The token of a link, for some seconds. */
export function signLink(url: string, seconds: number): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { url, scope: 'download', iat: now, exp: now + seconds }
  const text = `${encode({ alg: 'HS256' })}.${encode(claims)}`
  return `${text}.${signatureOf(text).toString('base64url')}`
}

/**
 * When an object's link expires, in seconds since 1970.
 *
 * @throws StorageError when it is not ours, is for another object, or has expired
 */
export function verifyLink(token: string, url: string): number {
  const reason = reasonAgainst(token)
  if (reason) throw storageErrors.token(reason)
  const claims = claimsOf(token)
  // A token without a scope counts as an older link's.
  if (claims.scope !== undefined && claims.scope !== 'download') {
    throw storageErrors.signature('Token is not scoped for download')
  }
  if (claims.url !== url) throw storageErrors.signature()
  return claims.exp!
}

export interface Caller {
  claims: Claims & { sub?: string }
  /** False for a caller whose token is missing or wrong, where the service still answers. */
  isKnown: boolean
}

/**
 * The caller of a request.
 *
 * @param isOptional whether a missing or wrong token means a visitor
 * @throws StorageError for a missing or wrong token otherwise
 */
export function callerOf(request: Request, isOptional: boolean): Caller {
  const header = request.headers.get('authorization')
  if (header === null && !isOptional) {
    throw storageErrors.request("headers must have required property 'authorization'")
  }
  const token = (header ?? '').replace(/^Bearer\s+/i, '')
  const claims = verifyToken(token)
  if (claims) return { claims, isKnown: true }
  if (isOptional) return { claims: { role: 'anon' }, isKnown: false }
  throw storageErrors.denied(reasonAgainst(token) ?? 'signature verification failed')
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
    url?: string
    scope?: string
    exp?: number
  }

/** The messages of jose, which the service quotes. */
function reasonAgainst(token: string): string | undefined {
  const parts = token.split('.')
  if (parts.length !== 3) return 'Invalid Compact JWS'
  const given = Buffer.from(parts[2]!, 'base64url')
  const wanted = signatureOf(`${parts[0]}.${parts[1]}`)
  const isSigned =
    given.toString('base64url') === parts[2] &&
    given.length === wanted.length &&
    crypto.timingSafeEqual(given, wanted)
  if (!isSigned) return 'signature verification failed'
  return (claimsOf(token).exp ?? Infinity) * 1000 <= Date.now()
    ? '"exp" claim timestamp check failed'
    : undefined
}
