import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cluster, Sql } from '../../supabase/platform/cluster'
import { peopleFaults } from '../people-faults'
import { startSeeded } from './setup'

// One lock comes before all others: `private.lock_people`.

let cluster: Cluster
let owner: Sql
let pool: Sql
let admin: string
beforeAll(async () => {
  cluster = await startSeeded()
  owner = cluster.connect('postgres', { max: 1 })
  pool = cluster.connect('authenticator', { max: 4 })
  const [account] = await owner<{ id: string }[]>`
    select id from public.profiles where email = 'admin@kindlewell.test'`
  admin = account!.id
  await owner`insert into auth.sessions (id, user_id) select id, id from auth.users on conflict do nothing`
})
afterAll(() => cluster?.stop())

type Statement = { is: 'anon' | 'admin'; sql: string }

/** Runs a statement as a separate request; returns a refusal's SQLSTATE. */
async function run({ is, sql: statement }: Statement): Promise<string | undefined> {
  const role = is === 'admin' ? 'authenticated' : 'anon'
  const claims = JSON.stringify({ role, ...(is === 'admin' && { sub: admin, session_id: admin }) })
  try {
    await pool.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true),
        set_config('request.headers', jsonb_build_object('cf-connecting-ip', gen_random_uuid())::text, true)`
      await sql.unsafe(statement)
    })
    return undefined
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown'
  }
}

interface Family {
  /** In each name and address of theirs */
  word: string
  kept: string
  other: string
  keptPerson: string
  otherPerson: string
  /** A merge of two people that can be undone */
  merge: string
  gift: string
  person: string
  volunteer: string
  batch: string
}

let count = 0
/** Two mentors, a gift, an application; two people who were merged, one of whom has a gift. */
async function arrive(): Promise<Family> {
  count += 1
  const word = `zyx${String.fromCodePoint(97 + (count % 26))}${count}q`
  const statements = `
    insert into public.mentors (first_name, last_name, email, phone) values
      ('Ona', '${word}', 'kept@${word}.org', null), ('Ola', '${word}', 'other@${word}.org', '512 555 ${1000 + count}');
    insert into public.donations (donor_name, donor_email, amount, donation_type) values
      ('Ola ${word}', 'other@${word}.org', 5, 'one-time'), ('Oda ${word}', 'once@${word}.org', 7, 'one-time'),
      ('Odo ${word}', 'twice@${word}.org', 9, 'one-time');
    insert into public.volunteer_applications (first_name, last_name, email) values ('Ola', '${word}', 'other@${word}.org');
    select private.unite_people(
      gen_random_uuid(), (select person_id from public.donations where donor_email = 'once@${word}.org'),
      (select person_id from public.donations where donor_email = 'twice@${word}.org'), '{donations}'
    )`
  await owner.unsafe(statements).simple()
  const [ids] = await owner<Family[]>`
    select ${word}::text as word, kept.id as kept, other.id as other, kept.person_id as "keptPerson",
      other.person_id as "otherPerson", merged.id as merge, gift.id as gift, gift.person_id as person,
      (select id from public.volunteer_applications where email = other.email) as volunteer, gen_random_uuid() as batch
    from public.mentors kept, public.mentors other, public.donations gift, private.person_merges merged
    where kept.email = ${`kept@${word}.org`} and other.email = ${`other@${word}.org`}
      and gift.donor_email = ${`once@${word}.org`} and merged.kept_id = gift.person_id`
  return ids!
}

const seen = (kept: string, merged: string) =>
  `select public.merge_people('mentors', '${kept}', '${merged}', '{email}', '{"kept": {}, "merged": {}}')`
const erase = (subject: string) =>
  `select public.erase_person('${subject}', 'asked', public.preview_erasure('${subject}', ids) ->> 'seen', ids, 'in_person')
  from (
    select array(select (record ->> 'id')::uuid from jsonb_array_elements(public.subject_records('${subject}') -> 'records') as record) as ids
  ) as chosen`

const acts: Record<string, (family: Family) => Statement> = {
  arrival: ({ word }) => ({
    is: 'anon',
    sql: `insert into public.contact_messages (name, email, message) values ('Ola ${word}', 'other@${word}.org', 'Hello ${word}')`,
  }),
  edit: ({ other, word }) => ({
    is: 'admin',
    sql: `update public.mentors set email = 'once@${word}.org', first_name = 'Oda' where id = '${other}'`,
  }),
  'merge of records': ({ kept, other }) => ({ is: 'admin', sql: seen(kept, other) }),
  'merge of people': ({ keptPerson, otherPerson }) => ({
    is: 'admin',
    sql: `select public.merge_persons(gen_random_uuid(), '${keptPerson}', '${otherPerson}')`,
  }),
  undo: ({ merge }) => ({ is: 'admin', sql: `select public.undo_person_merge('${merge}')` }),
  split: ({ person, gift }) => ({
    is: 'admin',
    sql: `select public.split_person('${person}', gen_random_uuid(), '[{"source": "donations", "id": "${gift}"}]')`,
  }),
  erasure: ({ word }) => ({ is: 'admin', sql: erase(`other@${word}.org`) }),
  'erasure of the merged': ({ word }) => ({ is: 'admin', sql: erase(`twice@${word}.org`) }),
  conversion: ({ volunteer, word }) => ({
    is: 'admin',
    sql: `select public.convert_submission('${volunteer}', 'trainers', gen_random_uuid(),
      '{"first_name": "Ola", "last_name": "${word}", "email": "other@${word}.org"}')`,
  }),
  import: ({ batch, word }) => ({
    is: 'admin',
    sql: `select public.begin_import('${batch}', 'mentors', 'list.csv', 2);
      select public.import_rows('${batch}', 0, jsonb_build_array(
        jsonb_build_object('id', gen_random_uuid(), 'first_name', 'Odo', 'last_name', '${word}', 'email', 'twice@${word}.org'),
        jsonb_build_object('id', gen_random_uuid(), 'first_name', 'Ola', 'last_name', '${word}', 'email', 'other@${word}.org')))`,
  }),
}

const faults = () => owner.unsafe<{ fault: string }[]>(peopleFaults)

/** The places that still have an erased person's address. */
const traces = (address: string) => owner<{ trace: string }[]>`
  select 'rows' as trace from private.rows_of_people where lower(btrim(email)) = ${address}
  union all select 'contact points' from private.contact_points where value = ${address}
  union all select 'merges' from private.merges where strpos(merges::text, ${address}) > 0
  union all select 'forms' from public.volunteer_applications where email = ${address}
  union all select 'log' from public.change_log where strpos(changes::text, ${address}) > 0`

const pairs = Object.keys(acts).flatMap((one, index, all) =>
  all.slice(index).map((other) => [one, other] as const),
)

it.each(pairs)('%s and %s at once', async (one, other) => {
  const rounds = /erasure|merge/.test(one + other) ? 2 : 1
  for (let round = 0; round < rounds; round += 1) {
    const family = await arrive()
    const both = [acts[one]!(family), acts[other]!(family)]
    const codes = await Promise.all((round % 2 ? both.toReversed() : both).map(run))
    // A refusal says that a colleague was first; there is no deadlock and no broken reference.
    for (const code of codes)
      expect([undefined, '42501', '23514', 'P0001', 'PT404', 'PT409']).toContain(code)
    expect(await faults()).toEqual([])
  }
})

const untilBlocked = (requests: number) =>
  expect
    .poll(async () => {
      const [{ waiting }] = await owner<[{ waiting: number }]>`
        select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted`
      return waiting
    })
    .toBe(requests)

it.each(['erasure', 'merge of records', 'merge of people'])(
  'an erasure and a merge that wait for each other: the %s comes first',
  async (first) => {
    const family = await arrive()
    const address = `other@${family.word}.org`
    const merging = first === 'erasure' ? 'merge of records' : first
    const order = first === 'erasure' ? [first, merging] : [merging, 'erasure']
    const holder = cluster.connect('postgres', { max: 1 })
    const requests: Promise<string | undefined>[] = []
    await holder.begin(async (sql) => {
      await sql`select private.lock_people(true)`
      for (const act of order) {
        requests.push(run(acts[act]!(family)))
        await untilBlocked(requests.length)
      }
    })
    // The second sees the first one's work, and changes nothing.
    expect(await Promise.all(requests)).toEqual([undefined, 'PT409'])
    const left = await traces(address)
    if (first === 'erasure') expect(left).toEqual([])
    else expect(left).not.toEqual([])
    expect(await faults()).toEqual([])
  },
)
