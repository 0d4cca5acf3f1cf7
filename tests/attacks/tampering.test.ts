import { describe, expect, it } from 'vitest'
import {
  attack,
  setUpAttack,
  callers,
  expectRefused,
  idWhere,
  query,
  rest,
  rpc,
  send,
} from './attacker'

// The log of changes: no account writes, alters or empties it, or reads more of it than of the records.

setUpAttack()

const represent = { prefer: 'return=representation' }
const upsert = { prefer: 'resolution=merge-duplicates' }

describe.each([...callers, 'admin'])('%s', (persona) => {
  it('cannot write, alter or empty the log', async () => {
    const id = await idWhere('change_log')
    const forged = { action: 'changed', record_kind: 'mentors', actor_name: 'Someone else' }
    await expectRefused(persona, [
      rest('POST', 'change_log', forged),
      rest('POST', 'change_log', [forged, forged], represent),
      rest('POST', 'change_log', { id, ...forged }, upsert),
      rest('PUT', `change_log?id=eq.${id}`, { id, ...forged }),
      rest('PATCH', `change_log?id=eq.${id}`, { actor_name: 'Someone else' }, represent),
      rest('PATCH', 'change_log?id=not.is.null', { changes: null }),
      rest('DELETE', `change_log?id=eq.${id}`, undefined, represent),
      rest('DELETE', 'change_log?created_at=lt.2100-01-01'),
    ])
    for (const name of ['apply_retention', 'log_change', 'every_minute']) {
      const { status } = await attack(persona, rpc(name))
      expect(status, name).toBeGreaterThanOrEqual(400)
    }
  })
})

it('the secret key reads the log and cannot change it', async () => {
  const { localKeys } = await import('../../supabase/embedded/config')
  const headers = { apikey: localKeys.secret, authorization: `Bearer ${localKeys.secret}` }
  const id = await idWhere('change_log')
  await expectRefused('anon', [
    rest('DELETE', `change_log?id=eq.${id}`, undefined, { ...headers, ...represent }),
    rest('PATCH', `change_log?id=eq.${id}`, { actor_name: 'x' }, { ...headers, ...represent }),
  ])
})

it('a change is logged under its author, whatever the request says', async () => {
  const mentor = await idWhere('mentors')
  const claim = { 'x-actor': 'admin', 'request.jwt.claims': '{"sub":"x"}' }
  const change = rest('PATCH', `mentors?id=eq.${mentor}`, { expertise: 'Changed' }, claim)
  expect((await send('can_manage_mentors', change)).status).toBe(204)
  const [entry] = await query(
    `select actor_name, changes -> 'expertise' -> 1 as after from public.change_log
     where record_id = $1 order by created_at desc, id desc limit 1`,
    [mentor],
  )
  expect(entry).toEqual({ actor_name: 'can_manage_mentors@kindlewell.test', after: 'Changed' })
})

it.each([
  ['can_manage_mentors', ['mentors']],
  ['can_manage_courses', ['assessments', 'courses', 'enrolments', 'student_grades']],
  ['can_view_all_users', []],
  ['can_view_analytics', []],
  ['supporter', []],
  ['director', []],
])('%s reads the history of %j and of nothing else', async (persona, kinds) => {
  await send('admin', rpc('log_export', { exported_table: 'mentors', filters: {}, row_count: 1 }))
  for (const table of ['mentors', 'mentees', 'courses', 'program_applications']) {
    await query(`update public.${table} set created_at = created_at - interval '1 second'`)
  }
  const { body } = await send(persona, rest('GET', 'change_log?select=record_kind,action'))
  const entries = body as { record_kind: string; action: string }[]
  expect([...new Set(entries.map((entry) => entry.record_kind))].sort()).toEqual(kinds)
  expect(entries.filter(({ action }) => action === 'exported')).toEqual([])
  const disclosed = rest('GET', 'change_log?record_kind=eq.mentees&select=changes')
  expect((await attack(persona, disclosed)).body).toEqual([])
})

it('exports cannot flood the log', async () => {
  const exported = rpc('log_export', { exported_table: 'courses', filters: {}, row_count: 1 })
  for (let turn = 0; turn < 60; turn += 1) {
    expect((await send('can_manage_courses', exported)).status).toBe(204)
  }
  await expectRefused('can_manage_courses', [exported], 'P0001')
})
