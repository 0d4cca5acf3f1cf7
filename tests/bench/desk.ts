import type { Sql } from '../../supabase/platform/cluster'
import { findPostgres } from '../../supabase/platform/postgres'
import { searchArgument, searchedWords } from '../../src/engine/core/search-filter'
import { startSeeded } from '../platform/setup'
import { fillings } from './large-tables'
import { measureAs } from './requests'

/*
 * Tasks, saved views and the gift desk on Postgres 15 with 100,000 tasks and 100,000 gifts, as the signed-in accounts
 * under row-level security: the p50 and p95 of the statements behind each screen.
 */

const rows = Number(process.argv[2] ?? 100_000)
const wordsOf = (search: string) => JSON.stringify({ words: searchArgument(searchedWords(search)) })

if (!findPostgres()) throw new Error('Postgres is not installed here and cannot be.')
const cluster = await startSeeded()
try {
  const owner = cluster.connect('postgres', { max: 1 })
  await fill(owner)
  const pool = cluster.connect('authenticator', { max: 1 })
  const accounts = await owner<{ id: string; name: string }[]>`
    select id, split_part(email, '@', 1) as name from auth.users where email in ('admin@kindlewell.test', 'fundraiser@kindlewell.test')`
  const whose = '(assignee_id = auth.uid() or assignee_id is null)'
  const record =
    'left join public.mentors on mentors.id = mentor_id left join public.donors on donors.id = donor_id'
  const listed = `select tasks.id, body, due_on, assignee_id, mentors.first_name, donors.name from public.tasks ${record}`
  const gift =
    'id, donor_name, donor_email, amount, refunded, donation_type, campaign, person_id, method, reference, tribute, tribute_name, note, voided_at, change_reason, created_at'

  for (const account of accounts) {
    const run = (what: string, statement: string) => measureAs(pool, account, what, statement)
    await run(
      'tasks: due, counted',
      `select due_on from public.tasks where done_at is null and due_on <= current_date and ${whose} limit 500`,
    )
    await run(
      'tasks: first due ones',
      `${listed} where done_at is null and due_on <= current_date and ${whose} order by due_on, tasks.id limit 5`,
    )
    await run(
      'tasks: my open ones',
      `${listed} where done_at is null and ${whose} order by due_on, tasks.id limit 500`,
    )
    await run(
      'tasks: everyone’s open ones',
      `${listed} where done_at is null order by due_on, tasks.id limit 500`,
    )
    await run(
      'tasks: done in 7 days',
      `${listed} where done_at >= now() - interval '7 days' and (${whose} or done_by = auth.uid()) order by done_at desc limit 100`,
    )
    await run(
      'tasks: on a donor',
      `${listed} where done_at is null and donor_id = (select donor_id from public.tasks where donor_id is not null and done_at is null order by id limit 1) order by due_on, tasks.id limit 500`,
    )
    await run(
      'gifts: first page',
      `select ${gift} from public.donations order by created_at desc, id desc limit 25`,
    )
    await run('gifts: counted', 'select count(*) from public.donations')
    await run(
      'gifts: entered last',
      'select * from public.donations where entered_at is not null order by entered_at desc, id desc limit 20',
    )
    for (const typed of ['don', 'donor a1', 'donor.777@', 'nobody']) {
      await run(
        `donor found while typing: ${typed}`,
        `select * from public.search_people('${searchArgument(searchedWords(typed))}')`,
      )
    }
    await run('views: five pinned, counted', 'select * from public.pinned_views()')
    await run('funds: balances', 'select * from public.fund_balances()')
    await run(
      'gift entered',
      `select public.enter_gift(jsonb_build_object('id', gen_random_uuid(), 'donor_name', 'Donor', 'donor_email', 'donor.9@example.org', 'amount', 5, 'day', '2026-01-02', 'method', 'check'), true)`,
    )
    await run(
      'letters: due',
      `select id, name, last_gift_at, thanked_until from public.donors where thanks = 'due' order by last_gift_at, id limit 100`,
    )
  }
} finally {
  await cluster.stop()
}

async function fill(owner: Sql): Promise<void> {
  await owner
    .unsafe(`
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    insert into public.funds (name) select 'Fund ' || n from generate_series(1, 18) n;
    alter table public.tasks disable trigger user;
    ${fillings.donations(rows)};
    update public.donations set fund_id = fund.id
    from (select id, row_number() over () as number from public.funds) as fund
    where amount < 2500 and fund.number = 1 + floor(amount)::integer % 20;
    update public.donations set entered_at = created_at, method = 'check' where donation_type = 'grant';
    ${fillings.tasks(rows)};
    alter table public.tasks enable trigger user;
    with views as (
      insert into public.saved_views (owner_id, table_name, list, name, is_shared, state)
      select (select id from auth.users where email = 'admin@kindlewell.test'), 'donations', '/crm?tab=donors', name, true, state::jsonb
      from (values
        ('All gifts', '{}'), ('Grants', '{"conditions": [["donation_type", "eq", "grant"]]}'),
        ('Since a day', '{"conditions": [["created_at", "gte", {"day": "2026-01-01", "later": 0}]]}'),
        ('Found often', '${wordsOf('don')}'),
        ('Found once', '${wordsOf('donor.777@')}')
      ) as saved (name, state)
      returning id
    )
    insert into public.view_uses (user_id, view_id, is_pinned)
    select account.id, views.id, true from views, auth.users account
    where account.email in ('admin@kindlewell.test', 'fundraiser@kindlewell.test');
    analyze;
  `)
    .simple()
}
