import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Management } from '../management'

/** The subject of the checks: a hosted project, or the embedded backend. */
export interface Target {
  /** Of the API, without a slash at its end */
  url: string
  publishableKey: string
  /** Rows of one statement; undefined where nothing but the API is reached. */
  query: (<Row>(sql: string) => Promise<Row[]>) | undefined
  /** Undefined for the embedded backend. */
  management: Management | undefined
  /** Of the site, without a slash at its end */
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

/** Good when nothing is wrong; what is false is no problem. */
export function unless(problems: readonly (string | false | undefined)[], note?: string): Verdict {
  const found = problems.filter(Boolean)
  return found.length > 0 ? bad(found.join('; ')) : good(note)
}

export interface Check {
  /** The statement that holds. */
  title: string
  /** The remedy when it does not. */
  mend: string
  /** Changes nothing. An error is a failure of the check. */
  run: (target: Target) => Promise<Verdict>
}

type Query = NonNullable<Target['query']>

/** A check by SQL, on a project as on the embedded backend. */
export const bySql =
  (run: (query: Query, target: Target) => Promise<Verdict>): Check['run'] =>
  async (target) =>
    target.query
      ? run(target.query, target)
      : notApplicable('the database of a running server is its own')

type Hosted = Target & { management: Management; query: Query }

/** A check for hosted projects alone. */
export const ofProject =
  (run: (target: Hosted) => Promise<Verdict>): Check['run'] =>
  async (target) =>
    target.management && target.query
      ? run(target as Hosted)
      : notApplicable('hosted projects only')
