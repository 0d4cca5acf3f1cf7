import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Auth } from './auth-context'

// The real library on an imitated service.
const STORAGE_KEY = 'sb-localhost-auth-token'
const minute = 60_000
const email = 'ada@example.org'
const warning = () => screen.queryByRole('alertdialog', { name: 'Are you still there?' })
const useKey = () => Object.keys(localStorage).find((key) => key.startsWith('shared-computer'))!

let requests: string[]
let isOnline: boolean
let auth: Auth
let queryClient: QueryClient
let stops: (() => Promise<void>)[]

function session(token = 'token of ada') {
  const expires_at = Math.floor(Date.now() / 1_000) + 7_200
  return {
    access_token: token,
    refresh_token: `refresh ${token}`,
    expires_in: 7_200,
    expires_at,
    token_type: 'bearer',
    user: { id: 'ada', email },
  }
}

/** Loads the page again in this tab. */
async function open() {
  vi.resetModules()
  const [{ AuthProvider }, { useAuth }, { supabase }, drafts] = await Promise.all([
    import('./auth-provider'),
    import('./auth-context'),
    import('@/shared/supabase/client'),
    import('@/shared/forms/draft-storage'),
    import('./idle-warning'),
  ])
  stops.push(() => supabase.auth.dispose())
  function Seen() {
    auth = useAuth()
    if (auth.loading) return <p>loading</p>
    if (!auth.user) return <p>nobody, {String(auth.sessionEnded)}</p>
    return <input aria-label={auth.profile?.fullName ?? 'no name'} />
  }
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <Seen />
      </AuthProvider>
    </QueryClientProvider>,
  )
  return { supabase, drafts }
}

async function signIn(isShared = true) {
  const page = await open()
  await screen.findByText(/^nobody/)
  await act(() => auth.signIn({ email, password: 'p', isShared }))
  await screen.findByRole('textbox', { name: 'Ada Winters' })
  return page
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** As after a laptop's sleep: the clock went on, and no timer ran. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms)

beforeEach(() => {
  // Messages between tabs take real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  stops = []
  requests = []
  isOnline = true
  vi.stubGlobal('fetch', (input: string | URL) => {
    const name = new URL(input).pathname.split('/').at(-1)!
    requests.push(name)
    if (!isOnline) return Promise.reject(new TypeError('Failed to fetch'))
    if (name === 'token') return Promise.resolve(Response.json(session()))
    if (name !== 'profiles') return Promise.resolve(new Response('{}'))
    const account = { full_name: 'Ada Winters', user_roles: null, user_permissions: [] }
    return Promise.resolve(Response.json([account]))
  })
})

afterEach(async () => {
  if (auth.user) await act(() => auth.signOut())
  for (const stop of stops) await stop()
})

it('is kept only for its tab, and outlives a reload', async () => {
  await signIn()
  expect(sessionStorage.getItem(STORAGE_KEY)).toContain(email)
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/ada|token/i)
  await open()
  expect(await screen.findAllByRole('textbox', { name: 'Ada Winters' })).not.toHaveLength(0)
})

it('is not what a computer of one’s own has', async () => {
  await signIn(false)
  expect(localStorage.getItem(STORAGE_KEY)).toContain(email)
  expect(sessionStorage).toHaveLength(0)
  await pass(60 * minute)
  expect(warning()).toBeNull()
  expect(auth.user).not.toBeNull()
})

it('warns in the last minute, counts down, and goes on where the focus was', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await signIn()
  const field = screen.getByRole('textbox')
  await user.click(field)
  await pass(29 * minute - 2_000)
  expect(warning()).toBeNull()
  await pass(3_000)
  expect(warning()).toHaveAccessibleDescription(/about to be signed out/)
  expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus()
  expect(screen.getByRole('timer')).toHaveTextContent(/^(59|60) seconds left$/)
  await pass(32_000)
  expect(screen.getByText('You will be signed out in 30 seconds.')).toBeInTheDocument()
  // Moving toward the button is no answer.
  await user.keyboard('{Tab}')
  expect(warning()).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Stay signed in' }))
  expect(warning()).toBeNull()
  await waitFor(() => expect(field).toHaveFocus())
  await pass(28 * minute)
  expect(auth.user).not.toBeNull()
})

