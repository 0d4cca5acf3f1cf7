import { PostgrestClient } from '@supabase/postgrest-js'
import { localKeys, localPassword } from '../embedded/config'
import { setUpSteps } from '../../src/shared/data/set-up-steps'
import { serveBackend } from '../embedded/server'
import { providers } from '../functions/mail-events/providers'
import type { Check, Target, Verdict } from './checks/check'
import { databaseChecks } from './checks/database'
import { endpointChecks } from './checks/endpoints'
import { planChecks } from './checks/plan'
import { projectChecks } from './checks/project'
import { signInChecks } from './checks/sign-in'
import type { Environment } from './config-values'
import type { Management } from './management'
import { Unseen } from './refusals'
import { withoutAddresses } from './without-addresses'

export const checks: readonly Check[] = [
  ...planChecks,
  ...databaseChecks,
  ...projectChecks,
  ...signInChecks,
  ...endpointChecks,
]

const connector =
  (url: string, key: string): Target['connect'] =>
  (token = key) =>
    new PostgrestClient(`${url}/rest/v1`, {
      headers: { apikey: key, authorization: `Bearer ${token}` },
    })

/** What the project should have with the same value, where this environment knows it. */
function valuesOf(environment: Environment): Record<string, string> {
  const names = [
    ...[
      'AUTH_SMTP_HOST',
      'MAIL_FROM',
      'MAIL_API_URL',
      'MAIL_PATIENCE',
      'RESEND_API_KEY',
      'SMTP_URL',
    ],
    ...['PAYMENT_EVENTS_SECRET', 'PAYMENT_PORTAL_URL', 'TURNSTILE_SECRET_KEY'],
    ...Object.values(providers).map(({ secret }) => secret),
  ]
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
}

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
    browserUrl: environment.VITE_SUPABASE_URL || url,
    site: environment.VITE_SITE_URL,
    captchaKey: environment.VITE_TURNSTILE_SITE_KEY,
    known: valuesOf(environment),
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
    browserUrl: url,
    site: undefined,
    captchaKey: undefined,
    known: {},
    supporterToken: await signIn(url, 'supporter'),
    connect: connector(url, localKeys.publishable),
  }
  return { target, close: async () => own?.stop() }
}

/** For an account of seed.sql; undefined where it is gone. */
async function signIn(url: string, account: 'admin' | 'supporter'): Promise<string | undefined> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: localKeys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${account}@kindlewell.test`, password: localPassword }),
  }).catch((error: unknown) => {
    throw new Error(`${url} is not reached.`, { cause: error })
  })
  return ((await response.json()) as { access_token?: string }).access_token
}

/** A check's verdict; an error is a failure, unless nobody answered. */
export const examine = (check: Check, target: Target): Promise<Verdict> =>
  check.run(target).catch((error: unknown) => ({
    is: error instanceof Unseen ? 'unknown' : 'bad',
    note: (error as Error).message,
  }))

const marks = { good: '✓', bad: '✗', unknown: '?', 'not applicable': '–' }

/**
 * Runs every check, or some, and prints a line for each, without anyone's address.
 *
 * @returns how many failed, or stayed unknown
 */
export async function diagnose(
  target: Target,
  log: (line: string) => void,
  chosen = checks,
): Promise<number> {
  const verdicts = await Promise.all(chosen.map((check) => examine(check, target)))
  for (const [index, { is, note }] of verdicts.entries()) {
    const { title, mend } = chosen[index]!
    log(withoutAddresses(`${marks[is]} ${title}${note ? ` (${note})` : ''}`))
    if (is === 'bad') log(`    ${mend}`)
  }
  const count = (wanted: Verdict['is']) => verdicts.filter(({ is }) => is === wanted).length
  const [failed, unseen] = [count('bad'), count('unknown')]
  log(
    failed + unseen > 0
      ? `\n${failed} of ${chosen.length} failed, ${unseen} could not be checked: try those again.`
      : '\nNothing failed.',
  )
  return failed + unseen
}

interface Step {
  step: string
  is_done: boolean
}

/** The steps of setting up. A running embedded backend tells them to its admin. */
async function stepsOf({ query, connect, management, url }: Target): Promise<Step[]> {
  if (query) return query<Step>('select * from private.steps_of_set_up()')
  const token = management ? undefined : await signIn(url, 'admin')
  if (!token) return []
  const told: { data: unknown } = await connect(token).rpc('set_up_steps').throwOnError()
  return told.data as Step[]
}

/**
 * Prints what is still to set up, as an admin's home shows it. An open step is no failure: some
 * foundations need no seats, or take no payments online.
 */
export async function tellSetUp(target: Target, log: (line: string) => void): Promise<void> {
  const steps = await stepsOf(target).catch(() => [])
  const open = steps.flatMap(({ step, is_done }) => (is_done ? [] : [setUpSteps[step]!]))
  if (open.length === 0) return
  log(`\n${steps.length - open.length} of ${steps.length} steps of setting up are done. Open:`)
  for (const { title, text, to } of open) log(`  ${title}${to ? ` (${to})` : ''}: ${text}`)
}
