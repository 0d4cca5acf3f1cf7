import type { PGlite, Transaction } from '@electric-sql/pglite'
import { asStorageError, storageErrors } from './storage-errors'
import type { Caller } from './storage-tokens'

export interface Bucket {
  id: string
  name: string
  owner: string | null
  created_at: string
  updated_at: string
  public: boolean
  file_size_limit: number | null
  allowed_mime_types: string[] | null
}

export interface StoredObject {
  id: string
  name: string
  version: string
  bucket_id: string
  metadata: ObjectMetadata
  user_metadata: object | null
  created_at: string
  updated_at: string
}

interface ObjectMetadata {
  eTag: string
  size: number
  mimetype: string
  cacheControl: string
  lastModified: string
  contentLength: number
  httpStatusCode: number
}

export interface NewObject {
  bucket: string
  name: string
  version: string
  owner: string | undefined
  metadata: object
  userMetadata?: object | undefined
}

export type Exclusive = <T>(work: (pg: PGlite) => Promise<T>) => Promise<T>
type Scoped = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

const service: Caller = { claims: { role: 'service_role' }, isKnown: true }

/**
 * The statements of the storage service on its tables, each with the caller's role, claims and operation
 * (storage/database/pg.ts and internal/database/postgres/scope.ts there).
 */
export class StorageDatabase {
  readonly #exclusive: Exclusive

  constructor(exclusive: Exclusive) {
    this.#exclusive = exclusive
  }

  /** A transaction as this caller. */
  as(caller: Caller, operation: string): Scoped {
    const settings = {
      role: caller.claims.role,
      'request.jwt.claims': JSON.stringify(caller.claims),
      'storage.operation': `storage.${operation}`,
      'storage.allow_delete_query': 'true',
    }
    return (work) =>
      this.#exclusive(async (pg) => {
        try {
          return await pg.transaction(async (tx) => {
            await tx.query(
              'select set_config(key, value, true) from json_each_text($1::text::json)',
              [JSON.stringify(settings)],
            )
            return work(tx)
          })
        } catch (error) {
          throw asStorageError(error)
        }
      })
  }

  asService(operation: string): Scoped {
    return this.as(service, operation)
  }

  /** @throws StorageError when this caller may see none */
  async bucket(scoped: Scoped, id: string): Promise<Bucket> {
    const rows = await scoped(async (tx) => {
      const found = await tx.query<Bucket>('select * from storage.buckets where id = $1', [id])
      return found.rows
    })
    if (!rows[0]) throw storageErrors.noBucket()
    return rows[0]
  }

  hasObjects(scoped: Scoped, bucket: string): Promise<boolean> {
    return scoped(async (tx) => {
      const found = await tx.query('select from storage.objects where bucket_id = $1 limit 1', [
        bucket,
      ])
      return found.rows.length > 0
    })
  }

  /** @throws StorageError when this caller may see none */
  async object(scoped: Scoped, bucket: string, name: string): Promise<StoredObject> {
    const [found] = await this.objects(scoped, bucket, [name])
    if (!found) throw storageErrors.noObject()
    return found
  }

  objects(scoped: Scoped, bucket: string, names: readonly string[]): Promise<StoredObject[]> {
    return scoped(async (tx) => {
      const found = await tx.query<StoredObject>(
        'select * from storage.objects where bucket_id = $1 and name = any ($2)',
        [bucket, names],
      )
      return found.rows
    })
  }

  /** Stores an object as a trial, and undoes it. @throws StorageError where this caller may not */
  async canStore(scoped: Scoped, object: NewObject, isUpsert: boolean): Promise<void> {
    const undone = new Error('The trial is over.')
    await scoped(async (tx) => {
      await tx.query(isUpsert ? upsert : insert, valuesOf(object))
      throw undone
    }).catch((error: Error) => {
      if (error.message !== undone.message) throw error
    })
  }

  /** @returns the new row and the version that it replaced */
  store(object: NewObject): Promise<{ id: string; replaced: string | undefined }> {
    return this.asService('object.upload')(async (tx) => {
      const { rows: before } = await tx.query<StoredObject>(
        'select * from storage.objects where bucket_id = $1 and name = $2 for update',
        [object.bucket, object.name],
      )
      const { rows } = await tx.query<{ id: string }>(upsert, valuesOf(object))
      return { id: rows[0]!.id, replaced: before[0]?.version }
    })
  }

  /** @returns those that this caller may delete */
  remove(scoped: Scoped, bucket: string, names: readonly string[]): Promise<StoredObject[]> {
    return scoped(async (tx) => {
      const { rows } = await tx.query<StoredObject>(
        'delete from storage.objects where bucket_id = $1 and name = any ($2) returning *',
        [bucket, names],
      )
      return rows
    })
  }
}

const columns = 'bucket_id, name, version, owner, owner_id, metadata, user_metadata'
const insert = `insert into storage.objects (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`
const upsert = `${insert} on conflict (name, bucket_id) do update set metadata = excluded.metadata,
  user_metadata = excluded.user_metadata, version = excluded.version, owner = excluded.owner,
  owner_id = excluded.owner_id returning *`

const valuesOf = ({ bucket, name, version, owner, metadata, userMetadata = {} }: NewObject) => [
  ...[bucket, name, version, owner ?? null, owner ?? null],
  ...[JSON.stringify(metadata), JSON.stringify(userMetadata)],
]
