import { defaultSqlDirectory } from '../embedded/config'
import { openDatabase, type DatabaseOptions } from '../embedded/database'
import { readSqlFiles } from '../embedded/sql-files'
import type { Table } from './catalogue'
import { overPglite, type Database, type Session } from './database'
import type { Header } from './script'

/** The directories of the migrations and of copies of new databases. */
export type Scratch = Pick<DatabaseOptions, 'sqlDirectory' | 'snapshotDirectory'>

/**
 * A database with the backup's migrations, to be filled with its rows. It is in memory: no part of
 * a backup reaches the disk, whenever the process ends.
 */
export async function openScratch(versions: readonly string[], place: Scratch): Promise<Database> {
  const files = readSqlFiles(place.sqlDirectory ?? defaultSqlDirectory)
  const known = files.migrations.map(({ version }) => version)
  const missing = versions.filter((version) => !known.includes(version))
  if (missing.length > 0) {
    throw new Error(
      `The backup cannot be verified here: this copy of the repository lacks the migrations ${missing.join(', ')}.`,
    )
  }
  const migrations = files.migrations.filter(({ version }) => versions.includes(version))
  // The newest migrations come with their seed, which is not needed, because a copy with it exists.
  const isNewest = migrations.length === known.length
  const { pg, close } = await openDatabase({
    files: { migrations, seed: isNewest ? files.seed : undefined },
    snapshotDirectory: place.snapshotDirectory,
  })
  return overPglite(pg, 'an empty database', close)
}

/**
 * Adds what no migration makes: your own tables, columns and sequences, and those that a hosted
 * project's auth service has and the embedded one lacks. Texts hold every value.
 */
export async function addOwn(
  session: Session,
  { tables, ownSequences = [] }: Header,
): Promise<void> {
  const inAuth = ({ name }: Table) => name.startsWith('auth.')
  for (const table of tables.filter((it) => it.own || inAuth(it))) {
    await session.query(`create schema if not exists ${schemaOf(table.name)}`)
    await session.query(`create table if not exists ${table.name} ()`)
    for (const column of inAuth(table) ? table.columns : table.own!) {
      await session.query(`alter table ${table.name} add column if not exists ${column} text`)
    }
  }
  for (const name of ownSequences) {
    await session.query(`create schema if not exists ${schemaOf(name)}`)
    await session.query(`create sequence if not exists ${name} minvalue -9223372036854775808`)
  }
}

const schemaOf = (name: string) => /^("(?:[^"]|"")*"|[^.]*)\./.exec(name)![1]!
