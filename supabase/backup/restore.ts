import { defaultSqlDirectory } from '../embedded/config'
import { openDatabase, type DatabaseOptions } from '../embedded/database'
import { readSqlFiles } from '../embedded/sql-files'
import { brokenReferences, readContents, readSequences, sumTable, type Table } from './catalogue'
import { overPglite, type Database, type Session } from './database'
import { decrypted } from './encryption'
import { bucketOf, putBack, readFileRows, sha256, type Absent } from './files'
import { valuesOf } from './lines'
import {
  emptyTables,
  holdMail,
  readScript,
  restartSequence,
  withoutTriggers,
  withTriggers,
  type Footer,
  type Header,
} from './script'

interface BackupFile {
  file: string
  passphrase: string
}

/** The directories of the migrations and of copies of new databases. */
export type Scratch = Pick<DatabaseOptions, 'sqlDirectory' | 'snapshotDirectory'>

export interface Count {
  rows: number
  /** The tables with rows. */
  tables: number
  files: number
}

export interface Verified {
  header: Header
  count: Count
  /** Files whose rows are in the backup, but not their bytes. */
  absent: Absent[]
}

/** A person erased since the backup; refused for the only administrator. */
export interface ErasedAgain {
  certificate: string
  refusal: string | null
}

/**
 * Restores a backup into an empty database, and compares every row and the hash of every file.
 *
 * @throws when anything differs, or the file is not a whole backup
 */
export async function verify(backup: BackupFile, place: Scratch = {}): Promise<Verified> {
  const { ids, ...verified } = await inspect(backup)
  const { header } = verified
  const scratch = await openScratch(header, place)
  try {
    await scratch.transaction('write', async (session) => {
      await addColumns(session, header.tables)
      await load(session, backup, ids)
    })
  } finally {
    await scratch.close()
  }
  return verified
}

/**
 * Replaces the content of a database with a backup, all or nothing, and ends all sessions. People
 * erased in this database since then are erased again. Then it puts the remaining files back.
 * @param confirm gets the current content; throws to change nothing
 * @throws when the file is not a whole backup, does not fit the database, or anything fails
 */
export async function restore(
  backup: BackupFile,
  database: Database,
  confirm: (verified: Verified, present: Count) => Promise<void>,
): Promise<Verified & { erased: ErasedAgain[]; filesPut: number }> {
  const { ids, ...inspected } = await inspect(backup)
  if (inspected.count.files > 0) bucketOf(database)
  const present = await database.transaction('read', async (session) => {
    const contents = await readContents(session, database.kind)
    checkFit(inspected.header, contents, database.name)
    return countRows(session, contents.tables)
  })
  await confirm(inspected, present)
  const erased = await database.transaction('write', async (session) => {
    const [stored] = await session.query<{ certificates: string }>(
      'select private.certificates()::text as certificates',
    )
    await load(session, backup, ids)
    await session.query(withTriggers)
    const again = await session.query<ErasedAgain>(
      'select certificate, refusal from private.erase_again($1::text::jsonb)',
      [stored!.certificates],
    )
    await session.query(holdMail)
    return again
  })
  const filesPut = ids.length > 0 ? await putBack(filesIn(backup), database) : 0
  return { ...inspected, erased, filesPut }
}

async function* filesIn({ file, passphrase }: BackupFile) {
  for await (const part of readScript(decrypted(file, passphrase))) {
    if ('bytes' in part) yield part
  }
}

/**
 * Reads a whole file, so that a damaged one is known before anything is changed.
 *
 * @returns also the sorted ids of all files, absent ones included
 */
async function inspect({ file, passphrase }: BackupFile): Promise<Verified & { ids: string[] }> {
  let header: Header | undefined
  let footer: Footer | undefined
  let absent: Absent[] = []
  const ids: string[] = []
  for await (const part of readScript(decrypted(file, passphrase))) {
    if ('header' in part) header = part.header
    if ('footer' in part) footer = part.footer
    if ('absent' in part) absent = part.absent
    if ('bytes' in part) {
      const { id, hash } = part.row
      if (sha256(part.bytes) !== hash) throw new Error(`The file ${id} is not as it was.`)
      ids.push(id)
    }
  }
  const rows = Object.values(footer!.sums).map((sum) => sum.rows)
  const count = countOf(rows, ids.length)
  return { header: header!, count, absent, ids: ids.concat(absent.map(({ id }) => id)).sort() }
}

const countOf = (rows: number[], files: number): Count => ({
  rows: rows.reduce((sum, some) => sum + some, 0),
  tables: rows.filter((some) => some > 0).length,
  files,
})

async function countRows(session: Session, tables: Table[]): Promise<Count> {
  const rows: number[] = []
  for (const { name } of tables) {
    const [row] = await session.query<{ rows: number }>(
      `select count(*)::float8 as rows from ${name}`,
    )
    rows.push(row!.rows)
  }
  return countOf(rows, (await readFileRows(session)).length)
}

