import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../supabase/embedded/database'
import { keepBooks } from './books-story'

let database: Database
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

it('journal, batches, funds, donors and receipts of two months add up to the cent every day', async () => {
  const { done, faults } = await keepBooks(database, { months: 2, gifts: 80, seed: 7 })
  expect(faults).toEqual([])
  for (const act of ['batch', 'online', 'file', 'refund', 'bounce', 'correction', 'spending']) {
    expect(done).toHaveProperty([act])
  }
})

it('those of a year with 2,000 gifts do, too', { tags: 'long' }, async () => {
  const seed = Date.now() % 1_000_000
  await database.pg.exec('delete from private.closed_months where true')
  const { faults, gifts } = await keepBooks(database, { months: 12, gifts: 2000, seed })
  expect(faults, `seed ${seed}`).toEqual([])
  expect(gifts).toBeGreaterThanOrEqual(2000)
})
