import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { localKeys } from '../../supabase/embedded/config'
import { openFrameSocket, type FrameSocket } from '../embedded/frame-socket'
import {
  backend,
  besiege,
  canary,
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

besiege()

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

const tables = ['volunteer_applications', 'program_applications', 'partnership_proposals']
let lastEvent = 0

/** An application arrives and is accepted; resolves once a reviewer has been told of both. */
async function applicationArrives(): Promise<string> {
  lastEvent += 1
  const name = `Arrival${lastEvent}`
  const [row] = await query<{ id: string }>(
    `insert into public.volunteer_applications (first_name, last_name, email, motivation)
     values ($1, 'Private', 'private@example.org', '${canary}') returning id`,
    [name],
  )
  await query(`update public.volunteer_applications set status = 'accepted' where id = $1`, [
    row!.id,
  ])
  await reviewer.until((frame) => {
    const text = JSON.stringify(frame)
    return text.includes(name) && text.includes('accepted')
  })
  return row!.id
}

/** The types of the changes that arrived, once everything sent before has. */
async function heard(socket: FrameSocket): Promise<string[]> {
  await socket.roundTrip()
  return socket.changes()
}

const subscriptions = [
  { event: '*', schema: '*' },
  { event: '*', schema: 'public' },
  { event: '*', schema: 'public', table: '*' },
  { event: 'INSERT', schema: 'public', table: tables[0] },
  { event: 'UPDATE', schema: '*', table: '*' },
  { event: '*', schema: 'public', table: tables[0], filter: 'status=eq.accepted' },
  { event: '*', schema: 'public', table: tables[0], filter: 'last_name=in.(Private)' },
  { event: '*', schema: 'public', table: tables[0], filter: 'id=neq.x' },
  { event: '*', schema: 'private', table: 'recent_submissions' },
  { event: '*', schema: 'auth', table: 'users' },
  { event: '*', schema: 'embedded', table: 'changes' },
]

const listen = (persona: Persona, more: object = {}) => ({
  config: { postgres_changes: subscriptions, ...more },
  ...(persona !== 'anon' && { access_token: tokenOf(persona) }),
})

it('nobody but admins hears what arrives, however they ask', async () => {
  const ears = await Promise.all(
    ['anon', 'stranger', 'supporter', 'program.manager', 'staff', ...holders].map(
      async (persona) => {
        const socket = await open()
        await socket.request(`realtime:public:${tables[0]}`, 'phx_join', listen(persona))
        await socket.request('realtime:*', 'phx_join', listen(persona))
        await socket.request(
          'realtime:review',
          'phx_join',
          listen(persona, {
            private: true,
            claims: { role: 'service_role' },
            broadcast: { self: true },
            presence: { key: idOf('admin') },
          }),
        )
        return { persona, socket }
      },
    ),
  )
  await applicationArrives()
  for (const { persona, socket } of ears) {
    expect(await heard(socket), persona).toEqual([])
    expect(JSON.stringify(socket.frames), persona).not.toContain(canary)
  }
})

it('admins hear three tables, and not of children, accounts or messages', async () => {
  const socket = await open()
  await socket.request('realtime:all', 'phx_join', listen('admin'))
  await query(`update public.mentees set school_name = 'Heard?'`)
  await query(`update public.profiles set full_name = full_name`)
  await query(`update public.contact_messages set name = 'Heard?'`)
  await query(`update public.donations set campaign = 'Heard?'`)
  await applicationArrives()
  await socket.roundTrip()
  const told = socket.frames
    .filter((frame) => frame[3] === 'postgres_changes')
    .map((frame) => (frame[4].data as { table: string }).table)
  expect([...new Set(told)]).toEqual([tables[0]])
  const published = await query<{ tablename: string }>(
    'select tablename from pg_publication_tables where schemaname = $1',
    ['public'],
  )
  expect(published.map(({ tablename }) => tablename).sort()).toEqual([...tables].sort())
})

it('a deletion tells who may not read the row nothing but its key, and a visitor nothing', async () => {
  const [visitor, supporter] = [await open(), await open()]
  await visitor.request('realtime:all', 'phx_join', listen('anon'))
  await supporter.request('realtime:all', 'phx_join', listen('supporter'))
  const id = await applicationArrives()
  await query('delete from public.volunteer_applications where id = $1', [id])
  await reviewer.until(
    (frame) => JSON.stringify(frame).includes('DELETE') && JSON.stringify(frame).includes(id),
  )
  expect(await heard(visitor)).toEqual([])
  await supporter.roundTrip()
  const told = supporter.frames.filter((frame) => frame[3] === 'postgres_changes')
  for (const frame of told) {
    expect(frame[4].data).toMatchObject({ type: 'DELETE', old_record: { id } })
    expect((frame[4].data as { old_record: object }).old_record).toEqual({ id })
  }
})

describe('a token that nobody signed', () => {
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

  it('in place of the key at the door joins nothing', async () => {
    const socket = await open(forged())
    expect((await socket.join())[4]).toMatchObject({ status: 'error' })
    await applicationArrives()
    expect(await heard(socket)).toEqual([])
  })

  it.each([
    ['a forged one', forged],
    ['none', () => null],
    ['half a secret key', () => localKeys.secret.slice(0, -1)],
  ])('after a good one opens no more than that did: %s', async (_, token) => {
    const socket = await open()
    await socket.join(tokenOf('supporter'))
    socket.send('access_token', { access_token: token() })
    await socket.roundTrip()
    await applicationArrives()
    expect(await heard(socket)).toEqual([])
  })
})

it('nobody can put words into what a reviewer hears', async () => {
  const liar = await open()
  await liar.join(tokenOf('supporter'))
  const before = reviewer.frames.length
  const data = { type: 'INSERT', schema: 'public', table: tables[0], record: { id: 'forged' } }
  liar.send('postgres_changes', { ids: [1], data })
  liar.send('broadcast', { type: 'broadcast', event: 'postgres_changes', payload: { data } })
  liar.send('presence', { type: 'presence', event: 'track', payload: { data } })
  await liar.roundTrip()
  await reviewer.roundTrip()
  const arrived = reviewer.frames.slice(before).filter((frame) => frame[2] !== 'phoenix')
  expect(arrived).toEqual([])
})

it('a former admin hears nothing more over the open socket, nor with the token they have', async () => {
  const appoint = (new_role: string) =>
    send('admin', rpc('set_user_role', { target_user_id: idOf('director'), new_role }))
  await appoint('admin')
  const token = tokenOf('director')
  const socket = await open()
  await socket.join(token)
  await applicationArrives()
  const before = await heard(socket)
  expect(before).toEqual(['INSERT', 'UPDATE'])

  expect((await appoint('director')).status).toBe(204)
  await applicationArrives()
  expect(await heard(socket)).toEqual(before)
  socket.send('access_token', { access_token: token })
  await socket.roundTrip()
  const again = await open()
  await again.join(token)
  await applicationArrives()
  expect(await heard(socket)).toEqual(before)
  expect(await heard(again)).toEqual([])
})
