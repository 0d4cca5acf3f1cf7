import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel } from '@supabase/supabase-js'
import type { Query, QueryClient } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'

/** Changes that arrive together are fetched together. */
const GATHER_MS = 100

/** The delay before joining again after the service closed a channel, as for an expired token. */
const REJOIN_MS = 1_000

/** The ids of changed rows; a message leaves them out when there are many. */
type Rows = ReadonlySet<string> | 'many'
type Changed = Map<string, Rows>
type Message = Partial<{ table: string; ids: string[] | null }>

/** Whether the changes concern a query's rows. */
const concerns =
  (changed: Changed) =>
  ({ queryKey: [root, table, part, , id] }: Query): boolean => {
    if (isHome(root, table)) return changed.has('submissions') || changed.has('tasks')
    if (root !== 'resource') return false
    const rows = changed.get('submissions')
    if (table === 'submissions') {
      return part === 'one' ? isOf(rows, id) : rows !== undefined || changed.has('program_seats')
    }
    if (table === 'change_log') return part === 'record' && isOf(rows, id)
    if (table === 'submission_notes') return isOf(changed.get(table), part)
    if (table === 'submission_answers') {
      return isOf(changed.get(table), part) || isOf(changed.get('outbox'), part)
    }
    return changed.has(table as string)
  }
/** The numbers of the staff's home. */
const isHome = (root: unknown, part: unknown) => root === 'dashboard' && part === 'home'
const isOf = (rows: Rows | undefined, id: unknown) =>
  rows === 'many' || (rows?.has(id as string) ?? false)

const everything = ({ queryKey: [root, table] }: Query): boolean =>
  isHome(root, table) ||
  (root === 'resource' &&
    [
      'submissions',
      'submission_notes',
      'submission_answers',
      'newsletter_subscriptions',
      'tasks',
    ].includes(table as string))

/** A channel has one name, so a new subscription waits for the previous one to end. */
let left: Promise<unknown> = Promise.resolve()

/** Refetches the rows that messages name as changed. @returns a function that stops it */
export function followSubmissions(queryClient: QueryClient): () => void {
  let changed: Changed = new Map()
  let isReading = false
  let rejoin: number | undefined
  let channel: RealtimeChannel | undefined
  let isOver = false

  /** One after the other: a stream of changes must not cancel a running read. */
  async function readSoon() {
    if (isReading) return
    isReading = true
    while (changed.size > 0 && !isOver) {
      await new Promise((resolve) => window.setTimeout(resolve, GATHER_MS))
      const predicate = concerns(changed)
      changed = new Map()
      await queryClient.invalidateQueries({ predicate })
    }
    isReading = false
  }

  /** Changes during a disconnection send no message. */
  function readMissed() {
    void queryClient.invalidateQueries({ predicate: everything })
  }

  async function listen() {
    await left
    // A private channel is joined with the token of the session.
    await supabase.realtime.setAuth()
    if (isOver) return
    channel = supabase
      .channel('submissions', {
        config: { private: true, broadcast: { replication_ready: true } },
      })
      .on('broadcast', { event: 'changed' }, ({ payload }: { payload?: Message }) => {
        if (!payload?.table) return
        const { table, ids } = payload
        const rows = changed.get(table) ?? new Set()
        changed.set(table, rows === 'many' || !ids ? 'many' : new Set([...rows, ...ids]))
        void readSoon()
      })
      // An idle service starts listening to the database a moment after the channel is joined.
      .on('system', {}, ({ status }) => {
        if (status === 'ok') readMissed()
      })
      .subscribe((status) => {
        if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) readMissed()
        if (status === REALTIME_SUBSCRIBE_STATES.CLOSED && !isOver) {
          rejoin = window.setTimeout(() => void listen(), REJOIN_MS)
        }
      })
  }
  void listen()

  // The heartbeat finds a connection that died silently, as after sleep.
  function revive() {
    if (supabase.realtime.isConnected()) void supabase.realtime.sendHeartbeat()
    else supabase.realtime.connect()
  }
  function catchUp() {
    revive()
    readMissed()
  }
  function reviveWhenSeen() {
    if (document.visibilityState === 'visible') revive()
  }
  window.addEventListener('online', catchUp)
  document.addEventListener('visibilitychange', reviveWhenSeen)

  return () => {
    isOver = true
    window.removeEventListener('online', catchUp)
    document.removeEventListener('visibilitychange', reviveWhenSeen)
    window.clearTimeout(rejoin)
    if (channel) left = supabase.removeChannel(channel)
  }
}
