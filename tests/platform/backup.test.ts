import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '../../supabase/backup/backup'
import { overServer, type Database } from '../../supabase/backup/database'
import { restore } from '../../supabase/backup/restore'
import { explain } from '../../supabase/backup/settings'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { readSqlFiles } from '../../supabase/embedded/sql-files'
import type { Cluster, Sql } from '../../supabase/platform/cluster'
import { startSeeded } from './setup'

const passphrase = 'five random words of a test'
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-'))
const file = path.join(directory, 'hosted.age')
let cluster: Cluster
let owner: Sql
let admin: Sql
let database: Database
beforeAll(async () => {
  cluster = await startSeeded()
  owner = cluster.connect('postgres', { max: 1 })
  admin = cluster.connect('supabase_admin', { max: 1 })
  // As `supabase db push` keeps them.
  await owner`create schema supabase_migrations`
  await owner`create table supabase_migrations.schema_migrations (version text primary key)`
  const versions = readSqlFiles(defaultSqlDirectory).migrations.map((it) => it.version)
  await owner`insert into supabase_migrations.schema_migrations select unnest(${versions}::text[])`
  await owner`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
    select gen_random_uuid(), id, 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP' from auth.users`
  await owner`
    insert into auth.sessions (id, user_id) select id, id from auth.users`
  database = overServer(`postgresql://postgres@127.0.0.1:${cluster.port}/postgres`, undefined)
})
afterAll(async () => {
  await database?.close()
  await cluster?.stop()
  fs.rmSync(directory, { recursive: true })
})

/** Every row of every table that the backup knows, generated columns included. */
async function stored(): Promise<Record<string, string>> {
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private')
      or (schemaname = 'auth' and tablename in ('users', 'identities', 'mfa_factors', 'sessions'))
    order by name`
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await owner.unsafe<{ sum: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(it::text, ',' order by it::text)), '') as sum from ${name} as it`,
    )
    sums[name] = row!.sum
  }
  return sums
}

it('a role that is no superuser backs up, empties and restores; sessions end', async () => {
  const [role] = await owner`select rolsuper from pg_roles where rolname = current_user`
  expect(role).toEqual({ rolsuper: false })
  const before = await stored()
  await backUp({ database, file, passphrase, workFactor: 10 })

  const tables = Object.keys(before).join(', ')
  await owner.unsafe(`truncate ${tables} cascade`)
  await owner`alter table private.retention_rules alter column position restart with 1`
  await restore({ file, passphrase }, database, (_, present) => {
    expect(present).toEqual({ rows: 0, tables: 0, files: 0 })
    return Promise.resolve()
  })
  const { 'auth.sessions': sessions, ...restored } = await stored()
  expect(sessions).toBe('0 ')
  // Mails that waited became failed ones.
  const held = [
    'private.outbox',
    'private.mail_settings',
    'public.email_campaigns',
    'auth.sessions',
  ]
  for (const name of held) {
    delete before[name]
    delete restored[name]
  }
  expect(restored).toEqual(before)
  const [numbers] = await owner`
    select nextval(pg_get_serial_sequence('private.retention_rules', 'position')) > max(position) as is_new
    from private.retention_rules`
  expect(numbers).toEqual({ is_new: true })
})

it('changes nothing for a role that may not switch triggers off, and says what to do', async () => {
  const before = await stored()
  await admin`revoke set on parameter session_replication_role from postgres`
  const error = await restore({ file, passphrase }, database, () => Promise.resolve()).catch(
    (failure: unknown) => failure,
  )
  await admin`grant set on parameter session_replication_role to postgres`
  expect(explain(error)).toMatch(/Connect as the role that applied the migrations/)
  expect(await stored()).toEqual(before)
})

it('changes nothing when a row is refused midway', async () => {
  const before = await stored()
  await owner`alter table public.trainers add constraint none check (first_name is null) not valid`
  await expect(restore({ file, passphrase }, database, () => Promise.resolve())).rejects.toThrow(
    /violates check constraint/,
  )
  await owner`alter table public.trainers drop constraint none`
  expect(await stored()).toEqual(before)
})
