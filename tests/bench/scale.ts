import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startCluster, type Sql } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'
import { createMiddleware } from '../../supabase/embedded/http'
import { localKeys } from '../../supabase/embedded/config'
import { Outbox } from '../../supabase/embedded/outbox'
import { startLite, startPostgrest } from '../platform/rest'
import { signToken } from '../sign-token'
import { fillings, fillTable } from './large-tables'

/*
 * On Postgres 15, as a hosted project runs it: how the requests of lists grow with their rows, for
 * the plot of docs/scale.md. Each is a transaction as `authenticated` with the token of an admin.
 * The lists also run over HTTP: on PostgREST if PLATFORM_POSTGREST_BINARY names it, else on its
 * stand-in.
 *   tsx tests/bench/scale.ts 10000 100000 1000000
 */

const sizes = process.argv.slice(2).map(Number)
const rounds = 30
/** Slow ones run less often. */
const longest = 15_000
const file = new URL('../../docs/scale.json', import.meta.url)
const id = '00000000-0000-4000-8000-00000000000a'
const claims = { role: 'authenticated', sub: id, session_id: id, aal: 'aal1' }

type Results = Record<string, Record<string, { p50: number; p95: number }>>

const installed = findPostgres()
if (!installed) throw new Error('Postgres is not installed here and cannot be.')
for (const rows of sizes) {
  const results = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Results
  const cluster = await startCluster(installed)
  try {
    await migrate(cluster)
    const admin = cluster.connect('supabase_admin', { max: 1 })
    await admin`update cron.job set active = false where true`
    await admin`insert into auth.users (id, aud, role, email, raw_user_meta_data)
      values (${id}, 'authenticated', 'authenticated', 'bench@example.org', '{}')`
    await admin`insert into auth.sessions (id, user_id) values (${id}, ${id})`
    await admin`insert into public.user_roles (user_id, role) values (${id}, 'admin')
      on conflict (user_id) do update set role = excluded.role`
    const owner = cluster.connect('postgres', { max: 1 })
    const database = { exec: (sql: string) => owner.unsafe(sql).simple() }
    for (const table of ['mentors', 'donations'] as const) await fillTable(database, table, rows)
    await fillTasks(owner, rows)
    await owner`vacuum analyze`
    await note(
      results,
      rows,
      'a job counts an audience',
      () => owner`select private.count_audience('donors')`,
    )
    const api = cluster.connect('authenticator', { max: 1 })
    for (const [name, statement] of Object.entries(requests(rows))) {
      await note(results, rows, name, () => asked(api, statement))
    }
    await measureHttp(results, rows, cluster.port)
    await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  } finally {
    await cluster.stop()
  }
}

async function note(
  results: Results,
  rows: number,
  name: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const measured = await measure(work).catch((error: unknown) => {
    // Longer than a request may take
    if ((error as { code?: string }).code !== '57014') throw error
  })
  if (measured) results[name] = { ...results[name], [rows]: measured }
  console.log(rows, name, measured ?? 'does not end in time')
}

