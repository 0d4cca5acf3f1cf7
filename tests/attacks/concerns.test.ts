import { beforeAll, expect, it } from 'vitest'
import { apiCalls, argumentsSql } from '../api-calls'
import {
  changingNothing,
  expectRefused,
  idOf,
  query,
  rest,
  rpc,
  send,
  setUpAttack,
  type Persona,
} from './attacker'

setUpAttack()

const id = '00000000-0000-4000-8000-0000000c0c0c'
const words = 'zq7concern'
const reporter = 'program.manager'
/** Reads it; the other lead, `mentors`, is left out. */
const lead = 'director'

async function done(persona: Persona, name: string, given: object): Promise<unknown> {
  const { status, body, text } = await send(persona, rpc(name, given))
  expect(status, `${name}: ${text}`).toBeLessThan(300)
  return body
}
let reference: string
beforeAll(async () => {
  reference = (await done(reporter, 'report_concern', {
    concern: id,
    child_name: `Fatu ${words}`,
    body: `He told me ${words}`,
    happened: `At the ${words}`,
    is_danger: true,
    not_to: [idOf('mentors')],
  })) as string
  await done(lead, 'record_concern_opening', { concern: id })
  const step = { concern: id, step: idOf('stranger'), kind: 'note', body: `Called ${words}` }
  await done(lead, 'add_concern_step', step)
})

it('is read by a lead whom the reporter did not leave out', async () => {
  const { text } = await send(lead, rpc('open_concern', { concern: id }))
  expect(text.split(words)).toHaveLength(5)
})

it('is in no other table: no log, mail, search, fault, broadcast or file', async () => {
  const tables = await query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p', 'm') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await query<{ rows: number }>(
      `select count(*)::integer as rows from ${name} as stored where stored::text ilike '%${words}%'`,
    )
    if (row!.rows > 0) found.push(name)
  }
  expect(found.sort()).toEqual(['private.concern_steps', 'private.concerns'])
})

const others = [
  'anon',
  'supporter',
  'staff',
  'can_manage_mentees',
  'can_view_all_users',
  'can_review_submissions',
  reporter,
  'mentors',
  'admin',
]

it.each(others)('%s opens and changes none', async (persona) => {
  await expectRefused(persona, [
    rpc('record_concern_opening', { concern: id }),
    rpc('open_concern', { concern: id }),
    rpc('add_concern_step', { step: id, concern: id, kind: 'closed', body: 'Nothing' }),
  ])
})

/** The lists of every table take seconds each. */
const nearest = ['anon', 'admin', reporter]

for (const persona of others) {
  const tags = nearest.includes(persona) ? [] : ['long']
  it(`${persona} finds it in no table, list, search or answer`, { tags }, async () => {
    const tables = await query<{ name: string; searched: boolean }>(
      `select relname as name, to_regproc('public.search_' || relname) is not null as searched
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect(tables.length).toBeGreaterThan(30)
    const requests = [
      ...tables.map(({ name }) => rest('GET', `${name}?select=*`)),
      ...tables.flatMap(({ name, searched }) =>
        searched ? [rpc(`search_${name}`, { search: words })] : [],
      ),
      ...['concerns', 'concern_steps', 'safeguarding_leads'].map((name) =>
        rest('GET', `${name}?select=*`, undefined, { 'accept-profile': 'private' }),
      ),
      rpc('search_people', { search: words }),
    ]
    await changingNothing(async () => {
      for (const request of requests) {
        expect((await send(persona, request)).text, request.path).not.toContain(words)
      }
    })
    // These may write: what they answer has none of it either.
    for (const name of Object.keys(apiCalls).filter((it) => !it.startsWith('set_safeguarding'))) {
      const [row] = await query<{ given: object }>(argumentsSql(apiCalls[name]!))
      expect((await send(persona, rpc(name, row!.given))).text, name).not.toContain(words)
    }
  })
}

it.each([reporter, lead])('is in no hand-over of the %s', async (persona) => {
  const subject = `${persona}@kindlewell.test`
  const [row] = await query<{ chosen: string[] }>(
    'select array(select id from private.records_of_subject(private.subject_of($1))) as chosen',
    [subject],
  )
  const handed = { subject, chosen: row!.chosen }
  await done('admin', 'record_hand_over', { ...handed, identity: 'in_person' })
  const answer = JSON.stringify(await done('admin', 'hand_over', handed))
  expect(answer).toContain(subject)
  expect(answer).not.toContain(words)
  expect(answer).not.toContain(reference)
})

it('is in no preview of an erasure', async () => {
  const subject = `${reporter}@kindlewell.test`
  const preview = JSON.stringify(await done('admin', 'preview_erasure', { subject }))
  expect(preview).not.toMatch(/concern/i)
})
