import type { Server } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import {
  runnerImport,
  type Logger,
  type Plugin,
  type PreviewServer,
  type ViteDevServer,
} from 'vite'
import type { Backend, createBackend } from './backend'
// Part of Vite's configuration, where an import without an extension makes Vite warn.
import { localPassword, projectRoot, readEnvironment, type EnvironmentOptions } from './config.js'
import { createMiddleware, keepAliveTimeout, upgradeToRealtime } from './http.js'

// Vite evaluates its configuration again when it restarts, and opens the new server before it closes
// the old one. Two databases on one directory would lose writes, so the process keeps a single one.
const runningSymbol = Symbol.for('embedded-backend.running')
const globals = globalThis as { [runningSymbol]?: Promise<Backend> }

/**
 * Serves the embedded backend with `vite` and `vite preview` at the app's own address, unless
 * `VITE_SUPABASE_URL` names another backend; then none of it is loaded.
 */
export function embeddedBackend(): Plugin {
  return {
    name: 'embedded-backend',
    configureServer: mount,
    configurePreviewServer: mount,
    closeServer: ({ reason }) => (reason === 'restart' ? undefined : stop()),
    closePreviewServer: stop,
  }
}

function mount(server: ViteDevServer | PreviewServer): void {
  const { env, logger } = server.config
  if (env.VITE_SUPABASE_URL || process.env.VITEST) return
  const options = readEnvironment()
  const isFirst = !globals[runningSymbol]
  const backend = (globals[runningSymbol] ??= start(options, logger))
  server.middlewares.use(createMiddleware(backend, options))
  // Vite's own type leaves HTTP/2 open, which has no upgrades.
  const httpServer = server.httpServer as Server | null
  if (httpServer) httpServer.keepAliveTimeout = keepAliveTimeout
  httpServer?.on('upgrade', (request, socket, head) => {
    upgradeToRealtime(backend, request, socket, head)
  })
  if (!isFirst) return

  // Vite ends on SIGTERM, with its own exit code unless one is set.
  process.once('SIGTERM', () => (process.exitCode = 0))
  process.once('SIGINT', () => void server.close().finally(() => process.exit(0)))
  const addressesPrinted = new Promise<void>((resolve) => {
    const print = server.printUrls.bind(server)
    server.printUrls = () => resolve(print())
  })
  backend.then(
    async ({ exclusive }) => {
      const accounts = await exclusive(listAccounts)
      await addressesPrinted
      const { local = [], network = [] } = server.resolvedUrls ?? {}
      logger.info(describe([...local, ...network][0] ?? '', options.dataDirectory, accounts))
    },
    (error: Error) => {
      // So that a restart from Vite's prompt tries again.
      delete globals[runningSymbol]
      const reason = error.message.replace(/^/gm, '    ')
      logger.error(`\n  The embedded backend could not start: the API answers 503.\n\n${reason}\n`)
    },
  )
}

async function start(options: EnvironmentOptions, logger: Logger): Promise<Backend> {
  // A plain import would be bundled into the configuration and load the database with every build.
  const file = fileURLToPath(new URL('./backend.ts', import.meta.url))
  const { module } = await runnerImport<{ createBackend: typeof createBackend }>(file)
  return module.createBackend({
    ...options,
    deliverMails: true,
    log: (line) => logger.info(`  ${line}`),
  })
}

async function stop(): Promise<void> {
  const backend = await globals[runningSymbol]?.catch(() => undefined)
  delete globals[runningSymbol]
  // PGlite left open makes the process end with an error.
  await backend?.close()
}

interface Account {
  email: string
  role: string
}

/** The accounts of seed.sql; none when the schema has no profiles. */
async function listAccounts(pg: PGlite): Promise<Account[]> {
  const sql = `select email, role::text from public.profiles
    where email like '%@kindlewell.test' order by id`
  return pg.query<Account>(sql).then(
    ({ rows }) => rows,
    () => [],
  )
}

/** The lines printed at the start: addresses and accounts. */
function describe(address: string, dataDirectory: string | undefined, accounts: Account[]): string {
  const data = dataDirectory
    ? `${path.relative(projectRoot, dataDirectory)} (start again with npm run db:reset)`
    : 'in memory, gone after a restart'
  return [
    '\n  Embedded backend, because VITE_SUPABASE_URL is not set',
    `    Emails   ${address}_dev/mail`,
    `    Data      ${data}`,
    `    Accounts  password ${localPassword}`,
    ...accounts.map(({ email, role }) => `              ${email.padEnd(32)} ${role}`),
    '',
  ].join('\n')
}
