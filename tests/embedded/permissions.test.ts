import { afterAll, beforeAll, expect, it } from 'vitest'
import { permissionNames } from '../../src/shared/auth/permissions'
import { serveBackend } from '../../supabase/embedded/server'
import { signIn } from './support'

let backend: Awaited<ReturnType<typeof serveBackend>>
beforeAll(async () => {
  backend = await serveBackend()
})
afterAll(() => backend.stop())

it('the app knows exactly the permissions that the database has', async () => {
  const supporter = await signIn(backend, 'supporter')
  const { data } = await supporter.from('permissions').select('name').throwOnError()
  expect(data.map(({ name }) => name as string).sort()).toEqual([...permissionNames].sort())
})
