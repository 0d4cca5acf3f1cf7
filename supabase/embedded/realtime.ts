import crypto from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { isTooEager, pushState, show, type Present } from './presence'
import { isExpired, verifyToken, type Claims } from './realtime-token'

export interface Realtime {
  /** Completes a WebSocket upgrade and serves the client. */
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Hears a database from now on. */
  listen: (pg: PGlite) => Promise<void>
  /** Disconnects all clients and stops listening to the database. */
  close: () => Promise<void>
}

interface Channel extends Present {
  token: unknown
  claims: Claims
  mayShow: boolean
  /** Closes it and sends the reason to the client. */
  end: (reason: string) => void
}

type Exclusive = <T>(work: (pg: PGlite) => Promise<T>) => Promise<T>

const reference = z.string().nullable()
/** A text frame of Phoenix' JSON protocol, version 2: join reference, reference, topic, event, payload. */
const frameSchema = z.tuple([reference, reference, z.string(), z.string(), z.unknown()])
const payloadSchema = z.object({
  access_token: z.string().nullish(),
  config: z
    .object({
      private: z.boolean().optional(),
      presence: z.object({ key: z.string().nullish(), enabled: z.boolean().nullish() }).optional(),
    })
    .optional(),
})
const presenceSchema = z.object({
  event: z.enum(['track', 'untrack']),
  payload: z.record(z.string(), z.unknown()).default({}),
})
const messageSchema = z.object({
  id: z.string(),
  topic: z.string(),
  event: z.string(),
  payload: z.unknown(),
})

/**
 * Supabase Realtime with "Allow public access" off: messages from `realtime.send` to a private
 * channel, and presence, for clients that the policies on `realtime.messages` let read or write its
 * topic when they join and with each new token. No client may broadcast, so that is not
 * implemented.
 */
