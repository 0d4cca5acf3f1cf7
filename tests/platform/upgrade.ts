import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { backUp } from '../../supabase/backup/backup'
import { overServer, type Database } from '../../supabase/backup/database'
import { restore } from '../../supabase/backup/restore'
import { catalogueStatement, catalogueText } from '../../supabase/catalogue/catalogue'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { readSqlFiles } from '../../supabase/embedded/sql-files'
import { startCluster, type Cluster, type Sql } from '../../supabase/platform/cluster'
import { findPostgres } from '../../supabase/platform/postgres'
import { fillings } from '../bench/large-tables'

/** Later migrations: a column with values of stored rows, a table of rows, and a stricter rule. */
const later = {
  '29990101000000_mentors_initials.sql': `
    alter table public.mentors add column initials text;
    update public.mentors set initials = left(first_name, 1) || left(last_name, 1) where true;`,
  '29990102000000_mentor_notes.sql': `
    create table private.mentor_notes (
      mentor_id uuid primary key references public.mentors (id) on delete cascade, body text not null
    );
    insert into private.mentor_notes (mentor_id, body) select id, 'Met as ' || last_name from public.mentors;`,
  '29990103000000_mentors_have_initials.sql': `
    alter table public.mentors add constraint mentors_initials_check check (initials <> '') not valid;
    alter table public.mentors validate constraint mentors_initials_check;`,
}

/** A storage service that has what is written into it. */
function memoryStore() {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const hashes = () =>
    [...objects]
      .map(([id, bytes]) => `${id} ${hashOf(bytes)}`)
      .sort((one, other) => (one < other ? -1 : 1))
  return {
    objects,
    hashes,
    read: (id: string) => Promise.resolve(objects.get(id)),
    write: (id: string, bytes: Uint8Array<ArrayBuffer>) => {
      objects.set(id, bytes)
      return Promise.resolve()
    },
  }
}

const hashOf = (bytes: Uint8Array) => crypto.createHash('sha256').update(bytes).digest('hex')

export const overCluster = (
  { port }: Pick<Cluster, 'port'>,
  files?: Database['files'],
): Database => ({
  ...overServer(`postgresql://postgres@127.0.0.1:${port}/postgres`, undefined),
  files,
})

/**
 * The tables that a backup has, generated columns included: of each a hash of the rows, by name.
 * @param more names of other tables
 */
export async function storedRows(sql: Sql, more: string[] = []): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private')
      or (schemaname = 'auth' and tablename in ('users', 'identities', 'mfa_factors', 'sessions'))
    order by name`
  const sums: Record<string, string> = {}
  for (const name of [...tables.map((it) => it.name), ...more]) {
    const [row] = await sql.unsafe<{ sum: string }[]>(
      `select count(*) || ' ' || coalesce(md5(string_agg(it::text, ',' order by it::text)), '') as sum from ${name} as it`,
    )
    sums[name] = row!.sum
  }
  return sums
}

/** Those whose rows a restore changes: mails that waited became failed ones, and sessions ended. */
const held = ['private.outbox', 'private.mail_settings', 'public.email_campaigns', 'auth.sessions']

export const withoutHeld = (sums: Record<string, string>) =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => !held.includes(name)))

const objectsOf = async (sql: Sql) =>
  catalogueText(
    (await sql.unsafe(catalogueStatement)) as unknown as { object: string; line: string }[],
  )

/**
 * Backs up a database with this many mentors and files more, restores it into an empty project,
 * and takes that to a later version. Nothing of the older version differs, and each migration has
 * seen the restored rows.
 */
export async function rehearseUpgrade(
  source: Cluster,
  folder: string,
  passphrase: string,
  { rows, files }: { rows: number; files: number },
): Promise<void> {
  const owner = source.connect('postgres', { max: 1 })
  const store = memoryStore()
  await owner.unsafe(fillings.mentors(rows))
  for (let number = 0; number < files; number += 1) {
    const [id, bytes] = [
      crypto.randomUUID(),
      new Uint8Array(crypto.randomBytes(100 + number * 997)),
    ]
    await owner`
      insert into public.files (id, name, size, type, hash, version, state, mentor_id)
      select ${id}, 'letter.pdf', ${bytes.length}, 'application/pdf', ${hashOf(bytes)}, '1', 'ready', id
      from public.mentors order by id offset ${number % rows} limit 1`
    store.objects.set(id, bytes)
  }
  const file = path.join(folder, `upgrade-${rows}.age`)
  const database = overCluster(source, store)
  const { count } = await backUp({ database, file, passphrase, workFactor: 10 })
  await database.close()
  expect(count.files).toBe(files)

  const next = path.join(folder, `next-${rows}`)
  fs.cpSync(path.join(defaultSqlDirectory, 'migrations'), path.join(next, 'migrations'), {
    recursive: true,
  })
  for (const [name, text] of Object.entries(later)) {
    fs.writeFileSync(path.join(next, 'migrations', name), text)
  }
  const to = findPostgres(process.env.PLATFORM_RESTORE_POSTGRES || process.env.PLATFORM_POSTGRES)
  const empty = await startCluster(to!, { grantsByDefault: false })
  try {
    // supautils lets it add policies to the tables of other services.
    const admin = empty.connect('supabase_admin', { max: 1 })
    await admin`grant supabase_realtime_admin, supabase_storage_admin to postgres`
    const restored = memoryStore()
    const project = overCluster(empty, restored)
    const versions = readSqlFiles(defaultSqlDirectory).migrations.map((it) => it.version)
    const done = await restore(
      { file, passphrase },
      project,
      (_, present, plan) => {
        expect(present).toEqual({ rows: 0, tables: 0, files: 0 })
        expect(plan).toEqual({ migrations: versions, stays: [], loses: [], leftOut: [] })
        return Promise.resolve()
      },
      next,
    )
    expect(done).toMatchObject({ filesPut: files, notes: [] })
    const copy = empty.connect('postgres', { max: 1 })
    const before = withoutHeld(await storedRows(owner))
    expect(withoutHeld(await storedRows(copy))).toEqual(before)
    expect(restored.hashes()).toEqual(store.hashes())
    expect(await objectsOf(copy)).toBe(await objectsOf(owner))

    await project.migrate(readSqlFiles(next).migrations)
    const [mentors] = await copy<{ rows: number; initials: number; notes: number }[]>`
      select count(*)::int as rows, count(*) filter (where initials <> '')::int as initials,
        (select count(*)::int from private.mentor_notes) as notes
      from public.mentors`
    const all = mentors!.rows
    expect(all).toBeGreaterThanOrEqual(rows)
    expect(mentors).toEqual({ rows: all, initials: all, notes: all })
    await copy`alter table public.mentors drop column initials`
    await copy`drop table private.mentor_notes`
    expect(withoutHeld(await storedRows(copy))).toEqual(before)

    const again = restore({ file, passphrase }, project, () => Promise.resolve(), next)
    await expect(again).rejects.toThrow(/older than .* into an empty project, which gets the migr/)
    expect(withoutHeld(await storedRows(copy))).toEqual(before)
    await project.close()
  } finally {
    await empty.stop()
  }
}
