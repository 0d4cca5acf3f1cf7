import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { briefStore, type Entry } from '../../src/features/portal/mentoring/device-store'
import { sendWaiting } from '../../src/features/portal/mentoring/send-waiting'
import { expectNothingLost } from './mentor-devices'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend()
})
afterAll(() => backend.stop())

const entry: Entry = {
  id: 'one',
  account: 'ada',
  match: 'match',
  day: '2026-01-31',
  minutes: 60,
  outcome: 'happened',
  missedBy: null,
  isToday: false,
  pressedAt: '2026-01-31T10:00:00.000Z',
  order: 1,
}

it('five devices without network lose no meeting and double none', () =>
  expectNothingLost(backend, { devices: 5, meetings: 50, seed: 7 }))

it('fifty devices without network lose no meeting and double none', { tags: 'long' }, async () => {
  const other = await serveBackend()
  try {
    await expectNothingLost(other, { devices: 50, meetings: 500, seed: 63 })
  } finally {
    await other.stop()
  }
})

it('an account sends only its own meetings', async () => {
  const store = briefStore()
  await store.keep(entry)
  await store.keep({ ...entry, id: 'two', account: 'ben' })
  const sent: string[] = []
  const send = ({ id }: Entry) => {
    sent.push(id)
    return Promise.resolve('stored' as const)
  }
  expect(await sendWaiting({ store, account: 'ben', send })).toBe(true)
  expect(sent).toEqual(['two'])
  expect(await store.entries('ada')).toEqual([entry])
})

it('a meeting that is corrected while it is on its way is sent again with the correction', async () => {
  const store = briefStore()
  await store.keep(entry)
  const sent: (number | null)[] = []
  const send = async ({ minutes }: Entry) => {
    sent.push(minutes)
    if (sent.length === 1) await store.keep({ ...entry, minutes: 45, isEdited: true })
    return 'stored' as const
  }
  expect(await sendWaiting({ store, account: 'ada', send })).toBe(true)
  expect(sent).toEqual([60, 45])
  expect(await store.entries('ada')).toEqual([])
})

it('what the session refuses waits for the next sign-in', async () => {
  const store = briefStore()
  await store.keep(entry)
  const send = () =>
    Promise.reject(
      Object.assign(new Error('Your session has ended. Sign in again.'), { code: '42501' }),
    )
  expect(await sendWaiting({ store, account: 'ada', send })).toBe(false)
  expect(await store.entries('ada')).toEqual([entry])
})
