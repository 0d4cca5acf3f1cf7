import type { Sql } from '../../supabase/platform/cluster'
import { findPostgres } from '../../supabase/platform/postgres'
import { startSeeded } from '../platform/setup'
import { fillings, fillTable } from './large-tables'
import { measureAs } from './requests'

/*
 * The figures of the staff's home and the panel of an account on Postgres 15 with 100,000 submissions,
 * tasks and gifts each, as the signed-in accounts: the p50 and p95, at most 100 ms.
 */

const rows = Number(process.argv[2] ?? 100_000)

if (!findPostgres()) throw new Error('Postgres is not installed here and cannot be.')
const cluster = await startSeeded()
try {
  const owner = cluster.connect('postgres', { max: 1 })
  await fill(owner)
  const pool = cluster.connect('authenticator', { max: 1 })
  const accounts = await owner<{ id: string; name: string }[]>`
    select id, split_part(email, '@', 1) as name from auth.users
    where email in ('admin@kindlewell.test', 'staff@kindlewell.test', 'development@kindlewell.test', 'fundraiser@kindlewell.test')`
  for (const account of accounts) {
    await measureAs(pool, account, 'home', 'select * from public.home_figures()')
  }
  const admin = accounts.find(({ name }) => name === 'admin')!
  await measureAs(pool, admin, 'set up', 'select * from public.set_up_steps()')
  const busiest = accounts.find(({ name }) => name === 'development')!
  await measureAs(
    pool,
    admin,
    'panel of a colleague',
    `select public.account_panel('${busiest.id}')`,
  )
} finally {
  await cluster.stop()
}

async function fill(owner: Sql): Promise<void> {
  const filled = { exec: (sql: string) => owner.unsafe(sql).simple() }
  await fillTable(filled, 'donations', rows)
  await owner
    .unsafe(`
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    select private.recount_gifts(array(select distinct person_id from public.donations));
    alter table public.tasks disable trigger user;
    ${fillings.tasks(rows)};
    alter table public.tasks enable trigger user;
  `)
    .simple()
  await fillTable(filled, 'submissions', rows)
  await owner.unsafe('vacuum analyze').simple()
}
