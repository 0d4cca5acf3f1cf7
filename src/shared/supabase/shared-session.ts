import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { env } from '@/shared/config/env'
import { SHARED_COMPUTER as KEY } from '@/shared/lib/shared-computer'
import { revokeSession, type Tokens } from './revoke-session'

/*
 * A session on a shared computer: kept for its tab, and ended after half an hour without use. A tab
 * that was opened from it has a copy and belongs to the same session. The key in `localStorage`,
 * followed by the id of the session, has the time of its last use: also a tab that slept finds it.
 */

const IDLE_MS = 30 * 60_000
const WARNING_MS = 60_000
const FORGOTTEN_MS = 7 * 24 * 60 * 60_000

const SESSION_KEY = env.sessionKey
/**
 * auth-js tells every tab with the same key about its session, also a tab that keeps another one. So each page
 * has its own key, and the tabs of a session are told here.
 */
const PAGE_KEY = crypto.randomUUID()

export type SessionListener = (event: AuthChangeEvent, session: Session | null) => void

interface Message {
  event: AuthChangeEvent
  session: Session | null
  isIdle?: boolean
}

/** What a browser cannot store lasts as long as the page. */
const memory = new Map<string, string>()
const listeners = new Set<() => void>()
const tabListeners = new Set<SessionListener>()
let id = stored(tab, KEY)
let lastUse = Date.now()
let isWanted = false
let endedIdle = false
let channel: BroadcastChannel | undefined
let ticking: ReturnType<typeof setInterval> | undefined
let watching: AbortController | undefined

export function isSharedComputer(): boolean {
  return id !== undefined
}

/** Whether the session that ended last in this page was left without use. */
export function hasEndedIdle(): boolean {
  return endedIdle
}

/** What the person chose at sign-in, for the session that is stored next. */
export function chooseSharedComputer(isShared: boolean): void {
  isWanted = isShared
}

/** Called at each second of the last minute, and when the session begins, ends or is used again. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The seconds left in the last minute; undefined before, and on a private computer. */
export function secondsLeft(): number | undefined {
  if (id === undefined) return undefined
  const left = lastUse + IDLE_MS - Date.now()
  return left <= WARNING_MS ? Math.max(0, Math.ceil(left / 1_000)) : undefined
}

/** The session is in use: in all its tabs the half hour begins again. */
export function stay(): void {
  if (endIfOver()) record()
}

/** Removes all that the session left in this tab. */
export function leaveSharedComputer(): void {
  if (id === undefined) return
  unlessBlocked(() => localStorage.removeItem(KEY + id))
  forget()
}

const nameOf = (key: string) => key.replace(PAGE_KEY, SESSION_KEY)

/** Where supabase-js keeps the session: in this tab on a shared computer, else in the browser. */
export const sessionStore = {
  storageKey: PAGE_KEY,
  storage: {
    getItem(key: string): string | null {
      endIfOver()
      return stored(own, nameOf(key)) ?? null
    },
    setItem(key: string, value: string): void {
      endedIdle = false
      if (isWanted && id === undefined) begin()
      store(own, nameOf(key), value)
    },
    removeItem: (key: string) => remove(nameOf(key)),
  },
}

export function storedTokens(): Tokens | undefined {
  return (JSON.parse(stored(own, SESSION_KEY) ?? 'null') as Tokens | null) ?? undefined
}

export function removeTokens(): void {
  remove(SESSION_KEY)
}

/** Tells the other tabs of this session. */
export function tellTabs(event: AuthChangeEvent, session: Session | null): void {
  channel?.postMessage({ event, session } satisfies Message)
}

/** Called for what another tab told, and when a session on a shared computer is over. */
export function hearTabs(listener: SessionListener): () => void {
  tabListeners.add(listener)
  return () => tabListeners.delete(listener)
}

const uses = ['pointerdown', 'keydown', 'wheel', 'input'] as const
/** Timers of a hidden tab are slow: a use in another tab reaches it by `storage`. */
const returns = ['visibilitychange', 'pageshow', 'focus', 'storage'] as const

