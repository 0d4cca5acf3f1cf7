import fs from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { WebSocketServer } from 'ws'
import { defaultSqlDirectory, projectRoot } from '../../supabase/embedded/config.js'
import { freePort } from '../../supabase/embedded/free-port.js'
import { toRequest } from '../../supabase/embedded/http.js'
import { startCluster } from '../../supabase/platform/cluster.js'
import { migrate } from '../../supabase/platform/migrate.js'
import { findPostgres } from '../../supabase/platform/postgres.js'
import { answerFrom } from '../bench/static-server.js'
import { serveSmtp } from '../mail-servers.js'
import { makeAuthSchema, startAuthService } from './auth-service.js'
import { htmlOf, subjectOf } from './received-mail.js'
import { startLite, startPostgrest } from './rest.js'
import { authEnvironment } from './settings.js'

/*
 * The site on the services of a hosted project: supabase/auth on a temporary Postgres, PostgREST where
 * a binary is named, one gateway before them. Realtime is absent.
 *
 * - `PLATFORM_PORT`: of the gateway.
 * - `PLATFORM_AUTH_BINARY`: supabase/auth, whose binary carries its migrations.
 * - `PLATFORM_POSTGREST_BINARY`: optional; without it the embedded backend's REST answers.
 */
async function main() {
  const { PLATFORM_PORT, PLATFORM_AUTH_BINARY, PLATFORM_POSTGREST_BINARY } = process.env
  const postgres = findPostgres()
  if (!PLATFORM_AUTH_BINARY)
    throw new Error('PLATFORM_AUTH_BINARY names no binary of supabase/auth.')
  if (!postgres) throw new Error('Postgres is not installed.')
  const origin = `http://127.0.0.1:${PLATFORM_PORT}`
  const smtp = await serveSmtp(() => 'accept')
  let environment: Record<string, string> = {}
  const authPort = await freePort()
  const cluster = await startCluster(postgres, {
    makeAuthSchema: async (made) => {
      environment = authEnvironment({
        databaseUrl: `postgres://supabase_auth_admin@127.0.0.1:${made.port}/postgres`,
        port: authPort,
        origin,
        smtp: new URL(smtp.url),
      })
      await makeAuthSchema(PLATFORM_AUTH_BINARY, environment, made)
    },
  })
  await migrate(cluster)
  const seed = fs.readFileSync(path.join(defaultSqlDirectory, 'seed.sql'), 'utf8')
  await cluster.connect('postgres', { max: 1 }).unsafe(seed).simple()
  const auth = await startAuthService(PLATFORM_AUTH_BINARY, environment)
  const rest = PLATFORM_POSTGREST_BINARY
    ? await startPostgrest(PLATFORM_POSTGREST_BINARY, cluster.port)
    : await startLite(cluster.port)

  const route = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    if (pathname.startsWith('/rest/v1/')) return rest.fetch(request)
    if (pathname.startsWith('/auth/v1/')) {
      const target = auth.url + pathname.replace('/auth/v1', '') + search
      return fetch(new Request(target, request), { redirect: 'manual' })
    }
    if (pathname === '/_dev/mail.json') {
      const mails = smtp.received.map(({ to, raw }) => ({
        to,
        subject: subjectOf(raw),
        html: htmlOf(raw),
      }))
      return Response.json(mails.reverse())
    }
    if (pathname === '/_platform/database.json') return Response.json({ port: cluster.port })
    const template = /^\/_platform\/templates\/(\w+\.html)$/.exec(pathname)?.[1]
    if (template) {
      return new Response(fs.readFileSync(path.join(defaultSqlDirectory, 'templates', template)))
    }
    const { status, headers, body } = await answerFrom(path.join(projectRoot, 'dist'), pathname)
    return new Response(new Uint8Array(body), { status, headers })
  }
  const gateway = createServer((incoming, outgoing) => {
    toRequest(incoming, true)
      .then(route)
      .then(async (response) => {
        // `fetch` has unpacked it.
        const headers = [...response.headers].filter(
          ([name]) =>
            response.url === '' || !/^(content-(encoding|length)|transfer-encoding)$/.test(name),
        )
        outgoing.writeHead(response.status, Object.fromEntries(headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      })
      .catch((error: unknown) => {
        console.error(error)
        outgoing.destroy()
      })
  })
  gateway.keepAliveTimeout = 120_000
  // Realtime is absent: a request for it gets a silent connection.
  const silence = new WebSocketServer({ server: gateway, path: '/realtime/v1/websocket' })
  gateway.listen(Number(PLATFORM_PORT), '127.0.0.1')

  process.once('SIGTERM', () => {
    silence.close()
    gateway.close()
    gateway.closeAllConnections()
    void Promise.all([auth.stop(), rest.stop(), smtp.stop()]).then(() => cluster.stop())
  })
}

await main()
