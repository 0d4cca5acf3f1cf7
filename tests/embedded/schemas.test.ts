import { afterAll, beforeAll, expect, it } from 'vitest'
import { lacking, unwritten } from '../../supabase/catalogue/catalogue'
import { draftMigration } from '../../supabase/catalogue/draft'
import { catalogueOf, readSchemas } from '../../supabase/catalogue/schemas'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { openDatabase } from '../../supabase/embedded/database'
import { readSqlFiles, type Migration } from '../../supabase/embedded/sql-files'
import { createFixture } from './support'

/* From one version to the next: edited schemas, the drafted migration, and data in between. */

const schemas = readSchemas()
const { migrations, seed } = readSqlFiles(defaultSqlDirectory)

/** A column with a grant, a replaced function, a policy with another name, a table. */
const edits: [string, string][] = [
  [
    '(expertise, 500)),',
    '(expertise, 500)),\n  nickname text check (private.is_line(nickname, 100)),',
  ],
  [
    'insert (id, first_name, last_name, email, phone, expertise, bio',
    'insert (id, first_name, last_name, email, phone, expertise, nickname, bio',
  ],
  ['if is_allowed is not true then', 'if coalesce(is_allowed, false) = false then'],
  ['"Managers may update mentors"', '"Managers may change mentors"'],
  [
    'call private.disable_statistics();',
    `create table public.rooms (id uuid primary key, name text not null);
    alter table public.rooms enable row level security;
    grant select on public.rooms to authenticated;
    create policy "Staff may select rooms" on public.rooms for select to authenticated
      using ((select private.is_staff()));
    call private.disable_statistics();`,
  ],
]
const edited = schemas.map((schema) => ({
  ...schema,
  text: edits.reduce((text, [before, after]) => text.replace(before, () => after), schema.text),
}))

let wanted: string
let made: string
let draft: Migration
beforeAll(async () => {
  made = await catalogueOf(migrations)
  wanted = await catalogueOf(edited)
  const differences = [...lacking(wanted, made), ...lacking(made, wanted)]
  const text = await draftMigration(migrations, edited, differences)
  draft = { name: 'migrations/20990101000000_next.sql', version: '20990101000000', text }
})

const fixture = createFixture({})
afterAll(fixture.remove)

it('the comparison names what the migrations do not make yet', () => {
  expect(lacking(wanted, made)).toEqual(
    expect.arrayContaining([
      'table public.mentors: column nickname text statistics 0',
      expect.stringMatching(/^table public\.mentors: grant to authenticated: insert .* nickname/),
      expect.stringMatching(/^table public\.mentors: policy "Managers may change mentors"/),
      expect.stringMatching(/^function private\.require\(.*: body \w+$/),
      'table public.rooms: row-level security: on',
    ]),
  )
})

it(
  'the draft leads from the migrations to the schemas, and leaves nothing to do',
  { tags: 'long' },
  async () => {
    expect(draft.text).not.toContain('To do')
    const next = await catalogueOf([...migrations, draft])
    expect([lacking(wanted, next), lacking(next, wanted)]).toEqual([[], []])
  },
)

it('a database with data takes the next version, and keeps its rows', async () => {
  const options = { dataDirectory: fixture.dataDirectory, files: { migrations, seed } }
  const before = await openDatabase(options)
  await before.pg.exec(
    "insert into public.mentors (first_name, last_name) values ('Written', 'Before')",
  )
  const count = 'select count(*)::int as mentors from public.mentors'
  const { rows } = await before.pg.query(count)
  await before.close()

  const after = await openDatabase({
    ...options,
    files: { migrations: [...migrations, draft], seed },
  })
  expect(after.origin).toBe('existing data')
  expect((await after.pg.query(count)).rows).toEqual(rows)
  const { rows: kept } = await after.pg.query(
    "update public.mentors set nickname = 'Old' where last_name = 'Before' returning first_name",
  )
  expect(kept).toEqual([{ first_name: 'Written' }])
  await after.close()
})

it('a change of stored rows is left to a person', async () => {
  const row = "('volunteer', 'volunteer_applications', 'V', 2)"
  const longer = schemas.map((schema) => ({
    ...schema,
    text: schema.text.replace(row, row.replace('2', '3')),
  }))
  const differences = ['rows of private.submission_kinds: {"kind": "volunteer"}']
  const text = await draftMigration(migrations, longer, differences)
  expect(text).toMatch(/^-- To do: .*\ninsert into private\.submission_kinds/)
})

it('an object that a helper makes is found to have no statement of its own', () => {
  const script = schemas.map(({ text }) => text).join('\n')
  expect(unwritten(made, script)).toEqual([])
  const without = script
    .replace('create policy "Managers may update mentors"', 'call private.allow(')
    .replace('create function public.record_visit(', 'call private.expose(')
    .replace('create trigger create_profile', 'call private.add(')
  expect(unwritten(made, without)).toEqual([
    'function public.record_visit',
    'trigger create_profile on auth.users',
    'policy Managers may update mentors on public.mentors',
  ])
})

it('at most 20 functions run dynamic SQL, each with the reason above it', () => {
  const functions =
    /((?:^--.*\n)*)^create (?:function|procedure) ([\w.]+)\([^]*?^as \$\$([^]*?)\$\$;/gm
  const found = [
    ...schemas
      .map(({ text }) => text)
      .join('\n')
      .matchAll(functions),
  ]
    .filter(([, , , body]) => /\bexecute (?!on\b)/.test(body!))
    .map(([, comment, name]) => [name, comment!.includes('Dynamic SQL: ')])
  expect(found.length).toBeGreaterThan(0)
  expect(found.length).toBeLessThanOrEqual(20)
  expect(found.filter(([, hasReason]) => !hasReason)).toEqual([])
})

it('the last schema is the last, and only it switches statistics off', () => {
  expect(schemas.at(-1)!.name).toBe('schemas/last.sql')
  const callers = schemas.filter(({ text }) => text.includes('call private.disable_statistics()'))
  expect(callers.map(({ name }) => name)).toEqual(['schemas/last.sql'])
})

it('a table has one file, which is called like it, and no file is long', () => {
  const created = schemas.flatMap(({ name, text }) =>
    [...text.matchAll(/^create table \w+\.(\w+)/gm)].map(([, table]) => [name, table]),
  )
  expect(created.filter(([name, table]) => !name!.endsWith(`/${table}.sql`))).toEqual([])
  const long = schemas.filter(({ text }) => text.split('\n').length > 401)
  expect(long.map(({ name }) => name)).toEqual([])
})

it('what belongs to a table is in its file', () => {
  const belongs =
    /^(?:create (?:unique )?index (?:\w+ )?on|create (?:constraint )?trigger [^;]*? on|create policy "[^"]*"\s+on|alter table) ((?:public|private)\.\w+)/gm
  const elsewhere = schemas.flatMap(({ name, text }) =>
    [...text.matchAll(belongs)]
      .map(([, table]) => table!)
      .filter((table) => !text.includes(`create table ${table} (`))
      .map((table) => `${name}: ${table}`),
  )
  expect(elsewhere).toEqual([])
})
