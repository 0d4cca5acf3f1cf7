import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import postgres, { type Sql } from 'postgres'
import { freePort } from '../embedded/free-port.js'
import { spawnBound } from './bound-process.js'
import { compileSafeupdate, makeDirectory, type Postgres } from './postgres.js'

export type { Sql }

export interface Cluster {
  port: number
  /** A pool of connections as one role; ends with the cluster. */
  connect: (role: string, options?: { database?: string; max?: number }) => Sql
  stop: () => Promise<void>
}

type Preparation = (cluster: Pick<Cluster, 'port' | 'connect'>) => Promise<void>

/** Makes a service's real schema instead of our imitation. */
export interface Preparations {
  makeAuthSchema?: Preparation | undefined
  makeStorageSchema?: Preparation | undefined
  /** Whether the API's roles get rights on each new table and function, as before May 2026. */
  grantsByDefault?: boolean | undefined
}

/** What the dashboard's "Default privileges for new entities" takes back where it is off. */
const withoutDefaultGrants = `
  alter default privileges for role postgres in schema public
    revoke select, insert, update, delete on tables from anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    revoke usage, select on sequences from anon, authenticated, service_role;
  alter default privileges for role postgres in schema public
    revoke execute on functions from anon, authenticated, service_role;`

/** A pool of connections to a cluster that another process started. */
export function connectTo(
  port: number,
  role: string,
  { database = 'postgres', max = 10 }: { database?: string; max?: number } = {},
): Sql {
  return postgres({
    host: '127.0.0.1',
    port,
    database,
    username: role,
    max,
    onnotice: () => {},
  })
}

/**
 * Starts a temporary Postgres with the roles, grants and objects of a hosted project, and none of
 * ours yet.
 * @throws when the server does not start or a file of `supabase/platform` fails
 */
export async function startCluster(
  installed: Postgres,
  { makeAuthSchema, makeStorageSchema, grantsByDefault = true }: Preparations = {},
): Promise<Cluster> {
  const { binaries, user } = installed
  const directory = makeDirectory(user)
  const data = path.join(directory, 'data')
  const port = await freePort()
  const safeupdate = compileSafeupdate(installed, directory)
  const server = { ...user, cwd: directory }
  const encoding = ['--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync']
  execFileSync(`${binaries}/initdb`, ['-D', data, '-U', 'supabase_admin', ...encoding], {
    ...server,
    stdio: 'ignore',
  })
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_preload_libraries: 'pg_cron',
    'cron.use_background_workers': 'on',
    max_worker_processes: 40,
    // The tests of a file are one transaction that touches every table.
    max_locks_per_transaction: 256,
    // A temporary cluster need not survive a crash.
    fsync: 'off',
    synchronous_commit: 'off',
    timezone: 'UTC',
  }
  const log = fs.openSync(path.join(directory, 'log'), 'w')
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  // SIGINT is Postgres' fast shutdown.
  const process = spawnBound('INT', `${binaries}/postgres`, ['-D', data, ...options], {
    ...server,
    stdio: [log, log],
  })
  const exited = once(process, 'exit')
  const pools: Sql[] = []
  const connect: Cluster['connect'] = (role, options) => {
    const pool = connectTo(port, role, options)
    pools.push(pool)
    return pool
  }
  const stop = async () => {
    await Promise.all(pools.map((pool) => pool.end({ timeout: 5 })))
    process.stdin!.end()
    await exited
    fs.rmSync(directory, { recursive: true, force: true })
  }
  try {
    const admin = connect('supabase_admin', { max: 1 })
    await ready(admin, () => process.exitCode !== null)
    const run = (name: string) =>
      admin.unsafe(fs.readFileSync(path.join(import.meta.dirname, name), 'utf8')).simple()
    await run('roles.sql')
    if (!grantsByDefault) await admin.unsafe(withoutDefaultGrants).simple()
    if (makeAuthSchema) await makeAuthSchema({ port, connect })
    else await run('auth.sql')
    await run('../embedded/realtime.sql')
    if (makeStorageSchema) await makeStorageSchema({ port, connect })
    else await run('../embedded/storage.sql')
    await run('services.sql')
    await admin.unsafe(`alter role authenticator set session_preload_libraries = '${safeupdate}'`)
    return { port, connect, stop }
  } catch (error) {
    const output = fs.readFileSync(path.join(directory, 'log'), 'utf8')
    await stop()
    throw new Error(`The Postgres of the platform checks did not start.\n${output}`, {
      cause: error,
    })
  }
}

async function ready(sql: Sql, hasExited: () => boolean): Promise<void> {
  for (;;) {
    try {
      await sql`select`
      return
    } catch (error) {
      if (hasExited()) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
