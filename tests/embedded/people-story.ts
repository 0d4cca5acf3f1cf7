import type { Database } from '../../supabase/embedded/database'
import { peopleFaults } from '../people-faults'
import { numbersOf } from './numbers-of'

interface Story {
  /** About this many addresses, which people share and change. */
  people: number
  steps: number
  seed: number
  /** How many steps pass between two looks at everything. */
  look: number
}

const refusals = /^(23505|42501|P0001|PT404|PT409)$/

/**
 * Arrivals, changes, merges, splits, undos and erasures in an order set by a seed.
 *
 * @returns how often each happened, and the problems afterward
 */
export async function tellStory({ pg }: Database, { people, steps, seed, look }: Story) {
  const next = numbersOf(seed)
  const any = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
  const below = (limit: number) => Math.floor(next() * limit)
  const done: Record<string, number> = {}
  const faults: string[] = []

  const first = () => any(['Ana', 'Mrs. Ana', 'Luis', 'Kit', 'ANA', 'Ana Maria'])
  const last = () => `Reyes${below(people / 4)}`
  const email = () =>
    next() < 0.2 ? null : `${any(['', 'P', 'p'])}${below(people)}${any(['', '+tag'])}@Story.test`
  const phone = () => (next() < 0.6 ? null : `512 ${1_000_000 + below(people)}`)
  /** Nothing of these may become a contact point. */
  const childPhone = () => `737 ${1_000_000 + below(people)}`
  const one = async (sql: string, given: unknown[] = []) =>
    (await pg.query<Record<string, string>>(sql, given)).rows[0]
  const row = (table: string) =>
    one(`select id from public.${table} order by md5(id::text || $1) limit 1`, [String(next())])
  const person = () =>
    one(`select id from private.people order by md5(id::text || $1) limit 1`, [String(next())])

  const named = (table: string) => () =>
    pg.query(
      `insert into public.${table} (first_name, last_name, email, phone) values ($1, $2, $3, $4)`,
      [first(), last(), email(), table === 'mentees' ? childPhone() : phone()],
    )
  const acts: Record<string, () => Promise<unknown>> = {
    mentor: named('mentors'),
    trainer: named('trainers'),
    mentee: named('mentees'),
    gift: () =>
      pg.query(
        `insert into public.donations (donor_name, donor_email, donor_phone, amount, donation_type)
        values ($1, $2, $3, 5, 'one-time')`,
        [`${first()} ${last()}`, email(), phone()],
      ),
    message: () =>
      pg.query(`insert into public.contact_messages (name, email, message) values ($1, $2, 'Hi')`, [
        `${first()} ${last()}`,
        email() ?? 'none@story.test',
      ]),
    'new address': async () =>
      pg.query(`update public.mentors set email = $2, phone = $3 where id = $1`, [
        (await row('mentors'))?.id,
        email(),
        phone(),
      ]),
    'new name': async () =>
      pg.query(`update public.donations set donor_name = $2 where id = $1`, [
        (await row('donations'))?.id,
        `${first()} ${last()}`,
      ]),
    merge: async () =>
      pg.query(`select public.merge_persons(gen_random_uuid(), $1, $2)`, [
        (await person())?.id,
        (await person())?.id,
      ]),
    'merge of records': async () =>
      pg.query(
        `select public.merge_people('mentors', $1, $2, '{}', '{"kept": {}, "merged": {}}')`,
        [(await row('mentors'))?.id, (await row('mentors'))?.id],
      ),
    undo: async () =>
      pg.query(
        `select public.undo_person_merge((select id from private.person_merges where not is_of_records order by md5(id::text || $1) limit 1))`,
        [String(next())],
      ),
    'undo of records': async () =>
      pg.query(
        `select public.undo_merge((select id from private.merges order by md5(id::text || $1) limit 1))`,
        [String(next())],
      ),
    split: async () => {
      const theirs = await one(
        `select person_id, source, id from private.rows_of_people as one
        order by exists (
          select from private.rows_of_people as other where other.person_id = one.person_id and other.id <> one.id
        ) desc, md5(id::text || $1) limit 1`,
        [String(next())],
      )
      return pg.query(`select public.split_person($1, gen_random_uuid(), $2)`, [
        theirs?.person_id,
        JSON.stringify([{ source: theirs?.source, id: theirs?.id }]),
      ])
    },
    erasure: async () => {
      const gone = (await person())?.id
      const { addresses, records } = (await one(
        `select to_json((private.subject_of($1)).addresses) as addresses,
          array(select id from private.records_of_subject(private.subject_of($1))) as records`,
        [gone],
      )) as unknown as { addresses: string[]; records: string[] }
      const isWhole = next() < 0.5
      await pg.query(
        `select public.erase_person($1, 'asked', public.preview_erasure($1, $2::uuid[]) ->> 'seen', $2::uuid[], 'in_person')`,
        [gone, isWhole ? records : records.filter(() => next() < 0.5)],
      )
      if (!isWhole) return
      const { rows } = await pg.query<{ fault: string }>(
        `select 'left in ' || place || ': ' || address as fault from unnest($1::text[]) as address
        cross join lateral (
          select 'rows' as place from private.rows_of_people where lower(btrim(email)) = address
          union all select 'points' from private.contact_points where lower(value) = address
          union all select 'merges' from private.merges where strpos(lower(merges::text), '"' || address || '"') > 0
        ) as found
        union all select 'the person is left' from private.people where id = $2 and name !~ '^Erased donor'`,
        [addresses, gone],
      )
      faults.push(...rows.map(({ fault }) => fault))
    },
  }
  const often = ['mentor', 'trainer', 'mentee', 'gift', 'gift', 'message', 'message']

  const check = async () => {
    const { rows } = await pg.query<{ fault: string }>(
      `${peopleFaults}
      union all select 'protected: ' || normalized from private.contact_points where value like '737 %'`,
    )
    faults.push(...rows.map(({ fault }) => fault))
  }

  const admin = await one(`select id from public.profiles where email = 'admin@kindlewell.test'`)
  await pg.query(`insert into auth.sessions (id, user_id) values ($1, $1) on conflict do nothing`, [
    admin!.id,
  ])
  await pg.query(`select set_config('request.jwt.claims', $1, false)`, [
    JSON.stringify({ role: 'authenticated', sub: admin!.id, session_id: admin!.id }),
  ])
  // Goes on until every act was possible once, if a short story was unlucky.
  const isOver = (step: number) =>
    step >= 5 * steps || (step >= steps && Object.keys(acts).every((act) => act in done))
  for (let step = 0; !isOver(step) && faults.length === 0; step += 1) {
    const act = step < people || next() < 0.4 ? any(often) : any(Object.keys(acts))
    try {
      await acts[act]!()
      done[act] = (done[act] ?? 0) + 1
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (!refusals.test(code ?? '')) faults.push(`step ${step}, ${act}: ${code} ${message}`)
    }
    if (step % look === look - 1) await check()
  }
  await check()
  return { done, faults }
}
