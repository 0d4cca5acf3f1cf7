import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { localKeys } from '../../supabase/embedded/config'
import { freePort } from '../../supabase/embedded/free-port'
import { spawnBound } from '../../supabase/platform/bound-process'
import { untilReady } from './service'

/**
 * Starts supabase/storage, which first makes the schema `storage` with its own migrations. Its
 * files are in a temporary folder, and its queue is empty.
 * @param folder of the built service
 * @throws when it does not start
 */
export async function startStorageService(folder: string, databasePort: number) {
  const port = await freePort()
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'storage-service-'))
  const service = spawnBound(
    'TERM',
    process.env.PLATFORM_STORAGE_NODE ?? process.execPath,
    [path.join(folder, 'dist/start/server.js')],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        NODE_NO_WARNINGS: '1',
        LOG_LEVEL: 'fatal',
        SERVER_HOST: '127.0.0.1',
        SERVER_PORT: String(port),
        SERVER_ADMIN_PORT: String(await freePort()),
        AUTH_JWT_SECRET: localKeys.jwtSecret,
        ANON_KEY: localKeys.publishable,
        SERVICE_KEY: localKeys.secret,
        DATABASE_URL: `postgres://supabase_storage_admin@127.0.0.1:${databasePort}/postgres`,
        DB_INSTALL_ROLES: 'false',
        UPLOAD_FILE_SIZE_LIMIT: String(50 * 1024 * 1024),
        PG_QUEUE_ENABLE: 'false',
        STORAGE_BACKEND: 'file',
        STORAGE_FILE_BACKEND_PATH: directory,
        STORAGE_S3_REGION: 'local',
        REQUEST_ALLOW_X_FORWARDED_PATH: 'true',
      },
      stdio: ['ignore', 'inherit'],
    },
  )
  const url = `http://127.0.0.1:${port}`
  const { stop } = await untilReady(service, `${url}/status`)
  return {
    url,
    stop: async () => {
      await stop()
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}
