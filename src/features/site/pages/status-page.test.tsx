import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StatusPage } from './status-page'

const token = 'k7'.repeat(21)
const stage = {
  reference: 'M-1067',
  kind: 'message',
  stage: 'received',
  created_at: '2026-11-20T15:00:00Z',
  due_at: '2100-11-25T05:59:59Z',
  answered_at: null,
  messages_left: 20,
}

/** The database's answer to each function: a body or a status. */
let answers: Record<string, unknown>
let asked: { url: string; body: string }[]

beforeEach(() => {
  answers = { submission_stage: [stage], status_messages: [], add_message: true, withdraw: true }
  asked = []
  vi.stubGlobal('fetch', (input: string | URL, init: RequestInit = {}) => {
    const url = String(input)
    asked.push({ url, body: typeof init.body === 'string' ? init.body : '' })
    const answer = answers[url.split('/').at(-1)!]
    if (answer instanceof Error) return Promise.reject(answer)
    return Promise.resolve(
      typeof answer === 'number'
        ? Response.json({ message: 'x', code: `PT${answer}` }, { status: answer })
        : Response.json(answer),
    )
  })
  window.location.hash = token
})
afterEach(() => {
  window.location.hash = ''
})

const comeBack = () => act(() => void window.dispatchEvent(new Event('focus')))

it('shows the stage in words, and refreshes it when the visitor returns', async () => {
  render(<StatusPage />)
  expect(await screen.findByText('M-1067')).toBeVisible()
  expect(screen.getByText('Waiting for our answer')).toBeVisible()
  expect(screen.getByText(/day, November 24$/)).toBeVisible()
  expect(asked.every(({ url, body }) => !url.includes(token) && body.includes(token))).toBe(true)

  answers.submission_stage = [{ ...stage, stage: 'answered' }]
  answers.status_messages = [
    { created_at: '2026-11-21T15:00:00Z', is_ours: true, subject: 'Re', body: '<b>Yes</b>' },
  ]
  comeBack()
  expect(await screen.findByText('Answered')).toBeVisible()
  expect(screen.getByText('<b>Yes</b>')).toBeVisible()

  answers.submission_stage = new TypeError('Failed to fetch')
  comeBack()
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side')
  expect(screen.getByText('Answered')).toBeVisible()
})

it('keeps a message that could not be sent, explains why, and sends it later', async () => {
  render(<StatusPage />)
  const field = await screen.findByLabelText('Add a message')
  fireEvent.change(field, { target: { value: 'One thing more' } })
  for (const [answer, reason] of [
    [429, 'Too many requests at once.'],
    [500, 'Something went wrong on our side.'],
  ] as const) {
    answers.add_message = answer
    fireEvent.click(screen.getByRole('button', { name: 'Add Message' }))
    expect(await screen.findByText(reason, { exact: false })).toHaveTextContent(
      'Your text is still here.',
    )
    expect(field).toHaveValue('One thing more')
  }
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  answers.add_message = new TypeError('Failed to fetch')
  fireEvent.click(await screen.findByRole('button', { name: 'Add Message' }))
  expect(await screen.findByText(/You seem to be offline/)).toBeVisible()

  answers.add_message = true
  answers.submission_stage = [{ ...stage, messages_left: 0 }]
  fireEvent.click(await screen.findByRole('button', { name: 'Add Message' }))
  expect(await screen.findByText(/reached the limit of messages/)).toBeVisible()
})

it('withdraws after one question', async () => {
  render(<StatusPage />)
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw your message' }))
  expect(asked.some(({ url }) => url.includes('withdraw'))).toBe(false)
  expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  answers.submission_stage = [{ ...stage, stage: 'withdrawn' }]
  fireEvent.click(screen.getByRole('button', { name: 'Yes, withdraw it' }))
  expect(await screen.findByText('Withdrawn')).toBeVisible()
  expect(asked.some(({ url }) => url.endsWith('rpc/withdraw'))).toBe(true)
  expect(screen.queryByRole('button', { name: /withdraw|message/i })).toBeNull()
})

it('is the same for wrong and expired links; without one it says so, and sends no request', async () => {
  answers.submission_stage = []
  const { unmount } = render(<StatusPage />)
  await screen.findByText('This link does not work')
  unmount()
  asked = []
  window.location.hash = ''
  render(<StatusPage />)
  await screen.findByText('Please open the link in our email')
  expect(asked).toEqual([])
})

it('sends a lost link by address, and says the same for any address', async () => {
  window.location.hash = ''
  render(<StatusPage />)
  const field = await screen.findByLabelText('The email address you wrote from')
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Send me my link again' }))
  const ask = (address: string) => {
    fireEvent.change(field, { target: { value: address } })
    press()
  }
  const told = (text: RegExp) =>
    waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text))
  press()
  await told(/^Please enter your email address$/)
  ask('ada@')
  await told(/^Please enter a valid email address$/)
  expect(field).toHaveFocus()
  expect(asked).toEqual([])

  answers.send_status_links = 429
  ask('ada@example.org')
  await told(/^Too many requests at once/)
  answers.send_status_links = new TypeError('Failed to fetch')
  press()
  await told(/^Something went wrong on our side/)
  expect(field).toHaveValue('ada@example.org')
  answers.send_status_links = null
  press()
  await told(/^If anything you sent from this address is still open/)
  expect(asked.at(-1)!.body).toBe('{"address":"ada@example.org"}')
  expect(field).toHaveValue('ada@example.org')
})

const registration = {
  ...stage,
  reference: 'R-1068',
  kind: 'registration',
  program: 'teacher-training',
  offered_until: '2100-11-25T05:59:59Z',
}

it('shows the program and position on the waitlist', async () => {
  answers.submission_stage = [{ ...registration, stage: 'waitlisted', position: 3 }]
  render(<StatusPage />)
  expect(await screen.findByText('Teacher Training')).toBeVisible()
  expect(screen.getByText('Your position').nextSibling).toHaveTextContent('3')
  expect(screen.queryByRole('button', { name: 'Accept the place' })).not.toBeInTheDocument()
})

it('accepts an offered place', async () => {
  answers = { ...answers, submission_stage: [{ ...registration, stage: 'offered' }] }
  render(<StatusPage />)
  const accept = await screen.findByRole('button', { name: 'Accept the place' })
  expect(screen.getByText('Accept it by').nextSibling).toHaveTextContent(/day, November 24$/)
  answers.accept_seat = true
  answers.submission_stage = [{ ...registration, stage: 'confirmed' }]
  fireEvent.click(accept)
  expect(await screen.findByText('Your place is confirmed')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Next steps' })).toHaveFocus())
  expect(screen.getByRole('button', { name: 'Withdraw your registration' })).toBeVisible()
})
