import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { createHandler as checkFiles } from '../../supabase/functions/check-files/handler'
import { localKeys } from '../../supabase/embedded/config'
import { createMiddleware } from '../../supabase/embedded/http'
import { Outbox } from '../../supabase/embedded/outbox'
import { signToken } from '../sign-token'
import { serverToken } from './platform'
import { startLite } from './rest'
import { startSeeded } from './setup'
import { startStorageService } from './storage-service'

/** A seeded Postgres, on which supabase/storage makes the schema `storage` and then runs. */
export async function startStorage(folder: string) {
  let service: Awaited<ReturnType<typeof startStorageService>> | undefined
  const cluster = await startSeeded({
    makeStorageSchema: async ({ port, connect }) => {
      const admin = connect('supabase_admin', { max: 1 })
      await admin`create schema storage authorization supabase_storage_admin`
      await admin`grant usage on schema storage to postgres with grant option`
      await admin`grant usage on schema storage to anon, authenticated, service_role`
      await admin.end()
      service = await startStorageService(folder, port)
    },
  })
  const stop = async () => {
    await service!.stop()
    await cluster.stop()
  }
  return { cluster, service: service!, stop }
}

/** A hosted project's files: the service, REST and the function that checks, behind a gateway that knows the keys. */
export async function startStorageBackend(folder: string) {
  const { cluster, service, stop } = await startStorage(folder)
  // Sees every row.
  const sql = cluster.connect('supabase_admin', { max: 1 })
  const secret = crypto.randomUUID()
  await sql`select vault.create_secret(${secret}, 'deliver_mail_secret')`
  const rest = await startLite(cluster.port)
  const anonymous = signToken({ role: 'anon', exp: Math.floor(Date.now() / 1000) + 3600 })
  const tokens: Record<string, string> = {
    [`Bearer ${localKeys.secret}`]: serverToken(),
    [`Bearer ${localKeys.publishable}`]: anonymous,
    '': anonymous,
  }
  const send = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    if (pathname.startsWith('/rest/')) return rest.fetch(request)
    if (pathname.startsWith('/functions/')) {
      const environment = {
        SUPABASE_URL: url,
        SUPABASE_SERVICE_ROLE_KEY: localKeys.secret,
        DELIVER_MAIL_SECRET: secret,
      }
      return checkFiles(environment, { send })(request)
    }
    const headers = new Headers(request.headers)
    const given = headers.get('authorization') ?? ''
    headers.set('authorization', tokens[given] ? `Bearer ${tokens[given]}` : given)
    headers.set('x-forwarded-prefix', '/storage/v1')
    headers.delete('content-length')
    const body = ['GET', 'HEAD'].includes(request.method) ? null : await request.arrayBuffer()
    return fetch(service.url + pathname.replace('/storage/v1', '') + search, {
      method: request.method,
      headers,
      body,
      redirect: 'manual',
    })
  }
  const ready = Promise.resolve({ fetch: send, outbox: new Outbox() })
  const handle = createMiddleware(ready, { trustProxy: true })
  const server = createServer((request, response) => {
    handle(request, response, () => response.writeHead(404).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const query = async (text: string, values: unknown[] = []) => ({
    rows: await sql.unsafe(text, values as never[]),
  })
  return {
    url,
    fetch: send,
    exclusive: <Result>(work: (pg: PGlite) => Promise<Result>) =>
      work({ query, exec: query } as unknown as PGlite),
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await rest.stop()
      await stop()
    },
  }
}
