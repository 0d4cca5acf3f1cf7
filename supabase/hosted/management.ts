import crypto from 'node:crypto'

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
   * @throws with the fix, when it refuses, is not reached or does not answer JSON
   */
  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const what = `${method} ${path || '/'}`
    const response = await fetch(`${this.#api}/v1/projects/${this.project}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    }).catch((error: unknown) => {
      throw new Error(`The management API is not reached (${what}): ${reasonOf(error)}.`)
    })
    const text = await response.text()
    if (!response.ok) {
      const reason = refusals[response.status] ?? laterOr(response.status)
      throw new Error(`${reason} (${what}: ${response.status} ${messageOf(text)})`)
    }
    if (!text) return undefined as Answer
    try {
      return JSON.parse(text) as Answer
    } catch {
      throw new Error(`The management API answered no JSON (${what}).`)
    }
  }

  /** Rows of one statement, which runs as `postgres`. */
  async query<Row>(query: string, parameters: unknown[] = []): Promise<Row[]> {
    const rows = await this.call<Row[]>('POST', '/database/query', { query, parameters })
    if (!Array.isArray(rows)) throw new Error('The management API answered no rows.')
    return rows
  }

  /** The names of the functions' secrets, each with the digest that the platform shows of it. */
  async secrets(): Promise<Map<string, string>> {
    const secrets = await this.call<{ name: string; value: string }[]>('GET', '/secrets')
    return new Map(secrets.map(({ name, value }) => [name, value]))
  }

  /** The key that browsers send. */
  publishableKey(): Promise<string> {
    return this.#key('publishable', 'anon')
  }

  /** A key that bypasses row-level security. */
  secretKey(): Promise<string> {
    return this.#key('secret', 'service_role')
  }

  async #key(wanted: string, formerly: string): Promise<string> {
    type Keys = { name: string; type?: string | null; api_key?: string | null }[]
    const keys = await this.call<Keys>('GET', '/api-keys?reveal=true')
    const key = keys.find(({ type }) => type === wanted) ?? keys.find((it) => it.name === formerly)
    if (!key?.api_key) throw new Error(`The project has no ${wanted} key.`)
    return key.api_key
  }
}

const refusals: Record<number, string> = {
  401: 'The access token is not accepted: make one at https://supabase.com/dashboard/account/tokens',
  403: 'The access token may not do this: its owner must own or administer the project',
  404: 'This access token has no project with this reference',
}

const laterOr = (status: number) =>
  status === 429 || status >= 500
    ? 'The management API has trouble: try again in a minute'
    : 'The management API refuses'

const reasonOf = (error: unknown) =>
  error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : ''

function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? ''
  } catch {
    return ''
  }
}
