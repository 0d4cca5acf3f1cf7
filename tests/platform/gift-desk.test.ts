import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cluster, Sql } from '../../supabase/platform/cluster'
import { startSeeded } from './setup'

let cluster: Cluster
let owner: Sql
let pool: Sql
beforeAll(async () => {
  cluster = await startSeeded()
  owner = cluster.connect('postgres', { max: 1 })
  pool = cluster.connect('authenticator', { max: 2 })
  await owner`insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing`
})
afterAll(() => cluster?.stop())

/** Calls a function as an account, in a separate request; returns a refusal's message. */
async function call(
  email: string,
  name: string,
  given: object | string | readonly (string | number)[],
): Promise<string> {
  const args = Array.isArray(given) ? (given as string[]) : [given as string]
  const [account] = await owner<
    { id: string }[]
  >`select id from public.profiles where email = ${email}`
  const { id } = account!
  const claims = JSON.stringify({ role: 'authenticated', sub: id, session_id: id })
  try {
    await pool.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
      const places = args.map((_, at) => `$${at + 1}`).join(', ')
      await sql.unsafe(`select public.${name}(${places})`, args)
    })
    return 'done'
  } catch (error) {
    return (error as Error).message
  }
}

async function openBatch(): Promise<string> {
  const [{ batch }] = await owner<[{ batch: string }]>`
    with opened as (
      insert into public.gift_batches (expected_count, expected_total) values (20, 200) returning id
    ), added as (
      insert into public.donations (batch_id, is_posted, entered_at, donor_name, amount, donation_type, method)
      select id, false, now(), 'Racer ' || n, 10, 'one-time', 'cash'
      from opened cross join generate_series(1, 20) n
    )
    select id as batch from opened`
  return batch
}

it('two people who post one batch at once post it once, and one of them gets a message', async () => {
  for (let round = 0; round < 10; round += 1) {
    const batch = await openBatch()
    const told = await Promise.all([
      call('admin@kindlewell.test', 'post_batch', batch),
      call('fundraiser@kindlewell.test', 'post_batch', batch),
    ])
    expect(told).toContain('done')
    expect(told.find((one) => one !== 'done')).toMatch(/^This batch is already posted, by /)
    const [{ total }] = await owner<[{ total: number }]>`
      select sum(amount)::int as total from private.gifts where batch_id = ${batch}`
    expect(total).toBe(200)
  }
})

it('a batch that is posted and discarded at once is either, as a whole', async () => {
  for (let round = 0; round < 10; round += 1) {
    const batch = await openBatch()
    const [posted, discarded] = await Promise.all([
      call('admin@kindlewell.test', 'post_batch', batch),
      call('fundraiser@kindlewell.test', 'discard_batch', batch),
    ])
    const [left] = await owner`
      select count(*) filter (where is_posted)::int as gifts, count(*) filter (where not is_posted)::int as waiting
      from public.donations where batch_id = ${batch}`
    if (discarded === 'done') {
      expect(posted).toBe('This batch was discarded.')
      expect(left).toEqual({ gifts: 0, waiting: 20 })
    } else {
      expect([posted, discarded]).toEqual([
        'done',
        'This batch is already posted. Void its gifts one by one.',
      ])
      expect(left).toEqual({ gifts: 20, waiting: 0 })
    }
  }
})

it('a gift that is entered while its batch is discarded is refused, or never counts', async () => {
  const day = '2026-01-02'
  for (let round = 0; round < 10; round += 1) {
    const batch = await openBatch()
    const id = crypto.randomUUID()
    const gift = { id, batch_id: batch, donor_name: 'Late', amount: 10, day, method: 'cash' }
    const [entered, discarded] = await Promise.all([
      call('admin@kindlewell.test', 'enter_gift', gift),
      call('fundraiser@kindlewell.test', 'discard_batch', batch),
    ])
    expect(['done', 'This batch was discarded. Choose another one.']).toContain(entered)
    expect(discarded).toBe('done')
    const [kept] = await owner`
      select count(*) filter (where not is_posted)::int as uncounted, count(*) filter (where is_posted)::int as counted
      from public.donations where id = ${id}`
    expect(kept).toEqual({ uncounted: entered === 'done' ? 1 : 0, counted: 0 })
  }
})

it('two people who enter one new name at once make one donor, and one of them is asked', async () => {
  for (let round = 0; round < 10; round += 1) {
    const donor_name = `Nova ${round}`
    const gift = { donor_name, amount: 10, day: '2026-01-02', method: 'cash' }
    await Promise.all(
      ['admin', 'fundraiser'].map((colleague) =>
        call(`${colleague}@kindlewell.test`, 'enter_gift', {
          ...gift,
          id: crypto.randomUUID(),
          donor_email: `${colleague}@nova.example`,
        }),
      ),
    )
    const stored = await owner`select id from public.donations where donor_name = ${donor_name}`
    expect(stored).toHaveLength(1)
  }
})

it('a gift that is voided while its fund spends it is voided or spent, not both', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [{ fund, gift }] = await owner<[{ fund: string; gift: string }]>`
      with added as (insert into public.funds (name) values (${`Race ${round}`}) returning id)
      insert into public.donations (donor_name, amount, donation_type, fund_id)
      select 'Racer', 100, 'one-time', id from added returning id as gift, fund_id as fund`
    const [voided, spent] = await Promise.all([
      call('admin@kindlewell.test', 'void_gift', [gift, 'Bounced']),
      call('fundraiser@kindlewell.test', 'spend_from_fund', [
        crypto.randomUUID(),
        fund,
        80,
        '2026-01-02',
        'Glass',
      ]),
    ])
    expect([voided, spent].filter((one) => one === 'done')).toHaveLength(1)
    const [left] = await owner`select private.fund_left(${fund})::int as dollars`
    expect(left).toEqual({ dollars: spent === 'done' ? 20 : 0 })
  }
})
