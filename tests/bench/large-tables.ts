interface Database {
  exec: (sql: string) => Promise<unknown>
}

/** Tables of the back office, each with a statement that writes this many rows. */
export const fillings = {
  donations: (rows: number) => `
    insert into public.donations
      (donor_name, donor_email, amount, donation_type, campaign, created_at)
    select 'Donor ' || md5(n::text), 'donor.' || n || '@example.org', 1 + n * 37 % 5000,
      case when n % 50 = 0 then 'grant' else 'one-time' end, case when n % 4 > 0 then 'Campaign ' || n % 50 end,
      now() - n * interval '5 minutes'
    from generate_series(1, ${rows}) n`,
  /** Half of them are open: of the admin, the fundraiser, a colleague or no one. */
  tasks: (rows: number) => `
    insert into public.tasks (body, due_on, assignee_id, donor_id, open_to, done_at, created_at)
    select 'Task ' || md5(n::text), private.office_today() - 20 + n / 100 % 400, assignee.id,
      gift.person_id, '{donors}',
      case when n % 2 = 0 then now() - n * interval '1 minute' end, now() - n * interval '5 minutes'
    from generate_series(1, ${rows}) n
    left join public.donations gift on gift.donor_email = 'donor.' || n || '@example.org'
    left join public.profiles assignee on assignee.email =
      case when n % 500 < 3 then 'admin' when n % 500 < 6 then 'fundraiser' when n % 500 > 6 then 'staff' end || '@kindlewell.test'`,
  mentors: (rows: number) => `
    insert into public.mentors (first_name, last_name, email, phone, expertise, status, created_at)
    select 'Mentor', 'No. ' || md5(n::text), 'mentor.' || n || '@example.org', '+1 512 ' || 1000000 + n,
      'Mathematics', (case when n % 50 = 0 then 'inactive' else 'active' end)::public.person_status,
      now() - n * interval '5 minutes'
    from generate_series(1, ${rows}) n`,
  /** With the application that each belongs to; one in ten still waits. */
  submissions: (rows: number) => `
    insert into public.submissions
      (id, kind, reference, name, email, phone, status, due_at, answered_at, assignee_id, search_text, created_at)
    select md5(n::text)::uuid, 'volunteer', 'V-' || n, 'Given ' || md5(n::text), 'volunteer.' || n || '@example.org',
      '+1 512 ' || 1000000 + n, (case when n % 10 = 0 then 'new' when n % 50 = 1 then 'accepted' else 'contacted' end)::public.submission_status,
      sent + interval '2 days', case when n % 10 > 0 then sent + interval '1 day' end,
      case when n % 3 = 0 then (select user_id from public.user_roles where role = 'admin' limit 1) end,
      private.searchable('V-' || n, '1512' || 1000000 + n, 'Given ' || md5(n::text), 'volunteer.' || n || '@example.org',
        '+1 512 ' || 1000000 + n, 'I would like to help. ' || repeat(md5((n % 5000)::text) || ' ', 5)), sent
    from generate_series(1, ${rows}) n, lateral (select now() - n * interval '5 minutes' as sent) as moment;
    insert into public.volunteer_applications
      (id, first_name, last_name, email, phone, motivation, status, created_at)
    select id, 'Given', substr(name, 7), email, phone, 'I would like to help.', status::text::public.application_status, created_at
    from public.submissions`,
}

export type LargeTable = Exclude<keyof typeof fillings, 'tasks'>

const forms = [
  'volunteer_applications',
  'program_applications',
  'partnership_proposals',
  'contact_messages',
  'program_registrations',
  'pledges',
]
const emptied = {
  donations: ['donations'],
  mentors: ['mentors'],
  submissions: ['submissions', ...forms],
}

/** Search indexes are made once the rows are there. */
const searched = {
  donations: ['search_text'],
  mentors: ['search_text'],
  submissions: ['search_text', 'person_text'],
}

/** The people of rows that came without triggers: one for each. */
const people = (table: LargeTable) => `
  insert into private.people (id, name, names)
  select person_id, min(name), array_agg(distinct private.plain_name(name)) from private.rows_of_people
  where source = '${table}' group by person_id;
  insert into private.contact_points (person_id, kind, normalized, value)
  select distinct on (1, 2, 3) person_id, said.kind, said.normalized, said.value
  from private.rows_of_people as theirs
  cross join lateral (
    select 'email', private.mailbox(theirs.email), theirs.email where theirs.email is not null
    union all select 'phone', phone, theirs.phone from unnest(private.phone_keys(theirs.phone)) as phone
  ) as said (kind, normalized, value)
  where source = '${table}';
  analyze private.people; analyze private.contact_points;`

/** Replaces the rows of a table, or of the queue, with this many. */
export async function fillTable(pg: Database, table: LargeTable, rows: number): Promise<void> {
  const each = (statement: string) =>
    emptied[table].map((name) => `${statement.replace('TABLE', `public.${name}`)};`).join('')
  await pg.exec(`
    ${each('alter table TABLE disable trigger user')}
    delete from public.${table};
    ${searched[table].map((column) => `drop index public.${table}_${column}_idx;`).join('')}
    alter table public.${table} drop constraint ${table}_person_id_fkey;
    ${fillings[table](rows)};
    ${people(table)}
    alter table public.${table} add constraint ${table}_person_id_fkey
      foreign key (person_id) references private.people (id);
    ${searched[table]
      .map(
        (column) =>
          `create index ${table}_${column}_idx on public.${table}
            using gin (${column} extensions.gin_trgm_ops) with (fastupdate = off);`,
      )
      .join('')}
    set constraints all immediate;
    ${each('alter table TABLE enable trigger user')}
    ${each('analyze TABLE')}
  `)
}
