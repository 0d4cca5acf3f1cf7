import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readEnvironment } from '../embedded/config'
import { resetDatabase } from '../embedded/data-directory'
import { openDatabase } from '../embedded/database'
import { localBucket } from '../embedded/local-bucket'
import type { Environment } from '../hosted/config-values'
import { withoutAddresses } from '../hosted/without-addresses'
import { readMigrations } from './catalogue'
import { overPglite, overServer, type Database } from './database'
import { minimumPassphrase } from './encryption'

export type Ask = (question: string, isSecret: boolean) => Promise<string>

/**
 * Opens the hosted database to back up, or to restore, when a variable has its connection string; else the
 * embedded one. A new embedded database to restore into is empty, and is deleted if it stays empty.
 *
 * @throws when there is none, or another process uses it
 */
export async function openChosen(
  task: 'BACKUP' | 'RESTORE',
  environment: Environment,
): Promise<Database> {
  const address = environment[`${task}_DATABASE_URL`]
  if (address) {
    return overServer(address, environment.BACKUP_DATABASE_CA, {
      key: environment[`${task}_STORAGE_KEY`],
      url: environment[`${task}_STORAGE_URL`],
    })
  }
  const { dataDirectory } = readEnvironment()
  if (!dataDirectory) throw new Error('The embedded database is in memory: no file holds it.')
  const isNew = !fs.existsSync(path.join(dataDirectory, 'PG_VERSION'))
  if (task === 'BACKUP' && isNew) {
    throw new Error(`There is no database in ${dataDirectory} yet: \`npm run dev\` makes one.`)
  }
  if (isNew) return openEmpty(dataDirectory)
  const { pg, close } = await openDatabase({ dataDirectory })
  return overPglite(pg, 'embedded', close, await localBucket(pg, dataDirectory))
}

/** Without migrations and seed: the next start would not seed it. */
async function openEmpty(dataDirectory: string): Promise<Database> {
  const files = { migrations: [], seed: undefined }
  const { pg, close } = await openDatabase({ dataDirectory, files })
  const database = overPglite(pg, 'embedded', close, await localBucket(pg, dataDirectory))
  return {
    ...database,
    async close() {
      const migrations = await database.transaction('read', readMigrations)
      await close()
      if (migrations.length === 0) resetDatabase(dataDirectory)
    },
  }
}

/**
 * The passphrase from `BACKUP_PASSPHRASE_FILE` or `BACKUP_PASSPHRASE`, else asked for.
 *
 * @param isNew whether it must be long enough, and is typed twice
 * @throws when there is none, or it is too short
 */
export async function choosePassphrase(
  environment: Environment,
  ask: Ask | undefined,
  { isNew }: { isNew: boolean },
): Promise<string> {
  const { BACKUP_PASSPHRASE, BACKUP_PASSPHRASE_FILE } = environment
  const given = BACKUP_PASSPHRASE_FILE
    ? fs.readFileSync(BACKUP_PASSPHRASE_FILE, 'utf8').replace(/\r?\n$/, '')
    : BACKUP_PASSPHRASE
  if (!given && !ask) {
    throw new Error(
      'There is no terminal to ask for the passphrase: set BACKUP_PASSPHRASE_FILE or BACKUP_PASSPHRASE.',
    )
  }
  const passphrase = given || (await ask!('Passphrase: ', true))
  if (!isNew) return passphrase
  if (passphrase.length < minimumPassphrase) {
    throw new Error(
      `The passphrase has ${passphrase.length} characters; it needs ${minimumPassphrase} or more. Five random words do.`,
    )
  }
  if (!given && (await ask!('The same once more: ', true)) !== passphrase) {
    throw new Error('The two passphrases differ.')
  }
  return passphrase
}

/** Runs a command. A signal ends it like an error, and unfinished files are removed. */
export async function run(main: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.error('Stopped.')
      process.exit(128 + os.constants.signals[signal])
    })
  }
  await main().catch((error: unknown) => {
    console.error(withoutAddresses(explain(error)))
    process.exitCode = 1
  })
}

/** An error in words: the reason, and a fix where we know one. */
export function explain(error: unknown): string {
  const { code, message } = error as Error & { code?: string }
  if (code === 'ENOSPC' || code === '53100') {
    return `There is no space left (${message}). Free some and try again.`
  }
  if (code === 'ENOENT') return `The file does not exist: ${message}.`
  if (code === '55P03' || code === '40P01')
    return 'Other sessions use the tables. Nothing was changed; try again in a minute.'
  if (code === '42501') {
    return `The database refuses (${message}). Connect as the role that applied the migrations, on Supabase \`postgres\`.`
  }
  if (code && /CERT|SIGNATURE|ISSUER/.test(code)) {
    return `The certificate of the server is not trusted (${message}). Download it in the dashboard under Database Settings → SSL Configuration, and set BACKUP_DATABASE_CA to its path.`
  }
  return message || String(error)
}
