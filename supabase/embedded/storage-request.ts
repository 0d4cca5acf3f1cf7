import type { Bucket, NewObject, StorageDatabase } from './storage-database'
import { storageErrors } from './storage-errors'
import type { ByteStream, ObjectStore } from './storage-objects'
import type { Caller } from './storage-tokens'

/** The parts of a request besides its address. */
export interface Asked {
  request: Request
  bucket: string
  name: string
  /** Begins a transaction as the caller, for an operation. */
  as: (operation: string) => ReturnType<StorageDatabase['as']>
  caller: Caller
}

export interface StorageParts {
  database: StorageDatabase
  objects: ObjectStore
  complete: (
    object: Omit<NewObject, 'metadata' | 'userMetadata'>,
    about: { mimetype: string; cacheControl: string; userMetadata?: object | undefined },
  ) => Promise<string>
}

/** Names of buckets and objects that S3 accepts. */
export const keys = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/

export const isUpsert = (request: Request) => request.headers.get('x-upsert') === 'true'

export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw storageErrors.key(part)
  }
}

export async function jsonOf(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) throw storageErrors.request('body must be object')
  return body as Record<string, unknown>
}

export function wholeNumber(value: unknown): number {
  if (value === undefined) {
    throw storageErrors.request("body must have required property 'expiresIn'")
  }
  if (!Number.isInteger(value)) throw storageErrors.request('body/expiresIn must be integer')
  if ((value as number) < 1) throw storageErrors.request('body/expiresIn must be >= 1')
  return value as number
}

export function listOf(value: unknown, name: string): string[] {
  if (!Array.isArray(value))
    throw storageErrors.request(`body must have required property '${name}'`)
  return value.map(String)
}

interface UploadedFile {
  body: ByteStream
  mimetype: string
  cacheControl: string
  userMetadata: object | undefined
}

/** The file of an upload: a form with one, or the whole body (storage/uploader.ts). */
export async function fileOf(request: Request, bucket: Bucket): Promise<UploadedFile> {
  const most = bucket.file_size_limit ?? Infinity
  const type = request.headers.get('content-type') ?? 'application/octet-stream'
  const body = request.body ?? new ReadableStream({ start: (stream) => stream.close() })
  if (!type.startsWith('multipart/form-data')) {
    requireType(type, bucket)
    if (Number(request.headers.get('content-length')) > most) throw storageErrors.tooLarge()
    return {
      // Without a length there is no limit.
      body: body.values({ preventCancel: true }),
      mimetype: type,
      cacheControl: request.headers.get('cache-control') ?? 'no-cache',
      userMetadata: parsed(atobOf(request.headers.get('x-metadata'))),
    }
  }
  // The frame of a form is much smaller than a megabyte.
  const chunks: Uint8Array[] = []
  for await (const chunk of limited(body, most + 1024 * 1024)) chunks.push(chunk)
  const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  const file = [...(form?.values() ?? [])].find((value) => typeof value !== 'string')
  if (!form || !file) throw storageErrors.request('No content provided')
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const mimetype = text('contentType') ?? (file.type || 'application/octet-stream')
  requireType(mimetype, bucket)
  if (file.size > most) throw storageErrors.tooLarge()
  const seconds = text('cacheControl')
  const content = new Uint8Array(await file.arrayBuffer())
  return {
    body: [content],
    mimetype,
    cacheControl: seconds ? `max-age=${seconds}` : 'no-cache',
    userMetadata: parsed(text('metadata') ?? text('userMetadata')),
  }
}

/** @throws StorageError for a type that the bucket refuses */
export function requireType(type: string, { allowed_mime_types: allowed }: Bucket): void {
  const [kind] = type.split('/')
  if (allowed && !allowed.some((one) => one === type || one === `${kind}/*`)) {
    throw storageErrors.mimeType(type)
  }
}

const atobOf = (text: string | null) =>
  text === null ? undefined : Buffer.from(text, 'base64').toString()

function parsed(text: string | undefined): object | undefined {
  try {
    return JSON.parse(text ?? '') as object
  } catch {
    return undefined
  }
}

/** @throws StorageError after more than this many bytes */
async function* limited(
  body: ReadableStream<Uint8Array>,
  most: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  // The rest is drained, so that the connection can serve the next request.
  for await (const chunk of body.values({ preventCancel: true })) {
    size += chunk.length
    if (size > most) throw storageErrors.tooLarge()
    yield chunk
  }
}
