import crypto from 'node:crypto'
import { StorageDatabase, type Bucket, type Exclusive, type StoredObject } from './storage-database'
import { asStorageError, storageErrors } from './storage-errors'
import type { ObjectStore } from './storage-objects'
import {
  decoded,
  fileOf,
  isUpsert,
  jsonOf,
  keys,
  listOf,
  wholeNumber,
  type Asked,
  type StorageParts,
} from './storage-request'
import { callerOf, signLink, verifyLink } from './storage-tokens'
import { createUploads } from './storage-uploads'

/**
 * If a body of this many bytes were refused before it is read, the caller would miss the answer.
 */
const mostDrained = 64 * 1024 * 1024

/**
 * The storage service, which lite lacks: the endpoints of `@supabase/storage-js` and of resumable uploads,
 * with the statuses, bodies and headers of supabase/storage at 4fa61fba (http/routes, storage/object.ts).
 * Only migrations make buckets; pictures are not resized, and there are no links for uploads.
 */
export async function createStorage(options: {
  exclusive: Exclusive
  objects: ObjectStore
}): Promise<{ fetch: (request: Request) => Promise<Response> }> {
  const { objects } = options
  const database = new StorageDatabase(options.exclusive)

  const complete: StorageParts['complete'] = async (object, about) => {
    const { mimetype, cacheControl, userMetadata } = about
    const content = (await objects.read(`${object.version}.part`))!
    const md5 = crypto.createHash('md5').update(content).digest('hex')
    await objects.rename(`${object.version}.part`, object.version)
    const stored = database.store({
      ...object,
      userMetadata,
      metadata: {
        eTag: `"${md5}"`,
        size: content.length,
        mimetype,
        cacheControl,
        lastModified: new Date().toISOString(),
        contentLength: content.length,
        httpStatusCode: 200,
      },
    })
    const { id, replaced } = await stored.catch(async (error: unknown) => {
      await objects.remove(object.version)
      throw error
    })
    if (replaced) await objects.remove(replaced)
    return id
  }
  const parts = { database, objects, complete }
  const uploads = createUploads(parts)

  const upload = async ({ request, bucket, name, as, caller }: Asked, isUpsert: boolean) => {
    const operation = request.method === 'PUT' ? 'object.upload_update' : 'object.upload'
    const place = await database.bucket(database.asService(operation), bucket)
    const file = await fileOf(request, place)
    if (!keys.test(name)) throw storageErrors.key(name)
    const { mimetype, cacheControl, userMetadata } = file
    const owner = caller.claims.sub
    const version = crypto.randomUUID()
    const trial = { bucket, name, version, owner, userMetadata }
    await database.canStore(as(operation), { ...trial, metadata: { mimetype } }, isUpsert)
    try {
      await objects.append(`${version}.part`, file.body)
      const id = await complete(
        { bucket, name, version, owner },
        { mimetype, cacheControl, userMetadata },
      )
      return Response.json({ Key: `${bucket}/${name}`, Id: id })
    } catch (error) {
      await objects.remove(`${version}.part`)
      throw error
    }
  }

  /** The bytes of an object, or the requested part. */
  const serve = async (request: Request, found: StoredObject, expires?: number) => {
    const content = await objects.read(found.version)
    if (!content) {
      const body = { statusCode: '404', error: 'Not found', message: 'The resource was not found' }
      return Response.json({ ...body, code: 'NoSuchKey' }, { status: 400 })
    }
    const { metadata } = found
    const download = new URL(request.url).searchParams.get('download')
    const headers = new Headers({
      'accept-ranges': 'bytes',
      // Content that would be a page is not shown as one.
      'content-type': metadata.mimetype.includes('text/html') ? 'text/plain' : metadata.mimetype,
      etag: metadata.eTag,
      'x-robots-tag': 'none',
      'last-modified': new Date(metadata.lastModified).toUTCString(),
      ...(expires === undefined
        ? { 'cache-control': metadata.cacheControl }
        : { expires: new Date(expires * 1000).toUTCString() }),
    })
    if (download !== null) {
      const encoded = encodeURIComponent(download)
      headers.set(
        'content-disposition',
        download === ''
          ? 'attachment;'
          : `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`,
      )
    }
    if (request.headers.get('if-none-match') === metadata.eTag) {
      return new Response(null, { status: 304, headers })
    }
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
    if (first === undefined) {
      headers.set('content-length', String(content.length))
      return new Response(content, { headers })
    }
    if (Number(first) >= content.length) throw storageErrors.range()
    const end = Math.min(last ? Number(last) + 1 : Infinity, content.length)
    const part = content.subarray(Number(first), end)
    headers.set('content-range', `bytes ${first}-${end - 1}/${content.length}`)
    headers.set('content-length', String(part.length))
    return new Response(part, { status: 206, headers })
  }

  const download = async ({ request, bucket, name, as, caller }: Asked, operation: string) => {
    const place = await database
      .bucket(database.asService(operation), bucket)
      .catch(() => undefined)
    if (!place || (!caller.isKnown && !place.public)) throw storageErrors.noBucket()
    return database
      .object(place.public ? database.asService(operation) : as(operation), bucket, name)
      .then((found) => ({ found, request }))
  }

  const info = async (asked: Asked) => {
    const { found } = await download(asked, 'object.get_authenticated_info')
    const { id, name, version, bucket_id, metadata, user_metadata } = found
    const { size, mimetype, cacheControl, eTag, lastModified } = metadata
    const body = {
      ...{ id, name, version, bucket_id, size, content_type: mimetype },
      ...{ cache_control: cacheControl, etag: eTag, metadata: user_metadata },
      ...{ last_modified: utc(found.updated_at), created_at: utc(found.created_at) },
    }
    const headers = {
      'cache-control': cacheControl,
      etag: eTag,
      'last-modified': new Date(lastModified).toUTCString(),
    }
    return Response.json(body, { headers })
  }

  const head = async (asked: Asked) => {
    const { found, request } = await download(asked, 'object.head_authenticated_info')
    const { status, headers } = await serve(request, found)
    return new Response(null, { status, headers })
  }

  const get = async (asked: Asked) => {
    const { found, request } = await download(asked, 'object.get_authenticated')
    return serve(request, found)
  }

  const getSigned = async ({ request, bucket, name }: Asked) => {
    const token = new URL(request.url).searchParams.get('token')
    if (token === null) {
      throw storageErrors.request("querystring must have required property 'token'")
    }
    const expires = verifyLink(token, `${bucket}/${name}`)
    const found = await database.object(database.asService('object.get_signed'), bucket, name)
    return serve(request, found, expires)
  }

  const sign = async ({ request, bucket, name, as }: Asked) => {
    const { expiresIn } = await jsonOf(request)
    const seconds = wholeNumber(expiresIn)
    if (!keys.test(name)) throw storageErrors.key(name)
    await database.object(as('object.sign'), bucket, name)
    const token = signLink(`${bucket}/${name}`, seconds)
    return Response.json({ signedURL: `/object/sign/${bucket}/${name}?token=${token}` })
  }

  const signMany = async ({ request, bucket, as }: Asked) => {
    const { expiresIn, paths } = await jsonOf(request)
    const seconds = wholeNumber(expiresIn)
    const names = listOf(paths, 'paths')
    const found = await database.objects(as('object.sign_many'), bucket, names)
    const known = new Set(found.map(({ name }) => name))
    return Response.json(
      names.map((path) =>
        known.has(path)
          ? {
              error: null,
              path,
              signedURL: `/object/sign/${bucket}/${path}?token=${signLink(`${bucket}/${path}`, seconds)}`,
            }
          : {
              error: 'Either the object does not exist or you do not have access to it',
              path,
              signedURL: null,
            },
      ),
    )
  }

  const list = async ({ request, bucket, as }: Asked) => {
    const { prefix, search = '', limit = 100, offset = 0 } = await jsonOf(request)
    if (typeof prefix !== 'string') {
      throw storageErrors.request("body must have required property 'prefix'")
    }
    const folder = prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix
    const rows = await as('object.list')(async (tx) => {
      const found = await tx.query<object>(
        `select substr(name, length($2::text) + 1) as name, id, updated_at, created_at, last_accessed_at, metadata
         from storage.objects where bucket_id = $1 and starts_with(lower(name), lower($2 || $3))
         order by lower(name) collate "C" limit $4 offset $5`,
        [bucket, folder, search, limit, offset],
      )
      return found.rows
    })
    return Response.json(rows)
  }

  const listAsS3 = async ({ request, bucket, as }: Asked) => {
    const { prefix = '', limit = 1000 } = await jsonOf(request)
    const rows = await as('object.list_v2')(async (tx) => {
      const found = await tx.query<object>(
        `select name, id, updated_at, created_at, last_accessed_at, metadata from storage.objects
         where bucket_id = $1 and starts_with(name, $2) order by name collate "C" limit $3`,
        [bucket, prefix, limit],
      )
      return found.rows
    })
    return Response.json({ hasNext: false, folders: [], objects: rows })
  }

  const remove = async ({ bucket, name, as }: Asked) => {
    await database.object(database.asService('object.delete'), bucket, name)
    const [removed] = await database.remove(as('object.delete'), bucket, [name])
    if (!removed) throw storageErrors.denied()
    await objects.remove(removed.version)
    return Response.json({ message: 'Successfully deleted' })
  }

  const removeMany = async ({ request, bucket, as }: Asked) => {
    const { prefixes } = await jsonOf(request)
    const names = listOf(prefixes, 'prefixes')
    const removed = await database.remove(as('object.delete_many'), bucket, names)
    for (const { version } of removed) await objects.remove(version)
    return Response.json(removed)
  }

  /** None of our policies allows this to a caller, and the service does not need it. */
  const place = async ({ request, as, caller }: Asked, kind: 'move' | 'copy') => {
    const {
      bucketId,
      sourceKey,
      destinationBucket = bucketId,
      destinationKey,
    } = await jsonOf(request)
    const [bucket, from, to, key] = [bucketId, sourceKey, destinationBucket, destinationKey].map(
      String,
    ) as [string, string, string, string]
    if (!keys.test(key)) throw storageErrors.key(key)
    const scoped = as(`object.${kind}`)
    const source = await database.object(scoped, bucket, from)
    const owner = caller.claims.sub
    const target = { bucket: to, name: key, version: '1', owner, metadata: source.metadata }
    await database.canStore(scoped, target, false)
    throw storageErrors.request('The embedded backend neither moves nor copies objects.')
  }

  const signUpload = async ({ bucket, name, as, caller }: Asked) => {
    const trial = { bucket, name, version: '1', owner: caller.claims.sub, metadata: {} }
    await database.canStore(as('object.sign_upload_url'), trial, false)
    throw storageErrors.request('The embedded backend has no links for uploads.')
  }

  const empty = ({ caller }: Asked) => {
    if (caller.claims.role !== 'service_role') return Promise.reject(storageErrors.role())
    return Promise.reject(fixedBuckets())
  }

  const buckets = async ({ request, name, as, caller }: Asked) => {
    if (request.method === 'GET') {
      if (name) return Response.json(described(await database.bucket(as('bucket.get'), name)))
      const rows = await as('bucket.list')(
        async (tx) => (await tx.query<Bucket>('select * from storage.buckets order by id')).rows,
      )
      return Response.json(rows.map((row) => described(row, { type: 'STANDARD' })))
    }
    if (name) {
      const asService = database.asService('bucket.delete')
      if (request.method === 'DELETE' && (await database.hasObjects(asService, name))) {
        throw storageErrors.notEmpty()
      }
      await database.bucket(as('bucket.get'), name)
      throw fixedBuckets()
    }
    const { name: made } = await jsonOf(request)
    await as('bucket.create')((tx) =>
      tx.query(
        'insert into storage.buckets (id, name, owner_id, public) values ($1, $1, $2, false)',
        [made, caller.claims.sub ?? null],
      ),
    )
    return Response.json({ name: made })
  }

  const routes: readonly [methods: string, path: RegExp, isOptional: boolean, Handler][] = [
    ['POST', /^\/bucket()\/([^/]+)\/empty$/, false, empty],
    ['GET POST PUT DELETE', /^\/bucket()(?:\/([^/]+))?$/, false, buckets],
    ['POST', /^\/object\/list\/([^/]+)$/, false, list],
    ['POST', /^\/object\/list-v2\/([^/]+)$/, false, listAsS3],
    ['POST', /^\/object\/move$/, false, (asked) => place(asked, 'move')],
    ['POST', /^\/object\/copy$/, false, (asked) => place(asked, 'copy')],
    ['POST', /^\/object\/upload\/sign\/([^/]+)\/(.+)$/, false, signUpload],
    ['GET', /^\/object\/sign\/([^/]+)\/(.+)$/, true, getSigned],
    ['POST', /^\/object\/sign\/([^/]+)\/(.+)$/, false, sign],
    ['POST', /^\/object\/sign\/([^/]+)$/, false, signMany],
    ['GET', /^\/object\/info\/public\/([^/]+)\/(.+)$/, true, (asked) => info(asVisitor(asked))],
    ['GET', /^\/object\/info\/authenticated\/([^/]+)\/(.+)$/, false, info],
    ['GET', /^\/object\/info\/([^/]+)\/(.+)$/, true, info],
    ['GET', /^\/object\/public\/([^/]+)\/(.+)$/, true, (asked) => get(asVisitor(asked))],
    ['HEAD', /^\/object\/public\/([^/]+)\/(.+)$/, true, (asked) => head(asVisitor(asked))],
    ['GET', /^\/object\/authenticated\/([^/]+)\/(.+)$/, false, get],
    ['HEAD', /^\/object\/authenticated\/([^/]+)\/(.+)$/, false, head],
    ['GET', /^\/object\/([^/]+)\/(.+)$/, true, get],
    ['HEAD', /^\/object\/([^/]+)\/(.+)$/, true, head],
    ['POST', /^\/object\/([^/]+)\/(.+)$/, false, (asked) => upload(asked, isUpsert(asked.request))],
    ['PUT', /^\/object\/([^/]+)\/(.+)$/, false, (asked) => upload(asked, true)],
    ['DELETE', /^\/object\/([^/]+)\/(.+)$/, false, remove],
    ['DELETE', /^\/object\/([^/]+)$/, false, removeMany],
    ['POST PATCH HEAD DELETE', /^\/upload\/resumable()(?:\/([^/]+))?$/, false, uploads],
    ['OPTIONS', /^\/upload\/resumable()(?:\/([^/]+))?$/, true, uploads],
  ]

  const answer = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname.replace(/^\/storage\/v1/, '')
    for (const [methods, pattern, isOptional, handle] of routes) {
      const match = methods.split(' ').includes(request.method) && pattern.exec(path)
      if (!match) continue
      const [bucket, name] = [match[1], match[2]].map((part) => decoded(part ?? ''))
      const caller = callerOf(request, isOptional)
      const as = (operation: string) => database.as(caller, operation)
      return handle({ request, bucket: bucket!, name: name!, as, caller })
    }
    const message = `Route ${request.method}:${path} not found`
    return Response.json({ message, error: 'Not Found', statusCode: 404 }, { status: 404 })
  }

  await sweep(parts)
  return {
    fetch: async (request) => {
      const response = await answer(request).catch((error: unknown) =>
        asStorageError(error).render(),
      )
      await drain(request)
      // The service sends neither. Here an object shares the app's address.
      response.headers.set('x-content-type-options', 'nosniff')
      if (!response.headers.has('content-disposition')) {
        response.headers.set('content-disposition', 'attachment')
      }
      return response
    },
  }
}

