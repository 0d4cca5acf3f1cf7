import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../../supabase/backup/backup'
import type { Database } from '../../supabase/backup/database'
import { restore } from '../../supabase/backup/restore'
import { explain } from '../../supabase/backup/settings'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { readSqlFiles } from '../../supabase/embedded/sql-files'
import type { Cluster, Sql } from '../../supabase/platform/cluster'
import { startSeeded } from './setup'
import { overCluster, rehearseUpgrade, storedRows, withoutHeld } from './upgrade'

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
  database = overCluster(cluster)
})
afterAll(async () => {
  await database?.close()
  await cluster?.stop()
  fs.rmSync(directory, { recursive: true })
})

const stored = () => storedRows(owner)
const agree = () => Promise.resolve()

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
  const restored = await stored()
  expect(restored['auth.sessions']).toBe('0 ')
  expect(withoutHeld(restored)).toEqual(withoutHeld(before))
  const [numbers] = await owner`
    select nextval(pg_get_serial_sequence('private.retention_rules', 'position')) > max(position) as is_new
    from private.retention_rules`
  expect(numbers).toEqual({ is_new: true })
})

it('changes nothing for a role that may not switch triggers off, and says what to do', async () => {
  const before = await stored()
  await admin`revoke set on parameter session_replication_role from postgres`
  const error = await restore({ file, passphrase }, database, agree).catch(
    (failure: unknown) => failure,
  )
  await admin`grant set on parameter session_replication_role to postgres`
  expect(explain(error)).toMatch(/Connect as the role that applied the migrations/)
  expect(await stored()).toEqual(before)
})

it('changes nothing when a row is refused midway', async () => {
  const before = await stored()
  await owner`alter table public.trainers add constraint none check (first_name is null) not valid`
  await expect(restore({ file, passphrase }, database, agree)).rejects.toThrow(
    /violates check constraint/,
  )
  await owner`alter table public.trainers drop constraint none`
  expect(await stored()).toEqual(before)
})

