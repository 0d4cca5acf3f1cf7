import crypto from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

type Shown = Record<string, unknown> & { phx_ref: string }

/** A client's channel, as the others on its topic see it. */
export interface Present {
  /** Chosen by the client */
  key: string
  /** Whether it hears about the others. */
  sees: boolean
  push: (event: string, payload: object) => void
  shown?: Shown | undefined
  calls?: { count: number; until: number }
}

/** Calls of a client that a hosted project answers in 30 seconds; the next one ends its channel. */
const presenceAllowance = 5

export function isTooEager(one: Present): boolean {
  const now = Date.now()
  if (!one.calls || one.calls.until < now) one.calls = { count: 0, until: now + 30_000 }
  one.calls.count += 1
  return one.calls.count > presenceAllowance
}

/** The present clients, for a new one. */
export function pushState(one: Present, topic: Iterable<Present>): void {
  const state = new Map<string, { metas: Shown[] }>()
  for (const { key, shown } of topic) {
    if (shown) state.set(key, { metas: [...(state.get(key)?.metas ?? []), shown] })
  }
  if (one.sees) one.push('presence_state', Object.fromEntries(state))
}

/** Shows a new state of a client, or that it left, to all clients on the topic. */
export function show(one: Present, payload: object | undefined, topic: Iterable<Present>): void {
  const { phx_ref, phx_ref_prev: _, ...before }: Partial<Shown> = one.shown ?? {}
  if (isDeepStrictEqual(payload, one.shown && before)) return
  const entry = (shown: Shown | undefined) =>
    shown ? Object.fromEntries([[one.key, { metas: [shown] }]]) : {}
  const leaves = entry(one.shown)
  one.shown = payload && {
    ...payload,
    phx_ref: crypto.randomUUID(),
    ...(phx_ref !== undefined && { phx_ref_prev: phx_ref }),
  }
  const diff = { joins: entry(one.shown), leaves }
  for (const other of topic) if (other.sees) other.push('presence_diff', diff)
}
