import crypto from 'node:crypto'
import {
  REALTIME_SUBSCRIBE_STATES,
  type RealtimePostgresChangesPayload,
} from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { openFrameSocket, type FrameSocket } from './frame-socket'
import { asService, signIn, visit, volunteer, type Client } from './support'

let backend: ServedBackend
const sockets: FrameSocket[] = []
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
}, 120_000)
afterAll(() => backend?.stop())
afterEach(() => {
  vi.restoreAllMocks()
  for (const socket of sockets.splice(0)) socket.close()
})

const table = 'volunteer_applications'
type Payload = RealtimePostgresChangesPayload<Record<string, unknown>>

async function open(): Promise<FrameSocket> {
  const socket = await openFrameSocket(backend.url)
  sockets.push(socket)
  return socket
}

/** Subscribes with supabase-js; `received` grows and `until` waits for a change. */
async function subscribe(client: Client, filter?: string) {
  const received: Payload[] = []
  let wake = () => {}
  const channel = client.channel(`test-${crypto.randomUUID()}`)
  await new Promise<void>((resolve, reject) => {
    const wanted = { event: '*' as const, schema: 'public', table, ...(filter && { filter }) }
    channel
      .on('postgres_changes', wanted, (payload: Payload) => {
        received.push(payload)
        wake()
      })
      .subscribe((status, error) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
        else reject(error ?? new Error(status))
      })
  })
  const until = (matches: (payload: Payload) => boolean) =>
    new Promise<Payload>((resolve) => {
      wake = () => {
        const found = received.find(matches)
        if (found) resolve(found)
      }
      wake()
    })
  return { received, until, leave: () => client.removeChannel(channel) }
}

async function send(name: string): Promise<string> {
  const { data } = await asService(backend)
    .from(table)
    .insert(volunteer(name))
    .select('id')
    .single()
  return (data as { id: string }).id
}
const remove = (id: string) => asService(backend).from(table).delete().eq('id', id)
const accept = (id: string) =>
  asService(backend).from(table).update({ status: 'accepted' }).eq('id', id)

async function tokenOf(account: string): Promise<string> {
  const { data } = await (await signIn(backend, account)).auth.getSession()
  return data.session!.access_token
}

/** A token like the backend's own for the same person, with another time of expiry. */
function resign(token: string, exp: number): string {
  const [header, body] = token.split('.')
  const claims = JSON.parse(Buffer.from(body!, 'base64url').toString()) as object
  const text = `${header}.${Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url')}`
  return `${text}.${crypto.createHmac('sha256', localKeys.jwtSecret).update(text).digest('base64url')}`
}

