import fs from 'node:fs'
import path from 'node:path'

/** The one without tables, and those of the latest versions of the SQL files, with and without the seed. */
const kept = 6

const snapshotPath = (directory: string, key: string) => path.join(directory, `${key}.tar`)

/** Returns the bytes of a file directly, where a Blob would copy them twice. */
class WholeBlob extends Blob {
  constructor(private readonly content: Buffer<ArrayBuffer>) {
    super()
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.content.buffer)
  }
}

/** By this process's clock, which a test may have changed. */
function markUsed(file: string): void {
  const now = new Date()
  fs.utimesSync(file, now, now)
}

/** The database kept under this key, if there is one. */
export function readSnapshot(directory: string, key: string): Blob | undefined {
  const file = snapshotPath(directory, key)
  try {
    const content = fs.readFileSync(file)
    markUsed(file)
    return new WholeBlob(content)
  } catch {
    return undefined
  }
}

/**
 * Keeps a database under a key and drops those used least recently. Processes may do so at the
 * same time: a snapshot appears whole or not at all, and a missing one is no error.
 */
export async function writeSnapshot(directory: string, key: string, dump: Blob): Promise<void> {
  fs.mkdirSync(directory, { recursive: true })
  const unfinished = path.join(directory, `${key}.${process.pid}.${Date.now()}.partial`)
  fs.writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()))
  markUsed(unfinished)
  fs.renameSync(unfinished, snapshotPath(directory, key))
  const age = (name: string) =>
    Date.now() - (fs.statSync(path.join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
  const names = fs.readdirSync(directory).sort((a, b) => age(a) - age(b))
  const old = names.filter((name) => name.endsWith('.tar')).slice(kept)
  // A partial file is young while its writer lives; an old one is from a killed process.
  const left = names.filter((name) => {
    const begun = /\.(\d+)\.partial$/.exec(name)?.[1]
    return begun !== undefined && Date.now() - Number(begun) > 10 * 60_000
  })
  for (const name of [...old, ...left]) fs.rmSync(path.join(directory, name), { force: true })
}
