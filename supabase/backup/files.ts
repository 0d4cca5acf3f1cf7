import crypto from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Session } from './database'

// The bytes of files, each by the id of its row in `public.files`. One is in memory at a time, and none has
// more than 20 MB.

/** A file that staff can open: its row in a backup. */
export interface FileRow {
  id: string
  hash: string
}

/** A file whose row is in a backup, but not its bytes. */
export interface Absent {
  id: string
  /** `removed` while the backup ran, `lost` before it, or `changed` since it was checked. */
  is: 'removed' | 'lost' | 'changed'
}

export const sha256 = (bytes: Uint8Array) => crypto.createHash('sha256').update(bytes).digest('hex')

/** The files that can be opened; none without a table for them. */
export async function readFileRows(session: Session): Promise<FileRow[]> {
  const [found] = await session.query<{ table: string | null }>(
    `select to_regclass('public.files')::text as table`,
  )
  if (!found!.table) return []
  return session.query<FileRow>(
    `select id::text, hash from public.files where state = 'ready' order by id`,
  )
}

const attempts = 3

/** Tries again, with longer and longer pauses, because a connection may drop for a moment. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts) throw error
      await wait(500 * 4 ** (attempt - 1))
    }
  }
}

/**
 * The bytes of each file, and at the end the missing files.
 *
 * @throws when the storage service does not answer
 */
export async function* readFiles(
  rows: FileRow[],
  database: Database,
): AsyncGenerator<{ row: FileRow; bytes: Uint8Array<ArrayBuffer> } | { absent: Absent[] }> {
  const absent: Absent[] = []
  for (const row of rows) {
    const bytes = await insist(() => bucketOf(database).read(row.id))
    if (bytes && sha256(bytes) === row.hash) yield { row, bytes }
    else absent.push({ id: row.id, is: bytes ? 'changed' : 'lost' })
  }
  if (absent.length > 0) {
    const left = await database.transaction('read', readFileRows)
    const stay = new Set(left.map(({ id }) => id))
    for (const it of absent) if (!stay.has(it.id)) it.is = 'removed'
  }
  yield { absent }
}

/** @throws naming the setting to add, when the bucket is not reached */
export function bucketOf(database: Database): NonNullable<Database['files']> {
  if (database.files) return database.files
  throw new Error(
    `There are files, and ${database.name} is reached without its storage: set BACKUP_STORAGE_KEY to back up, ` +
      'or RESTORE_STORAGE_KEY to restore, to a secret key of the project (Dashboard → Settings → API Keys).',
  )
}

/** As many get their new version recorded at a time. */
const batch = 50

/**
 * Puts back the files with a row, and lets staff open them.
 *
 * @returns how many
 * @throws with how many are back, when the storage service does not answer
 */
export async function putBack(
  files: AsyncIterable<{ row: FileRow; bytes: Uint8Array<ArrayBuffer> }>,
  database: Database,
): Promise<number> {
  const rows = await database.transaction('read', readFileRows)
  const wanted = new Map(rows.map(({ id, hash }) => [id, hash]))
  let put = 0
  let ids: string[] = []
  const adopt = async () => {
    if (ids.length === 0) return
    await database.transaction('write', (session) =>
      session.query('select private.adopt_objects($1::text::uuid[])', [`{${ids.join(',')}}`]),
    )
    put += ids.length
    ids = []
  }
  try {
    for await (const { row, bytes } of files) {
      if (wanted.get(row.id) !== row.hash) continue
      await insist(() => bucketOf(database).write(row.id, bytes))
      ids.push(row.id)
      if (ids.length === batch) await adopt()
    }
    await adopt()
  } catch (error) {
    throw new Error(
      `The rows are restored, and ${put} of ${wanted.size} files: ${(error as Error).message} Run the same command again.`,
      { cause: error },
    )
  }
  return put
}
