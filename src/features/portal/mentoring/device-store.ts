/*
 * What the device of a mentor keeps: meetings that were not sent, and the mentor's own labels of matches. Never a
 * name, an age or a note.
 */

export type Outcome = 'happened' | 'cancelled' | 'missed'

export interface Entry {
  /** Of the meeting, made here: sent twice, it is stored once. */
  id: string
  account: string
  match: string
  /** `2026-01-31` */
  day: string
  minutes: number | null
  outcome: Outcome
  missedBy: 'mentor' | 'mentee' | 'office' | null
  /** The device dated it; the server corrects a wrong clock. */
  isToday: boolean
  /** By the device's clock, which may be wrong */
  pressedAt: string
  /** Corrected on the device: an earlier try, whose answer was lost, may have stored other values. */
  isEdited?: true
  /** Its place in the order of sending */
  order: number
  /** Why the server refused it; the mentor corrects or deletes it. */
  refused?: string
}

export interface KnownMatch {
  account: string
  match: string
  label: string
}

export interface DeviceStore {
  /** Whether it outlives the tab */
  isLasting: boolean
  /** In the order of sending */
  entries: (account: string) => Promise<Entry[]>
  /** Kept once the promise is fulfilled, also when the browser is killed right after */
  keep: (entry: Entry) => Promise<void>
  forget: (id: string) => Promise<void>
  matches: (account: string) => Promise<KnownMatch[]>
  keepMatch: (known: KnownMatch) => Promise<void>
  forgetMatch: (account: string, match: string) => Promise<void>
}

/** A store that ends with the page: on a shared computer, and where the browser stores nothing. */
export function briefStore(): DeviceStore {
  const entries = new Map<string, Entry>()
  const matches = new Map<string, KnownMatch>()
  const keyOf = (account: string, match: string) => `${account} ${match}`
  const done = (act: () => void) => {
    act()
    return Promise.resolve()
  }
  return {
    isLasting: false,
    entries: (account) => Promise.resolve(inOrder([...entries.values()], account)),
    keep: (entry) => done(() => entries.set(entry.id, entry)),
    forget: (id) => done(() => entries.delete(id)),
    matches: (account) =>
      Promise.resolve([...matches.values()].filter((one) => one.account === account)),
    keepMatch: (known) => done(() => matches.set(keyOf(known.account, known.match), known)),
    forgetMatch: (account, match) => done(() => matches.delete(keyOf(account, match))),
  }
}

/** The browser's own store; a `briefStore` where it has none. */
export async function openStore(): Promise<DeviceStore> {
  try {
    return lastingStore(await openDatabase())
  } catch {
    return briefStore()
  }
}

const inOrder = (entries: readonly Entry[], account: string) =>
  entries.filter((one) => one.account === account).toSorted((a, b) => a.order - b.order)

function lastingStore(database: IDBDatabase): DeviceStore {
  const all = <Row>(name: string) =>
    answerOf(database.transaction(name).objectStore(name).getAll() as IDBRequest<Row[]>)
  const write = (name: string, act: (store: IDBObjectStore) => void) =>
    new Promise<void>((resolve, reject) => {
      // The default leaves a write in memory for a while, where a killed browser loses it.
      const change = database.transaction(name, 'readwrite', { durability: 'strict' })
      change.oncomplete = () => resolve()
      change.onabort = () => reject(change.error ?? new Error('The browser could not store this.'))
      act(change.objectStore(name))
    })
  return {
    isLasting: true,
    entries: async (account) => inOrder(await all<Entry>('entries'), account),
    keep: (entry) => write('entries', (store) => store.put(entry)),
    forget: (id) => write('entries', (store) => store.delete(id)),
    matches: async (account) =>
      (await all<KnownMatch>('matches')).filter((one) => one.account === account),
    keepMatch: (known) => write('matches', (store) => store.put(known)),
    forgetMatch: (account, match) => write('matches', (store) => store.delete([account, match])),
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('mentoring', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('entries', { keyPath: 'id' })
    opening.result.createObjectStore('matches', { keyPath: ['account', 'match'] })
  }
  const database = await answerOf(opening)
  // Another tab with a newer page, or the person who clears the browser's data, does not wait for this one.
  database.onversionchange = () => database.close()
  return database
}

const answerOf = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser could not read this.'))
  })