describe('postgres_changes', () => {
  it('tells each subscriber what it may see', async () => {
    const admin = await subscribe(await signIn(backend, 'admin'))
    const supporter = await subscribe(await signIn(backend, 'supporter'))
    const id = await send('Realtime')
    await accept(id)
    await remove(id)
    const deleted = (payload: Payload) => payload.eventType === 'DELETE'
    await Promise.all([admin.until(deleted), supporter.until(deleted)])

    expect(admin.received).toMatchObject([
      { eventType: 'INSERT', schema: 'public', table, new: { id, status: 'new' }, old: {} },
      { eventType: 'UPDATE', new: { id, status: 'accepted' }, old: { id } },
      { eventType: 'DELETE', new: {}, old: { id } },
    ])
    const [insert, update] = admin.received
    expect(insert?.commit_timestamp).toMatch(/^\d{4}-.*Z$/)
    expect(insert?.new).toMatchObject({ first_name: 'Realtime', interests: [] })
    expect(update?.old).toEqual({ id })
    // As on a hosted project: who may select some rows learns the key of any deleted one.
    expect(supporter.received).toMatchObject([{ eventType: 'DELETE', old: { id } }])
    expect(supporter.received[0]?.old).toEqual({ id })
  })

  it('tells a visitor nothing, not even of deletions', async () => {
    const visitor = await open()
    const reviewer = await open()
    await visitor.join()
    await reviewer.join(await tokenOf('admin'))
    const id = await send('Private')
    await remove(id)
    await reviewer.until((frame) => JSON.stringify(frame).includes('"DELETE"'))
    await visitor.roundTrip()
    expect(visitor.changes()).toEqual([])
    expect(reviewer.changes()).toEqual(['INSERT', 'DELETE'])
  })

  it('asks the policies anew for each change', async () => {
    const socket = await open()
    const reviewer = await open()
    await socket.join(await tokenOf('director'))
    await reviewer.join(await tokenOf('admin'))
    const service = asService(backend)
    const { data } = await service
      .from('profiles')
      .select('id')
      .like('email', 'director@%')
      .single()
    const appoint = async (role: string) => {
      const { error } = await service.from('user_roles').update({ role }).eq('user_id', data!.id)
      expect(error).toBeNull()
    }
    await send('Before')
    await appoint('admin')
    await send('Meanwhile')
    await appoint('director')
    await send('After')
    await reviewer.until((frame) => JSON.stringify(frame).includes('After'))
    await socket.roundTrip()
    expect(socket.changes()).toEqual(['INSERT'])
    expect(JSON.stringify(socket.frames)).toContain('Meanwhile')
  })

  it('stops when the token expires, and goes on with a new one', async () => {
    const socket = await open()
    const service = await open()
    const token = await tokenOf('admin')
    await socket.join(token)
    await service.join(localKeys.secret)
    await send('Early')
    await socket.until((frame) => JSON.stringify(frame).includes('Early'))

    const later = Date.now() + 2 * 60 * 60 * 1000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await send('Late')
    await service.until((frame) => JSON.stringify(frame).includes('Late'))
    await socket.roundTrip()
    expect(socket.changes()).toEqual(['INSERT'])

    socket.send('access_token', { access_token: resign(token, later / 1000 + 60) })
    await socket.roundTrip()
    await send('Renewed')
    await socket.until((frame) => JSON.stringify(frame).includes('Renewed'))
    expect(socket.changes()).toEqual(['INSERT', 'INSERT'])
  })

  it('refuses tokens that are not valid', async () => {
    const socket = await open()
    const token = await tokenOf('admin')
    const [header, body] = token.split('.')
    for (const wrong of [resign(token, 1), `${header}.${body}.AAAA`, 'nonsense', 'a.b.c']) {
      const answer = await socket.join(wrong)
      expect(answer[4]).toMatchObject({ status: 'error' })
    }
    await socket.join(token)
    socket.send('access_token', { access_token: 'nonsense' })
    await socket.roundTrip()
    const reviewer = await open()
    await reviewer.join(token)
    await send('Unseen')
    await reviewer.until((frame) => JSON.stringify(frame).includes('Unseen'))
    await socket.roundTrip()
    expect(socket.changes()).toEqual([])
  })

  it('is quiet after leaving', async () => {
    const admin = await signIn(backend, 'admin')
    const [stays, leaves] = [await subscribe(admin), await subscribe(admin)]
    expect(await leaves.leave()).toBe('ok')
    await send('Later')
    await stays.until((payload) => payload.eventType === 'INSERT')
    await send('Marker')
    await stays.until(
      (payload) => 'first_name' in payload.new && payload.new.first_name === 'Marker',
    )
    expect(leaves.received).toEqual([])
  })

  it('filters on columns that the subscriber gets', async () => {
    const client = await signIn(backend, 'admin')
    const accepted = await subscribe(client, 'status=eq.accepted')
    const hidden = await subscribe(client, 'no_such_column=eq.x')
    const id = await send('Filtered')
    await accept(id)
    await accepted.until((payload) => payload.eventType === 'UPDATE')
    expect(accepted.received).toHaveLength(1)
    expect(hidden.received).toEqual([])
  })

  it('says nothing of a write that was undone', async () => {
    const admin = await subscribe(await signIn(backend, 'admin'))
    const rows = [volunteer('Undone'), { ...volunteer('Bad'), email: 'x'.repeat(300) }]
    expect((await visit(backend).from(table).insert(rows)).status).toBe(400)
    await send('Done')
    await admin.until((payload) => payload.eventType === 'INSERT')
    expect(admin.received).toMatchObject([{ new: { first_name: 'Done' } }])
  })
})

describe('the socket', () => {
  it('survives whatever clients send', async () => {
    const socket = await open()
    const join = (payload: unknown) => JSON.stringify(['1', '1', 'realtime:x', 'phx_join', payload])
    const frames = [
      'no json',
      'null',
      '{}',
      '[]',
      '[1,2,3,4,5]',
      '["1","1","realtime:x","phx_join"]',
      '["1","1",null,"phx_join",{}]',
      '["1","1","realtime:x","phx_leave",{}]',
      '["1","1","realtime:x","access_token",7]',
      '["1","1","realtime:x","broadcast",{"event":"x"}]',
      join(null),
      join({ config: 'x' }),
      join({ config: { postgres_changes: 'x' } }),
      join({ config: { postgres_changes: [null, 1, {}, { event: {}, schema: [] }] } }),
      join({ access_token: { a: 1 } }),
      Buffer.from([1, 2, 3]),
    ]
    for (const frame of frames) socket.sendRaw(frame)
    await socket.roundTrip()

    const huge = await open()
    huge.sendRaw('x'.repeat(2_000_000))
    await huge.closed

    await socket.join(await tokenOf('admin'))
    await send('Alive')
    await socket.until((frame) => JSON.stringify(frame).includes('Alive'))
  })

  it('is served at its own address only', async () => {
    await expect(openFrameSocket(`${backend.url}/elsewhere`)).rejects.toThrow()
  })
})
