import { startCluster, type Sql } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'

/*
 * The list of mentees with 100,000 rows on Postgres 15, as its managers ask for it, and one record
 * with its protected fields. Each statement runs in turn without a second factor and with one that
 * is required and proved: the ratio of the medians is the cost of requiring it.
 */

const rows = Number(process.argv[2] ?? 100_000)
const rounds = 41
const highestRatio = 1.05
const account = '00000000-0000-4000-8000-0000000000a1'
const session = '00000000-0000-4000-8000-0000000000a2'

const installed = findPostgres()
if (!installed) throw new Error('Postgres is not installed here and cannot be.')
const cluster = await startCluster(installed)
try {
  await migrate(cluster)
  await cluster.connect('supabase_admin', { max: 1 })`update cron.job set active = false where true`
  const admin = cluster.connect('supabase_admin', { max: 1 })
  await fill(admin)
  const [row] = await admin<[{ id: string }]>`select id from public.mentees limit 1`
  const columns = 'id, first_name, last_name, email, status, created_at'
  const page = (more: string) =>
    `select ${columns} from public.mentees ${more} order by created_at desc, id desc limit 25`
  const found = "public.search_mentees('no. 777')"
  let isOk = true
  for (const [name, ...statements] of [
    ['first page', page('')],
    ['exact count', 'select count(*) from public.mentees'],
    ['page of one status', page("where status = 'inactive'")],
    ['search, first page', page('').replace('public.mentees', found)],
    ['search, count', `select count(*) from ${found}`],
    ['all rows', `select ${columns} from public.mentees`],
    [
      'a record with protected fields',
      `select public.record_openings('mentees', array['${row.id}']::uuid[])`,
      `select public.protected_values('mentees', array['${row.id}']::uuid[])`,
    ],
  ] as const) {
    isOk = (await measure(admin, name, statements)) && isOk
  }
  if (!isOk) process.exitCode = 1
} finally {
  await cluster.stop()
}

async function fill(admin: Sql): Promise<void> {
  await admin`
    insert into auth.users (id, email, email_confirmed_at, created_at, updated_at)
    values (${account}, 'bench@example.org', now(), now(), now())`
  await admin`insert into public.user_roles (user_id, role) values (${account}, 'admin')
    on conflict (user_id) do update set role = 'admin'`
  await admin`
    insert into auth.sessions (id, user_id, created_at, updated_at) values (${session}, ${account}, now(), now())`
  await admin`alter table public.mentees disable trigger user`
  await admin`
    insert into public.mentees (first_name, last_name, email, school_name, parent_name, parent_email, status, created_at)
    select 'Mentee', 'No. ' || n || ' ' || md5(n::text), 'mentee.' || n || '@example.org', 'School ' || n % 50,
      'Parent ' || n, 'parent.' || n || '@example.org',
      (case when n % 50 = 0 then 'inactive' else 'active' end)::public.person_status, now() - n * interval '5 minutes'
    from generate_series(1, ${rows}::int) n`
  await admin`alter table public.mentees enable trigger user`
  await admin`vacuum analyze`
}

/** Whether requiring it costs no more than allowed, with the medians. */
async function measure(admin: Sql, name: string, statements: readonly string[]): Promise<boolean> {
  const times: { aal1: number[]; aal2: number[] } = { aal1: [], aal2: [] }
  let answered = 0
  for (let round = 0; round <= rounds; round += 1) {
    // The two take turns at being first.
    const levels = round % 2 === 0 ? (['aal1', 'aal2'] as const) : (['aal2', 'aal1'] as const)
    for (const aal of levels) {
      await demand(admin, aal === 'aal2')
      const began = performance.now()
      for (const statement of statements) answered = await ask(admin, statement, aal)
      // The first round fills the caches.
      if (round > 0) times[aal].push(performance.now() - began)
    }
  }
  const [plain, demanded] = [median(times.aal1), median(times.aal2)]
  const ratio = demanded / plain
  console.log(
    `${name.padEnd(32)}${plain.toFixed(1).padStart(8)} ms${demanded.toFixed(1).padStart(8)} ms` +
      `   ratio ${ratio.toFixed(2)}   ${answered} rows`,
  )
  // A millisecond is too short for a ratio.
  return ratio <= highestRatio || demanded - plain < 1
}

async function demand(admin: Sql, isDemanded: boolean): Promise<void> {
  await admin`update private.second_factor set is_demanded = ${isDemanded} where singleton`
  await admin`update auth.sessions set aal = ${isDemanded ? 'aal2' : 'aal1'} where id = ${session}`
}

/** As the API asks; returns the number of rows. */
async function ask(admin: Sql, statement: string, aal: string): Promise<number> {
  const claims = { sub: account, role: 'authenticated', session_id: session, aal }
  return admin.begin(async (transaction) => {
    await transaction`
      select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', 'authenticated', true)`
    return (await transaction.unsafe(statement)).length
  })
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN
}
