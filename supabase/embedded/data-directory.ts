import fs from 'node:fs'
import path from 'node:path'

export interface DataDirectory {
  /** The version that the database was built with; undefined when it has to be built or rebuilt. */
  version: string | undefined
  /** It was reset to accounts without sample rows. */
  isEmpty: boolean
  markComplete: (version: string) => void
  /** Lets another process use the directory. */
  release: () => void
}

/**
 * Reserves a directory for this process: PGlite does not notice a second process on the same files,
 * and would lose acknowledged writes. A half-built directory of a dead process is removed.
 * @throws when the directory is in use, or holds something that is not a database
 */
export function prepareDataDirectory(directory: string): DataDirectory {
  const release = lockDataDirectory(directory)
  const marker = path.join(directory, 'embedded-complete')
  try {
    const version = fs.existsSync(marker) ? fs.readFileSync(marker, 'utf8') : undefined
    if (version === undefined) removeDatabase(directory)
    fs.mkdirSync(directory, { recursive: true })
    return {
      version,
      isEmpty: fs.existsSync(emptyMark(directory)),
      markComplete: (built) => fs.writeFileSync(marker, built),
      release,
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Beside the directory, until its next reset. */
const emptyMark = (directory: string) => `${directory}.empty`

/**
 * Deletes the database in a directory. A missing directory is fine.
 *
 * @param options.isEmpty whether the next one gets accounts without sample rows. Default: false.
 * @throws when the directory is in use, or holds something that is not a database
 */
export function resetDatabase(directory: string, { isEmpty = false } = {}): void {
  const release = lockDataDirectory(directory)
  try {
    removeDatabase(directory)
    if (isEmpty) fs.writeFileSync(emptyMark(directory), '')
    else fs.rmSync(emptyMark(directory), { force: true })
  } finally {
    release()
  }
}

function removeDatabase(directory: string): void {
  const names = fs.existsSync(directory) ? fs.readdirSync(directory) : []
  if (names.length > 0 && !names.includes('PG_VERSION')) {
    throw new Error(`${directory} is not empty and not a database. Point EMBEDDED_DATA elsewhere.`)
  }
  fs.rmSync(directory, { recursive: true, force: true })
}

// A lock with this process's number that is not in here is from an earlier process.
const ownLocksSymbol = Symbol.for('embedded-backend.own-locks')
const globals = globalThis as { [ownLocksSymbol]?: Set<string> }
const ownLocks = (globals[ownLocksSymbol] ??= new Set())

/**
 * Takes the lock file beside the directory, also from a process that is dead.
 *
 * @returns a function that releases the lock
 * @throws when a living process holds it; the message names its id and what to do
 */
function lockDataDirectory(directory: string): () => void {
  const lock = `${directory}.lock`
  fs.mkdirSync(path.dirname(directory), { recursive: true })
  while (!createLock(lock)) {
    const holder = readHolder(lock)
    if (holder && isAlive(holder, lock)) {
      throw new Error(
        `The local database in ${directory} is in use by process ${holder}.\n` +
          'Stop that process (another `npm run dev`?), or choose another directory with ' +
          `EMBEDDED_DATA. If it is not one of ours, delete ${lock}.`,
      )
    }
    // Another process may just have replaced the stale lock; then its lock is restored.
    const aside = `${lock}.stale.${process.pid}`
    quietly(() => fs.renameSync(lock, aside), 'ENOENT')
    if (readHolder(aside) !== holder) quietly(() => fs.linkSync(aside, lock), 'EEXIST', 'ENOENT')
    fs.rmSync(aside, { force: true })
  }
  ownLocks.add(lock)
  return () => {
    if (ownLocks.delete(lock)) fs.rmSync(lock, { force: true })
  }
}

/** Linking a finished file makes the lock appear with its content, or fail if there is one. */
function createLock(lock: string): boolean {
  const own = `${lock}.${process.pid}`
  fs.writeFileSync(own, String(process.pid))
  const isCreated = quietly(() => fs.linkSync(own, lock), 'EEXIST')
  fs.rmSync(own)
  return isCreated
}

function readHolder(lock: string): number | undefined {
  let text = ''
  quietly(() => (text = fs.readFileSync(lock, 'utf8')), 'ENOENT')
  return Number(text) || undefined
}

function isAlive(pid: number, lock: string): boolean {
  // In a container a restarted process often gets the number of the one before.
  if (pid === process.pid) return ownLocks.has(lock)
  return quietly(() => process.kill(pid, 0), 'ESRCH')
}

/** Whether the work succeeded; errors other than the expected ones are thrown. */
function quietly(work: () => unknown, ...expected: string[]): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (expected.includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
