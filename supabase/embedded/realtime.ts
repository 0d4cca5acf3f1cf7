import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'
import { WebSocketServer, type WebSocket } from 'ws'
import {
  deliverableTo,
  isExpired,
  verifyToken,
  type Change,
  type Claims,
} from './realtime-authorization'
import { joinSchema, parseFrame, passesFilter, type Subscription } from './realtime-protocol'

export interface Realtime {
  /** Completes a WebSocket upgrade and serves the client. */
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Hangs up on everybody and stops listening to the database. */
  close: () => Promise<void>
}

interface Channel {
  /** Undefined after a token that could not be verified: gets nothing until a valid one. */
  claims: Claims | undefined
  subscriptions: Subscription[]
  push: (event: string, payload: object) => void
}

type Exclusive = <T>(work: (pg: PGlite) => Promise<T>) => Promise<T>

/**
 * Supabase Realtime's `postgres_changes` for the tables of the publication `supabase_realtime`,
 * with row-level security for each subscriber at the time of delivery. No broadcast, no presence.
 */
export async function createRealtime(exclusive: Exclusive): Promise<Realtime> {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 })
  const channels = new Set<Channel>()
  let lastSubscriptionId = 0

  let isScheduled = false
  const deliverSoon = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      exclusive(deliver).catch((error: unknown) => console.error('realtime:', error))
    })
  }
  const unlisten = await exclusive(async (pg) => {
    await pg.exec(captureSql)
    return pg.listen('embedded_realtime', deliverSoon)
  })

  function serve(socket: WebSocket, apiKey: string | null) {
    const own = new Map<string, Channel>()
    const leave = (topic: string) => {
      channels.delete(own.get(topic)!)
      own.delete(topic)
    }
    const send = (...frame: unknown[]) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(frame))
    }
    // Without a listener, an oversized or broken frame would end the process.
    socket.on('error', () => {})
    socket.on('close', () => [...own.keys()].forEach(leave))
    socket.on('message', (data: Buffer) => {
      const frame = parseFrame(data.toString())
      if (!frame) return
      const [joinRef, ref, topic, event, payload] = frame
      const reply = (response: object, status = 'ok') =>
        send(joinRef, ref, topic, 'phx_reply', { status, response })

      if (topic === 'phoenix') return reply({})
      if (event === 'phx_leave') {
        leave(topic)
        reply({})
        return send(joinRef, ref, topic, 'phx_close', {})
      }
      const { success, data: join } = joinSchema.partial({ config: true }).safeParse(payload)
      if (!success) return reply({ reason: 'malformed payload' }, 'error')
      if (event === 'access_token') {
        const channel = own.get(topic)
        if (channel) channel.claims = verifyToken(join.access_token)
      } else if (event === 'phx_join') {
        const claims = verifyToken(join.access_token ?? apiKey)
        if (!claims) return reply({ reason: 'InvalidJWTToken' }, 'error')
        const wanted = join.config?.postgres_changes ?? []
        const subscriptions = wanted.map((it) => ({ ...it, id: (lastSubscriptionId += 1) }))
        const push: Channel['push'] = (...message) => send(joinRef, null, topic, ...message)
        leave(topic)
        own.set(topic, { claims, subscriptions, push })
        channels.add(own.get(topic)!)
        reply({ postgres_changes: subscriptions })
        const message = 'Subscribed to PostgreSQL'
        push('system', { extension: 'postgres_changes', status: 'ok', message, channel: topic })
      }
    })
  }

  async function deliver(pg: PGlite): Promise<void> {
    if (pg.closed) return
    const { rows } = await pg.query<Change>(
      'with taken as (delete from embedded.changes returning *) select * from taken order by id',
    )
    for (const change of rows) {
      const answers = new Map<string, ReturnType<typeof deliverableTo>>()
      for (const channel of channels) {
        const { claims, subscriptions, push } = channel
        const concerned = subscriptions.filter((it) => concerns(it, change))
        if (!claims || isExpired(claims) || concerned.length === 0) continue
        const reader = JSON.stringify(claims)
        const answer = answers.get(reader) ?? deliverableTo(pg, change, claims)
        answers.set(reader, answer)
        const data = await answer
        const shown = data?.record ?? data?.old_record ?? {}
        const matching = concerned.filter((it) => !it.filter || passesFilter(it.filter, shown))
        if (!data || matching.length === 0 || !channels.has(channel)) continue
        push('postgres_changes', { ids: matching.map((it) => it.id), data })
      }
    }
  }

  return {
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

function concerns(subscription: Subscription, change: Change): boolean {
  return (
    ['*', change.type].includes(subscription.event) &&
    ['*', change.schema].includes(subscription.schema) &&
    ['*', change.table].includes(subscription.table ?? '*')
  )
}

/** After all others in name order, so that it sees what earlier triggers made of the row. */
const captureSql = `
do $$ declare published record; begin
  for published in
    select schemaname, tablename from pg_publication_tables where pubname = 'supabase_realtime'
  loop
    execute format(
      'create or replace trigger zz_embedded_realtime after insert or update or delete on %I.%I
       for each row execute function embedded.capture()',
      published.schemaname, published.tablename
    );
  end loop;
end $$`
