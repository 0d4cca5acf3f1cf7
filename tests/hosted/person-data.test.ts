import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '../../supabase/embedded/database'
import { localBucket } from '../../supabase/embedded/local-bucket'
import {
  erasePerson,
  exportFiles,
  exportPerson,
  type Query,
} from '../../supabase/hosted/person-data'

let database: Database
const query: Query = async <Row>(sql: string, parameters: unknown[]) =>
  (await database.pg.query<Row>(sql, parameters)).rows

beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

const address = 'rita.flomo@example.org'
const isThere = async () =>
  (await query('select from public.mentees where parent_email = $1', [address])).length > 0

it('exports what there is of an address, in any case', async () => {
  expect(JSON.stringify(await exportPerson(query, 'Rita.Flomo@example.org'))).toContain('Lucky')
  await expect(exportPerson(query, 'nobody@example.org')).rejects.toThrow('We hold nothing')
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
  const { archive, missing } = await exportFiles(query, files, await exportPerson(query, address))
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
  expect(await erasePerson(query, address, 'asked', confirm)).toBeUndefined()
  expect(confirm.mock.calls[0]![0]).toContainEqual(expect.stringMatching(/^delete +1 {2}Mentees$/))
  await expect(
    erasePerson(query, 'admin@kindlewell.test', 'asked', () => Promise.resolve(true)),
  ).rejects.toThrow('only administrator')
  expect(await isThere()).toBe(true)

  const certificate = await erasePerson(query, address, 'asked', () => Promise.resolve(true))
  expect(certificate).toMatchObject({ reason: 'asked', erased_by: null })
  expect(await isThere()).toBe(false)
  await expect(erasePerson(query, address, 'asked', () => Promise.resolve(true))).rejects.toThrow(
    'nothing to erase',
  )
})
