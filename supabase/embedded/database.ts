import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { getAuthSchemaSql } from '@supabase/lite'
import type { PgliteConnection } from '@supabase/lite/pglite'
import { defaultSnapshotDirectory, defaultSqlDirectory, projectRoot } from './config'
import { learnTypes, openConnection } from './connection'
import { prepareDataDirectory } from './data-directory'
import { abandon, isBroken } from './protocol'
import { readSnapshot, writeSnapshot } from './snapshot'
import {
  readSqlFiles,
  runSqlFile,
  withoutSamples,
  type Migration,
  type SqlFiles,
} from './sql-files'

export interface DatabaseOptions {
  /** Directory of `migrations/` and `seed.sql`. Default: the repository's `supabase`. */
  sqlDirectory?: string | undefined
  /** What to run instead of the files in that directory. */
  files?: SqlFiles | undefined
  /** Absolute path of the database. In memory when absent. */
  dataDirectory?: string | undefined
  /** Where to keep copies of freshly seeded databases. Default: `supabase/.temp/snapshots`. */
  snapshotDirectory?: string | undefined
  /** Whether a new database gets only the accounts of the seed. Default: as it was reset. */
  isEmpty?: boolean | undefined
  /** Told about each migration and the seed. */
  log?: ((line: string) => void) | undefined
}

export interface Database {
  connection: PgliteConnection
  /** Another one after `recover` */
  readonly pg: PGlite
  origin: 'existing data' | 'snapshot' | 'migrations and seed'
  /**
   * Opens a broken database again, as after a crash, with all committed data.
   *
   * @returns whether it was broken
   */
  recover: () => Promise<boolean>
  /** Closes the database and releases the data directory. */
  close: () => Promise<void>
}

/**
 * Opens the database, migrated and, when it is new, seeded.
 *
 * @throws when a migration or the seed fails; a new database is then thrown away
 * @throws when another process uses the directory, or was built from other texts
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const all = options.files ?? readSqlFiles(options.sqlDirectory ?? defaultSqlDirectory)
  const log = options.log ?? (() => {})
  const directory = options.dataDirectory ? prepareDataDirectory(options.dataDirectory) : undefined
  const files = options.isEmpty || directory?.isEmpty ? withoutSamples(all) : all
  let connection: PgliteConnection | undefined
  const close = async () => {
    await connection?.close()
    directory?.release()
  }
  try {
    const isNew = directory?.version === undefined
    const store = options.snapshotDirectory ?? defaultSnapshotDirectory
    const keys = snapshotKeys(files)
    if (!isNew && directory.version !== keys.empty) {
      throw new Error(`The local database comes from another version of this backend. ${advice}`)
    }
    const seeded = isNew ? readSnapshot(store, keys.seeded) : undefined
    const snapshot = isNew
      ? (seeded ?? readSnapshot(store, keys.migrated) ?? readSnapshot(store, keys.empty))
      : undefined
    const opened = await openConnection({ dataDirectory: options.dataDirectory, snapshot })
    connection = opened
    const pg = opened.driver
    if (isNew && !snapshot) {
      await pg.exec(`${connection.config.baseSchema};${getAuthSchemaSql()};${bootstrapSql()}`)
      // Templates of further databases, which would add to the size of every copy.
      for (const template of ['template0', 'template1']) {
        await pg.exec(`alter database ${template} is_template false`)
        await pg.exec(`drop database ${template}`)
      }
      await keepSnapshot(store, keys.empty, pg)
    }
    await resetSession(pg)
    await migrate(pg, files.migrations, log)
    if (isNew && !seeded) {
      if (files.seed) await inTransaction(pg, () => runSqlFile(pg, files.seed!))
      if (files.seed) log('applied seed.sql')
      await keepSnapshot(store, keys.seeded, pg)
    }
    directory?.markComplete(keys.empty)
    await resetSession(pg)
    await learnTypes(pg)
    return {
      connection: opened,
      get pg() {
        return opened.driver
      },
      recover: async () => {
        if (!isBroken(opened.driver)) return false
        await reopen(opened, options.dataDirectory)
        return true
      },
      origin: seeded ? 'snapshot' : isNew ? 'migrations and seed' : 'existing data',
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Gives a connection another database with the same files. */
async function reopen(connection: PgliteConnection, dataDirectory: string | undefined) {
  const { driver } = connection
  const snapshot = dataDirectory ? undefined : await driver.dumpDataDir('none')
  const { driver: pg, kysely } = await openConnection({ dataDirectory, snapshot })
  await resetSession(pg)
  await learnTypes(pg)
  Object.assign(connection, { driver: pg, kysely })
  await abandon(driver)
}

