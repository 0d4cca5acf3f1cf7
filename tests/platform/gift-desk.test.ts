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

/** Posts a batch as an account, in a request of its own; gives the message of a refusal. */
async function post(email: string, batch: string): Promise<string> {
  const [account] = await owner<
    { id: string }[]
  >`select id from public.profiles where email = ${email}`
  const { id } = account!
  const claims = JSON.stringify({ role: 'authenticated', sub: id, session_id: id })
  try {
    await pool.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', 'authenticated', true)`
      await sql`select public.post_batch(${batch})`
    })
    return 'posted'
  } catch (error) {
    return (error as Error).message
  }
}

it('two people who post one batch at once post it once, and one of them is told', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [{ batch }] = await owner<[{ batch: string }]>`
      with opened as (
        insert into public.gift_batches (expected_count, expected_total) values (20, 200) returning id
      ), added as (
        insert into public.batch_gifts (id, batch_id, donor_name, amount, donation_type, method, created_at)
        select gen_random_uuid(), id, 'Racer ' || n, 10, 'one-time', 'cash', now()
        from opened cross join generate_series(1, 20) n
      )
      select id as batch from opened`
    const told = await Promise.all([
      post('admin@kindlewell.test', batch),
      post('fundraiser@kindlewell.test', batch),
    ])
    expect(told).toContain('posted')
    expect(told.find((one) => one !== 'posted')).toMatch(/^This batch is already posted, by /)
    const [{ total }] = await owner<[{ total: number }]>`
      select sum(amount)::int as total from public.donations where batch_id = ${batch}`
    expect(total).toBe(200)
  }
})
