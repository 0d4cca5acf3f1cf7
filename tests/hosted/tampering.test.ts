import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { catalogueStatement, surroundingsStatement } from '../../supabase/catalogue/catalogue'
import { catalogs } from '../../supabase/catalogue/classes'
import { judge } from '../../supabase/catalogue/judge'
import { openDatabase, type Database } from '../../supabase/embedded/database'
import { examine } from '../../supabase/hosted/doctor'
import type { Target } from '../../supabase/hosted/checks/check'
import { databaseChecks } from '../../supabase/hosted/checks/database'

let database: Database
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await database.pg.exec('begin')
  return async () => void (await database.pg.exec('rollback'))
})

const check = databaseChecks.find(({ title }) => title.startsWith('Each object'))!
const look = () =>
  examine(check, {
    query: async <Row>(sql: string) => (await database.pg.query<Row>(sql)).rows,
  } as unknown as Target)

it('finds nothing in a database as it was made', async () => {
  expect(await look()).toEqual({ is: 'good' })
})

/** A change made by hand, and its name in the verdict. */
const changes: [statement: string, line: string][] = [
  [
    'create policy "All" on public.donations for select to anon using (true)',
    'added: table public.donations: policy "All" permissive',
  ],
  [
    'grant select on public.donations to anon',
    'added: table public.donations: grant to anon: select',
  ],
  [
    'alter policy "Reviewers receive broadcasts and presence" on realtime.messages using (true)',
    'missing: table realtime.messages: policy "Reviewers receive',
  ],
  [
    'drop policy "Reviewers send presence" on realtime.messages',
    'policy "Reviewers send presence"',
  ],
  [
    'create policy "All" on realtime.messages for select to anon using (true)',
    'added: table realtime.messages: policy "All"',
  ],
  [
    'alter table realtime.messages disable row level security',
    'added: table realtime.messages: row-level security: off',
  ],
  ['drop function private.accept_offer() cascade', 'missing: function private.accept_offer()'],
  ["delete from cron.job where jobname = 'start_delivery'", 'missing: jobs: start_delivery'],
  ["delete from cron.job where jobname = 'apply_retention'", 'missing: jobs: apply_retention'],
  [
    "update cron.job set schedule = '0 0 * * *' where jobname = 'run_upkeep'",
    'missing: jobs: run_upkeep * * * * *',
  ],
  [
    "insert into cron.job values ('more', '* * * * *', 'delete from private.outbox')",
    'added: jobs: more * * * * *: delete from private.outbox',
  ],
  [
    'alter table public.mentees disable row level security',
    'table public.mentees: row-level security: off',
  ],
  [
    'alter table private.outbox disable row level security',
    'table private.outbox: row-level security: off',
  ],
  [
    'alter policy "Managers may select donors" on public.donors to public',
    'missing: table public.donors: policy "Managers may select donors"',
  ],
  ['drop policy "Managers may select funds" on public.funds', 'policy "Managers may select funds"'],
  [
    'grant select on public.mentees to authenticated',
    'added: table public.mentees: grant to authenticated',
  ],
  [
    'grant select (parent_phone) on public.mentees to authenticated',
    'added: table public.mentees: grant to authenticated',
  ],
  ['grant usage on schema private to anon, public', 'schema private: grant to'],
  [
    'grant execute on function private.erase_person to anon',
    'added: function private.erase_person(',
  ],
  [
    'revoke execute on function public.withdraw from anon',
    'function public.withdraw(token text): grant to',
  ],
  ['alter function private.is_admin() security invoker', 'missing: function private.is_admin()'],
  ['alter function private.is_admin() volatile', 'missing: function private.is_admin()'],
  [
    'alter function private.is_admin() reset search_path',
    'function private.is_admin(): set search_path',
  ],
  [
    "alter function private.is_admin() set search_path = 'public'",
    'added: function private.is_admin(): set search_path=public',
  ],
  [
    `create or replace function private.is_admin() returns boolean language sql stable security definer
     set search_path = '' as $$ select true $$`,
    'added: function private.is_admin(): body',
  ],
  [
    `create or replace function private.client_address() returns text language sql stable as
     'select null::text'`,
    'function private.client_address()',
  ],
  [
    'drop trigger enforce_password_reset on auth.sessions',
    'missing: table auth.sessions: TRIGGER enforce_password_reset',
  ],
  [
    'alter table auth.users disable trigger create_profile',
    'table auth.users: TRIGGER create_profile',
  ],
  [
    'alter table public.mentors disable trigger log_change',
    'table public.mentors: TRIGGER log_change',
  ],
  ['drop trigger log_change on public.donors', 'missing: table public.donors: TRIGGER log_change'],
  [
    'alter table public.donations drop constraint donations_refunded_check',
    'missing: table public.donations: constraint donations_refunded_check',
  ],
  [
    'drop index public.submissions_search_text_idx',
    'missing: table public.submissions: CREATE index submissions_search_text_idx',
  ],
  [
    'alter table public.profiles add column secret text',
    'added: table public.profiles: column secret text',
  ],
  [
    'alter table public.mentors alter column search_text set statistics 100',
    'missing: table public.mentors: column search_text',
  ],
  [
    "alter table public.pledges alter column status set default 'contacted'",
    'table public.pledges: column status',
  ],
  [
    'alter table public.mentors alter column status drop not null',
    'table public.mentors: column status',
  ],
  [`alter type public.app_role add value 'owner'`, 'type public.app_role: enum'],
  ['alter default privileges grant execute on functions to anon', 'default privileges: functions'],
  ['drop extension pg_trgm cascade', 'missing: extensions: pg_trgm'],
]