it('begins the half hour again with each use, also in another tab', async () => {
  await signIn()
  for (const use of [
    () => window.dispatchEvent(new Event('wheel')),
    () => localStorage.setItem(useKey(), String(Date.now())),
  ]) {
    await pass(28 * minute)
    use()
    await pass(28 * minute)
    expect(warning()).toBeNull()
    window.dispatchEvent(new Event('keydown'))
  }
})

it('goes away with its warning when another tab is used', async () => {
  await signIn()
  await pass(29 * minute + 5_000)
  expect(warning()).toBeVisible()
  localStorage.setItem(useKey(), String(Date.now()))
  await pass(1_000)
  expect(warning()).toBeNull()
})

it('ends after half an hour: here, at the service, and with all that was read', async () => {
  await signIn()
  queryClient.setQueryData(['donations'], ['a gift'])
  await pass(30 * minute + 1_000)
  expect(await screen.findByText('nobody, idle')).toBeVisible()
  expect(warning()).toBeNull()
  expect(queryClient.getQueryData(['donations'])).toBeUndefined()
  expect(requests.filter((name) => name === 'logout')).toHaveLength(1)
})

it.each(['visibilitychange', 'pageshow', 'pointerdown'])(
  'that slept past its end is over at the first %s',
  async (event) => {
    await signIn()
    sleep(31 * minute)
    act(() => void window.dispatchEvent(new Event(event)))
    expect(await screen.findByText('nobody, idle')).toBeVisible()
    expect(sessionStorage).toHaveLength(0)
  },
)

it('that is past its end is removed before a page that opens reads it', async () => {
  await signIn()
  const stored = [sessionStorage, localStorage].map((storage) => ({
    storage,
    kept: { ...storage },
  }))
  await act(() => auth.signOut())
  for (const { storage, kept } of stored) Object.assign(storage, kept)
  // As an opened tab has it, hours later.
  sleep(10 * 60 * minute)
  requests = []
  await open()
  await screen.findByText('nobody, idle')
  expect(sessionStorage).toHaveLength(0)
  expect(requests).not.toContain('profiles')
  // Its token has expired by then, and is renewed to end it at the service.
  await waitFor(() => expect(requests).toEqual(['token', 'logout']))
})

it('ends in the other tabs with it, and leaves other sessions of the browser alone', async () => {
  await signIn()
  const other = new BroadcastChannel(useKey())
  const heard = new Promise((resolve) => {
    other.addEventListener('message', ({ data }) => resolve(data), { once: true })
  })
  const elsewhere = vi.fn()
  const ordinary = new BroadcastChannel(STORAGE_KEY)
  ordinary.addEventListener('message', elsewhere)
  await act(() => auth.signOut())
  await expect(heard).resolves.toMatchObject({ event: 'SIGNED_OUT', session: null })
  expect(elsewhere).not.toHaveBeenCalled()
  other.close()
  ordinary.close()

  await act(() => auth.signIn({ email, password: 'p', isShared: true }))
  const another = new BroadcastChannel(useKey())
  another.postMessage({ event: 'TOKEN_REFRESHED', session: session('newer') })
  await waitFor(() => expect(sessionStorage.getItem(STORAGE_KEY)).toContain('refresh newer'))
  another.postMessage({ event: 'SIGNED_OUT', session: null })
  expect(await screen.findByText('nobody, shared')).toBeVisible()
  expect(sessionStorage).toHaveLength(0)
  another.close()
})

it('leaves nothing readable in the browser, also without a connection', async () => {
  const { drafts } = await signIn()
  const draft = drafts.staffDraft('ada', 'mentors:new')
  drafts.writeDraft(draft, { bio: 'Half a sentence' })
  expect(drafts.readDraft(draft)).toEqual({ bio: 'Half a sentence' })
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Half')
  sessionStorage.setItem('recent-routes', '["/crm?tab=mentors"]')

  isOnline = false
  await act(() => auth.signOut())
  expect(screen.getByText('nobody, false')).toBeVisible()
  expect(drafts.readDraft(draft)).toEqual({})
  expect({ ...sessionStorage, ...localStorage }).toEqual({})
  await waitFor(() => expect(console.error).toHaveBeenCalledOnce())
  vi.mocked(console.error).mockClear()

  isOnline = true
  requests = []
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(requests).toEqual(['logout']))
})

it('can be had where the browser stores nothing', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
  await signIn()
  await pass(30 * minute + 1_000)
  expect(await screen.findByText('nobody, idle')).toBeVisible()
})
