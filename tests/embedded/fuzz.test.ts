import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { badRequests } from './bad-requests'
import { openFrameSocket } from './frame-socket'
import { fuzz } from './fuzz'
import { asService, rowCount, signIn, visit, volunteer } from './support'

let backend: ServedBackend
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
})
afterAll(() => backend?.stop())

const answersAll = async (requests: number) =>
  expect((await fuzz(backend, requests)).failures).toEqual([])

const octets = 'application/octet-stream'
const message = (name: string) => ({ name, email: 'ada@example.org', message: 'Hello' })
const stored = async (name: string) => {
  const { data } = await asService(backend).from('contact_messages').select('name').eq('name', name)
  return data
}

it('answers JSON of every shape with no failure of its own, and then the next request', () =>
  answersAll(100))

it.each(badRequests(() => backend))(
  'after %s, which gets %s, reads rows and stores one',
  async (kind, status, send) => {
    const before = await rowCount(backend, 'public.contact_messages')
    expect(await send()).toBe(status)
    const { data } = await asService(backend).from('programs').select('id').limit(1)
    expect(data).toHaveLength(1)
    const inserted = await visit(backend).from('contact_messages').insert(message(kind))
    expect(inserted.status).toBe(201)
    expect(await stored(kind)).toHaveLength(1)
    expect(await rowCount(backend, 'public.contact_messages')).toBe(before + 1)
  },
)

it('gives 503 to running requests and answers waiting ones, with everything stored before', async () => {
  const admin = await signIn(backend, 'admin')
  const { data } = await admin.auth.getSession()
  const socket = await openFrameSocket(backend.url)
  expect((await socket.join(data.session!.access_token))[4].status).toBe('ok')
  const service = asService(backend)
  const insert = (name: string) => visit(backend).from('contact_messages').insert(message(name))
  await backend.exclusive((pg) =>
    pg.exec(`create function storage.crash() returns trigger language plpgsql
        as $$ begin perform 'a' ~ '(a{1,250}){1,250}'; return new; end $$;
      create trigger crash before insert on storage.objects for each row execute function storage.crash()`),
  )
  const answers = await Promise.all([
    insert('Before'),
    service.storage.from('files').upload('crash', new Blob(['x'], { type: octets })),
    insert('Behind'),
    service.storage.from('files').list(),
    admin.auth.getUser(),
  ])
  expect(answers.map(({ error }) => error)).toEqual([
    null,
    expect.objectContaining({
      statusCode: '503',
      message: expect.stringContaining('broke') as string,
    }),
    null,
    null,
    null,
  ])
  for (const name of ['Before', 'Behind']) expect(await stored(name)).toHaveLength(1)
  // Live changes continue too.
  const { data: added } = await service
    .from('volunteer_applications')
    .insert(volunteer('Ada'))
    .select('id')
    .single()
  await socket.until((frame) => JSON.stringify(frame).includes((added as { id: string }).id))
  socket.close()
})

it('answers 10,000 requests of every shape', { tags: 'long' }, () => answersAll(10_000))
