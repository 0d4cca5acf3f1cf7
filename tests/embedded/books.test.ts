import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../supabase/embedded/database'
import { keepBooks } from './books-story'

let database: Database
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

it('journal, batches, deposits, funds, donors, receipts and pledges of two months add up to the cent every day', async () => {
  const { never, faults } = await keepBooks(database, { months: 2, gifts: 80, seed: 7 })
  expect(faults).toEqual([])
  expect(never).toEqual([])
})

it('those of a year with 2,000 gifts do, too', { tags: 'long' }, async () => {
  const seed = Date.now() % 1_000_000
  await database.pg.exec('delete from private.closed_months where true')
  const { faults, gifts } = await keepBooks(database, { months: 12, gifts: 2000, seed })
  expect(faults, `seed ${seed}`).toEqual([])
  expect(gifts).toBeGreaterThanOrEqual(2000)
})
