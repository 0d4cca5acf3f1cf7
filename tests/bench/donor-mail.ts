import { startCluster } from '../../supabase/platform/cluster'
import { migrate } from '../../supabase/platform/migrate'
import { findPostgres } from '../../supabase/platform/postgres'
import { fillTable } from './large-tables'

/*
 * On Postgres 15, as a hosted project runs it: a campaign to a view of a hundred thousand donors that names
 * their last gift and the year's sum is counted, clicked and queued. No request may last eight seconds.
 */

const rows = Number(process.env.DONORS ?? 100_000)
const longest = 8_000
const id = '00000000-0000-4000-8000-00000000000a'
const view = '00000000-0000-4000-8000-0000000000b1'
const campaign = '00000000-0000-4000-8000-0000000000c1'
const claims = { role: 'authenticated', sub: id, session_id: id, aal: 'aal1' }
const words = {
  subject: 'Your {{year_total}}',
  content: 'Dear {{name}}, you gave {{last_gift}} on {{last_gift_day}} to {{last_gift_fund}}.',
  name_fallback: 'friend',
  target_audience: `view:${view}`,
}

const installed = findPostgres()
if (!installed) throw new Error('Postgres 15 is not installed here and cannot be.')
const cluster = await startCluster(installed)
try {
  await migrate(cluster)
  const root = cluster.connect('supabase_admin', { max: 1 })
  await root`update cron.job set active = false where true`
  await root`insert into auth.users (id, aud, role, email, raw_user_meta_data)
    values (${id}, 'authenticated', 'authenticated', 'bench@example.org', '{}')`
  await root`insert into auth.sessions (id, user_id) values (${id}, ${id})`
  await root`insert into public.user_roles (user_id, role) values (${id}, 'admin')
    on conflict (user_id) do update set role = excluded.role`
  const owner = cluster.connect('postgres', { max: 1 })
  await fillTable({ exec: (sql) => owner.unsafe(sql).simple() }, 'donations', rows)
  await owner
    .unsafe(
      `alter table public.donors disable trigger user;
      insert into public.donors (id, number, name, email, gift_count, lifetime, last_gift_at, created_at)
      select person_id, 2000000 + row_number() over (), donor_name, donor_email, 1, amount, created_at, created_at
      from public.donations;
      alter table public.donors enable trigger user;
      alter table public.donations disable trigger user;
      update public.donations set created_at = now() where true;
      alter table public.donations enable trigger user;
      insert into public.saved_views (id, table_name, list, name, is_shared, state)
      values ('${view}', 'donors', '/crm?tab=donors&by=donor', 'All', true, '{}')`,
    )
    .simple()
  await owner`insert into public.email_campaigns ${owner({ id: campaign, name: 'Thanks', ...words })}`
  await owner`vacuum analyze`

  const api = cluster.connect('authenticator', { max: 1 })
  const asked = async (what: string, statement: string) => {
    const began = performance.now()
    const [answer] = await api.begin(async (request) => {
      await request`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      return request.unsafe(statement)
    })
    noted(what, performance.now() - began)
    return answer as unknown as { reached: number }
  }
  const counting = (fields: string) =>
    `select recipients::integer as reached from public.campaign_audience('view:${view}', true, '${fields}')`
  await asked(`${rows} donors counted`, counting('{}'))
  const { reached } = await asked(
    'with their gifts',
    counting('{last_gift,last_gift_day,last_gift_fund,year_total}'),
  )
  await asked(
    'clicked',
    `select public.send_campaign('${campaign}', ${reached}, '${JSON.stringify(words)}') as reached`,
  )
  const began = performance.now()
  await owner`select private.advance_campaigns()`
  noted('the first slice queued', performance.now() - began)
  console.log(`${reached} get it`)
  if (reached !== rows) process.exitCode = 1
} finally {
  await cluster.stop()
}

function noted(what: string, took: number): void {
  console.log(`${what}: ${Math.round(took)} ms`)
  if (took > longest) process.exitCode = 1
}
