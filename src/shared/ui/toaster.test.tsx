import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { notify } from './notify'
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
  await waitFor(() => expect(first).not.toBeInTheDocument())
  expect(screen.getByText('No connection')).toBeVisible()
})
