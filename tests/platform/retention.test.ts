import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Sql } from './connect'

let owner: Sql
let colleague: Sql
beforeAll(() => {
  owner = connect('postgres', { max: 1 })
  colleague = connect('postgres', { max: 1 })
})
afterAll(() => Promise.all([owner.end(), colleague.end()]))

/** Runs only this rule, as the clock would. */
async function runOnly(rule: string): Promise<void> {
  await owner`update private.retention_rules
    set next_at = case rule when ${rule} then now() else now() + interval '1 day' end where true`
  await owner`select private.apply_retention()`
}

const outcomeOf = async (rule: string) =>
  (
    await owner<{ last_rows: number | null; error: string | null }[]>`
      select last_rows::int, error from private.retention_rules where rule = ${rule}`
  )[0]!

it('deletes around a row that a colleague holds', async () => {
  await owner`insert into private.mail_events (id, received_at)
    select 'old ' || n, now() - interval '1 year' from generate_series(1, 5) n`
  await colleague.begin(async (held) => {
    await held`select from private.mail_events where id = 'old 3' for update`
    await runOnly('mail_events')
  })
  expect(await owner`select id from private.mail_events where id like 'old %'`).toEqual([
    { id: 'old 3' },
  ])
  await runOnly('mail_events')
  expect(await owner`select id from private.mail_events where id like 'old %'`).toEqual([])
})

it('leaves submissions for the next minute while a colleague decides', async () => {
  await owner`insert into public.contact_messages (name, email, message)
    values ('Held', 'held@example.org', 'Held')`
  await owner`update public.contact_messages set status = 'closed' where name = 'Held'`
  await owner`update public.submissions set closed_at = now() - interval '3 years' where name = 'Held'`
  const held = () => owner`select name from public.contact_messages where name = 'Held'`
  await colleague.begin(async (deciding) => {
    await deciding`select private.lock_workflow()`
    await runOnly('contact_messages')
    expect(await outcomeOf('contact_messages')).toEqual({ last_rows: null, error: null })
  })
  expect(await held()).toHaveLength(1)
  await owner`select private.apply_retention()`
  expect(await held()).toEqual([])
  expect(await outcomeOf('contact_messages')).toEqual({ last_rows: 1, error: null })
})
