import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import { serveBackend, type ServedBackend } from '../../supabase/embedded/server'
import { signToken } from '../sign-token'
import { openFrameSocket, topic, type FrameSocket } from './frame-socket'
import { asService, signIn, visit, volunteer } from './support'

let backend: ServedBackend
const sockets: FrameSocket[] = []
beforeAll(async () => {
  backend = await serveBackend({ trustProxy: true })
})
afterAll(() => backend?.stop())
afterEach(() => {
  vi.restoreAllMocks()
  for (const socket of sockets.splice(0)) socket.close()
})

const table = 'volunteer_applications'

async function open(apiKey?: string): Promise<FrameSocket> {
  const socket = await openFrameSocket(backend.url, apiKey)
  sockets.push(socket)
  return socket
}

async function send(name: string): Promise<string> {
  const { data } = await asService(backend)
    .from(table)
    .insert(volunteer(name))
    .select('id')
    .single()
  return (data as { id: string }).id
}

/** Resolves once the socket hears of a row. */
const hears = (socket: FrameSocket, id: string) =>
  socket.until((frame) => frame[3] === 'broadcast' && JSON.stringify(frame).includes(id))

async function tokenOf(account: string): Promise<string> {
  const { data } = await (await signIn(backend, account)).auth.getSession()
  return data.session!.access_token
}

/** A token like the backend's own for the same person, with another time of expiry. */
function resign(token: string, exp: number): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as object
  return signToken({ ...claims, exp })
}
const soon = () => Math.floor(Date.now() / 1000) + 600

async function appoint(role: string) {
  const service = asService(backend)
  const director = service.from('profiles').select('id').like('email', 'director@%').single()
  const { data } = await director.throwOnError()
  await service.from('user_roles').update({ role }).eq('user_id', data.id).throwOnError()
}

/** The service adds an id of the message. */
const naming = (id: string) => ({
  table: 'submissions',
  ids: [id],
  id: expect.any(String) as string,
})

describe('a private channel', () => {
  it('sends supabase-js the changed row and its table', async () => {
    const client = await signIn(backend, 'admin')
    await client.realtime.setAuth()
    const channel = client.channel('submissions', { config: { private: true } })
    const messages: unknown[] = []
    let wake = () => {}
    await new Promise<void>((resolve, reject) => {
      channel
        .on('broadcast', { event: 'changed' }, ({ payload }) => {
          messages.push(payload)
          wake()
        })
        .subscribe((status, error) => {
          if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
          else reject(error ?? new Error(status))
        })
    })
    const third = new Promise<void>((resolve) => {
      wake = () => messages.length === 3 && resolve()
    })
    const id = await send('Realtime')
    await asService(backend).from(table).update({ status: 'accepted' }).eq('id', id)
    await asService(backend).from(table).delete().eq('id', id)
    await third
    expect(messages).toEqual([1, 2, 3].map(() => naming(id)))
    expect(await client.removeChannel(channel)).toBe('ok')
  })

  it('lets in the accounts that the policy lets read its topic', async () => {
    const socket = await open()
    const answer = async (token?: string) => (await socket.join(token))[4]
    expect(await answer()).toMatchObject({ status: 'error' })
    expect(await answer(await tokenOf('supporter'))).toMatchObject({
      status: 'error',
      response: { reason: expect.stringMatching(/^Unauthorized/) as string },
    })
    expect(await answer(await tokenOf('admin'))).toMatchObject({ status: 'ok' })
    expect(await answer(localKeys.secret)).toMatchObject({ status: 'ok' })
    const elsewhere = await socket.request('realtime:elsewhere', 'phx_join', {
      config: { private: true },
      access_token: await tokenOf('admin'),
    })
    expect(elsewhere[4]).toMatchObject({ status: 'error' })
  })

  it.each([[{}], [{ config: {} }], [{ config: { private: false } }]])(
    'is the only kind: %j is refused',
    async (payload) => {
      const socket = await open()
      const access_token = await tokenOf('admin')
      const answer = await socket.request(topic, 'phx_join', { ...payload, access_token })
      expect(answer[4]).toMatchObject({ status: 'error' })
    },
  )

  it('asks the policy again for each token', async () => {
    await appoint('admin')
    const [socket, reviewer] = [await open(), await open()]
    const token = await tokenOf('director')
    await socket.join(token)
    await reviewer.join(await tokenOf('admin'))
    socket.send('access_token', { access_token: resign(token, soon()) })
    await hears(socket, await send('Before'))

    await appoint('director')
    socket.send('access_token', { access_token: resign(token, soon() + 1) })
    expect(await socket.until((frame) => frame[3] === 'phx_close')).toBeDefined()
    await hears(reviewer, await send('After'))
    await socket.roundTrip()
    expect(socket.told()).toHaveLength(1)
    expect((await socket.join(token))[4]).toMatchObject({ status: 'error' })
  })

  it('ends when the token expires, and not before when it is renewed in time', async () => {
    const [renewed, expiring, service] = [await open(), await open(), await open()]
    const token = await tokenOf('admin')
    await renewed.join(token)
    await expiring.join(token)
    await service.join(localKeys.secret)
    const later = Date.now() + 2 * 60 * 60 * 1000
    renewed.send('access_token', { access_token: resign(token, later / 1000 + 60) })
    await renewed.roundTrip()

    vi.spyOn(Date, 'now').mockReturnValue(later)
    const id = await send('Late')
    await Promise.all([hears(service, id), hears(renewed, id)])
    expect(await expiring.until((frame) => frame[3] === 'phx_close')).toBeDefined()
    expect(expiring.told()).toEqual([])
  })

  it('refuses tokens that are not valid', async () => {
    const [socket, reviewer] = [await open(), await open()]
    const token = await tokenOf('admin')
    const [header, body] = token.split('.')
    for (const wrong of [resign(token, 1), `${header}.${body}.AAAA`, 'nonsense', 'a.b.c']) {
      expect((await socket.join(wrong))[4]).toMatchObject({ status: 'error' })
    }
    await socket.join(token)
    await reviewer.join(token)
    socket.send('access_token', { access_token: 'nonsense' })
    await socket.roundTrip()
    await hears(reviewer, await send('Unseen'))
    await socket.roundTrip()
    expect(socket.told()).toEqual([])
  })

  it('is quiet after leaving', async () => {
    const [stays, leaves] = [await open(), await open()]
    const token = await tokenOf('admin')
    await stays.join(token)
    await leaves.join(token)
    expect((await leaves.request(topic, 'phx_leave', {}))[4]).toMatchObject({ status: 'ok' })
    await hears(stays, await send('Later'))
    await leaves.roundTrip()
    expect(leaves.told()).toEqual([])
  })

  it('says nothing of a write that was undone', async () => {
    const reviewer = await open()
    await reviewer.join(await tokenOf('admin'))
    const rows = [volunteer('Undone'), { ...volunteer('Bad'), email: 'x'.repeat(300) }]
    expect((await visit(backend).from(table).insert(rows)).status).toBe(400)
    const id = await send('Done')
    await hears(reviewer, id)
    expect(reviewer.told()).toEqual([naming(id)])
  })
})

