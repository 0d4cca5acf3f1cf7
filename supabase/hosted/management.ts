import crypto from 'node:crypto'
import { pausedRule, reasonOf, ruleBehind, Unseen } from './refusals'

export const sha256 = (text: string) => crypto.createHash('sha256').update(text).digest('hex')

/** Supabase's management API, for one project. */
export class Management {
  readonly project: string
  readonly #token: string
  readonly #api: string

  /** @param project its reference, twenty lowercase letters */
  constructor(project: string, token: string, api = 'https://api.supabase.com') {
    this.project = project
    this.#token = token
    this.#api = api
  }

  /**
   * Returns the answer of the API to a request below /v1/projects/<project>.
   *
   * @throws with the fix when it refuses, and Unseen when it does not answer or not this token
   */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#request(method, `/v1/projects/${this.project}`, path, body)
  }

  async #request<Answer>(
    method: string,
    base: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    const what = `${method} ${path || '/'}`
    const response = await fetch(`${this.#api}${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      throw new Unseen(`The management API is not reached (${what}): ${reasonOf(error)}.`)
    })
    const text = await response.text()
    if (!response.ok) throw refusal(response.status, text, what)
    if (!text) return undefined as Answer
    try {
      return JSON.parse(text) as Answer
    } catch {
      throw new Unseen(`The management API answered no JSON (${what}).`)
    }
  }

  /** The project's state, and its organization's plan: undefined when the token may not see that. */
  async standing(): Promise<Standing> {
    type Project = { name: string; status: string; organization_slug?: string }
    const { name, status, organization_slug: slug } = await this.call<Project>('GET', '')
    const organization = slug
      ? await this.#request<{ plan?: string }>('GET', '/v1/organizations/', slug).catch(
          (error: unknown) => {
            if (error instanceof Unseen) return undefined
            throw error
          },
        )
      : undefined
    return { name, status, plan: organization?.plan }
  }

  /** Rows of one statement, which runs as `postgres`. */
  async query<Row>(query: string, parameters: unknown[] = []): Promise<Row[]> {
    const rows = await this.call<Row[]>('POST', '/database/query', { query, parameters })
    if (!Array.isArray(rows)) throw new Error('The management API answered no rows.')
    return rows
  }

  /**
   * The standing of a project that runs.
   *
   * @throws with the way when it is paused, being restored, or the like
   */
  async running(): Promise<Standing> {
    const standing = await this.standing()
    const problem = standingProblem(standing)
    if (problem) throw new Error(problem)
    return standing
  }

  /** The names of the functions' secrets, each with the digest that the platform shows of it. */
  async secrets(): Promise<Map<string, string>> {
    const secrets = await this.call<{ name: string; value: string }[]>('GET', '/secrets')
    return new Map(secrets.map(({ name, value }) => [name, value]))
  }

  /** The key that browsers send. */
  publishableKey(): Promise<string> {
    return this.#key('publishable', 'anon', '/api-keys')
  }

  /** A key that bypasses row-level security. */
  secretKey(): Promise<string> {
    return this.#key('secret', 'service_role', '/api-keys?reveal=true')
  }

  async #key(wanted: string, formerly: string, path: string): Promise<string> {
    type Keys = { name: string; type?: string | null; api_key?: string | null }[]
    const keys = await this.call<Keys>('GET', path)
    const key = keys.find(({ type }) => type === wanted) ?? keys.find((it) => it.name === formerly)
    if (!key?.api_key) throw new Error(`The project has no ${wanted} key.`)
    return key.api_key
  }
}

export interface Standing {
  name: string
  /** `ACTIVE_HEALTHY`, `INACTIVE`, `RESTORING` … */
  status: string
  /** `free`, `pro` … */
  plan: string | undefined
}

/** Why a project of this status cannot be worked on, and the way; undefined when it can. */
export function standingProblem({ status }: Standing): string | undefined {
  if (status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY') return undefined
  return ways[status] ?? `The project's status is ${status}: look at it in the dashboard`
}

const wait = 'Wait a few minutes, then run this again'
const ways: Record<string, string> = {
  INACTIVE: pausedRule,
  PAUSING: 'The project is being paused: resume it in the dashboard once that is over',
  PAUSE_FAILED: 'The project could not be paused: look at it in the dashboard, or ask the platform',
  RESTORING: `The project is being restored. ${wait}`,
  RESTORE_FAILED: 'The project could not be restored: only the platform can help',
  COMING_UP: `The project is starting. ${wait}`,
  RESTARTING: `The project is restarting. ${wait}`,
  RESIZING: `The project is getting another size. ${wait}`,
  UPGRADING: `Postgres is being upgraded. ${wait}`,
  GOING_DOWN: 'The project is being shut down: look at it in the dashboard',
  REMOVED: 'The project was deleted: use another one',
}

const byStatus: Record<number, string> = {
  401: 'The access token is not accepted: make one at https://supabase.com/dashboard/account/tokens',
  402: 'The organization is over a quota of its plan, or has an unpaid bill: Dashboard → Organization → Usage names it. Upgrade or pay, then run this again',
  403: 'The access token may not do this: its owner must own or administer the project, and the token must have the permission',
  404: 'This access token has no project with this reference: it may be of another organization',
}

const isHidden = (status: number) => [401, 403, 404, 429].includes(status) || status >= 500

function refusal(status: number, text: string, what: string): Error {
  const { message, missing } = wordsOf(text)
  const rule = ruleBehind(message)
  const trouble =
    status === 429 || status >= 500
      ? 'The management API has trouble: try again in a minute'
      : 'The management API refuses'
  const lacks = missing.length > 0 ? `; it lacks ${missing.join(', ')}` : ''
  const reason = `${rule ?? byStatus[status] ?? trouble}${lacks} (${what}: ${status} ${message})`
  return !rule && isHidden(status) ? new Unseen(reason) : new Error(reason)
}

/** A refusal's words; a token without a permission is told which (changelog of 2026-10-06). */
function wordsOf(text: string): { message: string; missing: string[] } {
  try {
    const { message, missing_permissions } = JSON.parse(text) as {
      message?: string
      missing_permissions?: string[]
    }
    return { message: message ?? '', missing: missing_permissions ?? [] }
  } catch {
    return { message: '', missing: [] }
  }
}
