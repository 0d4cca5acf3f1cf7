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

/** Calls a function as an account, in a request of its own; gives the message of a refusal. */
async function call(email: string, name: string, argument: object | string): Promise<string> {
  const [account] = await owner<
    { id: string }[]
  >`select id from public.profiles where email = ${email}`
  const { id } = account!
  const claims = JSON.stringify({ role: 'authenticated', sub: id, session_id: id })
  try {
    await pool.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
      await sql`select ${sql.unsafe(`public.${name}`)}(${argument as string})`
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
      insert into public.batch_gifts (id, batch_id, donor_name, amount, donation_type, method, created_at)
      select gen_random_uuid(), id, 'Racer ' || n, 10, 'one-time', 'cash', now()
      from opened cross join generate_series(1, 20) n
    )
    select id as batch from opened`
  return batch
}

it('two people who post one batch at once post it once, and one of them is told', async () => {
  for (let round = 0; round < 10; round += 1) {
    const batch = await openBatch()
    const told = await Promise.all([
      call('admin@kindlewell.test', 'post_batch', batch),
      call('fundraiser@kindlewell.test', 'post_batch', batch),
    ])
    expect(told).toContain('done')
    expect(told.find((one) => one !== 'done')).toMatch(/^This batch is already posted, by /)
    const [{ total }] = await owner<[{ total: number }]>`
      select sum(amount)::int as total from public.donations where batch_id = ${batch}`
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
      select (select count(*)::int from public.donations where batch_id = ${batch}) as gifts,
        (select count(*)::int from public.batch_gifts where batch_id = ${batch}) as waiting`
    if (discarded === 'done') {
      expect(posted).toBe('This batch is not there any more.')
      expect(left).toEqual({ gifts: 0, waiting: 0 })
    } else {
      expect([posted, discarded]).toEqual([
        'done',
        'This batch is already posted. Void its gifts one by one.',
      ])
      expect(left).toEqual({ gifts: 20, waiting: 0 })
    }
  }
})

it('a gift that is entered while its batch is discarded is refused, or goes with it', async () => {
  const day = '2026-01-02'
  for (let round = 0; round < 10; round += 1) {
    const batch = await openBatch()
    const id = crypto.randomUUID()
    const gift = { id, batch_id: batch, donor_name: 'Late', amount: 10, day, method: 'cash' }
    const [entered, discarded] = await Promise.all([
      call('admin@kindlewell.test', 'enter_gift', gift),
      call('fundraiser@kindlewell.test', 'discard_batch', batch),
    ])
    expect(['done', 'This batch is not there any more.']).toContain(entered)
    expect(discarded).toBe('done')
    expect(
      await owner`select id from public.batch_gifts where batch_id = ${batch}
        union all select id from public.donations where id = ${id}`,
    ).toEqual([])
  }
})