describe('presence', () => {
  const room = 'submission:1'

  const arrive = async (key: string, account = 'admin') => {
    const client = await signIn(backend, account)
    await client.realtime.setAuth()
    const channel = client.channel(room, { config: { private: true, presence: { key } } })
    const waiting = new Set<() => void>()
    const shown = () =>
      Object.entries(channel.presenceState<{ name: string }>()).map(
        ([each, all]) => `${each}: ${all.map(({ name }) => name).join()}`,
      )
    channel.on('presence', { event: 'sync' }, () => [...waiting].forEach((check) => check()))
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
        else reject(error ?? new Error(status))
      })
    })
    const sees = (...expected: string[]) =>
      new Promise<void>((resolve) => {
        const check = () => shown().sort().join() === expected.join() && resolve()
        waiting.add(check)
        check()
      })
    return { client, channel, sees }
  }

  it('shows supabase-js the others, until they leave or their connection drops', async () => {
    const ada = await arrive('one')
    expect(await ada.channel.track({ name: 'Ada' })).toBe('ok')
    const [ben, cleo] = [await arrive('two', 'development'), await arrive('three')]
    expect(await ben.channel.track({ name: 'Ben' })).toBe('ok')
    expect(await cleo.channel.track({ name: 'Cleo' })).toBe('ok')
    const everybody = ['one: Ada', 'three: Cleo', 'two: Ben']
    await Promise.all([ada, ben, cleo].map(({ sees }) => sees(...everybody)))
    await ben.client.removeChannel(ben.channel)
    await ada.sees('one: Ada', 'three: Cleo')
    await cleo.client.realtime.disconnect()
    await ada.sees('one: Ada')
    expect(await ada.channel.untrack()).toBe('ok')
    await ada.sees()
    await ada.client.removeChannel(ada.channel)
  })

  const enter = async (account = 'admin') => {
    const socket = await open()
    const name = `realtime:${room}`
    const access_token = await tokenOf(account)
    await socket.request(name, 'phx_join', { config: { private: true }, access_token })
    const say = async (event: string, payload?: unknown) =>
      (await socket.request(name, 'presence', { type: 'presence', event, payload }))[4].status
    return { socket, say, diffs: () => socket.frames.filter((it) => it[3] === 'presence_diff') }
  }

  it('ends a channel after more than five changes in half a minute', async () => {
    const [{ socket, say }, other] = [await enter(), await enter()]
    for (const at of [1, 2, 3, 4, 5]) expect(await say('track', { at })).toBe('ok')
    void say('track', { at: 6 })
    await socket.until((frame) => frame[3] === 'phx_close')
    await other.socket.roundTrip()
    expect(other.diffs().at(-1)![4]).toMatchObject({
      joins: {},
      leaves: expect.anything() as object,
    })
    expect(await say('track', { at: 7 })).toBe('error')
  })

  it('takes an object, tells only of changes, and knows two events', async () => {
    const { say, diffs } = await enter()
    expect(await say('track', { at: 1 })).toBe('ok')
    expect(await say('track', { at: 1 })).toBe('ok')
    expect(await say('track', ['at', 1])).toBe('error')
    expect(await say('shout', { at: 2 })).toBe('error')
    expect(diffs()).toHaveLength(1)
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
      join({ config: { private: 'x' } }),
      join({ config: { private: true }, access_token: { a: 1 } }),
      Buffer.from([1, 2, 3]),
    ]
    for (const frame of frames) socket.sendRaw(frame)
    await socket.roundTrip()

    const huge = await open()
    huge.sendRaw('x'.repeat(2_000_000))
    await huge.closed

    await socket.join(await tokenOf('admin'))
    await hears(socket, await send('Alive'))
  })

  it('is served at its own address only', async () => {
    await expect(openFrameSocket(`${backend.url}/elsewhere`)).rejects.toThrow()
  })
})
