import { App } from '@supabase/lite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import { localKeys } from '../../supabase/embedded/config.js'
import { mendConnection } from '../../supabase/embedded/connection.js'
import { currentRequest } from '../../supabase/embedded/current-request.js'
import { freePort } from '../../supabase/embedded/free-port.js'
import { rewriteParameters } from '../../supabase/embedded/parameters.js'
import { spawnBound } from '../../supabase/platform/bound-process.js'
import { untilReady } from './service.js'

interface Rest {
  /** Answers a request below /rest/v1. */
  fetch: (request: Request) => Promise<Response>
  stop: () => Promise<unknown>
}

/** PostgREST itself. */
export async function startPostgrest(binary: string, databasePort: number): Promise<Rest> {
  const port = await freePort()
  const server = spawnBound('TERM', binary, [], {
    env: {
      PGRST_DB_URI: `postgres://authenticator@127.0.0.1:${databasePort}/postgres`,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_JWT_SECRET: localKeys.jwtSecret,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
    stdio: ['ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  // Until it knows the schema it answers 503.
  const { stop } = await untilReady(server, `${url}/`)
  return {
    stop,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      // A hosted project's gateway takes the publishable key for a visitor.
      if (headers.get('authorization') === `Bearer ${localKeys.publishable}`) {
        headers.delete('authorization')
      }
      const address = `${url}${pathname.replace('/rest/v1', '')}${search}`
      return fetch(new Request(address, new Request(request, { headers })))
    },
  }
}

/**
 * The REST of the embedded backend, on a real Postgres. Its role is `postgres`, because it looks up
 * the user of each token itself.
 */
export async function startLite(databasePort: number): Promise<Rest> {
  const connection = createPostgresConnection({
    url: `postgres://postgres@127.0.0.1:${databasePort}/postgres`,
  })
  mendConnection(connection)
  const app = new App({
    connection,
    api: { schemas: ['public'], max_rows: 1000 },
    auth: {
      enabled: true,
      publishable_key: localKeys.publishable,
      secret_key: localKeys.secret,
      jwt_secret: localKeys.jwtSecret,
    },
    options: { server: { admin: false, disableStudio: true } },
  })
  await app.init()
  return {
    fetch: (request) =>
      currentRequest.run(request, async () => app.fetch(rewriteParameters(request))),
    stop: () => connection.close(),
  }
}
