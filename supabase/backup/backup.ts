import fs from 'node:fs'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readContents } from './catalogue'
import type { Database } from './database'
import { checksumFile, checksumOf, encryptInto } from './encryption'
import { bucketOf, readFileRows, readFiles, type FileRow } from './files'
import { verify, type Scratch, type Verified } from './restore'
import { writeFiles, writeScript } from './script'

export interface BackupOptions {
  database: Database
  file: string
  passphrase: string
  /** The directories of the database that verifies the backup. */
  scratch?: Scratch
  workFactor?: number | undefined
}

/**
 * Writes a database into a new encrypted file and verifies it, with a file beside that has its
 * checksum. They get their names once all of that has succeeded; until then, and after a failure,
 * neither exists.
 * @throws when the file exists, or anything fails
 */
export async function backUp(options: BackupOptions): Promise<Verified & { bytes: number }> {
  const { database, file, passphrase, scratch, workFactor } = options
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
  try {
    const script = new PassThrough()
    const [read, written] = await Promise.allSettled([
      writeInto(script, database),
      encryptInto(unfinished, script, passphrase, workFactor),
    ])
    // Each fails when the other does, and the second one's error names the folder.
    if (written.status === 'rejected') throw written.reason
    if (read.status === 'rejected') throw read.reason
    const verified = await verify({ file: unfinished, passphrase }, scratch)
    const line = `${await checksumOf(unfinished)}  ${path.basename(file)}\n`
    fs.writeFileSync(checksumFile(file), line)
    fs.linkSync(unfinished, file)
    return { ...verified, bytes: fs.statSync(file).size }
  } finally {
    discard()
    process.off('exit', discard)
  }
}

/** First the rows at one moment, then the files of that moment, outside the transaction. */
async function writeInto(script: PassThrough, database: Database): Promise<void> {
  try {
    const rows = await database.transaction('read', async (session): Promise<FileRow[]> => {
      const contents = await readContents(session, database.kind)
      if (contents.migrations.length === 0) {
        throw new Error(`${database.name} has no migrations: it is not a database of this product.`)
      }
      const files = await readFileRows(session)
      if (files.length > 0) bucketOf(database)
      const about = { database: database.name, createdAt: new Date().toISOString() }
      const written = Readable.from(writeScript(session, contents, about))
      await pipeline(written, script, { end: false })
      return files
    })
    await pipeline(Readable.from(writeFiles(readFiles(rows, database))), script)
  } catch (error) {
    script.destroy(error as Error)
    throw error
  }
}
