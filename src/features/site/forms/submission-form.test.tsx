import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { notify, receiveNotices, type Notice } from '@/shared/ui/notify'
import { SubmissionForm } from './submission-form'

const send = vi.fn<(row: { name: string; email: null }) => Promise<void>>()

// As in the app, the `meta` of a mutation becomes a toast.
const mutationCache = new MutationCache({
  onError: (error, _sent, _result, { meta }) => {
    if (typeof meta?.failure === 'function') notify({ ...meta.failure(error), tone: 'error' })
  },
  onSuccess: (_data, _sent, _result, { meta }) => notify(meta!.success!),
})
let notices: Notice[]
let stopReceiving: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] })
  sessionStorage.clear()
  send.mockReset().mockResolvedValue()
  notices = []
  stopReceiving = receiveNotices((notice) => notices.push(notice))
  draw()
})
afterEach(() => {
  vi.useRealTimers()
  stopReceiving()
})

function draw() {
  render(
    <QueryClientProvider client={new QueryClient({ mutationCache })}>
      <MemoryRouter initialEntries={['/volunteer']}>
        <Routes>
          <Route path="/volunteer" element={<Page />} />
          <Route path="/elsewhere" element="Elsewhere" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

function Page() {
  return (
    <section aria-labelledby="apply">
      <Link to="/elsewhere">Leave</Link>
      <SubmissionForm
        label="Message"
        schema={z.object({ name: z.string(), email: z.null().default(null) })}
        submission={{
          mutationFn: send,
          meta: { success: { title: 'Sent!' }, failure: { title: 'Not sent' } },
        }}
        submitLabel="Send"
        draftName="test"
        question={{
          applies: ({ name }) => name === 'Nobody',
          title: 'About you',
          text: 'Please say so.',
          field: 'name',
          answer: 'Tell your name',
          anyway: 'Do it anyway',
        }}
        afterwards={({ name }) => ({
          title: 'It has arrived',
          sent: 'your message',
          received: { Name: name, Phone: null },
          promised: '2 business days',
          next: ['We read it.'],
          again: 'Another one',
        })}
      >
        {(Field) => <Field name="name" label="Name" />}
      </SubmissionForm>
    </section>
  )
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const button = () => screen.getByRole('button', { name: /Send|Submitting/ })
const typeName = (value = 'Ada') =>
  fireEvent.input(screen.getByLabelText('Name'), { target: { value } })
const honeypot = () => document.querySelector<HTMLInputElement>('input[name="homepage"]')!

it('delays an early submission until the minimum fill time', async () => {
  await pass(500)
  typeName()
  fireEvent.click(button())
  await pass(1_499)
  expect(send).not.toHaveBeenCalled()
  expect(button()).toHaveTextContent('Submitting...')
  expect(button()).toBeDisabled()
  await pass(1)
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.lastCall?.[0]).toEqual({ name: 'Ada', email: null })
  await pass(0)

  // The second time they know the form.
  fireEvent.click(screen.getByRole('button', { name: 'Another one' }))
  typeName()
  fireEvent.click(button())
  await pass(0)
  expect(send).toHaveBeenCalledTimes(2)
})

it('asks again after a filled-in honeypot, and loses nothing', async () => {
  await pass(2_000)
  expect(screen.getAllByRole('textbox')).toEqual([screen.getByLabelText('Name')])
  expect(honeypot()).toHaveAttribute('tabindex', '-1')
  expect(honeypot()).toHaveAttribute('autocomplete', 'off')

  typeName()
  honeypot().value = 'https://spam.example'
  fireEvent.click(button())
  await pass(0)
  expect(screen.getByRole('alert')).toHaveTextContent('Please click the button again.')
  expect(send).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')

  fireEvent.click(button())
  await pass(0)
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.lastCall?.[0]).toEqual({ name: 'Ada', email: null })
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('explains a failure beside the button until the form is sent', async () => {
  await pass(2_000)
  typeName()
  send.mockRejectedValueOnce(Object.assign(new Error('Failed to fetch'), { code: '' }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent.click(button())
  await pass(0)
  expect(screen.getByRole('status')).toHaveTextContent('You seem to be offline.')
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  fireEvent(window, new Event('online'))
  typeName('Ada Dahn')
  expect(screen.getByRole('status')).toHaveTextContent(
    'You’re online again, so it can be sent now.',
  )
  fireEvent.click(button())
  await pass(0)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  expect(send).toHaveBeenCalledTimes(2)
})

it('is cleared with one click, which can be undone for a moment', async () => {
  typeName()
  expect(sessionStorage).toHaveLength(1)
  const clear = screen.getByRole('button', { name: 'Clear this form' })
  fireEvent.click(clear)
  expect(screen.getByLabelText('Name')).toHaveValue('')
  expect(sessionStorage).toHaveLength(0)
  expect(screen.getByRole('status')).toHaveTextContent('The form is empty again.')

  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')
  expect(sessionStorage).toHaveLength(1)

  fireEvent.click(clear)
  fireEvent.click(clear, { detail: 2 })
  expect(screen.getByLabelText('Name')).toHaveValue('')
  typeName('Grace')
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(screen.getByLabelText('Name')).toHaveValue('Grace')

  fireEvent.click(clear)
  await pass(10_000)
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(send).not.toHaveBeenCalled()
})

it('gives way to the receipt, and comes back empty', async () => {
  await pass(2_000)
  typeName()
  fireEvent.click(button())
  await pass(0)
  expect(screen.getByRole('heading', { name: 'It has arrived' })).toHaveFocus()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Name'])
  expect(screen.getByRole('definition')).toHaveTextContent('Ada')
  expect(screen.getByText('within 2 business days')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Another one' }))
  expect(screen.getByLabelText('Name')).toHaveValue('')
})

it('tells this tab what was sent, without a name, until the form is cleared', async () => {
  const reload = () => {
    cleanup()
    draw()
  }
  await pass(2_000)
  vi.setSystemTime(new Date(2026, 10, 28, 17, 42))
  typeName()
  fireEvent.click(button())
  await pass(0)
  reload()
  expect(screen.getByRole('status')).toHaveTextContent(/^Sent at 5:42 PM: your message/)
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ada')

  fireEvent.click(screen.getByRole('button', { name: 'Clear this form' }))
  expect(screen.queryByText(/^Sent at/)).not.toBeInTheDocument()
  reload()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})

it('asks once, and sends on confirmation', async () => {
  await pass(2_000)
  typeName('Nobody')
  fireEvent.click(button())
  await pass(0)
  expect(screen.getByRole('alert')).toHaveTextContent('About you')
  expect(send).not.toHaveBeenCalled()
  expect(screen.getByLabelText('Name')).toHaveValue('Nobody')
  fireEvent.click(screen.getByRole('button', { name: 'Tell your name' }))
  await pass(0)
  expect(screen.getByLabelText('Name')).toHaveFocus()
  fireEvent.click(screen.getByRole('button', { name: 'Do it anyway' }))
  await pass(0)
  expect(send).toHaveBeenCalledOnce()
})

it('reports the outcome after the page was left, with a link back to the typed values', async () => {
  await pass(2_000)
  typeName()
  let refuse: ((error: Error) => void) | undefined
  send.mockReturnValueOnce(new Promise((_resolve, reject) => (refuse = reject)))
  fireEvent.click(button())
  await pass(0)
  fireEvent.click(screen.getByText('Leave'))
  expect(screen.getByText('Elsewhere')).toBeVisible()
  refuse!(new Error('Failed to fetch'))
  await pass(0)
  expect(notices).toMatchObject([{ title: 'Not sent', action: { label: 'Back to the form' } }])
  act(() => notices[0]!.action!.onClick())
  expect(screen.getByLabelText('Name')).toHaveValue('Ada')

  fireEvent.click(button())
  fireEvent.click(screen.getByText('Leave'))
  await pass(2_000)
  expect(notices.at(-1)).toMatchObject({ title: 'Sent!' })
  expect(sessionStorage.getItem('draft:test')).toBeNull()
})
