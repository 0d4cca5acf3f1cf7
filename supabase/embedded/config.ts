import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Public by design: they open nothing but a local development database. */
export const localKeys = {
  publishable: 'sb_publishable_local_development_only',
  secret: 'sb_secret_local_development_only',
  /** Signs the mail provider's events. */
  mailEvents: `whsec_${btoa('local-development-only')}`,
  /** Signs the payment provider's events. */
  paymentEvents: 'whsec_local-development-only',
  jwtSecret: 'local-development-only-7f3Q9zLm2VtX8rKp4WcY6bNd1HsJ5gEa',
} as const

/** The password of every account in seed.sql. */
export const localPassword = 'kindlewell-local'

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
export const defaultSqlDirectory = path.join(projectRoot, 'supabase')
export const defaultSnapshotDirectory = path.join(projectRoot, 'supabase/.temp/snapshots')

export interface EnvironmentOptions {
  /** Absolute path, or undefined for a database in memory. */
  dataDirectory: string | undefined
  confirmEmails: boolean
  trustProxy: boolean
  /** A new database gets the accounts of the seed, and no sample rows. */
  isEmpty: boolean
}

/**
 * The only place that reads the embedded backend's environment variables.
 *
 * - `EMBEDDED_DATA`: directory of the database, relative to the project; `memory` keeps nothing.
 * - `EMBEDDED_CONFIRM_EMAILS`: `false` lets people in without confirming their address.
 * - `EMBEDDED_EMPTY`: `true` builds a new database without sample rows.
 * - `EMBEDDED_TRUST_PROXY`: `true` believes a `cf-connecting-ip` header that the client sends.
 */
export function readEnvironment(): EnvironmentOptions {
  const { EMBEDDED_DATA, EMBEDDED_CONFIRM_EMAILS, EMBEDDED_EMPTY, EMBEDDED_TRUST_PROXY } =
    process.env
  const data = EMBEDDED_DATA || 'supabase/.temp/db'
  return {
    dataDirectory: data === 'memory' ? undefined : path.resolve(projectRoot, data),
    confirmEmails: EMBEDDED_CONFIRM_EMAILS !== 'false',
    trustProxy: EMBEDDED_TRUST_PROXY === 'true',
    isEmpty: EMBEDDED_EMPTY === 'true',
  }
}
