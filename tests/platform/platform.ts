import { localKeys } from '../../supabase/embedded/config.js'
import { connectTo, type Sql } from '../../supabase/platform/cluster.js'
import { test as base } from '../e2e/fixtures'
import { linkIn, type Mail } from '../e2e/mails'
import { signToken } from '../sign-token'

export { expect } from 'playwright/test'

export interface Answer {
  status: number
  body: { access_token?: string; [name: string]: unknown }
}

interface Platform {
  /** Calls the auth service past the app. */
  auth: (method: string, path: string, body?: object, token?: string) => Promise<Answer>
  /** As a server with the secret key, or the project's dashboard. */
  asServer: (method: string, path: string, body?: object) => Promise<Answer>
  /** A separate connection as `postgres`, which owns the migrations' objects. */
  connect: () => Sql
  /** Resolves once this many statements wait for a lock. */
  untilBlocked: (count: number) => Promise<void>
  mailsTo: (address: string) => Promise<number>
  tokenTo: (address: string) => Promise<string>
}

let visitors = 0

/** Calls an auth service as supabase-js does, each time from another address. */
export async function callAuth(
  url: string,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Answer> {
  visitors += 1
  const response = await fetch(`${url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: localKeys.publishable,
      'cf-connecting-ip': `10.${100 + (process.pid % 100)}.${visitors >> 8}.${visitors & 255}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? (JSON.parse(text) as Answer['body']) : {} }
}

/** Of a hosted project's gateway, for a server that brings the secret key. */
export const serverToken = (): string => signToken({ role: 'service_role', aud: 'authenticated' })

async function mailsAt(url: string, address: string): Promise<Mail[]> {
  const mails = (await (await fetch(`${url}/_dev/mail.json`)).json()) as Mail[]
  return mails.filter(({ to }) => to === address)
}

/** The token in the newest mail to an address. */
export async function tokenIn(url: string, address: string): Promise<string> {
  const [mail] = await mailsAt(url, address)
  return new URLSearchParams(new URL(linkIn(mail)!).hash.slice(1)).get('token_hash')!
}

/** Journeys and requests that look into the database, too. */
export const test = base.extend<{ platform: Platform }>({
  platform: async ({ request, baseURL }, use) => {
    const { port } = (await (await request.get('/_platform/database.json')).json()) as {
      port: number
    }
    const connections: Sql[] = []
    const connect = () => {
      const sql = connectTo(port, 'postgres', { max: 1 })
      connections.push(sql)
      return sql
    }
    const observer = connect()
    await use({
      connect,
      auth: (method, path, body, token) => callAuth(baseURL!, method, path, body, token),
      asServer: (method, path, body) => callAuth(baseURL!, method, path, body, serverToken()),
      async untilBlocked(count) {
        for (;;) {
          const [row] = await observer<{ waiting: number }[]>`
            select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'`
          if (row!.waiting >= count) return
        }
      },
      mailsTo: async (address) => (await mailsAt(baseURL!, address)).length,
      tokenTo: (address) => tokenIn(baseURL!, address),
    })
    await Promise.all(connections.map((sql) => sql.end({ timeout: 1 })))
  },
})
