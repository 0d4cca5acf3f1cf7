import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { RequiredRights } from '@/shared/auth/required-rights'
import type { Auth } from '@/shared/auth/auth-context'
import { fundraisers, programManagers } from '@/shared/auth/roles'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { authOf } from '../../tests/auth-of'
import { draw } from '../../tests/draw'
import { ProtectedRoute } from './protected-route'

function Login() {
  const { state } = useLocation() as { state: { from?: { pathname: string } } | null }
  return <p>sign in, then go to {state?.from?.pathname}</p>
}

function renderGuarded(auth: Auth, requiredRights?: RequiredRights, prefetch?: () => void) {
  draw(
    <Routes>
      <Route
        path="/secret"
        element={
          <ProtectedRoute title="Secrets" requiredRights={requiredRights} prefetch={prefetch}>
            <p>secret</p>
          </ProtectedRoute>
        }
      />
      <Route path="/supporter-login" element={<Login />} />
      <Route path="/" element={<p>home</p>} />
    </Routes>,
    { auth, address: '/secret' },
  )
}

it('shows a spinner, and nothing else, while loading; then a way out', async () => {
  vi.useFakeTimers()
  const auth = authOf('admin', { loading: true, retry: vi.fn(), signOut: vi.fn() })
  renderGuarded(auth)
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  act(() => void vi.advanceTimersByTime(5_000))
  vi.useRealTimers()
  expect(screen.getByRole('alert')).toHaveTextContent('We couldn’t check your sign-in yet.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(auth.retry).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(auth.signOut).toHaveBeenCalledOnce()
  expect(screen.queryByText('secret')).not.toBeInTheDocument()
})

it('prefetches only for signed-in users, while their account is read', () => {
  const prefetch = vi.fn()
  renderGuarded(authOf('admin', { loading: true, user: null }), undefined, prefetch)
  renderGuarded(authOf('admin'), undefined, prefetch)
  expect(prefetch).not.toHaveBeenCalled()
  renderGuarded(authOf('admin', { loading: true }), undefined, prefetch)
  expect(prefetch).toHaveBeenCalledOnce()
})

it('sends a visitor to the sign-in page, which knows where they were headed', () => {
  renderGuarded(authOf('user', { user: null }))
  expect(screen.getByText('sign in, then go to /secret')).toBeVisible()
})

it('forgets the page after a sign-out', () => {
  renderGuarded(authOf('user', { user: null, leftOnPurpose: true }))
  expect(screen.getByText('sign in, then go to')).toBeVisible()
})

it.each([
  ['anybody', undefined, 'user', 'secret'],
  ['admins', ['admin'], 'admin', 'secret'],
  ['admins', ['admin'], 'director', 'home'],
  ['program managers', programManagers, 'mentor', 'secret'],
  ['program managers', programManagers, 'program_manager', 'home'],
  ['fundraisers', fundraisers, 'accounting', 'secret'],
  ['fundraisers', fundraisers, 'fundraiser', 'home'],
] as const)(
  'on a page for %s, with the rights %s, a %s sees: %s',
  (_whom, requiredRights, role, seen) => {
    renderGuarded(authOf(role), requiredRights)
    expect(screen.getByText(seen)).toBeVisible()
  },
)

it('says on the next page which permission was missing, and who grants it', async () => {
  const notices: Notice[] = []
  onTestFinished(receiveNotices((notice) => notices.push(notice)))
  renderGuarded(authOf('staff'), ['can_manage_mentors'])
  expect(screen.getByText('home')).toBeVisible()
  await vi.waitFor(() =>
    expect(notices).toContainEqual(
      expect.objectContaining({
        title: 'You can’t open Secrets.',
        description: expect.stringMatching(
          /“Can manage mentors” opens this. An administrator can/,
        ) as unknown,
      }),
    ),
  )
})

it('keeps a user whose account could not be read, without extra rights', async () => {
  const auth = authOf('user', { accountFailed: true, retry: vi.fn() })
  renderGuarded(auth, ['admin'])
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your name, role and permissions could not be loaded.',
  )
  expect(screen.queryByText('secret')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(auth.retry).toHaveBeenCalledOnce()
})

it('still shows pages that need no rights', () => {
  renderGuarded(authOf('user', { accountFailed: true }))
  expect(screen.getByRole('alert')).toBeVisible()
  expect(screen.getByText('secret')).toBeVisible()
})
