import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import { openFrameSocket, topic, type FrameSocket } from '../embedded/frame-socket'
import {
  backend,
  setUpAttack,
  canary,
  changingNothing,
  holders,
  idOf,
  query,
  rpc,
  send,
  signToken,
  claimsOf,
  tokenOf,
  type Persona,
} from './attacker'

setUpAttack()

const sockets: FrameSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
async function open(apiKey?: string): Promise<FrameSocket> {
  const socket = await openFrameSocket(backend.url, apiKey)
  sockets.push(socket)
  return socket
}

let reviewer: FrameSocket
beforeAll(async () => {
  reviewer = await openFrameSocket(backend.url)
  await reviewer.join(tokenOf('admin'))
  return () => reviewer.close()
})

const form = 'volunteer_applications'
const table = 'submissions'

/** An application arrives and is accepted; resolves once a reviewer has heard of both. */
async function applicationArrives(): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into public.volunteer_applications (first_name, last_name, email, motivation)
     values ('Arrival', 'Private', 'private@example.org', '${canary}') returning id`,
  )
  const { id } = row!
  await query(`update public.volunteer_applications set status = 'accepted' where id = $1`, [id])
  await reviewer.until(() => reviewer.told().filter((it) => namesRow(it, id)).length === 2)
  return id
}
const namesRow = (message: unknown, id: string) =>
  (message as { ids?: string[] }).ids?.includes(id) ?? false

/** The messages of a socket, once everything sent before has arrived. */
async function heard(socket: FrameSocket) {
  await socket.roundTrip()
  return socket.frames.filter(([, , , event]) => /broadcast|postgres|presence/.test(event))
}

const subscriptions = [
  { event: '*', schema: '*' },
  { event: 'INSERT', schema: 'public', table },
  { event: '*', schema: 'public', table: form, filter: 'last_name=in.(Private)' },
  { event: '*', schema: 'private', table: 'recent_submissions' },
  { event: '*', schema: 'auth', table: 'users' },
  { event: '*', schema: 'realtime', table: 'messages' },
]
const topics = [
  topic,
  'realtime:Submissions',
  'realtime:realtime:submissions',
  'realtime:submissions%',
  'realtime:*',
  'realtime:',
  `realtime:public:${form}`,
  `realtime:public:${table}`,
  'submissions',
]

const listen = (persona: Persona, more: object = {}) => ({
  config: {
    private: true,
    postgres_changes: subscriptions,
    broadcast: { self: true, ack: true, replay: { since: 0, limit: 25 } },
    presence: { enabled: true, key: 'admin' },
    ...more,
  },
  ...(persona !== 'anon' && { access_token: tokenOf(persona) }),
})

const outsiders = ['anon', 'stranger', 'supporter', 'program.manager', 'staff', ...holders].filter(
  (persona) => persona !== 'can_review_submissions',
)

it('only reviewers hear of arrivals, however others ask', async () => {
  const ears: { persona: Persona; socket: FrameSocket }[] = []
  for (const persona of outsiders) {
    const socket = await open()
    ears.push({ persona, socket })
    for (const name of topics) {
      for (const more of [{}, { private: false }, { claims: { role: 'service_role' } }]) {
        const answer = await socket.request(name, 'phx_join', listen(persona, more))
        expect(answer[4], `${persona} ${name}`).toMatchObject({ status: 'error' })
      }
    }
  }
  await applicationArrives()
  for (const { persona, socket } of ears) {
    expect(await heard(socket), persona).toEqual([])
    expect(JSON.stringify(socket.frames), persona).not.toContain(canary)
  }
})

it.each(['admin', 'can_review_submissions'])(
  '%s hears which row changed, and no more',
  async (persona) => {
    const socket = await open()
    for (const name of topics) await socket.request(name, 'phx_join', listen(persona))
    await query(`update public.mentees set school_name = 'Heard?'`)
    await query(`update public.profiles set full_name = full_name`)
    await query(`update public.contact_messages set name = 'Heard?'`)
    await query(`update public.donations set campaign = 'Heard?'`)
    const id = await applicationArrives()
    await heard(socket)
    // The service adds an id of the message.
    const message = { table, ids: [id], id: expect.any(String) as string }
    expect(socket.told()).toEqual([message, message])
  },
)

it('only reviewers hear of a deletion', async () => {
  const [visitor, supporter] = [await open(), await open()]
  await visitor.request(topic, 'phx_join', listen('anon'))
  await supporter.request(topic, 'phx_join', listen('supporter'))
  const id = await applicationArrives()
  await query('delete from public.volunteer_applications where id = $1', [id])
  await reviewer.until(() => reviewer.told().filter((it) => namesRow(it, id)).length === 3)
  expect(await heard(visitor)).toEqual([])
  expect(await heard(supporter)).toEqual([])
})

describe('a token that the service did not sign', () => {
  const forged = () => signToken(claimsOf('admin'), 'a guess')

  it.each(['service_role', 'postgres', 'supabase_admin', 'anon'])(
    'with the role %s joins nothing',
    async (role) => {
      const socket = await open()
      const answer = await socket.join(signToken({ ...claimsOf('admin'), role }, 'a guess'))
      expect(answer[4]).toMatchObject({ status: 'error' })
      await applicationArrives()
      expect(await heard(socket)).toEqual([])
    },
  )

  it('instead of the key joins nothing', async () => {
    const socket = await open(forged())
    expect((await socket.join())[4]).toMatchObject({ status: 'error' })
    await applicationArrives()
    expect(await heard(socket)).toEqual([])
  })

  it.each([
    ['a forged one', forged],
    ['none', () => null],
    ['half a secret key', () => localKeys.secret.slice(0, -1)],
  ])('after a good one opens no more than it did: %s', async (_, token) => {
    const socket = await open()
    await socket.join(tokenOf('supporter'))
    socket.send('access_token', { access_token: token() })
    await socket.roundTrip()
    await applicationArrives()
    expect(await heard(socket)).toEqual([])
  })
})

const room = 'realtime:submission:1'
const say = async (socket: FrameSocket, event: string, payload: object, topicName = room) =>
  (await socket.request(topicName, 'presence', { type: 'presence', event, payload }))[4].status

it('only reviewers see each other on a submission', async () => {
  const socket = await open()
  await socket.request(room, 'phx_join', listen('can_review_submissions'))
  expect(await say(socket, 'track', { account: idOf('can_review_submissions') })).toBe('ok')
  for (const persona of outsiders) {
    const outsider = await open()
    for (const name of [room, `${room}x`, 'realtime:submission:%', 'realtime:submission:']) {
      const [, , , , answer] = await outsider.request(name, 'phx_join', listen(persona))
      expect(answer, `${persona} ${name}`).toMatchObject({ status: 'error' })
      expect(await say(outsider, 'track', { account: idOf('admin') }, name)).toBe('error')
    }
    expect(await heard(outsider), persona).toEqual([])
  }
  const shown = (await heard(socket)).map(([, , , event, payload]) => [event, payload])
  expect(shown).toEqual([
    ['presence_state', {}],
    ['presence_diff', expect.objectContaining({ leaves: {} }) as object],
  ])
})

it('a former reviewer disappears and sees no one from the next token on', async () => {
  const grant = (method: string) => {
    const permission = `(select id from public.permissions where name = 'can_review_submissions')`
    return query(
      method === 'POST'
        ? `insert into public.user_permissions (user_id, permission_id) values ($1, ${permission})`
        : `delete from public.user_permissions where user_id = $1 and permission_id = ${permission}`,
      [idOf('director')],
    )
  }
  await grant('POST')
  const [socket, colleague] = [await open(), await open()]
  await socket.request(room, 'phx_join', listen('director', { presence: { key: 'director' } }))
  await colleague.request(room, 'phx_join', listen('admin', { presence: { key: 'admin' } }))
  expect(await say(socket, 'track', { at: 1 })).toBe('ok')

  await grant('DELETE')
  const next = signToken({ ...claimsOf('director'), jti: 'next' })
  socket.sendRaw(JSON.stringify([null, null, room, 'access_token', { access_token: next }]))
  await socket.until(([, , name, event]) => name === room && event === 'phx_close')
  await colleague.until(
    ([, , , event, payload]) =>
      event === 'presence_diff' && 'director' in (payload.leaves as object),
  )
  expect(await say(socket, 'track', { at: 2 })).toBe('error')
  expect(await say(colleague, 'track', { at: 1 })).toBe('ok')
  expect(JSON.stringify(await heard(socket))).not.toContain('"admin"')
})

it.each(['anon', 'supporter', 'admin', 'can_review_submissions'])(
  '%s cannot send a reviewer a message',
  async (persona) => {
    const liar = await open()
    await liar.request(topic, 'phx_join', listen(persona))
    await liar.request(room, 'phx_join', listen(persona))
    const before = reviewer.frames.length
    const payload = { table, ids: ['forged'] }
    liar.send('broadcast', { type: 'broadcast', event: 'changed', payload })
    liar.send('presence', { type: 'presence', event: 'track', payload })
    liar.send('postgres_changes', { ids: [1], data: payload })
    const words = { type: 'broadcast', event: 'changed', payload }
    liar.sendRaw(JSON.stringify([null, null, room, 'broadcast', words]))
    await liar.roundTrip()
    await changingNothing(async () => {
      for (const [path, body] of [
        ['/rest/v1/rpc/send', { payload, event: 'changed', topic: 'submissions', private: true }],
        ['/rest/v1/messages', { payload, event: 'changed', topic: 'submissions', private: true }],
        [
          '/realtime/v1/api/broadcast',
          { messages: [{ topic: 'submissions', event: 'changed', payload }] },
        ],
      ] as const) {
        const headers = { 'content-profile': 'realtime' }
        const { status } = await send(persona, { method: 'POST', path, body, headers })
        expect(status, path).toBeGreaterThanOrEqual(400)
      }
    })
    await reviewer.roundTrip()
    const arrived = reviewer.frames.slice(before).filter((frame) => frame[2] !== 'phoenix')
    expect(arrived).toEqual([])
  },
)

const appoint = (new_role: string) =>
  send('admin', rpc('set_user_role', { target_user_id: idOf('director'), new_role }))
const endings = {
  'who was an admin': () => appoint('director'),
  'whose session has ended': () =>
    query('delete from auth.sessions where user_id = $1', [idOf('director')]),
}

it.each(Object.entries(endings))(
  'an account %s loses the channel with the next token, and cannot join again',
  async (_, end) => {
    await appoint('admin')
    const token = tokenOf('director')
    const socket = await open()
    await socket.join(token)
    await applicationArrives()
    await heard(socket)
    expect(socket.told()).toHaveLength(2)

    await end()
    const next = signToken({ ...claimsOf('director'), jti: 'next' })
    socket.send('access_token', { access_token: next })
    await socket.until(([, , , event]) => event === 'phx_close')
    const again = await open()
    for (const each of [token, next]) {
      expect((await again.join(each))[4]).toMatchObject({ status: 'error' })
    }
    await applicationArrives()
    await heard(socket)
    expect(socket.told()).toHaveLength(2)
    expect(await heard(again)).toEqual([])
  },
)
