import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { fuzz } from './fuzz'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
}, 120_000)
afterAll(() => backend?.stop())

it('answers JSON of every shape with no failure of its own, and then the next request', async () => {
  const { failures } = await fuzz(backend, 200)
  expect(failures).toEqual([])
}, 120_000)
