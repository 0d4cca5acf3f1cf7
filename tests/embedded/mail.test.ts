import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { visit } from './support'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend({ deliverMails: true, trustProxy: true })
}, 120_000)
afterAll(() => backend?.stop())

it('who sends something hears at once', async () => {
  const { error } = await visit(backend).from('contact_messages').insert({ name: 'Ada', email: 'ada@example.org', message: 'Hello' })
  expect(error).toBeNull()
  await expect.poll(() => backend.outbox.mails.length).toBe(1)
  console.log(backend.outbox.mails[0])
})
