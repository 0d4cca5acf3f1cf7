import { afterEach, beforeAll, expect, it } from 'vitest'
import { lacking, readCatalogue, uncommented, unwritten } from '../../supabase/catalogue/catalogue'
import { draftMigration } from '../../supabase/catalogue/draft'
import { catalogueOf, readSchemas } from '../../supabase/catalogue/schemas'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { openDatabase } from '../../supabase/embedded/database'
import { readSqlFiles, type Migration } from '../../supabase/embedded/sql-files'
import { createFixture } from './support'

/* From one version to the next: edited schemas, the drafted migration, and data in between. */

const schemas = readSchemas()
const { migrations, seed } = readSqlFiles(defaultSqlDirectory)

interface Change {
  title: string
  /** A file of the schemas, a text in it, and its replacement. */
  edits: [string, string, string][]
  drafted: string
  /** A person's resolution of a To do; without it, the draft is applied unchanged. */
  done?: string
}

const holidays = 'submissions/holidays.sql'
const funds = 'giving/funds.sql'
const assessments = 'courses/assessments.sql'
const programs = 'programs/programs.sql'
const trainers = 'people/trainers.sql'
const column = 'To do: this writes each row again, and nobody reads or writes meanwhile'

const changes: Change[] = [
  {
    title: 'a column with a check',
    edits: [
      [
        trainers,
        'specialization text check',
        'nickname text check (private.is_line(nickname, 100)),\n  specialization text check',
      ],
    ],
    drafted:
      'alter table public.trainers add column nickname text check (private.is_line(nickname, 100));',
  },
  {
    title: 'a column after the last',
    edits: [
      [
        funds,
        'timestamptz not null default now()\n',
        'timestamptz not null default now(),\n  closed_at timestamptz\n',
      ],
    ],
    drafted: 'alter table public.funds add column closed_at timestamptz;',
  },
  {
    title: 'a required column with a constant',
    edits: [
      [programs, 'end_date date,', 'end_date date,\n  is_open boolean not null default true,'],
    ],
    drafted: 'alter table public.programs add column is_open boolean not null default true;',
  },
  {
    title: 'a required column without a default',
    edits: [
      [assessments, 'added_at timestamptz', 'weight integer not null,\n  added_at timestamptz'],
    ],
    drafted:
      '-- To do: a table with rows refuses this: add it without `not null`, fill it, and set that in a migration of its own.\n-- alter table public.assessments add column weight integer not null;',
    done: 'alter table public.assessments add column weight integer; update public.assessments set weight = 1 where true; alter table public.assessments alter column weight set not null;',
  },
  {
    title: 'a column with another value in each row',
    edits: [
      [
        'courses/courses.sql',
        'create table public.courses (\n',
        'create table public.courses (\n  code uuid default gen_random_uuid(),\n',
      ],
    ],
    drafted: `-- ${column}.\nalter table public.courses add column code uuid default gen_random_uuid();`,
  },
  {
    title: 'a computed column',
    edits: [
      [
        programs,
        'manager_id uuid references',
        'is_dated boolean generated always as (start_date is not null) stored,\n  manager_id uuid references',
      ],
    ],
    drafted: `-- ${column}.\nalter table public.programs add column is_dated boolean generated always as (start_date is not null) stored;`,
  },
  {
    title: 'a column that goes',
    edits: [
      ['dashboard/visits.sql', 'default now(),\n  previous_at timestamptz\n', 'default now()\n'],
    ],
    drafted:
      '-- To do: private.visits.previous_at goes, with what it holds.\n-- alter table private.visits drop column previous_at;',
    done: 'alter table private.visits drop column previous_at;',
  },
  {
    title: 'a column with another name',
    edits: [
      ['mail/mail_events.sql', '  received_at timestamptz', '  arrived_at timestamptz'],
      ['mail/mail_events.sql', 'mail_events (received_at)', 'mail_events (arrived_at)'],
    ],
    drafted:
      '-- To do: was received_at renamed to arrived_at? Then the first line; else the others, and received_at goes with what it holds.\n-- alter table private.mail_events rename column received_at to arrived_at;\n-- alter table private.mail_events add column arrived_at timestamptz not null default now();\n-- alter table private.mail_events drop column received_at;\n',
    done: 'alter table private.mail_events rename column received_at to arrived_at;\n',
  },
  {
    title: 'a column of another type',
    edits: [['giving/refused_payment_events.sql', 'times integer', 'times bigint']],
    drafted: `-- ${column}; a value that does not fit ends it, and a view or trigger on the column.\n-- alter table private.refused_payment_events alter column times type bigint using times::bigint;`,
    done: 'alter table private.refused_payment_events alter column times type bigint;',
  },
  {
    title: 'another default',
    edits: [[programs, "default 'active'", "default 'planned'"]],
    drafted:
      "alter table public.programs alter column status set default 'planned'::public.program_status;",
  },
  {
    title: 'a value that is required',
    edits: [[programs, 'start_date date check', 'start_date date not null check']],
    drafted:
      '-- To do: this reads every row, nobody writes meanwhile, and a row without a value ends it: fill them before.\nalter table public.programs alter column start_date set not null;',
    done: "update public.programs set start_date = '2026-01-01' where start_date is null; alter table public.programs alter column start_date set not null;",
  },
  {
    title: 'a value that is not required any more',
    edits: [[assessments, 'course_id uuid not null', 'course_id uuid']],
    drafted: 'alter table public.assessments alter column course_id drop not null;',
  },
  {
    title: 'another check',
    edits: [[funds, 'is_line(name, 100)', 'is_line(name, 120)']],
    drafted:
      'alter table public.funds drop constraint funds_name_check;\nalter table public.funds add constraint funds_name_check CHECK (private.is_line(name, 120)) not valid;\n-- To do: this reads every row: of a large table in a migration of its own.\nalter table public.funds validate constraint funds_name_check;',
  },
  {
    title: 'a check that goes',
    edits: [
      [trainers, "not null default '{}' check (told <@ '{email,phone}')", "not null default '{}'"],
    ],
    drafted: 'alter table public.trainers drop constraint trainers_told_check;',
  },
  {
    title: 'a foreign key',
    edits: [
      [
        'mail/mail_events.sql',
        'alter table private.mail_events enable row level security;',
        'alter table private.mail_events add constraint mail_events_task_fkey foreign key (id) references private.upkeep (task);\nalter table private.mail_events enable row level security;',
      ],
    ],
    drafted:
      'alter table private.mail_events add constraint mail_events_task_fkey FOREIGN KEY (id) REFERENCES private.upkeep(task) not valid;',
  },
  {
    title: 'a unique constraint',
    edits: [
      [
        programs,
        'constraint programs_end_date_check',
        'constraint programs_once unique (name, id),\n  constraint programs_end_date_check',
      ],
    ],
    drafted:
      '-- To do: nobody writes to the table while this runs: on a large one by hand, before.\nalter table public.programs add constraint programs_once UNIQUE (name, id);',
  },
  {
    title: 'an index',
    edits: [
      [
        assessments,
        'create unique index',
        'create index assessments_added_at_idx on public.assessments (added_at);\ncreate unique index',
      ],
    ],
    drafted:
      '-- To do: nobody writes to the table while this runs: on a large one by hand, before, with `concurrently`.\ncreate index assessments_added_at_idx on public.assessments (added_at);',
  },
  {
    title: 'an index that goes',
    edits: [
      [
        trainers,
        "create index trainers_last_name_id_idx on public.trainers (last_name, id);\ncomment on index public.trainers_last_name_id_idx is 'The list of trainers by name.';\n",
        '',
      ],
    ],
    drafted: 'drop index public.trainers_last_name_id_idx;',
  },
  {
    title: 'an index with another order, which keeps its comment',
    edits: [
      [
        programs,
        'on public.programs (created_at desc, id desc)',
        'on public.programs (created_at, id)',
      ],
    ],
    drafted: "comment on index public.programs_created_at_idx is 'The list of programs,",
  },
  {
    title: 'another comment of an index',
    edits: [[programs, "'The list of programs by name.'", "'Programs by name.'"]],
    drafted: "comment on index public.programs_name_idx is 'Programs by name.';",
  },
  {
    title: 'a right to a column',
    edits: [[assessments, 'update (name) on', 'update (name, course_id) on']],
    drafted: 'grant update (course_id) on public.assessments to authenticated;',
  },
  {
    title: 'a right that goes',
    edits: [[holidays, 'update (day, name), delete on', 'update (name) on']],
    drafted:
      'revoke delete on public.holidays from authenticated;\nrevoke update (day) on public.holidays from authenticated;',
  },
  {
    title: 'a policy with another name',
    edits: [[trainers, '"Managers may update trainers"', '"Managers may change trainers"']],
    drafted:
      'drop policy "Managers may update trainers" on public.trainers;\ncreate policy "Managers may change trainers"\n  on public.trainers for update to authenticated',
  },
  {
    title: 'a policy with another condition',
    edits: [[holidays, 'private.may_review()', 'private.is_staff()']],
    drafted:
      'drop policy "Reviewers may select holidays" on public.holidays;\ncreate policy "Reviewers may select holidays"',
  },
  {
    title: 'a trigger that goes',
    edits: [
      [
        assessments,
        'create trigger log_change after insert or update or delete on public.assessments\n  for each row execute function private.log_change();',
        '',
      ],
    ],
    drafted: 'drop trigger log_change on public.assessments;',
  },
  {
    title: 'another trigger',
    edits: [
      [funds, 'insert or update or delete on public.funds', 'insert or update on public.funds'],
    ],
    drafted:
      'drop trigger log_change on public.funds;\ncreate trigger log_change after insert or update on public.funds',
  },
  {
    title: 'another body',
    edits: [
      [
        'foundation/values.sql',
        'if is_allowed is not true then',
        'if coalesce(is_allowed, false) = false then',
      ],
    ],
    drafted: 'create or replace function private.require(is_allowed boolean, refusal text)',
  },
  {
    title: 'another parameter',
    edits: [
      [
        'tasks/due.sql',
        'private.due_tasks(reader uuid, today date)',
        'private.due_tasks(reader uuid, today date, at_most integer default 5)',
      ],
      ['tasks/due.sql', 'due_tasks(uuid, date)', 'due_tasks(uuid, date, integer)'],
    ],
    drafted:
      '-- To do: this fails while a policy, trigger, view or index uses it: drop and create these around it.\ndrop function private.due_tasks(reader uuid, today date);\n\ncreate function private.due_tasks(reader uuid, today date, at_most integer default 5)',
  },
  {
    title: 'another result',
    edits: [
      [
        'dashboard/charts.sql',
        'create function private.record_visit() returns timestamptz',
        'create function private.record_visit() returns text',
      ],
    ],
    drafted:
      'drop function private.record_visit();\n\ncreate function private.record_visit() returns text',
  },
  {
    title: 'a function of the API',
    edits: [
      [
        'tasks/due.sql',
        'create function private.due_tasks(',
        "create function public.greet(name text) returns text\nlanguage sql immutable set search_path = ''\nas $$ select 'Hello ' || name $$;\ncomment on function public.greet(text) is 'A greeting.';\ngrant execute on function public.greet to authenticated;\ncreate function private.due_tasks(",
      ],
    ],
    drafted:
      "create function public.greet(name text) returns text\nlanguage sql immutable set search_path = ''\nas $$ select 'Hello ' || name $$;\n\ngrant execute on function public.greet(name text) to authenticated;\ncomment on function public.greet(name text) is 'A greeting.';",
  },
  {
    title: 'a function without a caller',
    edits: [['mail/addresses.sql', 'private.suppressed_as', 'private.suppressed_like']],
    drafted: 'drop function private.suppressed_as(scope text);',
  },
  {
    title: 'a view with one column more',
    edits: [
      [
        'giving/receipted_gifts.sql',
        'gift.deductible, gift.entered_at',
        'gift.deductible, gift.entered_at, gift.note',
      ],
    ],
    drafted: 'create or replace view private.receipted_gifts with (security_invoker = true) as',
  },
  {
    title: 'a view with another order of columns',
    edits: [
      [
        'giving/donor_letters.sql',
        'select donors.id, donors.name,',
        'select donors.name, donors.id,',
      ],
    ],
    drafted:
      '-- To do: the view loses or reorders columns: what uses it is dropped before and created after.\ndrop view private.donor_letters;\ncreate view private.donor_letters',
  },
  {
    title: 'a value of an enum',
    edits: [['courses/types.sql', "'waiting', 'withdrawn'", "'waiting', 'deferred', 'withdrawn'"]],
    drafted:
      "-- To do: no statement of the same migration may use the new value: others come in the next one.\nalter type public.enrolment_state add value 'deferred' after 'waiting';",
  },
  {
    title: 'a table',
    edits: [
      [
        'courses/assessments.sql',
        'create table public.assessments (',
        `create table public.rooms (id uuid primary key, name text not null check (private.is_line(name, 50)));
comment on table public.rooms is 'Where we teach.';
create index rooms_name_idx on public.rooms (name, id);
comment on index public.rooms_name_idx is 'The list of rooms by name.';
alter table public.rooms enable row level security;
grant select on public.rooms to authenticated;
create policy "Staff may select rooms" on public.rooms for select to authenticated
  using ((select private.is_staff()));
create table public.assessments (`,
      ],
    ],
    drafted: 'create table public.rooms (',
  },
  {
    title: 'a table that goes',
    edits: [['mail/unknown_mail_events.sql', /[^]*/.source, '']],
    drafted:
      '-- To do: table private.unknown_mail_events goes, with what it holds.\n-- drop table private.unknown_mail_events;',
    done: 'drop table private.unknown_mail_events;',
  },
  {
    title: 'a table with another name',
    edits: [
      ['submissions/captcha_passes.sql', 'private.captcha_passes', 'private.solved_captchas'],
    ],
    drafted:
      '-- To do: is private.solved_captchas the renamed private.captcha_passes? Then this, and the same for its indexes, constraints, policies and triggers; else create the one and drop the other.\n-- alter table private.captcha_passes rename to solved_captchas;',
    done: 'alter table private.captcha_passes rename to solved_captchas; alter table private.solved_captchas rename constraint captcha_passes_pkey to solved_captchas_pkey;',
  },
  {
    title: 'another comment',
    edits: [[trainers, "'As in public.mentors.'", "'As in public.mentees.'"]],
    drafted: "comment on column public.trainers.told is 'As in public.mentees.';",
  },
  {
    title: 'rows without their guard',
    edits: [['mail/hash_key.sql', 'alter table private.hash_key enable row level security;', '']],
    drafted:
      '-- To do: whoever has a grant then reads every row.\n-- alter table private.hash_key disable row level security;',
    done: 'alter table private.hash_key disable row level security;',
  },
  {
    title: 'a stored row',
    edits: [
      [
        'submissions/submission_kinds.sql',
        "('volunteer', 'volunteer_applications', 'V', 2)",
        "('volunteer', 'volunteer_applications', 'V', 3)",
      ],
    ],
    drafted:
      '-- To do: this is new or has changed: rows that are stored already need an update or a delete.\n-- insert into private.submission_kinds',
  },
]

