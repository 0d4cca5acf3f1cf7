import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createClient, type EmailOtpType } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { defaultSnapshotDirectory, localKeys, localPassword } from '../../supabase/embedded/config'
import type { Backend } from '../../supabase/embedded/backend'

let visitors = 0

/** An address that no other test in this file uses. */
export function newAddress(): string {
  visitors += 1
  return `2001:db8:${visitors.toString(16)}::1`
}

/** A separate browser; `headers` are sent by it or by a proxy in front of it. */
export function visit(
  backend: { url: string },
  headers: Record<string, string> = { 'cf-connecting-ip': newAddress() },
  key: string = localKeys.publishable,
) {
  return createClient(backend.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
    realtime: { transport: WebSocket as never },
  })
}

export type Client = ReturnType<typeof visit>

/** Past every policy, like a trusted server. */
export const asService = (backend: { url: string }) => visit(backend, {}, localKeys.secret)

/** Signs in one of the accounts of seed.sql, for example `admin`. */
export async function signIn(backend: { url: string }, account: string) {
  const client = visit(backend)
  const email = `${account}@kindlewell.test`
  const { error } = await client.auth.signInWithPassword({ email, password: localPassword })
  if (error) throw error
  return client
}

/** The token in the newest mail to an address, and its type. */
export function mailToken(backend: Backend, address: string) {
  const mail = backend.outbox.mails.find(({ to }) => to === address)
  const link = new URL(/https?:\/\/\S+token_hash=\S+/.exec(mail?.text ?? '')![0])
  const { token_hash, type } = Object.fromEntries(new URLSearchParams(link.hash.slice(1)))
  return { link, token_hash: token_hash!, type: type as EmailOtpType }
}

export const rowCount = (backend: Backend, table: string): Promise<number> =>
  backend.exclusive(async (pg) => {
    const { rows } = await pg.query<{ count: number }>(
      `select count(*)::int as count from ${table}`,
    )
    return rows[0]!.count
  })

export interface Fixture {
  sqlDirectory: string
  dataDirectory: string
  snapshotDirectory: string
  write: (name: string, sql: string) => void
  remove: () => void
}

const storedSnapshots = () =>
  fs.existsSync(defaultSnapshotDirectory)
    ? fs
        .readdirSync(defaultSnapshotDirectory, { withFileTypes: true })
        .filter(({ name }) => name.endsWith('.tar'))
    : []

/**
 * An SQL directory with a small schema, in its own temporary directory.
 *
 * @param snapshots another fixture's, to share
 */
export function createFixture(files: Record<string, string>, snapshots?: string): Fixture {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'embedded-backend-'))
  const sqlDirectory = path.join(root, 'supabase')
  fs.mkdirSync(path.join(sqlDirectory, 'migrations'), { recursive: true })
  const write = (name: string, sql: string) => fs.writeFileSync(path.join(sqlDirectory, name), sql)
  for (const [name, sql] of Object.entries(files)) write(name, sql)
  const snapshotDirectory = snapshots ?? path.join(root, 'snapshots')
  if (!snapshots) {
    fs.mkdirSync(snapshotDirectory)
    // The database without tables is the same for all, and takes four times as long to make.
    for (const { name, parentPath } of storedSnapshots()) {
      fs.copyFileSync(path.join(parentPath, name), path.join(snapshotDirectory, name))
    }
  }
  return {
    sqlDirectory,
    dataDirectory: path.join(root, 'data'),
    snapshotDirectory,
    write,
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  }
}

export const volunteer = (name: string) => ({
  first_name: name,
  last_name: 'Example',
  email: `${name.toLowerCase()}@example.org`,
})