/** @throws when the backup is from another version of the database */
function checkFit(
  header: Header,
  contents: Omit<Header, 'format' | 'createdAt' | 'database'>,
  name: string,
) {
  if (header.kind !== contents.kind) {
    throw new Error(
      `It is a backup of the ${header.kind} database ${header.database}, and ${name} is ${contents.kind}.`,
    )
  }
  if (contents.migrations.length === 0) {
    throw new Error(`${name} has no migrations yet: \`npm run go-live\` applies them.`)
  }
  const newer = header.migrations.filter((it) => !contents.migrations.includes(it))
  if (newer.length > 0) {
    throw new Error(
      `The backup is newer than ${name}, which lacks the migrations ${newer.join(', ')}. ` +
        'Update the repository, apply them, and restore again.',
    )
  }
  const older = contents.migrations.filter((it) => !header.migrations.includes(it))
  if (older.length > 0) {
    throw new Error(
      `The backup is older than ${name}: it was made before the migrations ${older.join(', ')}. ` +
        'Restore it into a project of that time and update that: docs/backup-drill.md says how.',
    )
  }
  const missing = header.tables.flatMap(({ name: table, columns }) => {
    const present = contents.tables.find((it) => it.name === table)?.columns ?? []
    return columns.filter((it) => !present.includes(it)).map((column) => `${table}.${column}`)
  })
  const added = contents.tables.filter(({ name: it }) => header.tables.every((t) => t.name !== it))
  if (missing.length > 0 || added.length > 0) {
    const names = [...missing, ...added.map((it) => it.name)]
    throw new Error(`Backup and ${name} have different tables or columns: ${names.join(', ')}.`)
  }
}

/**
 * Replaces all rows within a transaction, and compares the result.
 *
 * @throws when a row or reference differs
 */
async function load(
  session: Session,
  { file, passphrase }: BackupFile,
  fileIds: string[],
): Promise<void> {
  await session.query(withoutTriggers)
  let header: Header | undefined
  let footer: Footer | undefined
  const statements = new Map<string, string>()
  for await (const part of readScript(decrypted(file, passphrase))) {
    if ('header' in part) {
      header = part.header
      await session.query(emptyTables(header.tables))
    } else if ('footer' in part) {
      footer = part.footer
      // The files come after the transaction.
      break
    } else if ('table' in part) {
      const { name } = part.table
      const statement = statements.get(name) ?? (await insertion(session, part.table))
      statements.set(name, statement)
      await session.query(statement, [JSON.stringify(part.rows.map(valuesOf))])
    }
  }
  for (const [name, next] of Object.entries(footer!.sequences)) {
    await session.query(restartSequence(name, next))
  }
  await compare(session, header!.tables, footer!)
  const files = await readFileRows(session)
  if (files.map(({ id }) => id).join() !== fileIds.join()) {
    throw new Error('The backup does not have exactly the files of its rows.')
  }
}

/** A statement that inserts rows of text values. */
async function insertion(session: Session, { name, columns }: Table): Promise<string> {
  const types = await session.query<{ column: string; type: string }>(
    `select quote_ident(attname) as column, format_type(atttypid, atttypmod) as type
    from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped`,
    [name],
  )
  const values = columns.map((column, index) => {
    const { type } = types.find((it) => it.column === column)!
    return `(stored ->> ${index})::${type}`
  })
  return `insert into ${name} (${columns.join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::text::json) as stored`
}

async function compare(session: Session, tables: Table[], footer: Footer): Promise<void> {
  const problems: string[] = []
  for (const table of tables) {
    const { rows, checksum } = await sumTable(session, table)
    const expected = footer.sums[table.name]
    if (rows !== expected?.rows) {
      problems.push(`${table.name} has ${rows} rows instead of ${expected?.rows}`)
    } else if (checksum !== expected.checksum) {
      problems.push(`${table.name} has other values`)
    }
  }
  const sequences = await readSequences(session)
  for (const [name, next] of Object.entries(footer.sequences)) {
    if (sequences[name] !== next) problems.push(`${name} goes on at ${sequences[name]}`)
  }
  for (const broken of await brokenReferences(session)) {
    problems.push(`rows without what they refer to, by ${broken}`)
  }
  if (problems.length > 0) {
    throw new Error(`The restored rows are not those of the backup: ${problems.join('; ')}.`)
  }
}

/**
 * A database with the backup's migrations, to be filled with its rows. It is in memory: no part of
 * a backup reaches the disk, whenever the process ends.
 */
async function openScratch(header: Header, place: Scratch): Promise<Database> {
  const files = readSqlFiles(place.sqlDirectory ?? defaultSqlDirectory)
  const known = files.migrations.map(({ version }) => version)
  const missing = header.migrations.filter((version) => !known.includes(version))
  if (missing.length > 0) {
    throw new Error(
      `The backup cannot be verified here: this copy of the repository lacks the migrations ${missing.join(', ')}.`,
    )
  }
  const migrations = files.migrations.filter(({ version }) => header.migrations.includes(version))
  // The newest migrations come with their seed, which is not needed, because a copy with it exists.
  const isNewest = migrations.length === known.length
  const { pg, close } = await openDatabase({
    files: { migrations, seed: isNewest ? files.seed : undefined },
    snapshotDirectory: place.snapshotDirectory,
  })
  return overPglite(pg, 'an empty database', close)
}

/** A hosted project's auth service has tables and columns that the embedded one lacks. */
async function addColumns(session: Session, tables: Table[]): Promise<void> {
  for (const { name, columns } of tables.filter((it) => it.name.startsWith('auth.'))) {
    await session.query(`create table if not exists ${name} ()`)
    for (const column of columns) {
      await session.query(`alter table ${name} add column if not exists ${column} text`)
    }
  }
}