describe('with a table, column, view, trigger and schema made in the dashboard', () => {
  const rooms = ['clubs.members']
  const made = `
    create table public.rooms (
      id bigint generated always as identity primary key, name text, shape point, person uuid references private.people (id)
    );
    insert into public.rooms (name, shape, person)
    select 'Room ' || number, point(number, 1), id
    from (select id, row_number() over (order by id) as number from private.people limit 3) as person;
    create schema clubs;
    create table clubs.members (trainer uuid references public.trainers (id), since date);
    insert into clubs.members select id, '2026-01-02' from public.trainers;
    create type public.shirt as enum ('small', 'large');
    alter table public.trainers add column shirt public.shirt;
    update public.trainers set shirt = 'large' where true;
    create view public.room_names as select name from public.rooms;
    create function public.note_trainer() returns trigger language plpgsql as 'begin
      insert into public.rooms (name) values (new.first_name);
      return new;
    end';
    create trigger note_trainer after insert or update on public.trainers
      for each row execute function public.note_trainer();`
  const unmade = `
    drop trigger note_trainer on public.trainers;
    drop function public.note_trainer();
    drop view public.room_names;
    drop table public.rooms;
    drop schema clubs cascade;
    alter table public.trainers drop column shirt;
    drop type public.shirt;`
  const own = ['table clubs.members', 'table public.rooms', 'column shirt of public.trainers']
  const without = path.join(directory, 'without.age')
  const whole = path.join(directory, 'whole.age')
  let before: Record<string, string>
  beforeAll(async () => {
    await owner.unsafe(made).simple()
    before = await storedRows(owner, rooms)
  })
  const change = () =>
    owner
      .unsafe(`
        delete from public.rooms where name = 'Room 1';
        set session_replication_role = replica;
        update public.trainers set shirt = 'small', bio = 'Changed.' where true;
        set session_replication_role = origin;`)
      .simple()

  it('a backup leaves them out and names them', async () => {
    const backup = { database, passphrase, workFactor: 10 }
    const done = await backUp({ ...backup, file: without })
    expect(done.own).toEqual({
      stored: expect.arrayContaining(own) as string[],
      others: expect.arrayContaining([
        'view public.room_names',
        'function public.note_trainer()',
        'trigger note_trainer on public.trainers',
      ]) as string[],
      sequences: ['public.rooms_id_seq'],
      gone: [],
    })
    expect(done.own.stored).toHaveLength(3)
    expect(done.header.tables.map((it) => it.name)).not.toContain('public.rooms')
    expect(await storedRows(owner, rooms)).toEqual(before)
  })

  it('a restore keeps them, with each value of its row', async () => {
    await change()
    const { 'public.rooms': kept, 'clubs.members': members } = await storedRows(owner, rooms)
    const done = await restore({ file: without, passphrase }, database, (_, __, plan) => {
      expect(plan.stays).toEqual(own)
      return Promise.resolve()
    })
    expect(done.notes).toEqual([])
    const restored = await storedRows(owner, rooms)
    expect(restored).toMatchObject({ 'public.rooms': kept, 'clubs.members': members })
    const [trainers] = await owner`
      select count(*) filter (where bio = 'Changed.')::int as changed,
        count(*) filter (where shirt = 'small')::int = count(*) as shirts
      from public.trainers`
    expect(trainers).toEqual({ changed: 0, shirts: true })
    await owner`alter table public.trainers disable trigger note_trainer`
    await owner`update public.trainers set shirt = 'large' where true`
    await owner`alter table public.trainers enable trigger note_trainer`
    const same = ({ 'public.rooms': _, ...others }: Record<string, string>) => withoutHeld(others)
    expect(same(await storedRows(owner, rooms))).toEqual(same(before))
  })

  it('a backup of everything has them, rows that refer to missing ones too, and puts them back', async () => {
    await owner.unsafe('truncate public.rooms').simple()
    await owner`insert into public.rooms (name, shape) values ('Attic', '(1,2)')`
    await owner`set session_replication_role = replica`
    await owner`update public.rooms set person = gen_random_uuid() where true`
    await owner`set session_replication_role = origin`
    const now = await storedRows(owner, rooms)
    const done = await backUp({ database, passphrase, workFactor: 10, file: whole, all: true })
    expect(done.broken).toEqual([['public.rooms rooms_person_fkey', 1]])
    await change()
    await owner`delete from public.rooms where true`
    const restored = await restore({ file: whole, passphrase }, database, agree)
    expect(restored.notes).toEqual([
      '1 rows refer to missing ones, by public.rooms rooms_person_fkey.',
    ])
    expect(withoutHeld(await storedRows(owner, rooms))).toEqual(withoutHeld(now))
  })

  it('a restore into a database without them puts back the others, and names what is left out', async () => {
    const ours = ({ 'public.rooms': _, 'public.trainers': __, ...sums }: Record<string, string>) =>
      withoutHeld(sums)
    const wanted = ours(await stored())
    await owner.unsafe(unmade).simple()
    await owner`update public.trainers set bio = 'Changed.' where true`
    const done = await restore({ file: whole, passphrase }, database, agree)
    expect(done.leftOut).toEqual(own)
    expect(done.notes).toEqual([])
    expect(ours(await stored())).toEqual(wanted)
    const [row] =
      await owner`select count(*)::int as changed from public.trainers where bio = 'Changed.'`
    expect(row).toEqual({ changed: 0 })
  })

  it('a column that no restored row could fill is named before anything changes', async () => {
    await owner`alter table public.trainers add column badge text`
    await owner`update public.trainers set badge = 'x' where true`
    await owner`alter table public.trainers alter column badge set not null`
    const rows = await stored()
    await expect(restore({ file: without, passphrase }, database, agree)).rejects.toThrow(
      /column badge of public\.trainers .* neither an empty value.*alter column badge drop not null/,
    )
    expect(await stored()).toEqual(rows)
    await owner`alter table public.trainers drop column badge`
  })
})

it('an empty project takes a backup, and then the later migrations', () =>
  rehearseUpgrade(cluster, directory, passphrase, { rows: 100, files: 3 }))

it(
  'an empty project takes 10,000 rows and 100 files, and then the later migrations',
  { tags: 'long' },
  () => rehearseUpgrade(cluster, directory, passphrase, { rows: 10_000, files: 100 }),
)
