import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cluster, Sql } from '../../supabase/platform/cluster'
import { startSeeded } from './setup'

// One lock comes before those of rows: `private.lock_workflow`.

const CONNECTIONS = 8
const ROUNDS = 200

let cluster: Cluster
let owner: Sql
let pool: Sql
let admin: string
beforeAll(async () => {
  cluster = await startSeeded()
  owner = cluster.connect('postgres', { max: 1 })
  pool = cluster.connect('authenticator', { max: CONNECTIONS })
  const [account] = await owner<{ id: string }[]>`
    select id from public.profiles where email = 'admin@kindlewell.test'`
  admin = account!.id
  await owner`insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing`
  await owner`insert into public.program_seats (program, seats) values ('locks', 1)
    on conflict (program) do update set seats = 1`
})
afterAll(() => cluster?.stop())

/** Runs a statement as a request of its own; gives the SQLSTATE of a refusal. */
async function run(account: string | undefined, statement: string): Promise<string | undefined> {
  const role = account ? 'authenticated' : 'anon'
  const claims = JSON.stringify({ role, ...(account && { sub: account, session_id: account }) })
  try {
    await pool.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`
      await sql.unsafe(statement)
    })
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  }
}

/** A registration, a volunteer and a message, each with a token that is its id. */
async function arrive(): Promise<{ registration: string; volunteer: string; message: string }> {
  const [ids] = await owner<{ registration: string; volunteer: string; message: string }[]>`
    with registered as (
      insert into public.program_registrations (program, first_name, last_name, email, status)
      values ('locks', 'Lock', 'Order', gen_random_uuid() || '@example.org', 'new') returning id
    ), applied as (
      insert into public.volunteer_applications (first_name, last_name, email)
      values ('Lock', 'Order', gen_random_uuid() || '@example.org') returning id
    ), written as (
      insert into public.contact_messages (name, email, message)
      values ('Lock', gen_random_uuid() || '@example.org', 'Order') returning id
    )
    select (select id from registered) as registration, (select id from applied) as volunteer,
      (select id from written) as message`
  await owner`
    insert into private.status_tokens (hash, submission_id)
    select private.token_hash(id::text), id from unnest(${Object.values(ids!)}::uuid[]) as id`
  return ids!
}

it('five withdrawals at once withdraw once', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 20; round += 1) {
    for (const id of Object.values(await arrive())) {
      const five = Array.from({ length: 5 }, () =>
        run(undefined, `select public.withdraw('${id}')`),
      )
      expect(await Promise.all(five)).toEqual(Array(5).fill(undefined))
      const [{ notes }] = await owner<[{ notes: number }]>`
        select count(*)::int as notes from public.submission_notes where submission_id = ${id}`
      expect(notes).toBe(1)
    }
  }
})

it(
  'statuses, withdrawals, offers and conversions never wait for each other in a circle',
  { timeout: 120_000 },
  async () => {
    const codes = new Map<string, number>()
    let { registration, volunteer, message } = await arrive()
    const statuses = ['new', 'contacted', 'accepted', 'rejected']
    const any = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!
    const requests = (): [string | undefined, string][] => [
      [undefined, `select public.withdraw('${volunteer}')`],
      [undefined, `select public.withdraw('${registration}')`],
      [undefined, `select public.withdraw('${message}')`],
      [undefined, `select public.accept_seat('${registration}')`],
      [
        admin,
        `update public.volunteer_applications set status = '${any(statuses)}' where id = '${volunteer}'`,
      ],
      [admin, `update public.contact_messages set status = 'closed' where id = '${message}'`],
      [
        admin,
        `update public.program_registrations set status = 'waitlisted' where id = '${registration}'`,
      ],
      [
        admin,
        `select public.set_submission_status(array['${volunteer}', '${message}', '${registration}']::uuid[],
       array['contacted', 'contacted', 'waitlisted'], array['new', 'new', 'new'])`,
      ],
      [admin, `select public.set_seats('locks', ${any([1, 2, 3])})`],
      [
        admin,
        `select public.assign_submissions(array['${volunteer}', '${registration}']::uuid[],
       array['${admin}', '${admin}']::uuid[], array[null, null]::uuid[])`,
      ],
      [
        admin,
        `select public.convert_submission('${volunteer}', 'mentors', gen_random_uuid(),
       '{"first_name": "Lock", "last_name": "Order"}'::jsonb)`,
      ],
      [admin, `select public.undo_conversion('${volunteer}')`],
    ]
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 4 === 0) ({ registration, volunteer, message } = await arrive())
      const chosen = Array.from({ length: CONNECTIONS }, () => any(requests()))
      for (const code of await Promise.all(chosen.map(([who, what]) => run(who, what)))) {
        if (code) codes.set(code, (codes.get(code) ?? 0) + 1)
      }
    }
    expect([...codes.keys()].filter((code) => !/^(42501|23514|23505|PT4\d\d)$/.test(code))).toEqual(
      [],
    )
  },
)
