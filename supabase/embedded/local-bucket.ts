import type { PGlite } from '@electric-sql/pglite'
import { Bucket } from '../functions/_shared/bucket.ts'
import { localKeys } from './config'
import { createStorage } from './storage'
import { objectsOf } from './storage-objects'

/**
 * The files of a database that no server holds open.
 *
 * @param dataDirectory in memory when absent
 */
export async function localBucket(pg: PGlite, dataDirectory: string | undefined): Promise<Bucket> {
  const storage = await createStorage({
    exclusive: (work) => work(pg),
    objects: objectsOf(dataDirectory),
  })
  const local = { SUPABASE_URL: 'http://localhost', SUPABASE_SERVICE_ROLE_KEY: localKeys.secret }
  return new Bucket(local, storage.fetch)
}
