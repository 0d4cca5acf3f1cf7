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

it('vacuums a table with many new rows, and no other', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const backend = await createBackend()
  await backend.exclusive((pg) =>
    pg.exec(`insert into private.recent_submissions (form, address)
      select 'contact_messages', '192.0.2.1' from generate_series(1, 1100);
      select pg_stat_force_next_flush()`),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  const vacuumed = () =>
    backend.exclusive((pg) =>
      pg.query('select relname from pg_stat_user_tables where last_vacuum is not null'),
    )
  await expect
    .poll(async () => (await vacuumed()).rows)
    .toEqual([{ relname: 'recent_submissions' }])
  await backend.close()
})
