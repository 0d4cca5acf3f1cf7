import { expect, it } from 'vitest'
import { defaultSqlDirectory } from '../../supabase/embedded/config'
import { readSqlFiles } from '../../supabase/embedded/sql-files'
import { statementsIn } from '../../supabase/platform/migrate'
import { connect } from './connect'

// `supabase db push` connects as `postgres`, which does not own realtime.messages: the platform lets
// it create, alter and drop policies there, and nothing else
// (https://supabase.com/docs/guides/troubleshooting/realtime-must-be-owner-of-table-messages).

it('the migrations touch realtime.messages only by policies', async () => {
  const texts = readSqlFiles(defaultSqlDirectory).migrations.map(({ text }) => text)
  const statements = (await Promise.all(texts.map(statementsIn))).flat()
  const touching = statements.filter(({ text }) =>
    /\brealtime\.messages\b/.test(text.replace(/--.*$/gm, '')),
  )
  expect(touching.length).toBeGreaterThan(1)
  for (const { text, ownerOfTable } of touching) {
    expect(ownerOfTable, text).toBe('supabase_realtime_admin')
  }
})

it.each([
  ['alter table realtime.messages enable row level security', /must be owner of table messages/],
  [
    `comment on policy "Reviewers send presence" on realtime.messages is 'Sends'`,
    /must be owner of relation messages/,
  ],
])('a project refuses %s, which changes nothing', async (statement, reason) => {
  const owner = connect('postgres', { max: 1 })
  const policies = () => owner`
    select polname, obj_description(oid, 'pg_policy') as comment from pg_policy
    where polrelid = 'realtime.messages'::regclass order by polname`
  const before = await policies()
  expect(before.map(({ polname }) => polname as string)).toEqual([
    'Reviewers receive broadcasts and presence',
    'Reviewers send presence',
  ])
  await expect(owner.unsafe(statement)).rejects.toMatchObject({
    code: '42501',
    message: expect.stringMatching(reason) as unknown,
  })
  expect([...(await policies())]).toEqual([...before])
  await owner.end()
})
