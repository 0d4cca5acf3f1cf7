import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { AuthContext, type Auth } from '@/shared/auth/auth-context'
import { authOf } from '@/shared/auth/auth-of'
import { ProtectedRoute } from './protected-route'

function Login() {
  const { state } = useLocation() as { state: { from?: { pathname: string } } | null }
  return <p>sign in, then go to {state?.from?.pathname}</p>
}

function renderGuarded(value: Auth, requires?: 'isAdmin' | 'isProgramManager' | 'isFundraiser') {
  render(
    <AuthContext value={value}>
      <MemoryRouter initialEntries={['/secret']}>
        <Routes>
          <Route
            path="/secret"
            element={
              <ProtectedRoute {...(requires && { requires })}>
                <p>secret</p>
              </ProtectedRoute>
            }
          />
          <Route path="/supporter-login" element={<Login />} />
          <Route path="/" element={<p>home</p>} />
        </Routes>
      </MemoryRouter>
    </AuthContext>,
  )
}

it('shows a spinner, and nothing else, while loading', () => {
  renderGuarded(authOf('admin', { loading: true }))
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(screen.queryByText('secret')).not.toBeInTheDocument()
})

it('sends a visitor to the sign-in page, which knows where they were headed', () => {
  renderGuarded(authOf('user', { user: null }))
  expect(screen.getByText('sign in, then go to /secret')).toBeVisible()
})

it('forgets where somebody was who signed out', () => {
  renderGuarded(authOf('user', { user: null, leftOnPurpose: true }))
  expect(screen.getByText('sign in, then go to')).toBeVisible()
})

it('lets any signed-in user pass where no right is asked for', () => {
  renderGuarded(authOf('user'))
  expect(screen.getByText('secret')).toBeVisible()
})

it.each([
  ['isAdmin', 'admin', 'secret'],
  ['isAdmin', 'director', 'home'],
  ['isProgramManager', 'mentor', 'secret'],
  ['isProgramManager', 'program_manager', 'home'],
  ['isFundraiser', 'accounting', 'secret'],
  ['isFundraiser', 'fundraiser', 'home'],
] as const)('with %s, a %s sees: %s', (requires, role, seen) => {
  renderGuarded(authOf(role), requires)
  expect(screen.getByText(seen)).toBeVisible()
})