const edited = schemas.map((schema) => {
  const edits = changes.flatMap((change) => change.edits)
  const own = edits.filter(([file]) => schema.name === `schemas/${file}`)
  return {
    ...schema,
    text: own.reduce((text, [, before, after]) => {
      if (before === '[^]*') return after
      return text.replaceAll(before, () => after)
    }, schema.text),
  }
})

let made: string
let wanted: string
let draft: string
beforeAll(async () => {
  made = await catalogueOf(migrations)
  wanted = await catalogueOf(edited)
  draft = await draftMigration(made, wanted, edited, migrations)
})

const fixture = createFixture({})
afterEach(fixture.remove)

it.each(changes)('drafts $title', ({ drafted, edits }) => {
  for (const [file, before] of edits) {
    const { text } = schemas.find(({ name }) => name === `schemas/${file}`)!
    expect(before === '[^]*' || text.includes(before), `${file} has ${before}`).toBe(true)
  }
  expect(draft).toContain(drafted)
})

/** The draft as a person completes it. */
function completed(): Migration {
  const text = changes.reduce((script, { drafted, done }) => {
    return done === undefined ? script : script.replace(drafted, () => done)
  }, draft)
  return { name: 'migrations/20990101000000_next.sql', version: '20990101000000', text }
}

/** A database of the version before, with rows in the tables that change, takes the draft. */
async function upgrade(rows: number) {
  const options = { dataDirectory: fixture.dataDirectory, files: { migrations, seed } }
  const before = await openDatabase(options)
  await before.pg.exec(`
    alter table public.trainers disable trigger user;
    with person as (insert into private.people (id) select gen_random_uuid() from generate_series(1, ${rows}) returning id)
    insert into public.trainers (first_name, last_name, person_id) select 'Trainer', 'Before', id from person;
    alter table public.trainers enable trigger user;
    insert into public.programs (name, description) select 'Before ' || n, 'Text' from generate_series(1, ${rows}) n;
    insert into public.funds (name) select 'Before ' || n from generate_series(1, ${rows}) n;
    insert into public.courses (title) select 'Before ' || n from generate_series(1, ${rows}) n;
    insert into public.assessments (course_id, name) select id, title from public.courses;
    insert into private.visits (user_id) select id from public.profiles;
  `)
  const counted = ['trainers', 'programs', 'funds', 'courses', 'assessments']
  const count = `select ${counted.map((table) => `(select count(*)::int from public.${table}) as ${table}`).join(', ')}`
  const { rows: stored } = await before.pg.query(count)
  await before.close()

  const files = { migrations: [...migrations, completed()], seed }
  const after = await openDatabase({ ...options, files })
  try {
    expect(after.origin).toBe('existing data')
    expect((await after.pg.query(count)).rows).toEqual(stored)
    const reached = await readCatalogue(
      async (statement) => (await after.pg.query(statement)).rows as never[],
    )
    // Rows are a person's: the schemas have those that an empty database begins with.
    const withoutRows = (lines: string[]) => lines.filter((line) => !line.startsWith('rows of'))
    expect(withoutRows(lacking(wanted, reached))).toEqual([])
    expect(withoutRows(lacking(reached, wanted))).toEqual([])
  } finally {
    await after.close()
  }
}

