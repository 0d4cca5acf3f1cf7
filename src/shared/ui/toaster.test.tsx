import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { toast } from 'sonner'
import { expect, test, vi } from 'vitest'
import { dismissNotice, notify } from './notify'
import { Toaster } from './toaster'

vi.unmock('@/shared/ui/toaster')

test('shows, announces and closes messages, also one given before it was there', async () => {
  const user = userEvent.setup()
  notify({ title: 'Welcome back', tone: 'success' })
  render(<Toaster />)
  const region = screen.getByRole('region', { name: /notifications/i })
  expect(region).toHaveAttribute('aria-live', 'polite')
  await waitFor(() => expect(screen.getByText('Welcome back')).toBeVisible())

  notify({
    title: 'Missing Information',
    description: 'Please fill in all required fields.',
    tone: 'error',
  })

  const message = await screen.findByText('Missing Information')
  expect(region).toContainElement(message)
  expect(screen.getByText('Please fill in all required fields.')).toBeVisible()

  const [newest] = screen.getAllByRole('button', { name: 'Close message' })
  newest?.focus()
  await user.keyboard('{Enter}')
  await expect.poll(() => screen.queryByText('Missing Information')).toBeNull()
  expect(screen.getByText('Welcome back')).toBeVisible()
})

test('shows the same message once, and another of the same title beside it', async () => {
  render(<Toaster />)
  notify({ title: 'Not sent', tone: 'error' })
  notify({ title: 'Not sent', tone: 'error' })
  notify({ title: 'Not sent', description: 'Please try again later.', tone: 'error' })
  await screen.findByText('Please try again later.')
  expect(screen.getAllByText('Not sent')).toHaveLength(2)
})

test('shows a message again that comes back while it is being closed', async () => {
  render(<Toaster />)
  notify({ title: 'No connection', tone: 'error' })
  const first = await screen.findByText('No connection')
  within(first.closest('li')!).getByRole('button', { name: 'Close message' }).focus()
  await userEvent.keyboard('{Enter}')
  notify({ title: 'No connection', tone: 'error' })
  await waitFor(() => {
    expect(first).not.toBeInTheDocument()
    expect(screen.getByText('No connection')).toBeVisible()
  })
})

test('a message leaves with its occasion, also before it is shown', async () => {
  notify({ title: 'Early', id: 'early' })
  dismissNotice('early')
  render(<Toaster />)
  notify({ title: 'Login failed', id: 'sign-in', tone: 'error' })
  const message = await screen.findByText('Login failed')
  expect(screen.queryByText('Early')).not.toBeInTheDocument()
  dismissNotice('sign-in')
  await waitFor(() => expect(message).not.toBeInTheDocument())
})

test('a success takes away a failure only when something was tried again after it', async () => {
  const user = userEvent.setup()
  render(<Toaster />)
  await user.keyboard('{Enter}')
  notify({ title: 'Feature Disabled', tone: 'error' })
  const failure = await screen.findByText('Feature Disabled')
  notify({ title: 'Role changed', tone: 'success' })
  await screen.findByText('Role changed')
  // Toasts that are not leaving.
  const titles = toast.getToasts().map((message) => 'title' in message && message.title)
  expect(titles).toEqual(expect.arrayContaining(['Feature Disabled', 'Role changed']))

  await user.keyboard('{Enter}')
  notify({ title: 'Name changed', tone: 'success' })
  await waitFor(() => expect(failure).not.toBeInTheDocument())
})

test('covers no control where another place has none, and leaves out those under a dialog', async () => {
  const box = (left: number, top: number) => () => new DOMRect(left, top, 100, 32)
  render(
    <>
      <button type="button">Next page</button>
      <div aria-hidden="true">
        <button type="button">Under the dialog</button>
      </div>
      <Toaster />
    </>,
  )
  const control = screen.getByRole('button', { name: 'Next page' })
  control.getBoundingClientRect = box(window.innerWidth - 150, window.innerHeight - 60)
  const covered = screen.getByRole('button', { name: 'Under the dialog', hidden: true })
  covered.getBoundingClientRect = box(window.innerWidth / 2 - 50, window.innerHeight - 60)
  notify({ title: 'Beside it' })
  const message = await screen.findByText('Beside it')
  const place = message.closest('[data-x-position]')
  expect(place).toHaveAttribute('data-y-position', 'bottom')
  expect(place).toHaveAttribute('data-x-position', 'center')
})
