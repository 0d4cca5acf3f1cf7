import type { PGlite } from '@electric-sql/pglite'
import type { AuthMailer } from './auth-mailer.js'

/** The parts of the auth service here: lite's own, and our additions. */
export interface AuthContext {
  pg: PGlite
  mailer: AuthMailer
  /** lite */
  ask: (request: Request) => Promise<Response>
  /** Whether an address may ask for a challenge, or send a code, now. */
  mayTryFactor: (action: string, address: string) => boolean
  /** Cloudflare's siteverify, where a captcha is required. */
  verifyCaptcha?: ((request: Request) => Promise<Response>) | undefined
}

/** A request's JSON, read from a copy so that lite can read it too; undefined without any. */
export const bodyOf = async <Body extends object>(request: Request): Promise<Partial<Body>> =>
  request
    .clone()
    .json()
    .catch(() => ({})) as Promise<Partial<Body>>

/** A refusal in the format used until 2024. */
export function refusal(status: number, error_code: string, msg: string): Response {
  return Response.json({ code: status, error_code, msg }, { status })
}
