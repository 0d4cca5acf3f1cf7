import type { DeviceStore, Entry } from './device-store'

/** What the server made of an entry: `held` waits for the office, `repeated` may repeat another one. */
export type Sent = 'stored' | 'repeated' | 'held'

/** The codes of answers that stay the same however often the entry is sent. */
const final = /^(P0001|PT4\d\d|22...|23...|42501)$/

/** Whether the server looked at an entry and refuses it; anything else is tried again. */
function refusalOf(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code !== 'string' || typeof message !== 'string' || !final.test(code)) return undefined
  // The session ended, not the right: signing in again is enough.
  return /session has ended/i.test(message) ? undefined : message
}

interface Sending {
  store: DeviceStore
  account: string
  send: (entry: Entry) => Promise<Sent>
  /** Called when an entry has left the device */
  onSent?: (entry: Entry, sent: Sent) => void
  /** Entries that were refused before go once more, after the page was opened again. */
  withRefused?: boolean
}

/**
 * Sends what waits, one entry after the other, in the order of their presses. A refused one stays on the device with
 * the reason, and the next ones go on.
 * @returns whether everything that can go has gone; otherwise the caller tries again later
 */
export async function sendWaiting(sending: Sending): Promise<boolean> {
  const { store, account, send, onSent, withRefused = false } = sending
  const stored = async (id: string) => (await store.entries(account)).find((one) => one.id === id)
  let wasChanged = false
  for (const entry of await store.entries(account)) {
    if (entry.refused !== undefined && !withRefused) continue
    try {
      const sent = await send(entry)
      const now = await stored(entry.id)
      // Corrected while it was on its way: the correction goes next.
      if (now && !isSame(now, entry)) wasChanged = true
      else {
        await store.forget(entry.id)
        onSent?.(entry, sent)
      }
    } catch (error) {
      const refused = refusalOf(error)
      if (refused === undefined) return false
      const now = await stored(entry.id)
      if (now && isSame(now, entry)) await store.keep({ ...entry, refused })
      else wasChanged = now !== undefined
    }
  }
  return wasChanged ? sendWaiting({ ...sending, withRefused: false }) : true
}

const isSame = (one: Entry, other: Entry) =>
  one.day === other.day &&
  one.minutes === other.minutes &&
  one.outcome === other.outcome &&
  one.missedBy === other.missedBy
