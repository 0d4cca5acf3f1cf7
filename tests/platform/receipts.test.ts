import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Cluster, Sql } from '../../supabase/platform/cluster'
import { startSeeded } from './setup'

let cluster: Cluster
let owner: Sql
let pool: Sql
let account: string
const donors = 60

beforeAll(async () => {
  cluster = await startSeeded()
  owner = cluster.connect('postgres', { max: 1 })
  pool = cluster.connect('authenticator', { max: 4 })
  await owner`insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing`
  const [found] = await owner<[{ id: string }]>`
    select id from public.profiles where email = 'fundraiser@kindlewell.test'`
  account = found.id
  // No run is mailed before an admin did so.
  await owner`update private.receipt_wording set confirmed_at = now() where singleton`
})
afterAll(() => cluster?.stop())

beforeEach(async () => {
  await owner`delete from private.issued_receipts where true`
  await owner`delete from private.outbox where kind = 'gift_receipt'`
  await owner`delete from public.donations where created_at < '1996-01-01'`
  await owner`
    insert into public.donations (donor_name, donor_email, amount, donation_type, created_at)
    select 'Donor ' || n, 'donor.' || n || '@example.org', n, 'one-time', '1995-06-01 12:00+00'
    from generate_series(1, ${donors}) n`
})

/** A request of staff, or of the worker. */
async function call<Row extends object>(role: 'staff' | 'worker', query: string): Promise<Row> {
  const claims = JSON.stringify({ role: 'authenticated', sub: account, session_id: account })
  return pool.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${role === 'staff' ? claims : ''}, true),
      set_config('role', ${role === 'staff' ? 'authenticated' : 'service_role'}, true)`
    const [row] = await sql.unsafe<Row[]>(query)
    return row!
  }) as Promise<Row>
}

const mail = () => call<{ added: number }>('staff', 'select public.mail_receipts(1995) as added')
const slice = () => call<{ moved: number }>('worker', 'select public.advance_campaigns() as moved')

async function work(): Promise<void> {
  while ((await slice()).moved > 0);
}

async function given() {
  const [counts] = await owner`
    select (select count(*)::int from private.issued_receipts) as issued,
      (select count(distinct donor_id)::int from private.issued_receipts) as donors,
      (select count(*)::int from private.outbox where kind = 'gift_receipt') as mails,
      (select count(distinct recipient)::int from private.outbox where kind = 'gift_receipt') as mailboxes,
      (select count(*)::int from private.waiting_receipts) as waiting`
  return counts
}

const each = { issued: donors, donors, mails: donors, mailboxes: donors, waiting: 0 }

it('two tabs and three workers at once give each donor one receipt and one mail', async () => {
  await Promise.all([mail(), mail(), slice(), slice()])
  await Promise.all([work(), work(), mail(), work()])
  await work()
  expect(await given()).toEqual(each)
})

it('a worker that dies in a slice loses none and repeats none', async () => {
  await mail()
  const dying = pool.begin(async (sql) => {
    await sql`select set_config('role', 'service_role', true)`
    await sql`select public.advance_campaigns()`
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  expect(await given()).toMatchObject({ issued: 0, mails: 0, waiting: donors })
  await work()
  expect(await given()).toEqual(each)
})

it('a receipt that is printed while the run mails it is one receipt', async () => {
  const people = await owner<{ id: string }[]>`
    select distinct person_id as id from public.donations where created_at < '1996-01-01' order by 1`
  await mail()
  await Promise.all([
    work(),
    ...people
      .slice(0, 20)
      .map(({ id }) =>
        call('staff', `select public.issue_donor_receipt('${id}', 1995, 'print') as receipt`),
      ),
  ])
  await work()
  const counts = await given()
  expect(counts).toMatchObject({ issued: donors, donors, waiting: 0 })
})

it('gifts that are refunded in the middle leave no receipt that is wrong and unreplaced after the next run', async () => {
  await mail()
  await Promise.all([
    work(),
    ...Array.from(
      { length: 10 },
      (_, n) => owner`
        update public.donations set refunded = 0.5
        where donor_email = ${`donor.${n + 1}@example.org`} and refunded = 0`,
    ),
  ])
  await mail()
  await work()
  const [wrong] = await owner`
    select count(*)::int as donors from private.receipts_due(1995) as due
    where (
      select count(*) from private.issued_receipts issued
      where issued.donor_id = due.donor_id and issued.total = due.total and not issued.is_replaced
    ) <> 1`
  expect(wrong).toEqual({ donors: 0 })
})

it('two people who print at once share the receipts, and no one gets two', async () => {
  await owner`update public.donations set donor_email = null where created_at < '1996-01-01'`
  await owner`
    insert into private.contact_points (person_id, kind, normalized, value, parts)
    select person_id, 'post', donor_name, donor_name, '{"street": "1 Elm", "city": "Waco"}'
    from public.donations where created_at < '1996-01-01'`
  const print = () =>
    call<{ printed: number }>(
      'staff',
      `select public.print_receipts(1995, '${crypto.randomUUID()}') as printed`,
    )
  const printed = await Promise.all([print(), print()])
  expect(printed.map((one) => one.printed).toSorted((one, other) => one - other)).toEqual([
    0,
    donors,
  ])
  expect(await given()).toMatchObject({ issued: donors, donors, mails: 0 })
})