function begin(): void {
  const now = Date.now()
  unlessBlocked(() => {
    // Of sessions whose tabs were closed. A tab that sleeps still has its own to end.
    for (const [key, value] of Object.entries(localStorage) as [string, string][]) {
      if (key.startsWith(KEY) && Number(value) + FORGOTTEN_MS < now) localStorage.removeItem(key)
    }
  })
  id = crypto.randomUUID()
  store(tab, KEY, id)
  record()
  watch()
}

function record(): void {
  lastUse = Date.now()
  // Without storage each tab counts for itself.
  unlessBlocked(() => localStorage.setItem(KEY + id, String(lastUse)))
  tellListeners()
}

function watch(): void {
  connect()
  ticking = setInterval(tick, 1_000)
  watching = new AbortController()
  const options = { capture: true, passive: true, signal: watching.signal }
  for (const name of uses) window.addEventListener(name, use, options)
  for (const name of returns) window.addEventListener(name, tick, options)
}

/** With the other tabs of this session; without a shared one, that is the browser's. */
function connect(): void {
  channel?.close()
  channel = unlessBlocked(() => new BroadcastChannel(id === undefined ? SESSION_KEY : KEY + id))
  channel?.addEventListener('message', receive)
}

function tick(): void {
  const warned = secondsLeft() !== undefined
  if (endIfOver() && (warned || secondsLeft() !== undefined)) tellListeners()
}

function use(): void {
  // While a page shows the warning, only its button counts.
  if (!endIfOver() || (secondsLeft() !== undefined && listeners.size > 0)) return
  if (Date.now() - lastUse >= 1_000) stay()
}

/** Ends a session that nobody used, here or in its other tabs, or that another tab has ended. */
function endIfOver(): boolean {
  if (id === undefined) return false
  // Without storage each tab counts for itself.
  const used = unlessBlocked(() => localStorage.getItem(KEY + id))
  const isThere = used !== null
  lastUse = Number(used ?? lastUse)
  const isIdle = lastUse + IDLE_MS <= Date.now()
  if (isThere && !isIdle) return true
  end(isIdle, isThere)
  return false
}

/** The tab that finds the session still there revokes it, for all of them. */
function end(isIdle: boolean, isFirst: boolean): void {
  const tokens = storedTokens()
  channel?.postMessage({ event: 'SIGNED_OUT', session: null, isIdle } satisfies Message)
  endedIdle = isIdle
  leaveSharedComputer()
  hear('SIGNED_OUT', null)
  if (tokens && isFirst) void revokeSession(tokens)
}

function receive({ data }: MessageEvent<Message>): void {
  if (id !== undefined && data.session === null) {
    endedIdle = data.isIdle ?? false
    forget()
  } else if (id !== undefined) {
    const known = storedTokens()
    // A tab that slept may send tokens that are replaced by now.
    if (!known || (known.expires_at ?? 0) > (data.session?.expires_at ?? 0)) return
    store(tab, SESSION_KEY, JSON.stringify(data.session))
  }
  hear(data.event, data.session)
}

function hear(event: AuthChangeEvent, session: Session | null): void {
  for (const listener of tabListeners) listener(event, session)
}

function forget(): void {
  clearInterval(ticking)
  watching?.abort()
  id = undefined
  connect()
  memory.clear()
  unlessBlocked(() => sessionStorage.clear())
  tellListeners()
  // For the header of the public site.
  window.dispatchEvent(new Event('sessionchange'))
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

/** Asked for when it is used: where storage is blocked, its very name throws. */
type StorageArea = () => Storage

function tab(): Storage {
  return sessionStorage
}

/** The area of the session. */
function own(): Storage {
  return id === undefined ? localStorage : sessionStorage
}

function stored(area: StorageArea, key: string): string | undefined {
  return memory.get(key) ?? unlessBlocked(() => area().getItem(key)) ?? undefined
}

function store(area: StorageArea, key: string, value: string): void {
  try {
    area().setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
  }
}

function remove(key: string): void {
  memory.delete(key)
  unlessBlocked(() => own().removeItem(key))
}

/** A browser may block storage; nothing is stored then. */
function unlessBlocked<Result>(act: () => Result): Result | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

// A session that ended while this page was away is removed before anything is shown.
if (endIfOver()) watch()
else connect()
