import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { listTapFiles, runTapFile } from '../../supabase/embedded/pgtap'
import type { ServedBackend } from '../../supabase/embedded/server'
import { testFileAttacks } from '../attacks/file-attacks'
import { testStorageFacts } from '../storage-facts'
import { tapSessionOf } from './pgtap-session'
import { startStorage, startStorageBackend } from './storage-backend'

const folder = process.env.PLATFORM_STORAGE_SERVICE

describe.runIf(folder)('the storage service itself', () => {
  testStorageFacts(() => startStorageBackend(folder!))

  describe('every caller against every file', () =>
    testFileAttacks(() => startStorageBackend(folder!) as unknown as Promise<ServedBackend>))

  it('makes a schema on which the rules for files hold', async () => {
    const { cluster, stop } = await startStorage(folder!)
    const session = await tapSessionOf(cluster.connect('postgres', { max: 1 }))
    const directory = path.join(defaultSqlDirectory, 'tests')
    const files = listTapFiles(directory).filter((name) => /^(000|320|330)-/.test(name))
    expect(files).toHaveLength(4)
    for (const name of files) {
      expect((await runTapFile(session, directory, name)).failures, name).toEqual([])
    }
    await session.close()
    await stop()
  })
})
