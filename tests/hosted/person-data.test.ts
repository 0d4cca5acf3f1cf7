import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '../../supabase/embedded/database'
import { localBucket } from '../../supabase/embedded/local-bucket'
import {
  erasePerson,
  exportFiles,
  exportPerson,
  listRecords,
  type Asked,
  type Query,
} from '../../supabase/hosted/person-data'

let database: Database
const query: Query = async <Row>(sql: string, parameters: unknown[]) =>
  (await database.pg.query<Row>(sql, parameters)).rows

beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

const agree = () => Promise.resolve(true)
const address = 'rita.flomo@example.org'
const isThere = async () =>
  (await query('select from public.mentees where parent_email = $1', [address])).length > 0

const asked: Asked = { subject: address, identity: `replied=${address}`, choices: ['+all'] }

it('lists the records of an address, and how to check who asks', async () => {
  const lines = await listRecords(query, { ...asked, choices: [] })
  expect(lines).toContainEqual(expect.stringMatching(/^\[x\] [\da-f]{8} {2}children .*Lucky Flomo/))
  expect(lines).toContain(asked.identity)
  expect(await listRecords(query, { ...asked, subject: 'admin@kindlewell.test' })).toContainEqual(
    expect.stringMatching(/^leads to {2}[\da-f-]{36} {2}/),
  )
  const child = lines.find((line) => line.includes('children'))!.slice(4, 12)
  const without = await listRecords(query, { ...asked, choices: [`-${child}`] })
  expect(without).toContainEqual(expect.stringMatching(/^\[ \] [\da-f]{8} {2}children/))
  await expect(listRecords(query, { ...asked, choices: ['+zz'] })).rejects.toThrow('no record')
})

it('exports an address’s records, in any case, and logs the identity check', async () => {
  const subject = 'Rita.Flomo@example.org'
  expect(JSON.stringify(await exportPerson(query, { ...asked, subject }))).toContain('Lucky')
  expect(
    await query(
      `select changes from public.change_log where action = 'exported' and record_name = $1`,
      [address],
    ),
  ).toMatchObject([{ changes: { identity: 'replied', contact: address } }])
  await expect(
    exportPerson(query, { ...asked, subject: 'nobody@example.org', choices: [] }),
  ).rejects.toThrow('We hold nothing')
  await expect(exportPerson(query, { ...asked, identity: 'by letter' })).rejects.toThrow(
    'Say how you checked their identity.',
  )
})

it('exports files with it, each of a child on record, and says which are lost', async () => {
  const [report, lost] = [crypto.randomUUID(), crypto.randomUUID()]
  await query(
    `insert into public.files (id, name, size, state, type, hash, version, mentee_id)
    select made.id, made.name, 3, 'ready', 'text/plain', repeat('0', 64), '1', child.id
    from public.mentees child, (values ($1::uuid, 'report.txt'), ($2::uuid, 'lost.txt')) as made (id, name)
    where child.parent_email = $3`,
    [report, lost, address],
  )
  const files = await localBucket(database.pg, undefined)
  await files.write(report, new TextEncoder().encode('Lucky is well'))
  const { archive, missing } = await exportFiles(query, files, await exportPerson(query, asked))
  expect(await archive.text()).toMatch(/files\/report\.txt[^]*Lucky is well/)
  expect(missing).toEqual(['lost.txt: It could not be read (Object not found).'])
  expect(
    await query(
      `select record_id, changes from public.change_log where action = 'opened' and record_id = $1`,
      [report],
    ),
  ).toEqual([
    { record_id: report, changes: { reason: 'Handed over to the person whose data it is' } },
  ])
})

it('erases what was confirmed, and nothing else', async () => {
  const confirm = vi.fn<(lines: string[]) => Promise<boolean>>(() => Promise.resolve(false))
  expect(await erasePerson(query, asked, 'asked', confirm)).toBeUndefined()
  expect(confirm.mock.calls[0]![0]).toContainEqual(expect.stringMatching(/^delete +1 {2}Mentees$/))
  await expect(
    erasePerson(query, { ...asked, subject: 'admin@kindlewell.test' }, 'asked', agree),
  ).rejects.toThrow('only administrator')
  await expect(
    erasePerson(query, { ...asked, identity: 'replied=other@example.org' }, 'asked', agree),
  ).rejects.toThrow('Choose the email that they replied from.')
  await expect(erasePerson(query, { ...asked, choices: ['-all'] }, 'asked', agree)).rejects.toThrow(
    'Choose at least one record.',
  )
  expect(await isThere()).toBe(true)

  const certificate = await erasePerson(query, asked, 'asked', agree)
  expect(certificate).toMatchObject({ reason: 'asked', identity: 'replied', erased_by: null })
  expect(await isThere()).toBe(false)
  await expect(erasePerson(query, asked, 'asked', agree)).rejects.toThrow('nothing to erase')
})
