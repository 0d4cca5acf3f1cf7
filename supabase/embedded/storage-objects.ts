import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

type Bytes = Uint8Array<ArrayBuffer>
export type ByteStream = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/**
 * The place of objects' bytes. A key is an object's version, which the server makes, so that no
 * name chosen by a caller is ever part of a path; `.part` during an upload, `.info` about that
 * upload.
 */
export interface ObjectStore {
  /**
   * Adds bytes as they arrive; bytes before a failure stay.
   *
   * @returns the size of all
   */
  append: (key: string, bytes: ByteStream) => Promise<number>
  read: (key: string) => Promise<Bytes | undefined>
  rename: (from: string, to: string) => Promise<void>
  remove: (key: string) => Promise<void>
  keys: () => Promise<string[]>
}

/** The bytes of a database's objects, in their own folder; in memory for a database in memory. */
export const objectsOf = (dataDirectory: string | undefined): ObjectStore =>
  dataDirectory ? objectsOnDisk(path.join(dataDirectory, 'embedded-storage')) : objectsInMemory()

function objectsInMemory(): ObjectStore {
  const stored = new Map<string, Buffer<ArrayBuffer>>()
  return {
    append: async (key, bytes) => {
      for await (const chunk of bytes) {
        stored.set(key, Buffer.concat([stored.get(key) ?? Buffer.alloc(0), chunk]))
      }
      if (!stored.has(key)) stored.set(key, Buffer.alloc(0))
      return stored.get(key)!.length
    },
    read: (key) => {
      const found = stored.get(key)
      return Promise.resolve(found && new Uint8Array(found))
    },
    rename: (from, to) => {
      stored.set(to, stored.get(from)!)
      return Promise.resolve(void stored.delete(from))
    },
    remove: (key) => Promise.resolve(void stored.delete(key)),
    keys: () => Promise.resolve([...stored.keys()]),
  }
}

function objectsOnDisk(directory: string): ObjectStore {
  fs.mkdirSync(directory, { recursive: true })
  const place = (key: string) => {
    if (!/^[0-9a-f-]{36}(\.part|\.info)?$/.test(key)) throw new Error(`No key: ${key}`)
    return path.join(directory, key)
  }
  return {
    append: async (key, bytes) => {
      const file = fs.createWriteStream(place(key), { flags: 'a' })
      const failed = once(file, 'error').then(([error]) => Promise.reject(error as Error))
      failed.catch(() => {})
      try {
        for await (const chunk of bytes) {
          if (!file.write(chunk)) await Promise.race([once(file, 'drain'), failed])
        }
      } finally {
        file.end()
        await Promise.race([once(file, 'close'), failed])
      }
      return fs.statSync(place(key)).size
    },
    read: async (key) =>
      fs.promises.readFile(place(key)).then(
        (content) => new Uint8Array(content),
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw error
        },
      ),
    rename: (from, to) => fs.promises.rename(place(from), place(to)),
    remove: (key) => fs.promises.rm(place(key), { force: true }),
    keys: () => fs.promises.readdir(directory),
  }
}