async function measureHttp(results: Results, rows: number, port: number): Promise<void> {
  const { PLATFORM_POSTGREST_BINARY: postgrest } = process.env
  const rest = await (postgrest ? startPostgrest(postgrest, port) : startLite(port))
  const handle = createMiddleware(Promise.resolve({ fetch: rest.fetch, outbox: new Outbox() }), {
    trustProxy: false,
  })
  const server = createServer((request, response) => handle(request, response, () => {}))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const token = signToken({ ...claims, exp: Math.floor(Date.now() / 1000) + 3600 })
  const headers = { apikey: localKeys.publishable, authorization: `Bearer ${token}` }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rest/v1/`
  const middle = Math.floor(rows / 2)
  const before = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
  try {
    for (const [name, path] of Object.entries({
      'gifts, first page': 'donations?select=*&order=created_at.desc,id.desc&limit=25',
      'gifts, ids of the middle page': `donations?select=id&order=created_at.desc,id.desc&limit=25&offset=${middle}`,
      'mentors by name, ids of the middle page': `mentors?select=id&order=last_name,id&limit=25&offset=${middle}`,
      'gifts, count': 'donations?select=id',
      'mentors, a rare word':
        'rpc/search_mentors?search=mentor.7@example&order=created_at.desc,id.desc&limit=25',
      'export, a slice of 1,000': `donations?select=*&created_at=lte.${before}&order=created_at.desc,id.desc&limit=1000`,
      'a person': 'rpc/person?person=donor.7@example.org',
    })) {
      const init = name.endsWith('count')
        ? { method: 'HEAD', headers: { ...headers, prefer: 'count=exact' } }
        : { headers }
      await note(results, rows, `over HTTP: ${name}`, async () => {
        const answer = await fetch(url + path, init)
        const text = await answer.text()
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      })
    }
  } finally {
    server.close()
    server.closeAllConnections()
    await rest.stop()
  }
}

function requests(rows: number): Record<string, string> {
  const page = (table: string, order: string, offset: number) =>
    `select * from public.${table} order by ${order} limit 25 offset ${offset}`
  const middle = Math.floor(rows / 2)
  return {
    'gifts, first page': page('donations', 'created_at desc, id desc', 0),
    'gifts, middle page': page('donations', 'created_at desc, id desc', middle),
    'gifts, ids of the middle page': `select id from public.donations order by created_at desc, id desc limit 25 offset ${middle}`,
    'mentors by name, ids of the middle page': `select id from public.mentors order by last_name, id limit 25 offset ${middle}`,
    // The app reads a page of the later half from the other end.
    'gifts, last page': page('donations', 'created_at, id', 0),
    'gifts, count': 'select count(*) from public.donations',
    'mentors by name, first page': page('mentors', 'last_name, id', 0),
    'mentors by name, middle page': page('mentors', 'last_name, id', middle),
    'mentors, a rare word': `select * from public.search_mentors('mentor.7@example') order by created_at desc, id desc limit 25`,
    'mentors, whether a word is common': `select public.is_selective('mentors', 'mentor')`,
    'mentors, 1,000 rows with a common word': `select id from public.mentors where search_text like '%mathematics%' or search_text like '%mentor%' limit 1 offset 1000`,
    'export, a slice of 1,000': `select * from public.donations where (created_at, id) < (now() - interval '1 day', '${id}') order by created_at desc, id desc limit 1000`,
    'a person': `select * from public.person('donor.7@example.org')`,
    timeline: `select * from public.person_timeline('donor.7@example.org')`,
    'due tasks': `select count(*) from public.tasks where done_at is null and due_on <= current_date and assignee_id = auth.uid()`,
    'audience of a campaign': `select * from public.campaign_audience('donors')`,
  }
}

async function fillTasks(owner: Sql, rows: number): Promise<void> {
  await owner
    .unsafe(
      `alter table public.donors disable trigger user;
      alter table public.tasks disable trigger user;
      insert into public.donors (id, number, name, email, gift_count, lifetime, last_gift_at, created_at)
      select person_id, 2000000 + row_number() over (), donor_name, donor_email, 1, amount, created_at, created_at
      from public.donations;
      ${fillings.tasks(rows)};
      alter table public.donors enable trigger user;
      alter table public.tasks enable trigger user`,
    )
    .simple()
}

async function asked(api: Sql, statement: string): Promise<void> {
  await api.begin(async (request) => {
    await request`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
    await request.unsafe(statement)
  })
}

async function measure(work: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  const until = performance.now() + longest
  for (let round = -1; round < rounds && (round < 3 || performance.now() < until); round += 1) {
    const began = performance.now()
    await work()
    if (round >= 0) times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1]! * 10) / 10
  return { p50: at(0.5), p95: at(0.95) }
}