export async function createRealtime(exclusive: Exclusive): Promise<Realtime> {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 })
  const listeners = new Map<string, Set<Channel>>()

  let unlisten = () => Promise.resolve()
  const listen: Realtime['listen'] = async (pg) => {
    unlisten = await pg.listen('embedded_realtime', (text) => {
      const { id, topic, event, payload } = messageSchema.parse(JSON.parse(text))
      for (const channel of [...(listeners.get(`realtime:${topic}`) ?? [])]) {
        if (isExpired(channel.claims)) channel.end('Token has expired')
        else channel.push('broadcast', { type: 'broadcast', event, payload, meta: { id } })
      }
    })
  }
  await exclusive(listen)

  function serve(socket: WebSocket, apiKey: string | null) {
    const own = new Map<string, Channel>()
    const send = (...frame: unknown[]) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame))
    }
    const others = (topic: string) => listeners.get(topic) ?? []
    const leave = (topic: string) => {
      const channel = own.get(topic)
      if (!channel) return
      listeners.get(topic)?.delete(channel)
      own.delete(topic)
      show(channel, undefined, others(topic))
    }

    async function join(pg: PGlite, joinRef: string | null, topic: string, payload: unknown) {
      const { success, data } = payloadSchema.safeParse(payload)
      if (!success) return 'InvalidJoinPayload'
      if (!data.config?.private) return 'PrivateOnly: This project only allows private channels'
      const token = data.access_token ?? apiKey
      const claims = verifyToken(token)
      if (!claims) return 'InvalidJWTToken'
      const rights = await rightsOn(pg, topic, claims)
      if (!rights.hears) return refusal(topic)
      if (socket.readyState !== socket.OPEN) return 'gone'
      leave(topic)
      const push: Channel['push'] = (...message) => send(joinRef, null, topic, ...message)
      const end: Channel['end'] = (message) => {
        leave(topic)
        push('system', { extension: 'system', status: 'error', message, channel: topic })
        send(joinRef, joinRef, topic, 'phx_close', {})
      }
      const { key, enabled } = data.config.presence ?? {}
      own.set(topic, {
        token,
        claims,
        push,
        end,
        key: key || crypto.randomUUID(),
        sees: enabled !== false && rights.sees,
        mayShow: rights.shows,
      })
      listeners.set(topic, (listeners.get(topic) ?? new Set()).add(own.get(topic)!))
      return undefined
    }

    async function renew(pg: PGlite, topic: string, payload: unknown) {
      const channel = own.get(topic)
      const token = payloadSchema.safeParse(payload).data?.access_token
      if (!channel || !token || token === channel.token || token.startsWith('sb_')) return
      const claims = verifyToken(token)
      if (!claims) return channel.end('InvalidJWTToken')
      const rights = await rightsOn(pg, topic, claims)
      if (!rights.hears) return channel.end(refusal(topic))
      const sees = channel.sees && rights.sees
      Object.assign(channel, { token, claims, sees, mayShow: rights.shows })
    }

    /** @returns the status of the answer; undefined when the channel ended */
    function present(topic: string, frame: unknown) {
      const channel = own.get(topic)
      if (!channel) return 'error'
      if (isExpired(channel.claims)) return channel.end('Token has expired')
      if (isTooEager(channel)) return channel.end('Client presence rate limit exceeded')
      const { success, data } = presenceSchema.safeParse(frame)
      if (!success || (data.event === 'track' && !channel.mayShow)) return 'error'
      show(channel, data.event === 'track' ? data.payload : undefined, others(topic))
      return 'ok'
    }

    async function answer(text: string) {
      const { success, data: frame } = parseFrame(text)
      if (!success) return
      const [joinRef, ref, topic, event, payload] = frame
      const reply = (status: string, response: object) =>
        send(joinRef, ref, topic, 'phx_reply', { status, response })
      if (topic === 'phoenix') return reply('ok', {})
      if (event === 'access_token') return exclusive((pg) => renew(pg, topic, payload))
      if (event === 'phx_leave') {
        leave(topic)
        reply('ok', {})
        send(joinRef, ref, topic, 'phx_close', {})
      } else if (event === 'phx_join') {
        const reason = await exclusive((pg) => join(pg, joinRef, topic, payload))
        if (reason) return reply('error', { reason })
        reply('ok', { postgres_changes: [] })
        pushState(own.get(topic)!, others(topic))
      } else if (event === 'presence') {
        const status = present(topic, payload)
        if (status) reply(status, {})
      }
    }

    let last = Promise.resolve<unknown>(undefined)
    // Without a listener, an oversized or broken frame would end the process.
    socket.on('error', () => {})
    socket.on('close', () => [...own.keys()].forEach(leave))
    socket.on('message', (data: Buffer) => {
      last = last
        .then(() => answer(data.toString()))
        .catch((error: unknown) => console.error('realtime:', error))
    })
  }

  return {
    listen,
    accept: (request, socket, head) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
      server.handleUpgrade(request, socket, head, (accepted) => {
        serve(accepted, searchParams.get('apikey'))
      })
    },
    close: async () => {
      for (const client of server.clients) client.terminate()
      server.close()
      await exclusive(() => unlisten())
    },
  }
}

const refusal = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic.replace('realtime:', '')}`

/** Clients may send what they like. */
function parseFrame(text: string) {
  try {
    return frameSchema.safeParse(JSON.parse(text))
  } catch {
    return frameSchema.safeParse(undefined)
  }
}

/**
 * The rights of a client on a topic, by the policies on `realtime.messages`. Checked as on the
 * hosted service: whether they would see a message, and could add one.
 */
async function rightsOn(pg: PGlite, topic: string, claims: Claims) {
  const rights = { hears: false, sees: false, shows: false }
  if (pg.closed) return rights
  const name = topic.replace('realtime:', '')
  const add = 'insert into realtime.messages (topic, extension) values'
  return pg.transaction(async (transaction) => {
    const added = await transaction.query<{ id: string }>(
      `${add} ($1, 'broadcast'), ($1, 'presence') returning id`,
      [name],
    )
    await transaction.query(
      `select set_config('role', $1, true), set_config('realtime.topic', $2, true),
        set_config('request.jwt.claims', $3, true)`,
      [claims.role, name, JSON.stringify(claims)],
    )
    const ids = added.rows.map(({ id }) => id)
    try {
      const { rows } = await transaction.query<{ extension: string }>(
        'select extension from realtime.messages where id = any($1)',
        [ids],
      )
      rights.hears = rows.some(({ extension }) => extension === 'broadcast')
      rights.sees = rows.some(({ extension }) => extension === 'presence')
      await transaction.query(`${add} ($1, 'presence')`, [name])
      rights.shows = true
    } catch {
      // A refusal means no right.
    }
    await transaction.rollback()
    return rights
  })
}