async function keepSnapshot(store: string, key: string, pg: PGlite): Promise<void> {
  // Otherwise each database made from it would replay all of this from the log, and keep the log
  // too.
  await pg.exec('select pg_switch_wal(); checkpoint')
  await writeSnapshot(store, key, await pg.dumpDataDir('none'))
}

const advice = 'Start again with `npm run db:reset`.'

/** The name of a migration's file as `supabase_migrations` has it, without its version. */
export const nameInTable = (file: string) => file.replace(/^.*\d{14}_|\.sql$/g, '')

/**
 * Applies those that are missing.
 *
 * @throws at the first that fails, or when one was applied with another text or is gone
 */
export async function migrate(
  pg: PGlite,
  migrations: Migration[],
  log: (line: string) => void = () => {},
): Promise<void> {
  const { rows } = await pg.query<{ version: string; text: string }>(
    'select version, statements[1] as text from supabase_migrations.schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.version, row.text]))
  const changed = migrations.filter(
    (file) => (applied.get(file.version) ?? file.text) !== file.text,
  )
  const known = new Set(migrations.map((file) => file.version))
  const missing = [...applied.keys()].filter((version) => !known.has(version))
  if (changed.length > 0 || missing.length > 0) {
    const names = [...changed.map((file) => file.name), ...missing.map((it) => `${it} (removed)`)]
    throw new Error(
      `The local database was built from an earlier text of ${names.join(', ')}. ${advice}`,
    )
  }
  for (const file of migrations.filter((it) => !applied.has(it.version))) {
    await inTransaction(pg, async () => {
      await resetSession(pg)
      await runSqlFile(pg, file)
      await pg.query(
        'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
        [file.version, [file.text], nameInTable(file.name)],
      )
    })
    log(`applied ${file.name}`)
  }
}

async function inTransaction(pg: PGlite, work: () => Promise<unknown>): Promise<void> {
  await pg.exec('begin')
  try {
    await work()
    await pg.exec('commit')
  } catch (error) {
    await pg.exec('rollback')
    throw error
  }
}

/** Resets the settings that SQL files changed in the session that all requests share. */
export async function resetSession(pg: PGlite): Promise<void> {
  await pg.exec('reset role; reset all; set search_path to "$user", public, extensions')
}

const bootstrapSql = () =>
  ['realtime', 'bootstrap', 'storage']
    .map((name) => fs.readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8'))
    .join('\n')

/** Keys that change with every text and package version that a new database depends on. */
function snapshotKeys({ migrations, seed }: SqlFiles) {
  const versions = ['@supabase/lite', '@electric-sql/pglite'].map((name) => {
    const manifest = path.join(projectRoot, 'node_modules', name, 'package.json')
    return (JSON.parse(fs.readFileSync(manifest, 'utf8')) as { version: string }).version
  })
  const hash = (value: unknown) =>
    crypto.createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
  const empty = hash([versions, bootstrapSql()])
  // The seed counts its days from today.
  const today = new Date().toISOString().slice(0, 10)
  const keyOf = (rows: SqlFiles['seed']) => hash([empty, migrations, rows, today])
  return { empty, migrated: keyOf(undefined), seeded: keyOf(seed) }
}
