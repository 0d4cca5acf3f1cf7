import { test as base } from '@playwright/test'
import { localKeys } from '../../supabase/embedded/config.js'
import { connectTo, type Sql } from '../../supabase/platform/cluster.js'
import { readMails, tokenOfLastMail } from '../e2e/mails'

export { expect } from '@playwright/test'

interface Answer {
  status: number
  body: { code?: string; error_code?: string; access_token?: string; [name: string]: unknown }
}

interface Platform {
  /** Calls the auth service past the app, from an address of its own. */
  auth: (method: string, path: string, body?: object, token?: string) => Promise<Answer>
  /** A connection of one's own as `postgres`, which owns what the migrations made. */
  connect: () => Sql
  /** Resolves once so many statements wait for a lock. */
  untilBlocked: (count: number) => Promise<void>
  mailsTo: (address: string) => Promise<number>
  tokenTo: (address: string) => Promise<string>
}

let visitors = 0

/** Tests of the services themselves, without a browser. */
export const test = base.extend<{ platform: Platform }>({
  platform: async ({ request, baseURL }, use, info) => {
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
    visitors += 1
    const address = `10.${100 + info.workerIndex}.0.${visitors}`
    await use({
      connect,
      async auth(method, path, body, token) {
        const response = await fetch(`${baseURL}/auth/v1/${path}`, {
          method,
          headers: {
            apikey: localKeys.publishable,
            'cf-connecting-ip': address,
            'content-type': 'application/json',
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        return { status: response.status, body: text ? (JSON.parse(text) as Answer['body']) : {} }
      },
      async untilBlocked(count) {
        for (;;) {
          const [row] = await observer<{ waiting: number }[]>`
            select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'`
          if (row!.waiting >= count) return
        }
      },
      mailsTo: async (to) => (await readMails(request)).filter((mail) => mail.to === to).length,
      tokenTo: (to) => tokenOfLastMail(request, to),
    })
    await Promise.all(connections.map((sql) => sql.end({ timeout: 1 })))
  },
})
