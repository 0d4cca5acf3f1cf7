import { PostgrestClient } from '@supabase/postgrest-js'
import { localKeys, localPassword } from '../embedded/config'
import { serveBackend } from '../embedded/server'
import type { Check, Target, Verdict } from './checks/check'
import { databaseChecks } from './checks/database'
import { endpointChecks } from './checks/endpoints'
import { projectChecks } from './checks/project'
import type { Environment } from './config-values'
import type { Management } from './management'

export const checks: readonly Check[] = [...databaseChecks, ...projectChecks, ...endpointChecks]

const connector =
  (url: string, key: string): Target['connect'] =>
  (token = key) =>
    new PostgrestClient(`${url}/rest/v1`, {
      headers: { apikey: key, authorization: `Bearer ${token}` },
    })

/** A hosted project. */
export async function projectTarget(
  management: Management,
  environment: Environment,
  url = `https://${management.project}.supabase.co`,
): Promise<Target> {
  const publishableKey = await management.publishableKey()
  return {
    url,
    publishableKey,
    query: (sql) => management.query(sql),
    management,
    site: environment.VITE_SITE_URL,
    captchaKey: environment.VITE_TURNSTILE_SITE_KEY,
    supporterToken: environment.SUPPORTER_TOKEN,
    connect: connector(url, publishableKey),
  }
}

/** The embedded backend: a running one at an address, or a new one in memory. */
export async function embeddedTarget(
  running?: string,
): Promise<{ target: Target; close: () => Promise<void> }> {
  const own = running ? undefined : await serveBackend()
  const url = running ?? own!.url
  const target: Target = {
    url,
    publishableKey: localKeys.publishable,
    query:
      own &&
      (async <Row>(sql: string) => own.exclusive(async (pg) => (await pg.query<Row>(sql)).rows)),
    management: undefined,
    site: undefined,
    captchaKey: undefined,
    supporterToken: await signInSupporter(url),
    connect: connector(url, localKeys.publishable),
  }
  return { target, close: async () => own?.stop() }
}

/** For the account in seed.sql; undefined where it is gone. */
async function signInSupporter(url: string): Promise<string | undefined> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: localKeys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'supporter@kindlewell.test', password: localPassword }),
  }).catch((error: unknown) => {
    throw new Error(`${url} is not reached.`, { cause: error })
  })
  return ((await response.json()) as { access_token?: string }).access_token
}

/** A check's verdict; an error is a failure. */
export const examine = (check: Check, target: Target): Promise<Verdict> =>
  check.run(target).catch((error: unknown) => ({ is: 'bad', note: (error as Error).message }))

const marks = { good: '✓', bad: '✗', 'not applicable': '–' }

/**
 * Runs every check, or some, and prints a line for each.
 *
 * @returns how many failed
 */
export async function diagnose(
  target: Target,
  log: (line: string) => void,
  chosen = checks,
): Promise<number> {
  const verdicts = await Promise.all(chosen.map((check) => examine(check, target)))
  for (const [index, { is, note }] of verdicts.entries()) {
    const { title, mend } = chosen[index]!
    log(`${marks[is]} ${title}${note ? ` (${note})` : ''}`)
    if (is === 'bad') log(`    ${mend}`)
  }
  const failures = verdicts.filter(({ is }) => is === 'bad').length
  log(failures > 0 ? `\n${failures} of ${chosen.length} failed.` : '\nNothing failed.')
  return failures
}
