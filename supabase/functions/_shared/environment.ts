import { organisation } from '../../../src/shared/data/organisation.ts'

/** The secrets of the project's functions, and the variables that the platform adds. */
export type Environment = Record<string, string | undefined>

/**
 * The value of a variable.
 *
 * @throws when it is not set
 */
export function required(environment: Environment, name: string): string {
  const value = environment[name]
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

/** The site's address, without a trailing slash. */
export const siteUrl = (environment: Environment): string =>
  (environment.SITE_URL || `https://${organisation.domain}`).replace(/\/+$/, '')

/** The sender of mails: `MAIL_FROM` is an address that the mail provider accepts from this project. */
export const sender = (environment: Environment) => ({
  name: organisation.fullName,
  address: environment.MAIL_FROM || organisation.email,
})

/** The key that bypasses row-level security; the platform sets it, in the newer form as JSON. */
export function serviceKey(environment: Environment): string {
  const keys = environment.SUPABASE_SECRET_KEYS
  const { default: key } = keys ? (JSON.parse(keys) as { default?: string }) : {}
  return key ?? required(environment, 'SUPABASE_SERVICE_ROLE_KEY')
}
