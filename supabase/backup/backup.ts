import fs from 'node:fs'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countBroken, readContents, readMigrations } from './catalogue'
import type { Database } from './database'
import { checksumFile, checksumOf, encryptInto } from './encryption'
import { bucketOf, readFileRows, readFiles } from './files'
import { divide, readMade, type Made, type Own } from './own'
import { verifyIn, type Verified } from './restore'
import { openScratch, type Scratch } from './scratch'
import { writeFiles, writeScript } from './script'

export interface BackupOptions {
  database: Database
  file: string
  passphrase: string
  /** The directories of the database that verifies the backup. */
  scratch?: Scratch
  workFactor?: number | undefined
  /** Whether it also takes the tables and columns that no migration makes. */
  all?: boolean
}

export interface BackedUp extends Verified {
  bytes: number
  own: Own
  /** The foreign keys with rows that refer to missing ones, and how many. */
  broken: [string, number][]
}

/**
 * Writes a database into a new encrypted file and verifies it, with a file beside that has its
 * checksum. They get their names once all of that has succeeded; until then, and after a failure,
 * neither exists.
 * @throws when the file exists, or anything fails
 */
export async function backUp(options: BackupOptions): Promise<BackedUp> {
  const { database, file, passphrase, scratch = {}, workFactor, all = false } = options
  if (fs.existsSync(file)) throw new Error(`${file} exists. A backup never replaces a file.`)
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  const unfinished = `${file}.partial`
  const discard = () => {
    fs.rmSync(unfinished, { force: true })
    if (!fs.existsSync(file)) fs.rmSync(checksumFile(file), { force: true })
  }
  discard()
  // A signal can end the process at any point below.
  process.once('exit', discard)
  let empty: Database | undefined
  try {
    empty = await openScratch(await migrationsOf(database), scratch)
    const made = await empty.transaction('read', readMade)
    const script = new PassThrough()
    const [read, written] = await Promise.allSettled([
      writeInto(script, database, made, all),
      encryptInto(unfinished, script, passphrase, workFactor),
    ])
    // Each fails when the other does, and the second one's error names the folder.
    if (written.status === 'rejected') throw written.reason
    if (read.status === 'rejected') throw read.reason
    const verified = await verifyIn(empty, { file: unfinished, passphrase })
    const line = `${await checksumOf(unfinished)}  ${path.basename(file)}\n`
    fs.writeFileSync(checksumFile(file), line)
    fs.linkSync(unfinished, file)
    return { ...verified, ...read.value, bytes: fs.statSync(file).size }
  } finally {
    await empty?.close()
    discard()
    process.off('exit', discard)
  }
}

async function migrationsOf(database: Database): Promise<string[]> {
  const migrations = await database.transaction('read', readMigrations)
  if (migrations.length === 0) {
    throw new Error(`${database.name} has no migrations: it is not a database of this product.`)
  }
  return migrations
}

/** First the rows at one moment, then the files of that moment, outside the transaction. */
async function writeInto(
  script: PassThrough,
  database: Database,
  made: Made,
  all: boolean,
): Promise<Pick<BackedUp, 'own' | 'broken'>> {
  try {
    const { rows, ...found } = await database.transaction('read', async (session) => {
      const contents = await readContents(session, database.kind)
      const { tables, own } = await divide(session, contents, made, all)
      const files = await readFileRows(session)
      if (files.length > 0) bucketOf(database)
      const about = {
        ...contents,
        tables,
        ...(all && { ownSequences: own.sequences }),
        database: database.name,
        createdAt: new Date().toISOString(),
      }
      const broken = await countBroken(session)
      const written = writeScript(session, about, broken, all ? [] : own.sequences)
      await pipeline(Readable.from(written), script, { end: false })
      return { rows: files, own, broken: Object.entries(broken).filter(([, count]) => count > 0) }
    })
    await pipeline(Readable.from(writeFiles(readFiles(rows, database))), script)
    return found
  } catch (error) {
    script.destroy(error as Error)
    throw error
  }
}
