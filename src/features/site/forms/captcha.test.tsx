import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notify, receiveNotices, type Notice } from '@/shared/ui/notify'
import { ContactForm } from './contact/contact-form'

/** The requests of the form to the function and to the table, with their answers. */
let requests: { url: string; body: string; pass: string | null }[]
const answerVerify = vi.fn<(token: string | null) => Response | Promise<Response>>()
const answerTable = vi.fn<() => Response | Promise<Response>>()

let widgets: { options: Record<string, (token: string) => void>; container: HTMLElement }[]
const reset = vi.fn()
let notices: Notice[]

beforeEach(() => {
  vi.stubEnv('VITE_TURNSTILE_SITE_KEY', '1x00000000000000000000AA')
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] })
  requests = []
  widgets = []
  notices = []
  reset.mockReset()
  let issued = 0
  answerVerify.mockReset().mockImplementation(() => Response.json({ pass: `pass${(issued += 1)}` }))
  answerTable.mockReset().mockImplementation(() => new Response(null, { status: 201 }))
  vi.stubGlobal('fetch', (input: string, { body, headers }: RequestInit) => {
    if (input.includes('sent_receipt')) return Promise.resolve(Response.json([]))
    const isForm = body instanceof URLSearchParams
    const pass = new Headers(headers).get('x-captcha-pass')
    requests.push({ url: input, body: isForm ? body.toString() : (body as string), pass })
    return Promise.resolve(isForm ? answerVerify(body.get('token')) : answerTable())
  })
  return receiveNotices((notice) => notices.push(notice))
})
afterEach(() => {
  for (const script of scripts()) script.remove()
  delete window.turnstile
})

const scripts = () => [
  ...document.querySelectorAll<HTMLScriptElement>(
    'script[src^="https://challenges.cloudflare.com"]',
  ),
]
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
/** Imports are slow. */
const settle = () => act(() => new Promise<void>((resolve) => setImmediate(resolve)))

