import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cluster, Sql } from '../../supabase/platform/cluster'
import { startSeeded } from './setup'

// One lock comes before row locks: `private.lock_workflow`.

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

/** Runs a statement as a separate request; returns a refusal's SQLSTATE. */
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

it('five withdrawals at once withdraw once', async () => {
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

it('a submission snoozed and answered at the same moment waits for nothing', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { message } = await arrive()
    const putOff = `select public.put_off('${message}', when_they_reply => true)`
    const answer = `update public.contact_messages set status = 'contacted' where id = '${message}'`
    const codes = await Promise.all([putOff, answer, putOff].map((what) => run(admin, what)))
    expect(codes[1]).toBeUndefined()
    expect([undefined, 'P0001']).toContain(codes[0])
    expect([undefined, 'P0001']).toContain(codes[2])
    expect(
      await owner`select answered_at is not null as answered, put_off_until::text as until
        from public.submissions where id = ${message}`,
    ).toEqual([{ answered: true, until: '-infinity' }])
  }
})

it('a submission snoozed while its sender writes waits again, or is snoozed after that', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { message } = await arrive()
    await run(admin, `select public.put_off('${message}', when_they_reply => true)`)
    const codes = await Promise.all([
      run(undefined, `select public.add_message('${message}', 'Hello?')`),
      run(admin, `select public.put_off('${message}', when_they_reply => true)`),
    ])
    expect(codes).toEqual([undefined, undefined])
    // Of two in sequence the last one counts; none is lost halfway.
    const [{ notes, until }] = await owner<[{ notes: number; until: string }]>`
      select count(*)::int as notes, min(put_off_until)::text as until from public.submissions
      join public.submission_notes on submission_id = submissions.id where submissions.id = ${message}`
    expect(notes).toBe(1)
    expect(['-infinity', 'infinity']).toContain(until)
  }
})

it('two people who set the same task done are one of them', async () => {
  const [colleague] = await owner<{ id: string }[]>`
    select id from public.profiles where email = 'staff@kindlewell.test'`
  for (let round = 0; round < 20; round += 1) {
    const [task] = await owner<{ id: string }[]>`
      insert into public.tasks (body, due_on, author_id, assignee_id)
      values ('Race', private.office_today(), ${admin}, ${colleague!.id}) returning id`
    const done = `update public.tasks set done_at = now() where id = '${task!.id}'`
    const both = await Promise.all([run(admin, done), run(colleague!.id, done)])
    expect(both).toEqual([undefined, undefined])
    const log = await owner<{ actor_id: string }[]>`
      select actor_id from public.change_log where record_id = ${task!.id} and changes ? 'done_at'`
    expect(log).toHaveLength(1)
    expect(await owner`select done_by from public.tasks where id = ${task!.id}`).toEqual([
      { done_by: log[0]!.actor_id },
    ])
  }
})

const handOver = (from: string, heir: string) =>
  `select public.hand_over_work('${from}', '[{"kind": "submissions", "part": "", "heir": "${heir}"}]')`
const leave = (from: string, heir: string) =>
  `select public.leave_team(gen_random_uuid(), '${from}', (
    select jsonb_agg(jsonb_build_object('kind', kind, 'part', part, 'heir', case kind when 'submissions' then '${heir}' end))
    from public.leaver_work('${from}')
  ))`
const assign = (id: string, from: string, heir: string) =>
  `select public.assign_submissions(array['${id}']::uuid[], array['${heir}']::uuid[], array['${from}']::uuid[])`

it('work that goes to a colleague whose right ends at that moment is never theirs', async () => {
  const accounts = await owner<{ id: string }[]>`
    select id from public.profiles where email in ('staff@kindlewell.test', 'director@kindlewell.test') order by email desc`
  const [from, heir] = accounts.map(({ id }) => id) as [string, string]
  const reviews = owner`(select id from public.permissions where name = 'can_review_submissions')`
  const revoke = `delete from public.user_permissions where user_id = '${heir}'`
  const codes = new Set<string | undefined>()
  for (let round = 0; round < 60; round += 1) {
    await owner`insert into public.user_roles (user_id, role) values (${from}, 'staff') on conflict do nothing`
    await owner`insert into public.user_permissions (user_id, permission_id)
      values (${from}, ${reviews}), (${heir}, ${reviews}) on conflict do nothing`
    const { message, volunteer } = await arrive()
    await owner`update public.submissions set assignee_id = ${from} where id = ${message}`
    await owner`update public.submissions set assignee_id = ${heir} where id = ${volunteer}`
    const way = [handOver(from, heir), leave(from, heir), assign(message, from, heir)][round % 3]!
    const pause = `select pg_sleep(${(round % 5) / 300})`
    for (const code of await Promise.all([run(admin, way), run(admin, `${pause}; ${revoke}`)])) {
      codes.add(code)
    }
    expect(
      await owner`select id from public.submissions where assignee_id = ${heir} and closed_at is null`,
      way,
    ).toEqual([])
  }
  // Whoever comes second is refused. Nothing else happens, and no deadlock.
  for (const refusal of ['P0001', '42501']) codes.delete(refusal)
  expect([...codes]).toEqual([undefined])
})

