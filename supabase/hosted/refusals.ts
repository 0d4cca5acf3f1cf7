export const pausedRule =
  'The project is paused: resume it in the dashboard, wait until it runs, then run this again'

/**
 * Rules of the platform behind a refusal, by its words, each with the way out.
 *
 * @see https://supabase.com/changelog?types=breaking-change for mails since 2026-06-03
 * @see https://supabase.com/docs/guides/platform/database-size
 * @see https://supabase.com/docs/guides/troubleshooting/realtime-must-be-owner-of-table-messages
 */
const rules: readonly { words: RegExp; rule: string }[] = [
  {
    words: /email template modification is not available/i,
    rule: 'The Free plan takes texts of sign-in mails only from a project with its own mail server: set RESEND_API_KEY or SMTP_URL, or upgrade the plan',
  },
  {
    words: /custom smtp required/i,
    rule: 'The platform changes the limit of sign-in mails only for a project with its own mail server: set RESEND_API_KEY or SMTP_URL',
  },
  {
    words: /read-only transaction/i,
    rule: 'The database only reads: a Free project does from 500 MB on, any other when its disk is full. Upgrade the plan or free space (docs/deployment.md, "What the plan allows"), then run this again',
  },
  {
    words: /must be owner of (relation|table) messages/i,
    rule: 'A migration does more on realtime.messages than create, alter or drop a policy, and the platform lets you do nothing else there: remove that statement from the migration',
  },
  {
    words: /project is paused/i,
    rule: pausedRule,
  },
  {
    words: /(max|maximum) number of functions|exceeded.*quota|quota.*exceeded/i,
    rule: 'The organization is over a quota of its plan: Dashboard → Organization → Usage names it. Delete something or upgrade the plan, then run this again',
  },
]

/** The platform's rule behind a message; undefined when none is known. */
export const ruleBehind = (message: string): string | undefined =>
  rules.find(({ words }) => words.test(message))?.rule

/** Nobody answered, or this token may not see it: what was asked stays unknown. */
export class Unseen extends Error {}

/** The reason of a failed `fetch`, without its stack. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : ''

/**
 * `fetch` with a limit of 20 seconds.
 *
 * @throws Unseen when there is no answer
 */
export const reach = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { signal: AbortSignal.timeout(20_000), ...init }).catch((error: unknown) => {
    throw new Unseen(`${new URL(url).host} is not reached: ${reasonOf(error)}`)
  })
