import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../supabase/embedded/database'
import { tellStory } from './people-story'

let database: Database
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

it('any order of acts of 1,000 people leaves each row with one person, and nothing erased', async () => {
  const seed = Date.now() % 1_000_000
  const { faults } = await tellStory(database, { people: 1000, steps: 5000, seed, look: 250 })
  expect(faults, `seed ${seed}`).toEqual([])
}, 600_000)
