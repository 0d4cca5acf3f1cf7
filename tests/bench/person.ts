import { startCluster, type Sql } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'
import { fillings, fillTable } from './large-tables'

/*
 * On Postgres 15, as a hosted project runs it: the panel of a person with 500 events, among 100,000
 * submissions, gifts, tasks, mentors and mails. Each call is a request of PostgREST: a transaction as
 * `authenticated`, with the token of an admin or of a reviewer.
 */

const rows = Number(process.argv[2] ?? 100_000)
const rounds = 100
const longestAllowed = 100
const address = 'bench.person@example.org'
const callers = {
  admin: '00000000-0000-4000-8000-00000000000a',
  reviewer: '00000000-0000-4000-8000-00000000000b',
}

const installed = findPostgres()
if (!installed) throw new Error('Postgres is not installed here and cannot be.')
const cluster = await startCluster(installed)
try {
  await migrate(cluster)
  const admin = cluster.connect('supabase_admin', { max: 1 })
  await admin`update cron.job set active = false where true`
  await addCallers(admin)
  const owner = cluster.connect('postgres', { max: 1 })
  const database = { exec: (sql: string) => owner.unsafe(sql).simple() }
  for (const table of ['donations', 'mentors', 'submissions'] as const)
    await fillTable(database, table, rows)
  await fillTasks(owner)
  await fillMails(owner)
  await addPerson(owner)
  await owner`vacuum analyze`
  const api = cluster.connect('authenticator', { max: 1 })
  for (const caller of ['admin', 'reviewer'] as const) {
    const page = 'select * from public.person_timeline($1)'
    const [{ remaining, happened_at: at, id }] = await asked(api, caller, page, [address])
    console.log(`as ${caller}: ${remaining} events`)
    await measure('timeline, first page', () => asked(api, caller, page, [address]))
    await measure('timeline, a later page', () =>
      asked(api, caller, 'select * from public.person_timeline($1, null, $2, $3)', [
        address,
        at,
        id,
      ]),
    )
    await measure('timeline, one kind', () =>
      asked(api, caller, "select * from public.person_timeline($1, 'answer')", [address]),
    )
    await measure('by telephone', () => asked(api, caller, page, ['tel:5550100100']))
    await measure('records', () => asked(api, caller, 'select * from public.person($1)', [address]))
    await measure('due items', () =>
      asked(api, caller, 'select * from public.person_due($1)', [address]),
    )
    await measure('who it is', () =>
      asked(api, caller, 'select * from public.people_at($1)', [address]),
    )
    await measure('search', () =>
      asked(api, caller, 'select * from public.search_people($1)', ['bench\nperson']),
    )
  }
  const family = [await addFamily(owner)]
  await measure('family card', () =>
    asked(api, 'admin', 'select public.person_ties($1) as remaining', family),
  )
  let number = 0
  const arrive = (name: string, email: string) =>
    owner`select private.person_of((${name}, ${email}, ${`512 555 ${(number += 1)}`}, false)::private.identity)`
  await measure('a row of a new person', () => arrive('New Person', `new.${number}@example.org`))
  await measure('a row of a known person', () => arrive('Bench Person', address))
} finally {
  await cluster.stop()
}

async function addCallers(admin: Sql): Promise<void> {
  for (const id of Object.values(callers)) {
    await admin`insert into auth.users (id, aud, role, email, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', ${`${id}@example.org`}, '{}')`
    await admin`insert into auth.sessions (id, user_id) values (${id}, ${id})`
  }
  await admin`insert into public.user_roles (user_id, role) values (${callers.admin}, 'admin'), (${callers.reviewer}, 'staff')
    on conflict (user_id) do update set role = excluded.role`
  await admin`insert into public.user_permissions (user_id, permission_id)
    select ${callers.reviewer}, id from public.permissions where name = 'can_review_submissions'`
}

async function fillTasks(owner: Sql): Promise<void> {
  await owner
    .unsafe(`
    alter table public.donors disable trigger user;
    alter table public.tasks disable trigger user;
    insert into public.donors (id, number, name, email, gift_count, lifetime, last_gift_at, created_at)
    select person_id, 1000000 + row_number() over (), donor_name, donor_email, 1, amount, created_at, created_at
    from public.donations;
    ${fillings.tasks(rows)};
    alter table public.donors enable trigger user;
    alter table public.tasks enable trigger user;
  `)
    .simple()
}

async function fillMails(owner: Sql): Promise<void> {
  await owner`insert into public.email_campaigns (name, subject, content, target_audience) values ('Bench', 'Bench', 'Bench', 'all')`
  await owner`
    insert into private.outbox (idempotency_key, kind, recipient, campaign_id, state, sent_at)
    select 'campaign:' || n, 'campaign', 'volunteer.' || n || '@example.org', id, 'sent', now()
    from public.email_campaigns, generate_series(1, ${rows}::int) n where name = 'Bench'`
}