/** No two in a group change the same object: the ones that do are above. */
const groups = Array.from({ length: 6 }, (_, group) =>
  changes.filter((_change, place) => place % 6 === group),
)

it.each(groups.map((group) => [group] as const))(
  'names each of several changes, like %j',
  async (group) => {
    for (const [statement] of group) await database.pg.exec(statement)
    const { is, note } = await look()
    expect(is).toBe('bad')
    for (const [statement, line] of group) expect(note, statement).toContain(line)
  },
)

it('names the organization’s own additions separately', async () => {
  await database.pg.exec(
    'create table public.rooms (id integer); alter table public.rooms enable row level security',
  )
  expect(await look()).toEqual({ is: 'good', note: 'your own: table public.rooms' })
})

it('says what differs and decides nothing', async () => {
  await database.pg.exec('comment on table private.upkeep is null')
  const { is, note } = await look()
  expect(is).toBe('good')
  expect(note).toContain('different, which decides nothing: table private.upkeep: comment')
})

it('wants a reason for an own object that others may use', async () => {
  await database.pg.exec(
    'create table public.rooms (id integer); grant select on public.rooms to anon',
  )
  expect((await look()).note).toContain('added: table public.rooms: grant to anon: select')

  const around = [{ object: 'table public.rooms', line: 'grant to anon: select' }]
  const faultsWith = (listed: string) =>
    judge({ wanted: [], made: around, around: [], isEmbedded: true }, listed).faults.filter(
      (fault) => fault.startsWith('added'),
    )
  expect(faultsWith('')).toHaveLength(1)
  expect(faultsWith('table public.rooms\n  Visitors look up our rooms.\n')).toEqual([])
  expect(() => faultsWith('table public.rooms\n')).toThrow('gives no reason')
  expect(() => faultsWith('role anon\n  Everybody.\n')).toThrow('is not yours')
})

it('reads each kind of object that this Postgres knows, or says why not', async () => {
  const { rows } = await database.pg.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = 'pg_catalog'::regnamespace and relkind = 'r' order by 1`,
  )
  expect(rows.map(({ name }) => name).filter((name) => !(name in catalogs))).toEqual([])
  const texts = { catalogue: catalogueStatement, surroundings: surroundingsStatement }
  const unread = Object.entries(catalogs).flatMap(([name, by]) =>
    typeof by === 'string' && !new RegExp(`\\b${name}\\b`).test(texts[by]) ? [name] : [],
  )
  expect(unread).toEqual([])
})

it('names rights that came after an admin confirmed the list, without names', async () => {
  const rights = databaseChecks.find(({ title }) => title.startsWith('Nobody has a right'))!
  const report = () =>
    examine(rights, {
      query: async <Row>(sql: string) => (await database.pg.query<Row>(sql)).rows,
    } as unknown as Target)
  expect((await report()).is).toBe('not applicable')

  await database.pg.exec(
    'insert into private.confirmed_rights (user_id, holds) select user_id, holds from private.staff_rights()',
  )
  expect((await report()).is).toBe('good')

  const { rows } = await database.pg.query<{ id: string; email: string }>(
    `insert into public.user_roles (user_id, role)
    select id, 'admin' from public.profiles where email = 'supporter@kindlewell.test'
    on conflict (user_id) do update set role = excluded.role
    returning user_id as id`,
  )
  const { is, note } = await report()
  expect(is).toBe('bad')
  expect(note).toMatch(new RegExp(`^[A-Z]+ ${rows[0]!.id} got admin$`))
})
