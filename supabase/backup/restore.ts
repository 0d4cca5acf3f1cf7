import { describeBroken, readMigrations, readTables, type Table } from './catalogue'
import type { Database, Session } from './database'
import { decrypted } from './encryption'
import { bucketOf, putBack, readFileRows, sha256, type Absent } from './files'
import { fit, migrationsFor, whole, type Fit } from './fit'
import { keepValues, load, putValuesBack, type BackupFile } from './load'
import { addOwn, openScratch, type Scratch } from './scratch'
import { holdMail, readScript, withTriggers, type Footer, type Header } from './script'

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

interface Inspected extends Verified {
  /** The sorted ids of all files, absent ones included */
  ids: string[]
}

/** What a restore will do, to be agreed to. */
export interface Plan extends Pick<Fit, 'stays' | 'loses' | 'leftOut'> {
  /** The versions of migrations that the database gets first. */
  migrations: string[]
}

export interface Restored extends Verified, Plan {
  erased: ErasedAgain[]
  filesPut: number
  /** What a person must know of rows that are not as they should be. */
  notes: string[]
}

/** A person erased since the backup; refused for the only administrator. */
interface ErasedAgain {
  certificate: string
  refusal: string | null
}

/**
 * Restores a backup into an empty database, and compares every row and the hash of every file.
 *
 * @throws when anything differs, or the file is not a whole backup
 */
export async function verify(backup: BackupFile, place: Scratch = {}): Promise<Verified> {
  const inspected = await inspect(backup)
  const scratch = await openScratch(inspected.header.migrations, place)
  try {
    return await fill(scratch, backup, inspected)
  } finally {
    await scratch.close()
  }
}

/**
 * As `verify`, in an empty database with the migrations of the one that was backed up.
 *
 * @throws also when that got others meanwhile
 */
export async function verifyIn(scratch: Database, backup: BackupFile): Promise<Verified> {
  const inspected = await inspect(backup)
  const migrations = await scratch.transaction('read', readMigrations)
  if (migrations.join() !== inspected.header.migrations.join()) {
    throw new Error('The database was migrated during the backup. Run it again.')
  }
  return fill(scratch, backup, inspected)
}

async function fill(
  scratch: Database,
  backup: BackupFile,
  { ids, ...verified }: Inspected,
): Promise<Verified> {
  await scratch.transaction('write', async (session) => {
    await addOwn(session, verified.header)
    await load(session, backup, whole(verified.header.tables), ids)
  })
  return verified
}

/**
 * Replaces the content of a database with a backup, all or nothing, and ends all sessions. People
 * erased in this database since then are erased again. Then it puts the remaining files back. An
 * empty project first gets the migrations of the backup. Tables and columns that the backup lacks
 * stay as they are.
 * @param confirm gets the rows to be replaced; throws to change nothing
 * @throws when the file is not a whole backup, does not fit the database, or anything fails
 */
export async function restore(
  backup: BackupFile,
  database: Database,
  confirm: (verified: Verified, present: Count, plan: Plan) => Promise<void>,
  sqlDirectory?: string,
): Promise<Restored> {
  const { ids, ...inspected } = await inspect(backup)
  const { header } = inspected
  if (inspected.count.files > 0) bucketOf(database)
  const { kind, name } = database
  const migrations = await database.transaction('read', async (session) => {
    const applied = await readMigrations(session)
    return migrationsFor(header, { kind, migrations: applied }, name, sqlDirectory)
  })
  const fitNow = () => database.transaction('read', (session) => fit(session, header, name))
  const isReady = migrations.missing.length === 0
  const planned = isReady ? await fitNow() : whole([])
  const present = await database.transaction('read', (session) => countRows(session, header.tables))
  const { stays, loses, leftOut } = planned
  await confirm(inspected, present, { migrations: migrations.missing, stays, loses, leftOut })
  if (!isReady) await database.migrate(migrations.all)
  const fitted = isReady ? planned : await fitNow()
  const { erased, notes } = await database.transaction('write', async (session) => {
    const [stored] = await session.query<{ certificates: string }>(
      'select private.certificates()::text as certificates',
    )
    await keepValues(session, fitted.tables)
    const broken = await load(session, backup, fitted, ids)
    const gone = await putValuesBack(session, fitted.tables)
    await session.query(withTriggers)
    const again = await session.query<ErasedAgain>(
      'select certificate, refusal from private.erase_again($1::text::jsonb)',
      [stored!.certificates],
    )
    await session.query(holdMail)
    return { erased: again, notes: [...broken.map(describeBroken), ...gone] }
  })
  const filesPut = ids.length > 0 ? await putBack(filesIn(backup), database) : 0
  return {
    ...inspected,
    migrations: migrations.missing,
    stays: fitted.stays,
    loses: fitted.loses,
    leftOut: fitted.leftOut,
    erased,
    filesPut,
    notes,
  }
}

async function* filesIn({ file, passphrase }: BackupFile) {
  for await (const part of readScript(decrypted(file, passphrase))) {
    if ('bytes' in part) yield part
  }
}

/**
 * Reads a whole file, so that a damaged one is known before anything is changed.
 */
async function inspect({ file, passphrase }: BackupFile): Promise<Inspected> {
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

/** The rows in those of the tables that a database has. */
async function countRows(session: Session, tables: readonly Table[]): Promise<Count> {
  const rows: number[] = []
  const there = new Set((await readTables(session)).map(({ name }) => name))
  for (const { name } of tables.filter((it) => there.has(it.name))) {
    const [row] = await session.query<{ rows: number }>(
      `select count(*)::float8 as rows from ${name}`,
    )
    rows.push(row!.rows)
  }
  return countOf(rows, (await readFileRows(session)).length)
}