type Handler = (asked: Asked) => Promise<Response>

const utc = (time: string) => new Date(time).toISOString()

const described = (bucket: Bucket, more: { type?: string } = {}) => {
  const { id, name, owner, public: isPublic, file_size_limit, allowed_mime_types } = bucket
  return {
    ...{ id, name, owner: owner ?? '', public: isPublic, ...more },
    ...{ file_size_limit, allowed_mime_types },
    ...{ created_at: utc(bucket.created_at), updated_at: utc(bucket.updated_at) },
  }
}

const fixedBuckets = () =>
  storageErrors.request('The buckets of the embedded backend are those of the migrations.')

const asVisitor = (asked: Asked): Asked => ({
  ...asked,
  caller: { claims: { role: 'anon' }, isKnown: false },
})

/** Reads the rest of a body: a browser that is still sending ignores the answer. */
async function drain({ body }: Request): Promise<void> {
  if (!body || body.locked) return
  let size = 0
  try {
    for await (const chunk of body as ReadableStream<Uint8Array>) {
      size += chunk.length
      if (size > mostDrained) return
    }
  } catch {
    // The caller went.
  }
}

/** Leftovers of a dead process: bytes without a row, and yesterday's unfinished uploads. */
async function sweep({ database, objects }: StorageParts): Promise<void> {
  const keys = await objects.keys()
  if (keys.length === 0) return
  const known = await database.asService('sweep')(async (tx) => {
    const { rows } = await tx.query<{ version: string }>('select version from storage.objects')
    return new Set(rows.map(({ version }) => version))
  })
  const begun = new Set<string>()
  for (const key of keys.filter((it) => it.endsWith('.info'))) {
    // Cut off where the process died while writing it.
    const created = /"created":(\d+)}$/.exec(
      Buffer.from((await objects.read(key))!).toString(),
    )?.[1]
    if (Number(created ?? 0) > Date.now() - 24 * 60 * 60_000) begun.add(key.slice(0, 36))
  }
  for (const key of keys) {
    const version = key.slice(0, 36)
    if (!begun.has(version) && (key !== version || !known.has(version))) await objects.remove(key)
  }
}
