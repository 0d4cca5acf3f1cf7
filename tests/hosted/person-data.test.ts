import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase, type Database } from '../../supabase/embedded/database'
import { erasePerson, exportPerson, type Query } from '../../supabase/hosted/person-data'

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
