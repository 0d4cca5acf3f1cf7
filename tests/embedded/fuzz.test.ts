import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { fuzz } from './fuzz'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
})
afterAll(() => backend?.stop())

const answersAll = async (requests: number) =>
  expect((await fuzz(backend, requests)).failures).toEqual([])

it('answers JSON of every shape with no failure of its own, and then the next request', () =>
  answersAll(100))

it('answers 10,000 requests of every shape', { tags: 'long' }, () => answersAll(10_000))
