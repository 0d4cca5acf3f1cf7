import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../supabase/embedded/database'
import { tellStory } from './people-story'

let database: Database
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

it('any order of acts leaves each row with one person, and nothing erased', async () => {
  const { done, faults } = await tellStory(database, { people: 20, steps: 100, seed: 42, look: 20 })
  expect(faults).toEqual([])
  for (const act of ['merge', 'undo', 'split', 'erasure']) expect(done).toHaveProperty([act])
})

it('any order of acts of 1,000 people does too', { tags: 'long' }, async () => {
  const seed = Date.now() % 1_000_000
  const { faults } = await tellStory(database, { people: 1000, steps: 5000, seed, look: 250 })
  expect(faults, `seed ${seed}`).toEqual([])
})
