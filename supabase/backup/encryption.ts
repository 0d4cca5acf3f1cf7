import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline as join } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import zlib from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'

// age (https://age-encryption.org/v1) with a passphrase over gzip: `age -d <file> | gunzip` reads
// it too.

export const minimumPassphrase = 16

export const foreign = 'The file is encrypted, but is not a backup of this product.'

/**
 * A browser stream for the library, which takes a chunk only on request. That of
 * `Readable.toWeb` takes tens of thousands, and so do those of `CompressionStream`.
 */
const asWeb = (chunks: AsyncIterable<Uint8Array>) =>
  ReadableStream.from(chunks) as unknown as globalThis.ReadableStream<Uint8Array>

const asChunks = (stream: globalThis.ReadableStream<Uint8Array>) =>
  stream as unknown as AsyncIterable<Uint8Array>

/**
 * Writes a new file, which only its owner may read.
 *
 * @param workFactor of scrypt, as a power of two
 * @throws when the file exists, or anything fails
 */
export async function encryptInto(
  file: string,
  script: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = 18,
): Promise<void> {
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  const encrypt = async function* (zipped: AsyncIterable<Uint8Array>) {
    yield* asChunks(await encrypter.encrypt(asWeb(zipped)))
  }
  const sink = fs.createWriteStream(file, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(script, zlib.createGzip(), encrypt, sink)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    const folder = path.dirname(path.resolve(file))
    throw new Error(
      `There is no space left in ${folder}. Free some, or name a file in another folder.`,
      { cause: error },
    )
  }
}

/**
 * Written beside a backup for `sha256sum -c`: it distinguishes a damaged header from a wrong
 * passphrase.
 */
export const checksumFile = (file: string) => `${file}.sha256`

export async function checksumOf(file: string): Promise<string> {
  const hash = crypto.createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  return hash.digest('hex')
}

/** For age, a damaged header and a wrong passphrase are the same. */
async function describeLocked(file: string): Promise<string> {
  const beside = checksumFile(file)
  const stored = fs.existsSync(beside) && /^[\da-f]{64}/.exec(fs.readFileSync(beside, 'utf8'))?.[0]
  if (!stored) {
    return `The passphrase does not open ${file}, or the first lines of the file are damaged. ${beside} would tell which; so does another copy.`
  }
  return stored === (await checksumOf(file))
    ? `The passphrase does not open ${file}.`
    : `${file} is damaged: its checksum is not that in ${beside}. Use another copy.`
}

/**
 * Reads a file that `encryptInto` wrote.
 *
 * @throws when it is not a backup, was changed or cut off, or has another passphrase
 */
export async function* decrypted(file: string, passphrase: string): AsyncGenerator<Uint8Array> {
  const version = 'age-encryption.org/v1\n'
  const start = Buffer.alloc(version.length)
  const descriptor = fs.openSync(file, 'r')
  fs.readSync(descriptor, start)
  fs.closeSync(descriptor)
  if (start.toString() !== version) {
    throw new Error(`${file} is not a backup, or its first line is damaged: age did not write it.`)
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const encrypted = asWeb(fs.createReadStream(file))
  const zipped = await decrypter.decrypt(encrypted).catch(async (error: Error) => {
    throw new Error(
      /no identity matched/.test(error.message)
        ? await describeLocked(file)
        : `${file} is damaged or cut off (${error.message}).`,
      { cause: error },
    )
  })
  const plain = join(asChunks(zipped), zlib.createGunzip(), () => {})
  try {
    yield* plain as AsyncIterable<Uint8Array>
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    // age recognizes its own bytes, so they are as written.
    if (code === 'Z_DATA_ERROR') throw new Error(foreign, { cause: error })
    throw new Error(`${file} is damaged or cut off (${message}).`, { cause: error })
  }
}
