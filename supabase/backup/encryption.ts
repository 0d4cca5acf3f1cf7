import fs from 'node:fs'
import type { ReadableStream } from 'node:stream/web'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'

// age (https://age-encryption.org/v1) with a passphrase over gzip: `age -d <file> | gunzip` reads it, too.

export const minimumPassphrase = 16

export const foreign = 'The file is encrypted, but holds no backup of this product.'

/** The library has the types of browsers, whose streams are the same. */
type BrowserStream = globalThis.ReadableStream<Uint8Array>
type BrowserTransform = TransformStream<Uint8Array, Uint8Array>

/** @param workFactor of scrypt, as a power of two */
export async function encryptInto(
  sink: Writable,
  script: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = 18,
): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  const plain = Readable.toWeb(Readable.from(script)) as unknown as BrowserStream
  const encrypted = await encrypter.encrypt(
    plain.pipeThrough(new CompressionStream('gzip') as unknown as BrowserTransform),
  )
  await pipeline(Readable.fromWeb(encrypted as unknown as ReadableStream), sink)
}

/**
 * Reads a file that `encryptInto` wrote.
 *
 * @throws when it is none, was changed or cut off, or has another passphrase
 */
export async function* decrypted(file: string, passphrase: string): AsyncGenerator<Uint8Array> {
  const version = 'age-encryption.org/v1\n'
  const start = Buffer.alloc(version.length)
  const descriptor = fs.openSync(file, 'r')
  fs.readSync(descriptor, start)
  fs.closeSync(descriptor)
  if (start.toString() !== version) {
    throw new Error(`${file} is no backup: it is not encrypted by age.`)
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const encrypted = Readable.toWeb(fs.createReadStream(file)) as unknown as BrowserStream
  const zipped = await decrypter.decrypt(encrypted).catch((error: Error) => {
    throw new Error(
      /no identity matched/.test(error.message)
        ? `The passphrase does not open ${file}.`
        : `${file} is damaged or cut off (${error.message}).`,
      { cause: error },
    )
  })
  const plain = zipped.pipeThrough(new DecompressionStream('gzip') as unknown as BrowserTransform)
  try {
    yield* Readable.fromWeb(plain as unknown as ReadableStream) as AsyncIterable<Uint8Array>
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    // age knows its own bytes again, so they are as they were written.
    if (code === 'Z_DATA_ERROR') throw new Error(foreign, { cause: error })
    throw new Error(`${file} is damaged or cut off (${message}).`, { cause: error })
  }
}