function open() {
  const mutationCache = new MutationCache({
    onError: (error, _sent, _result, { meta }) => {
      if (typeof meta?.failure === 'function') notify({ ...meta.failure(error), tone: 'error' })
    },
    onSuccess: (_data, _sent, _result, { meta }) => notify(meta!.success!),
  })
  const view = render(
    <QueryClientProvider client={new QueryClient({ mutationCache })}>
      <MemoryRouter>
        <ContactForm />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return view
}

/** Cloudflare's script arrives. */
async function loadScript() {
  await vi.waitFor(() => expect(scripts()).toHaveLength(1))
  window.turnstile = {
    render: (container, options) => {
      widgets.push({ container, options: options as never })
      return `widget${widgets.length}`
    },
    reset,
    remove: () => {},
  }
  fireEvent.load(scripts()[0]!)
  await vi.waitFor(() => expect(widgets).not.toHaveLength(0))
}
const solve = (token: string) => act(() => widgets.at(-1)!.options.callback!(token))
const button = () => screen.getByRole('button', { name: /Send|Submitting/ })
const message = () => screen.getByLabelText(/^Message/)

async function fill() {
  await pass(2_000)
  act(() => screen.getByLabelText(/^Name/).focus())
  fireEvent.input(screen.getByLabelText(/^Name/), { target: { value: 'Ada' } })
  fireEvent.input(screen.getByLabelText(/^Email/), { target: { value: 'ada@example.org' } })
  fireEvent.input(message(), { target: { value: 'Hello' } })
}

async function submit() {
  fireEvent.click(button())
  for (let turn = 0; turn < 5; turn += 1) await settle()
}

it('loads nothing until the visitor uses the form, and sends with a pass', async () => {
  open()
  await settle()
  expect(scripts()).toEqual([])
  await fill()
  await loadScript()
  expect(widgets[0]!.options).toMatchObject({ appearance: 'interaction-only' })
  // It takes up space only while it asks something.
  expect(widgets[0]!.container).toHaveStyle({ position: 'absolute' })
  act(() => widgets[0]!.options['before-interactive-callback']!(''))
  expect(widgets[0]!.container).not.toHaveStyle({ position: 'absolute' })
  solve('token1')
  await submit()
  expect(requests.map(({ url, pass }) => [new URL(url).pathname, pass])).toEqual([
    ['/functions/v1/verify-captcha', null],
    ['/rest/v1/contact_messages', 'pass1'],
  ])
  expect(requests[0]!.body).toBe('token=token1')
  expect(notices).toMatchObject([{ title: 'Message sent!' }])
})

it('keeps the form when the captcha fails, and sends it on the next click', async () => {
  open()
  await fill()
  await loadScript()
  solve('token1')
  answerVerify.mockImplementationOnce(() => new Response('no', { status: 403 }))
  await submit()
  expect(screen.getByText(/We could not check that you are not a robot/)).toBeVisible()
  expect(notices).toMatchObject([{ tone: 'error' }])
  expect(message()).toHaveValue('Hello')
  expect(button()).toBeEnabled()

  fireEvent.click(button())
  await vi.waitFor(() => expect(reset).toHaveBeenCalledOnce())
  solve('token2')
  await submit()
  expect(requests.map(({ body }) => body).filter((body) => body.startsWith('token'))).toEqual([
    'token=token1',
    'token=token2',
  ])
  expect(notices.at(-1)).toMatchObject({ title: 'Message sent!' })
})

it('reports an error of the widget while the form waits, and restarts it', async () => {
  open()
  await fill()
  await loadScript()
  await submit()
  expect(button()).toBeDisabled()
  act(() => widgets[0]!.options['error-callback']!('300030'))
  for (let turn = 0; turn < 5; turn += 1) await settle()
  expect(screen.getByText(/We could not check that you are not a robot/)).toBeVisible()
  expect(message()).toHaveValue('Hello')
  expect(requests).toEqual([])
  await submit()
  expect(reset).toHaveBeenCalledOnce()
  solve('token1')
  for (let turn = 0; turn < 5; turn += 1) await settle()
  expect(notices.at(-1)).toMatchObject({ title: 'Message sent!' })
})

it('requests the script again when it could not be loaded', async () => {
  open()
  await fill()
  await vi.waitFor(() => expect(scripts()).toHaveLength(1))
  fireEvent.error(scripts()[0]!)
  await settle()
  fireEvent.click(button())
  await vi.waitFor(() => expect(scripts()).toHaveLength(1))
  fireEvent.error(scripts()[0]!)
  for (let turn = 0; turn < 5; turn += 1) await settle()
  expect(screen.getByText(/let your browser reach challenges.cloudflare.com/)).toBeVisible()
  fireEvent.click(button())
  await loadScript()
  solve('token1')
  for (let turn = 0; turn < 5; turn += 1) await settle()
  expect(notices.at(-1)).toMatchObject({ title: 'Message sent!' })
})

it('sends the same words with the same pass after a lost answer, and other words with a new one', async () => {
  open()
  await fill()
  await loadScript()
  solve('token1')
  answerTable.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
  await submit()
  answerTable.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
  await submit()
  fireEvent.input(message(), { target: { value: 'Hello again' } })
  fireEvent.click(button())
  await vi.waitFor(() => expect(reset).toHaveBeenCalledOnce())
  solve('token2')
  for (let turn = 0; turn < 5; turn += 1) await settle()
  const sent = requests.filter(({ url }) => url.includes('/rest/'))
  expect(sent.map(({ pass }) => pass)).toEqual(['pass1', 'pass1', 'pass2'])
  expect(notices.at(-1)).toMatchObject({ title: 'Message sent!' })
})

it('gets a new pass after a refused one, and after nine minutes', async () => {
  open()
  await fill()
  await loadScript()
  solve('token1')
  const refusal = {
    code: 'captcha_failed',
    message: 'The captcha is missing or has expired.',
  }
  answerTable.mockImplementationOnce(() => Response.json(refusal, { status: 403 }))
  await submit()
  expect(screen.getByText(/We could not check that you are not a robot/)).toBeVisible()
  answerTable.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')))
  fireEvent.click(button())
  await vi.waitFor(() => expect(reset).toHaveBeenCalledOnce())
  solve('token2')
  for (let turn = 0; turn < 5; turn += 1) await settle()
  await pass(9 * 60_000)
  fireEvent.click(button())
  await vi.waitFor(() => expect(reset).toHaveBeenCalledTimes(2))
  solve('token3')
  for (let turn = 0; turn < 5; turn += 1) await settle()
  const sent = requests.filter(({ url }) => url.includes('/rest/'))
  expect(sent.map(({ pass }) => pass)).toEqual(['pass1', 'pass2', 'pass3'])
})
