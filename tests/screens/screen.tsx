/// <reference types="vite/client" />
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter, type Location } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, vi } from 'vitest'
import { queryClient } from '@/app/query-client'
import { AuthContext, type Auth } from '@/shared/auth/auth-context'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { serveBackend, type ServedBackend, type ServeOptions } from '../../supabase/embedded/server'
import { asService, signIn, type Client } from '../embedded/support'
import { signedIn } from './signed-in'
import { authOf } from '../auth-of'

export let backend: ServedBackend
/** Past every policy. */
export let service: Client
/** The one of seed.sql, signed in. */
export let admin: Client

/** The messages since the test began, toast by toast. */
export let notices: Notice[] = []
/** How far the app's time is ahead of the clock, in milliseconds. */
let later = 0

/** Makes every media query for a narrow screen match until the test ends. */
export function onAPhone(): void {
  window.matchMedia = ((query: string) => ({
    matches: query.includes('width <'),
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as unknown as typeof window.matchMedia
  onTestFinished(() => void Reflect.deleteProperty(window, 'matchMedia'))
}

/** Visitors' forms delay a submission that comes faster than a person can type. */
export const takeTimeToType = (): void => void (later += 2_000)

/** Starts a separate backend for the tests of a file, with the admin signed in. */
export function setUpBackend(options?: ServeOptions): void {
  beforeAll(async () => {
    backend = await serveBackend(options)
    vi.stubEnv('VITE_SUPABASE_URL', backend.url)
    service = asService(backend)
    admin = await signIn(backend, 'admin')
    // As in the app, where only the query client retries.
    admin['rest'].retry = false
    signedIn.client = admin
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await backend?.stop()
  })
}

/** The same for tests that draw screens: each starts without screens, messages or stored values. */
export function setUpScreens(options?: ServeOptions): void {
  setUpBackend(options)
  beforeEach(() => {
    signedIn.client = admin
    // Files without a screen leave messages in a module that all files of a worker share.
    receiveNotices(() => {})()
    notices = []
    const stopReceiving = receiveNotices((notice) => notices.push(notice))
    vi.spyOn(console, 'error').mockImplementation(() => {})
    // Not a spy, which would remember each call.
    const clock = performance.now.bind(performance)
    performance.now = () => clock() + later
    return () => {
      Reflect.deleteProperty(performance, 'now')
      cleanup()
      stopReceiving()
      queryClient.clear()
      sessionStorage.clear()
      localStorage.clear()
    }
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

/** The one of seed.sql, who is signed in to the backend too. */
export const adminId = '10000000-0000-4000-8000-000000000001'
const theAdmin = authOf('admin', {
  user: { id: adminId, email: 'admin@kindlewell.test' } as Auth['user'],
})

/** Renders a screen as an admin, or as another persona. */
export function draw(
  screenOf: ReactElement,
  address: string | Partial<Location> = '/',
  auth: Auth = theAdmin,
): void {
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={queryClient}>
        <AuthContext value={auth}>{screenOf}</AuthContext>
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

export const someone = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 })

export const button = (name: string | RegExp) => screen.findByRole('button', { name })

export const field = (label: string) =>
  screen.getByLabelText((text) => text.startsWith(label), { selector: 'input, select, textarea' })

/** By label: text, the value of a select, or `true` for a checkbox to tick. */
export type Answers = Readonly<Record<string, string | true>>

export async function type(user: UserEvent, answers: Answers): Promise<void> {
  for (const [label, answer] of Object.entries(answers)) {
    // A form may first load what it edits.
    const control = await waitFor(() => field(label))
    if (answer === true) await user.click(control)
    else if (control instanceof HTMLSelectElement) await user.selectOptions(control, answer)
    else {
      await user.clear(control)
      await user.click(control)
      await user.paste(answer)
    }
  }
}

export function expectTyped(answers: Answers): void {
  for (const [label, answer] of Object.entries(answers)) {
    if (answer === true) expect(field(label)).toBeChecked()
    else expect(field(label), label).toHaveValue(answer)
  }
}

export function expectEmptied(answers: Answers): void {
  for (const [label, answer] of Object.entries(answers)) {
    if (answer === true) expect(field(label)).not.toBeChecked()
    else expect(field(label), label).toHaveValue('')
  }
}

/** Answers some requests otherwise, until `vi.unstubAllGlobals()` or the end of the test. */
export function onRequest(
  isOne: (address: string, init: RequestInit) => boolean,
  answer: (send: () => Promise<Response>) => Promise<Response>,
): void {
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const send = () => network(input, init)
    return isOne(String(input), init) ? answer(send) : send()
  })
}

/** Cuts the line for some requests of the API, until the returned function mends it. */
export function cut(path: RegExp): () => void {
  let isCut = true
  onRequest(
    (address) => isCut && path.test(address),
    () => Promise.reject(new TypeError('Failed to fetch')),
  )
  return () => void (isCut = false)
}

/** It arrives, but the app gets no answer. */
export async function loseAnswer(send: () => Promise<Response>): Promise<never> {
  await send()
  throw new TypeError('Failed to fetch')
}
