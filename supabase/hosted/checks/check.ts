import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Management } from '../management'

/** The subject of the checks: a hosted project, or the embedded backend. */
export interface Target {
  /** The API's address, without a trailing slash */
  url: string
  publishableKey: string
  /** The rows of a statement; undefined where only the API is reached. */
  query: (<Row>(sql: string) => Promise<Row[]>) | undefined
  /** Undefined for the embedded backend. */
  management: Management | undefined
  /** The site's address, without a trailing slash */
  site: string | undefined
  /** The site key of its captcha; without one it has none. */
  captchaKey: string | undefined
  /** The access token of an account without rights, for checks that need a session. */
  supporterToken: string | undefined
  connect: (token?: string) => PostgrestClient
}

export type Verdict = { is: 'good' | 'bad' | 'not applicable'; note?: string | undefined }

export const good = (note?: string): Verdict => ({ is: 'good', note })
export const bad = (note: string): Verdict => ({ is: 'bad', note })
export const notApplicable = (note: string): Verdict => ({ is: 'not applicable', note })

/** Good without problems; false entries are no problems. */
export function unless(problems: readonly (string | false | undefined)[], note?: string): Verdict {
  const found = problems.filter(Boolean)
  return found.length > 0 ? bad(found.join('; ')) : good(note)
}

export interface Check {
  /** The title, as a statement that should be true. */
  title: string
  /** The fix when it is not. */
  mend: string
  /** Changes nothing. An error is a failure of the check. */
  run: (target: Target) => Promise<Verdict>
}

type Query = NonNullable<Target['query']>

/** A check by SQL, for a hosted project and for the embedded backend. */
export const bySql =
  (run: (query: Query, target: Target) => Promise<Verdict>): Check['run'] =>
  async (target) =>
    target.query
      ? run(target.query, target)
      : notApplicable('the database of a running server is its own')

type Hosted = Target & { management: Management; query: Query }

/** A check only for hosted projects. */
export const ofProject =
  (run: (target: Hosted) => Promise<Verdict>): Check['run'] =>
  async (target) =>
    target.management && target.query
      ? run(target as Hosted)
      : notApplicable('hosted projects only')
