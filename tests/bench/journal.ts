import { findPostgres } from '../../supabase/platform/postgres'
import { startSeeded } from '../platform/setup'
import { measure, requestsOf } from './requests'

/*
 * The journal on Postgres 15: one month of three, with 100,000 gifts in 20 funds, half of them in batches of 50, of
 * which 1,000 came back.
 */

const gifts = Number(process.argv[2] ?? 100_000)
const month = '1995-03-01'

if (!findPostgres()) throw new Error('Postgres is not installed here and cannot be.')
const cluster = await startSeeded()
try {
  const owner = cluster.connect('postgres', { max: 1 })
  await owner
    .unsafe(`
    insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing;
    insert into public.funds (name) select 'Fund ' || n from generate_series(1, 18) n;
    alter table public.donations disable trigger user;
    insert into public.gift_batches (id, expected_count, expected_total, posted_at, deposited, deposited_on)
    select gen_random_uuid(), 50, 100, '1995-03-05', 100, '1995-03-06' from generate_series(1, ${Math.ceil(gifts / 100)});
    insert into public.donations (donor_name, amount, donation_type, method, entered_at, fund_id, batch_id, person_id, created_at)
    select 'Donor ' || n % 1000, 1 + n % 500, 'one-time', 'check', now(), fund.id, batch.id, giver.id,
      '1995-01-02 12:00+00'::timestamptz + n / 50 % 89 * interval '1 day'
    from generate_series(1, ${gifts}) n
    join (select id, row_number() over () as number from public.funds) as fund on fund.number = 1 + n / 10 % 20
    left join (select id, row_number() over () as number from public.gift_batches where expected_count = 50) as batch on batch.number = 1 + n / 50 and n < ${gifts / 2}
    cross join (select id from private.people order by id limit 1) as giver;
    insert into public.gift_returns (gift_id, kind, amount, fee, returned_on)
    select id, 'bounce', amount, 12.5, booked_day + 1 from public.donations where created_at < '1996-01-01' order by id limit 1000;
    update public.donations set refunded = amount where id in (select gift_id from public.gift_returns where kind = 'bounce');
    alter table public.donations enable trigger user;
    analyze;
  `)
    .simple()
  const [{ id }] = await owner<[{ id: string }]>`
    select id from auth.users where email = 'fundraiser@kindlewell.test'`
  const request = requestsOf(cluster.connect('authenticator', { max: 1 }), id)
  const [{ count }] = await owner<[{ count: number }]>`
    select count(*)::integer as count from private.book_lines where day >= ${month} and day < ${month}::date + interval '1 month'`
  for (const [what, statement] of [
    [`the journal of ${count.toLocaleString('en-US')} lines`, `select public.journal('${month}')`],
    ['5,000 lines of its export', `select public.export_journal('${month}', 5000)`],
    ['all batches', 'select * from public.batch_book()'],
  ] as const) {
    await measure(what, () => request((sql) => sql.unsafe(statement)), 20)
  }
} finally {
  await cluster.stop()
}