it('a database with data takes the completed draft, keeps its rows, and is what the schemas make', () =>
  upgrade(5))

it('10,000 rows in each table are kept too', { tags: 'long' }, () => upgrade(10_000))

it('without a difference nothing is drafted', async () => {
  expect(await draftMigration(made, made, schemas, migrations)).toBe('')
})

it('an object that a helper makes is found to have no statement of its own', () => {
  const script = schemas.map(({ text }) => text).join('\n')
  expect(unwritten(made, script)).toEqual([])
  const helped = script
    .replace('create policy "Managers may update mentors"', 'call private.allow(')
    .replace('create function public.record_visit(', 'call private.expose(')
    .replace('create trigger create_profile', 'call private.add(')
  expect(unwritten(made, helped).sort()).toEqual([
    'function public.record_visit',
    'policy Managers may update mentors on public.mentors',
    'trigger create_profile on auth.users',
  ])
})

it('a function without a comment is found, but no twin of an API function and no trigger of one statement', () => {
  expect(uncommented(made, schemas)).toEqual([])
  const silent = made.replaceAll(
    /^(function (?:private\.is_address|private\.sync_status|public\.record_visit)\(.*\n(?: {2}.*\n)*?) {2}comment .*\n/gm,
    '$1',
  )
  expect(uncommented(silent, schemas)).toEqual([
    'private.is_address(address text)',
    'private.sync_status()',
    'public.record_visit()',
  ])
  const twin = 'create function public.record_visit('
  const elsewhere = schemas.map((schema) => ({ ...schema, text: schema.text.replace(twin, '') }))
  const apart = { name: 'schemas/elsewhere.sql', version: 'elsewhere.sql', text: twin }
  expect(uncommented(made, [...elsewhere, apart])).toEqual(['private.record_visit()'])
})
