import { createClient } from '@supabase/supabase-js'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import { Submissions } from '@/app/submissions-page'
import { localKeys, localPassword } from '../../supabase/embedded/config'
import { signedIn } from './signed-in'
import { backend, draw, service, setUpBackend } from './screen'

setUpBackend()

const sockets: WebSocket[] = []
let isCut = true

class Line extends WebSocket {
  constructor(address: string) {
    // No server listens there.
    super(isCut ? 'ws://127.0.0.1:1' : address)
    sockets.push(this)
  }
}

beforeAll(async () => {
  const client = createClient(backend.url, localKeys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: Line as never, reconnectAfterMs: () => 20 },
  })
  const { error } = await client.auth.signInWithPassword({
    email: 'admin@kindlewell.test',
    password: localPassword,
  })
  if (error) throw error
  signedIn.client = client
  draw(<Submissions />)
  await screen.findAllByRole('checkbox', { name: /^Select Naomi/ })
})
afterAll(cleanup)

async function arrives(name: string) {
  await service
    .from('volunteer_applications')
    .insert({ first_name: name, last_name: 'Live', email: 'live@example.org' })
    .throwOnError()
}

const shown = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name} Live`) })
const isShown = (name: string) => screen.queryByText(`${name} Live`) !== null

it('shows arrivals between the first read and the subscription', async () => {
  await arrives('Early')
  expect(isShown('Early')).toBe(false)
  isCut = false
  expect(await shown('Early')).toBeVisible()
})

it('catches up after the connection was cut', async () => {
  isCut = true
  const before = sockets.length
  for (const socket of sockets) socket.terminate()
  await arrives('Ben')
  await expect.poll(() => sockets.length).toBeGreaterThan(before)
  expect(isShown('Ben')).toBe(false)

  isCut = false
  expect(await shown('Ben')).toBeVisible()
  await arrives('Cleo')
  expect(await shown('Cleo')).toBeVisible()
})

it('catches up when the computer is online again, though its connection still looks alive', async () => {
  const socket = sockets.at(-1)!
  const { onmessage } = socket
  socket.onmessage = null
  await arrives('Dan')
  window.dispatchEvent(new Event('online'))
  expect(await shown('Dan')).toBeVisible()
  socket.onmessage = onmessage
})

it('joins again when the service has ended the channel, as with an expired token', async () => {
  const closed = JSON.stringify([null, null, 'realtime:submissions', 'phx_close', {}])
  sockets.at(-1)!.onmessage!({ data: closed } as WebSocket.MessageEvent)
  await arrives('Eve')
  expect(await shown('Eve')).toBeVisible()
})

it('keeps the row under the pointer where it is, and shows arrivals when the pointer leaves', async () => {
  const user = userEvent.setup()
  await user.hover(await shown('Eve'))
  const position = () =>
    screen
      .getAllByRole('link', { name: / Live/ })
      .findIndex(({ textContent }) => textContent.startsWith('Eve'))
  const before = position()
  const crowd = Array.from({ length: 60 }, (_, index) => ({
    first_name: `Crowd ${index}`,
    last_name: 'Live',
    email: 'live@example.org',
  }))
  await service.from('volunteer_applications').insert(crowd).throwOnError()
  expect(await screen.findByRole('button', { name: /^[456]\d new$/ })).toBeVisible()
  expect(position()).toBe(before)
  await user.hover(document.body)
  await expect.poll(() => isShown('Eve')).toBe(false)
  expect(screen.getAllByRole('link', { name: /^Crowd .* Live/ }).length).toBeGreaterThan(40)
})

it('reads lists again during a stream of arrivals, one read after the other', async () => {
  const network = globalThis.fetch
  let reads = 0
  let underWay = 0
  let atOnce = 0
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input)
    // The first row is read too, for the preview beside the list.
    if (!pathname.endsWith('/submissions') || searchParams.get('id')?.startsWith('eq.')) {
      return network(input, init)
    }
    reads += 1
    underWay += 1
    atOnce = Math.max(atOnce, underWay)
    return network(input, init).finally(() => (underWay -= 1))
  })
  for (let n = 0; n < 40; n += 1) await arrives(`Stream ${n}`)
  expect(await shown('Stream 39')).toBeVisible()
  expect(reads).toBeGreaterThan(1)
  expect(reads).toBeLessThan(40)
  expect(atOnce).toBe(1)
  vi.unstubAllGlobals()
})
