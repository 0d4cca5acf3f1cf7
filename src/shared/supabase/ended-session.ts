import type { Factor } from '@supabase/supabase-js'

/*
 * A session that ended elsewhere while its page is open: signed out everywhere, or by a new password. The page
 * stays as it is. Requests wait until its account has signed in again, and are then sent.
 */

export interface EndedSession {
  /** How many requests wait for the account to sign in again */
  waiting: number
  /** The password was right: one of these is owed. */
  factors: readonly Factor[]
}

/** What waited for a sign-in that did not come. */
export class SessionEndedError extends Error {
  override name = 'SessionEndedError'
  readonly code: 'session_ended' | 'page_left'

  /** @param hasLeft the page is gone, too: there is nobody to tell */
  constructor(hasLeft = false) {
    super('You are signed out. Sign in again, then try again.')
    this.code = hasLeft ? 'page_left' : 'session_ended'
  }
}

interface Waiting {
  resolve: () => void
  reject: (error: Error) => void
}

let owner: string | undefined
let isClosed = false
let ended: EndedSession | undefined
const waiting = new Set<Waiting>()
const listeners = new Set<() => void>()

/** The account whose page is open: no request is sent for another. */
export const pageOwner = (): string | undefined => owner

/** undefined while the session goes on */
export const endedSession = (): EndedSession | undefined => ended

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** An account's page is open from now on; without an id none is, and nothing waits any more. */
export function openPageOf(userId: string | undefined): void {
  if (userId === undefined) {
    if (ended) write(undefined)
    giveUp(true)
  }
  owner = userId
}

export function endSession(): void {
  if (owner !== undefined && !ended) write({ waiting: 0, factors: [] })
}

/** The password was right, and a second factor is owed. */
export function askForFactor(factors: readonly Factor[]): void {
  if (ended) write({ ...ended, factors })
}

/** @throws SessionEndedError when nobody signs in */
export function untilBack(signal?: AbortSignal | null): Promise<void> {
  if (isClosed) return Promise.reject(new SessionEndedError(true))
  if (!ended) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const one = { resolve, reject }
    waiting.add(one)
    count()
    signal?.addEventListener('abort', () => {
      if (!waiting.delete(one)) return
      count()
      reject(signal.reason as Error)
    })
  })
}

/** The account has signed in again. */
export function goOn(): void {
  write(undefined)
  for (const { resolve } of take()) resolve()
}

/** What waits fails. It can be tried again, unless the page is left. */
export function giveUp(hasLeft = false): void {
  for (const { reject } of take()) reject(new SessionEndedError(hasLeft))
  count()
}

/** Another account has signed in: until the page is loaded again, nothing of it is sent. */
export function closePage(): void {
  isClosed = true
  giveUp(true)
}

function take(): Waiting[] {
  const all = [...waiting]
  waiting.clear()
  return all
}

function count(): void {
  if (ended && ended.waiting !== waiting.size) write({ ...ended, waiting: waiting.size })
}

function write(next: EndedSession | undefined): void {
  ended = next
  for (const listener of listeners) listener()
}