/** 500 events: 100 submissions, each with a note and an answer, 100 gifts, 100 campaigns. */
async function addPerson(owner: Sql): Promise<void> {
  await owner.unsafe(`
    alter table public.submissions disable trigger user;
    alter table public.submission_notes disable trigger user;
    alter table public.submission_answers disable trigger user;
    alter table public.donations disable trigger user;
    alter table public.submissions enable trigger set_person;
    alter table public.donations enable trigger set_person;
    insert into public.submissions (id, kind, reference, name, email, phone, status, due_at, created_at)
    select gen_random_uuid(), 'volunteer', 'B-' || n, 'Bench Person', '${address}', '555 010 0100', 'new', now(),
      now() - n * interval '3 hours' from generate_series(1, 100) n;
    insert into public.submission_notes (submission_id, body, created_at)
    select id, repeat('A note. ', 20), created_at + interval '1 hour' from public.submissions where email = '${address}';
    insert into public.submission_answers (submission_id, subject, body, created_at)
    select id, reference, repeat('An answer. ', 40), created_at + interval '2 hours' from public.submissions where email = '${address}';
    insert into public.donations (donor_name, donor_email, amount, donation_type, created_at)
    select 'Bench Person', '${address}', n, 'one-time', now() - n * interval '1 day' from generate_series(1, 100) n;
    insert into private.outbox (idempotency_key, kind, recipient, campaign_id, state, sent_at)
    select 'bench:' || n, 'campaign', '${address}', id, 'sent', now() - n * interval '1 week'
    from public.email_campaigns, generate_series(1, 100) n where name = 'Bench';
    insert into public.mentors (first_name, last_name, email) values ('Bench', 'Person', '${address}');
    insert into private.person_notes (id, person_id, kind, body, open_to)
    select gen_random_uuid(), person_id, 'call', 'Called', '{submissions}' from public.mentors where email = '${address}';
    alter table public.submissions enable trigger user;
    alter table public.submission_notes enable trigger user;
    alter table public.submission_answers enable trigger user;
    alter table public.donations enable trigger user;
  `)
}

/** Three children of the person and another adult, in two homes, open to the admin. */
async function addFamily(owner: Sql): Promise<string> {
  const [{ person }] = await owner<[{ person: string }]>`
    select person_id as person from public.mentors where email = ${address}`
  await owner.unsafe(`
    insert into public.mentees (first_name, last_name) select 'Child ' || n, 'Person' from generate_series(1, 3) n;
    insert into private.people (id, kind) values ('00000000-0000-4000-8000-0000000000e1', 'household'), ('00000000-0000-4000-8000-0000000000e2', 'household');
    insert into private.people (id, name) values ('00000000-0000-4000-8000-0000000000e3', 'Other Person');
    insert into private.guardians (child_id, adult_id)
    select child.person_id, adult from public.mentees child, unnest(array['${person}', '00000000-0000-4000-8000-0000000000e3']::uuid[]) as adult
    where child.last_name = 'Person';
    insert into private.members (group_id, person_id, role)
    select home.id, child.person_id, 'child' from public.mentees child, private.people home where child.last_name = 'Person' and home.kind = 'household';
    insert into private.members (group_id, person_id, role) values
      ('00000000-0000-4000-8000-0000000000e1', '${person}', 'parent'), ('00000000-0000-4000-8000-0000000000e2', '00000000-0000-4000-8000-0000000000e3', 'parent');
    insert into public.change_log (actor_id, action, record_kind, record_id, created_at)
    select '${callers.admin}', 'opened', 'mentees', id, now() - interval '1 second' from public.mentees where last_name = 'Person';
  `)
  return person
}

async function asked(
  api: Sql,
  caller: keyof typeof callers,
  statement: string,
  given: readonly string[],
): Promise<[{ remaining: string; happened_at: string; id: string }]> {
  const id = callers[caller]
  const claims = JSON.stringify({ role: 'authenticated', sub: id, session_id: id, aal: 'aal1' })
  const found = await api.begin(async (request) => {
    await request`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
    return request.unsafe(statement, [...given])
  })
  if (found.length === 0) throw new Error(`${caller} found nothing: ${statement}`)
  return found as unknown as Awaited<ReturnType<typeof asked>>
}

async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = -5; round < rounds; round += 1) {
    const began = performance.now()
    await work()
    if (round >= 0) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(rounds * share) - 1]!
  console.log(`  ${what.padEnd(24)} p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`)
  if (at(0.95) > longestAllowed) process.exitCode = 1
}
