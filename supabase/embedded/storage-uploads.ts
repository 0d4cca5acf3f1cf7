import crypto from 'node:crypto'
import { asStorageError, storageErrors } from './storage-errors'
import { isUpsert, keys, requireType, type Asked, type StorageParts } from './storage-request'

/** In ms; the service's TUS_URL_EXPIRY_MS. */
const lifetime = 24 * 60 * 60_000

interface Upload {
  bucket: string
  name: string
  version: string
  size: number
  metadata: Record<string, string>
  created: number
}

/** A refusal of the protocol: its answers are plain text. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super(text)
  }
}

/**
 * Resumable uploads: the protocol TUS 1.0.0 with its extensions creation, creation-with-upload,
 * termination and expiration, as @tus/server answers behind the service (http/routes/tus).
 */
export function createUploads({ database, objects, complete }: StorageParts) {
  const lines = new Map<string, Promise<unknown>>()

  /** One request at a time for each upload. */
  const inTurn = <T>(version: string, work: () => Promise<T>): Promise<T> => {
    const result = (lines.get(version) ?? Promise.resolve()).then(work)
    const over = result
      .catch(() => {})
      .finally(() => {
        if (lines.get(version) === over) lines.delete(version)
      })
    lines.set(version, over)
    return result
  }

  /** Without space, the upload is removed, so that it takes up none. */
  const unlessFull = async <T>(version: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (asStorageError(error).status === storageErrors.noSpace().status) {
        await objects.remove(`${version}.part`)
        await objects.remove(`${version}.info`)
      }
      throw error
    }
  }

  const trial = ({ as, caller }: Asked, operation: string, upload: Upload, isUpsert: boolean) => {
    const { bucket, name, size, metadata } = upload
    const about = { mimetype: metadata.contentType, contentLength: size }
    return database.canStore(
      as(`tus.upload.${operation}`),
      { bucket, name, version: '1', owner: caller.claims.sub, metadata: about },
      isUpsert,
    )
  }

  const offsetOf = async ({ version }: Upload): Promise<number> =>
    ((await objects.read(`${version}.part`)) ?? (await objects.read(version)))?.length ?? 0

  const find = async (id: string): Promise<Upload> => {
    const parts = Buffer.from(id, 'base64url').toString().split('/')
    const version = parts.pop() ?? ''
    const isVersion = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(version)
    const info = isVersion ? await objects.read(`${version}.info`) : undefined
    if (!info) throw new Refusal(404, 'The file for this url was not found\n')
    const upload = JSON.parse(Buffer.from(info).toString()) as Upload
    if (`${upload.bucket}/${upload.name}` !== parts.join('/')) {
      throw new Refusal(404, 'The file for this url was not found\n')
    }
    if (Date.now() > upload.created + lifetime) {
      await objects.remove(`${version}.part`)
      throw new Refusal(410, 'The file for this url no longer exists\n')
    }
    return upload
  }

  /** Adds the arriving bytes, and stores the object when it is complete. */
  const receive = async (
    { request, caller }: Asked,
    upload: Upload,
    offset: number,
  ): Promise<Record<string, string>> => {
    const { bucket, name, version, size, metadata } = upload
    const body = request.body?.values({ preventCancel: true }) ?? []
    let reached = offset
    const counted = (async function* () {
      for await (const chunk of body) {
        if (reached + chunk.length > size) throw new Refusal(413, "upload's size exceeded\n")
        reached += chunk.length
        yield chunk
      }
    })()
    reached = await objects.append(`${version}.part`, counted)
    if (reached < size) {
      return { 'upload-offset': String(reached), 'upload-expires': expiryOf(upload) }
    }
    await complete(
      { bucket, name, version, owner: caller.claims.sub },
      {
        mimetype: metadata.contentType ?? 'application/octet-stream',
        cacheControl: /^-?\d+$/.test(metadata.cacheControl ?? '')
          ? `max-age=${metadata.cacheControl}`
          : 'no-cache',
      },
    )
    return { 'upload-offset': String(reached), 'tus-complete': '1' }
  }

  const create = async (asked: Asked): Promise<Response> => {
    const { headers, url } = asked.request
    const length = headers.get('upload-length')
    if (headers.get('upload-defer-length') !== null) {
      throw new Refusal(501, 'creation-defer-length extension is not (yet) supported.\n')
    }
    if (length === null) {
      throw new Refusal(400, 'Upload-Length or Upload-Defer-Length header required\n')
    }
    const given = headers.get('upload-metadata')
    if (given === null) throw storageErrors.request('Metadata header is required')
    const metadata = metadataOf(given)
    const { bucketName: bucket = '', objectName: name = '' } = metadata
    if (!/^[^/]{1,100}$/.test(bucket)) {
      throw new Refusal(400, 'Bucket name invalid')
    }
    if (!keys.test(name)) throw storageErrors.key(name)
    const place = await database.bucket(database.asService('tus.upload.create'), bucket)
    const size = Number(length)
    if (size > (place.file_size_limit ?? Infinity))
      throw new Refusal(413, 'Maximum size exceeded\n')
    const version = crypto.randomUUID()
    const upload: Upload = { bucket, name, version, size, metadata, created: Date.now() }
    await trial(asked, 'create', upload, isUpsert(asked.request))
    if (metadata.contentType) requireType(metadata.contentType, place)
    const withBody = headers.get('content-type') === 'application/offset+octet-stream'
    const received = await unlessFull(version, async () => {
      await objects.append(`${version}.info`, [Buffer.from(JSON.stringify(upload))])
      if (withBody) return receive(asked, upload, 0)
      if (size > 0) return {}
      const { 'upload-offset': _, ...rest } = await receive(asked, upload, 0)
      return rest
    })
    const id = Buffer.from(`${bucket}/${name}/${version}`).toString('base64url')
    return respond(201, {
      'upload-expires': expiryOf(upload),
      ...received,
      location: `${new URL(url).origin}/storage/v1/upload/resumable/${id}`,
    })
  }

  const append = async (asked: Asked): Promise<Response> => {
    const { headers } = asked.request
    const offset = headers.get('upload-offset')
    if (offset === null) throw new Refusal(403, 'Upload-Offset header required\n')
    if (headers.get('content-type') === null) {
      throw new Refusal(403, 'Content-Type header required\n')
    }
    const upload = await find(asked.name)
    await trial(asked, 'part', upload, isUpsert(asked.request))
    return inTurn(upload.version, async () => {
      if ((await offsetOf(upload)) !== Number(offset)) {
        throw new Refusal(409, 'Upload-Offset conflict\n')
      }
      const received = unlessFull(upload.version, () => receive(asked, upload, Number(offset)))
      return respond(204, await received)
    })
  }

  const tell = async ({ name }: Asked): Promise<Response> => {
    const upload = await find(name)
    const offset = await inTurn(upload.version, () => offsetOf(upload))
    return respond(200, {
      'cache-control': 'no-store',
      'upload-offset': String(offset),
      'upload-length': String(upload.size),
      'upload-metadata': Object.entries(upload.metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    })
  }

  const end = async (asked: Asked): Promise<Response> => {
    const upload = await find(asked.name)
    await trial(asked, 'delete', upload, false)
    await objects.remove(`${upload.version}.part`)
    await objects.remove(`${upload.version}.info`)
    return respond(204, {})
  }

  return async (asked: Asked): Promise<Response> => {
    const { method, headers } = asked.request
    const work = { POST: create, PATCH: append, HEAD: tell, DELETE: end }[method]
    if (method === 'OPTIONS') {
      const extensions = 'creation,creation-with-upload,termination,expiration'
      return respond(204, { 'tus-version': '1.0.0', 'tus-extension': extensions })
    }
    try {
      if (headers.get('tus-resumable') === null) throw new Refusal(412, 'Tus-Resumable Required\n')
      const invalid = [...headers.keys()].filter(
        (name) => !isValid(name, headers.get(name)!, method),
      )
      if (invalid.length > 0) throw new Refusal(400, `Invalid ${invalid.join(' ')}\n`)
      if (!work || (method !== 'POST' && !asked.name)) {
        throw new Refusal(404, 'The file for this url was not found\n')
      }
      return await work(asked)
    } catch (error) {
      if (error instanceof Refusal) return respond(error.status, {}, error.text)
      const { status, message } = asStorageError(error)
      return respond(status, {}, message)
    }
  }
}

const expiryOf = ({ created }: Upload) => new Date(created + lifetime).toUTCString()

const respond = (status: number, headers: Record<string, string>, text = '') =>
  new Response(status === 204 ? null : text, {
    status,
    headers: { 'tus-resumable': '1.0.0', ...headers },
  })

function isValid(name: string, value: string, method: string): boolean {
  if (name === 'tus-resumable') return value === '1.0.0'
  if (name === 'upload-offset' || name === 'upload-length') return /^(0|[1-9]\d*)$/.test(value)
  if (name === 'content-type' && method === 'PATCH') {
    return value === 'application/offset+octet-stream'
  }
  return name !== 'upload-metadata' || Object.keys(metadataOf(value)).length > 0
}

/** Keys to values in base64; undefined if one is invalid. */
function metadataOf(header: string): Record<string, string> {
  const pairs = header.split(',').map((pair) => pair.split(' '))
  const isRight = pairs.every(
    ([key, value = '', ...rest]) =>
      key && rest.length === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value),
  )
  return isRight
    ? Object.fromEntries(
        pairs.map(([key, value = '']) => [key!, Buffer.from(value, 'base64').toString()]),
      )
    : {}
}
