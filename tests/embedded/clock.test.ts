import { afterEach, expect, it, vi } from 'vitest'
import { createBackend } from '../../supabase/embedded/backend'
import { rowCount } from './support'

afterEach(() => vi.useRealTimers())

it('deletes addresses within a minute after their time, without any request', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const backend = await createBackend()
  await backend.exclusive((pg) =>
    pg.exec(`insert into private.recent_submissions (form, address, submitted_at)
      values ('contact_messages', '192.0.2.1', now() - interval '11 minutes'),
        ('contact_messages', '192.0.2.2', now())`),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  await expect.poll(() => rowCount(backend, 'private.recent_submissions')).toBe(1)
  await backend.close()
})
