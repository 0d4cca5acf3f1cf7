import { AuthRetryableFetchError } from '@supabase/supabase-js'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { AuthContext, type Auth } from '@/shared/auth/auth-context'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { MailLinkGate } from './mail-link-gate'
import { authOf } from '../../../../tests/auth-of'

let notices: Notice[]
beforeEach(() => {
  notices = []
  return receiveNotices((notice) => notices.push(notice))
})

const verify = vi.fn<Auth['verifyMailToken']>()
const Page = () => <p>The page at {useLocation().hash || 'its address'}</p>
const linkOf = (type: string) => `/supporter-login#token_hash=abc&type=${type}`

function open(address: string, overrides: Partial<Auth> = {}) {
  verify.mockReset()
  render(
    <MemoryRouter initialEntries={[address]}>
      <AuthContext value={authOf('user', { user: null, verifyMailToken: verify, ...overrides })}>
        <MailLinkGate>
          <Page />
        </MailLinkGate>
      </AuthContext>
    </MemoryRouter>,
  )
}

it('shows the page where there is no token', () => {
  open('/supporter-login#error=access_denied')
  expect(screen.getByText('The page at #error=access_denied')).toBeVisible()
})

it.each([
  ['signup', 'Confirm my address'],
  ['recovery', 'Continue'],
  ['invite', 'Accept the invitation'],
  ['email_change', 'Confirm the change'],
])(
  'verifies a token of %s with one click, once, and removes it from the address',
  async (type, label) => {
    open(linkOf(type))
    const button = await screen.findByRole('button', { name: label })
    expect(verify).not.toHaveBeenCalled()
    verify.mockResolvedValue('signed in')
    fireEvent.click(button)
    fireEvent.click(button)
    expect(await screen.findByText('The page at its address')).toBeVisible()
    expect(verify.mock.calls).toEqual([[{ token_hash: 'abc', type }]])
  },
)

it('names an invitation, and keeps its address for another link', async () => {
  open('/reset-password#token_hash=abc&type=signup&to=ada%40example.org')
  verify.mockResolvedValue('refused')
  fireEvent.click(await screen.findByRole('button', { name: 'Accept the invitation' }))
  expect(await screen.findByText('The page at its address')).toBeVisible()
  expect(verify.mock.calls).toEqual([[{ token_hash: 'abc', type: 'signup' }]])
})

it('keeps token and button when the service is unreachable', async () => {
  open(linkOf('recovery'))
  verify.mockRejectedValueOnce(new AuthRetryableFetchError('Failed to fetch', 0))
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(notices).toMatchObject([{ title: 'An unexpected error occurred' }])
  vi.mocked(console.error).mockClear()
  verify.mockResolvedValue('signed in')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('The page at its address')).toBeVisible()
})

it('warns a signed-in user of another account, and reports an invalid link', async () => {
  open(linkOf('signup'), { user: { id: 'u1', email: 'ada@example.org' } as Auth['user'] })
  expect(screen.getByText('ada@example.org')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Stay signed in' })).toBeEnabled()
  verify.mockResolvedValue('refused')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm my address' }))
  expect(await screen.findByText('The page at its address')).toBeVisible()
  expect(notices).toMatchObject([{ title: 'This link is no longer valid.' }])
})

it('asks for the other address to confirm a change too', async () => {
  open(linkOf('email_change'))
  verify.mockResolvedValue('half done')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm the change' }))
  expect(await screen.findByText('One of two addresses is confirmed.')).toBeVisible()
})
