import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { openDatabase } from './database'
import { freePort } from './free-port.js'

/**
 * Runs Supabase's own security and performance lints (`supabase db advisors`) on the migrations;
 * the exit code is the command's, which fails from the level WARN on.
 */
async function main(): Promise<number> {
  const { pg, close } = await openDatabase()
  try {
    // The lints skip schemas unless they are known to be exposed.
    await pg.exec(
      "alter database postgres set pgrst.db_schemas = 'public'; set pgrst.db_schemas = 'public'",
    )
    const port = await freePort()
    const server = new PGLiteSocketServer({ db: pg, port, host: '127.0.0.1' })
    await server.start()
    const address = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`
    const child = spawn(
      'npx',
      ['supabase', 'db', 'advisors', `--remote=${address}`, '--level=warn', '--fail-on=warn'],
      { stdio: 'inherit' },
    )
    const [code] = (await once(child, 'exit')) as [number | null]
    await server.stop()
    return code ?? 1
  } finally {
    await close()
  }
}

// Set last, because closing the database sets its own exit code.
process.exitCode = await main()