it('a program, a task or a match that goes to a colleague whose right ends at that moment is never theirs', async () => {
  const [accounts] = await owner<[{ heir: string; right: string }]>`
    select (select id from public.profiles where email = 'director@kindlewell.test') as heir,
      (select id from public.permissions where name = 'can_manage_programs') as right`
  const { heir, right } = accounts
  const revoke = `delete from public.user_permissions where (user_id, permission_id) = ('${heir}', '${right}')`
  const [work] = await owner<[{ program: string; task: string; match: string }]>`
    with made as (
      insert into public.programs (name, manager_id) values ('Race', ${admin}) returning id
    ), asked as (
      insert into public.tasks (body, due_on, author_id, program_id)
      select 'Race', private.office_today(), ${admin}, id from made returning id
    )
    select (select id from made) as program, (select id from asked) as task,
      (select id from public.matches where status = 'active' limit 1) as match`
  const { program, task, match } = work
  const ways = [
    `select public.hand_on_program('${program}', '${heir}', '${admin}')`,
    `update public.tasks set assignee_id = '${heir}' where id = '${task}'`,
    `insert into public.tasks (body, due_on, assignee_id, program_id) values ('Race', current_date + 2, '${heir}', '${program}')`,
    `select public.save_match('${match}', '{"supervisor_id": "${heir}", "deputy_id": null}')`,
  ]
  const codes = new Set<string | undefined>()
  for (let round = 0; round < 60; round += 1) {
    await owner`insert into public.user_permissions (user_id, permission_id) values (${heir}, ${right})`
    await owner`update public.programs set manager_id = ${admin} where id = ${program}`
    const way = ways[round % ways.length]!
    const [first, second] = round % 3 === 0 ? [revoke, way] : [way, revoke]
    const pause = `select pg_sleep(${(round % 5) / 300})`
    for (const code of await Promise.all([run(admin, first), run(admin, `${pause}; ${second}`)])) {
      codes.add(code)
    }
    expect(
      await owner`select kind, id from private.open_items(${heir})
        where kind in ('programs', 'tasks', 'matches', 'deputies')`,
      way,
    ).toEqual([])
  }
  codes.delete('P0001')
  expect([...codes]).toEqual([undefined])
})

it('who leaves the staff at that moment neither covers a colleague nor becomes a safeguarding lead', async () => {
  const [accounts] = await owner<[{ leaver: string; away: string }]>`
    select (select id from public.profiles where email = 'director@kindlewell.test') as leaver,
      (select id from public.profiles where email = 'mentors@kindlewell.test') as away`
  const { leaver, away } = accounts
  await owner`delete from public.user_permissions where user_id = ${leaver}`
  await owner`insert into private.safeguarding_leads values (${admin}) on conflict do nothing`
  const leaves = `delete from public.user_roles where user_id = '${leaver}'`
  const codes = new Set<string | undefined>()
  for (let round = 0; round < 40; round += 1) {
    await owner`insert into public.user_roles (user_id, role) values (${leaver}, 'staff')
      on conflict (user_id) do update set role = 'staff'`
    await owner`delete from private.covers where true`
    const way = [
      `select public.set_cover(gen_random_uuid(), '${away}', '${leaver}', current_date + 2, current_date + 3)`,
      `select public.set_safeguarding_lead('${leaver}', true)`,
    ][round % 2]!
    const [first, second] = round % 3 === 0 ? [leaves, way] : [way, leaves]
    const pause = `select pg_sleep(${(round % 5) / 300})`
    for (const code of await Promise.all([run(admin, first), run(admin, `${pause}; ${second}`)])) {
      codes.add(code)
    }
    expect(
      await owner`select cover_id as id from private.covers where cover_id = ${leaver} and over_at > now()
        union all select user_id from private.safeguarding_leads where user_id = ${leaver}`,
      way,
    ).toEqual([])
  }
  codes.delete('P0001')
  expect([...codes]).toEqual([undefined])
})

it('statuses, withdrawals, offers and conversions never deadlock', async () => {
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
    [admin, `select public.put_off('${message}', when_they_reply => true)`],
    [undefined, `select public.add_message('${message}', 'Hello?')`],
  ]
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 4 === 0) ({ registration, volunteer, message } = await arrive())
    const chosen = Array.from({ length: CONNECTIONS }, () => any(requests()))
    for (const code of await Promise.all(chosen.map(([who, what]) => run(who, what)))) {
      if (code) codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  expect(
    [...codes.keys()].filter((code) => !/^(42501|23514|23505|P0001|PT4\d\d)$/.test(code)),
  ).toEqual([])
})
