import type { PostgrestClient } from '@supabase/postgrest-js'
import type { Management } from '../management'
import { Unseen } from '../refusals'

/** The subject of the checks: a hosted project, or the embedded backend. */
export interface Target {
  /** The API's address, without a trailing slash */
  url: string
  publishableKey: string
  /** The rows of a statement; undefined where only the API is reached. */
  query: (<Row>(sql: string) => Promise<Row[]>) | undefined
  /** Undefined for the embedded backend. */
  management: Management | undefined
  /** The address that browsers call: `url`, or a domain of the project's own */
  browserUrl: string
  /** The site's address, without a trailing slash */
  site: string | undefined
  /** The site key of its captcha, if this environment has it. */
  captchaKey: string | undefined
  /** Values of this environment that the project should have, too: secrets and places of mail. */
  known: Readonly<Record<string, string>>
  /** The access token of an account without rights, for checks that need a session. */
  supporterToken: string | undefined
  connect: (token?: string) => PostgrestClient
}

export type Verdict = {
  is: 'good' | 'bad' | 'unknown' | 'not applicable'
  note?: string | undefined
}

export const good = (note?: string): Verdict => ({ is: 'good', note })
export const bad = (note: string): Verdict => ({ is: 'bad', note })
/** What was asked did not answer: neither good nor bad. */
export const unknown = (note: string): Verdict => ({ is: 'unknown', note })
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
  /** Changes nothing. An error is a failure of the check, and Unseen leaves it unknown. */
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

interface Outcome {
  error: { code?: string; message: string } | null
}

/**
 * The outcome of a request of the API's client, which never throws.
 *
 * @throws Unseen when the API did not answer
 */
export function answered<Answer extends Outcome>(outcome: Answer): Answer {
  if (outcome.error && !outcome.error.code && /fetch failed|aborted/i.test(outcome.error.message)) {
    throw new Unseen(`The API is not reached: ${outcome.error.message}`)
  }
  return outcome
}
