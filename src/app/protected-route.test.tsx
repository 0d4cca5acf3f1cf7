import type { User } from '@supabase/supabase-js'
import { render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { AuthContext, type Auth } from '@/shared/auth/auth-context'
import { roleFlags, type Role } from '@/shared/auth/roles'
import { ProtectedRoute } from './protected-route'

const actions = {
  signIn: () => Promise.resolve(),
  signUp: () => Promise.resolve(),
  requestPasswordReset: () => Promise.resolve(),
  setPassword: () => Promise.resolve(),
  signOut: () => Promise.resolve(),
}

function auth(role: Role, overrides: Partial<Auth> = {}): Auth {
  return {
    loading: false,
    user: { id: 'u1' } as User,
    profile: null,
    role,
    permissions: new Set(),
    can: () => false,
    ...roleFlags(role),
    ...actions,
    ...overrides,
  }
}

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
  renderGuarded(auth('admin', { loading: true }))
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(screen.queryByText('secret')).not.toBeInTheDocument()
})

it('sends a visitor to the sign-in page, which knows where they were headed', () => {
  renderGuarded(auth('user', { user: null }))
  expect(screen.getByText('sign in, then go to /secret')).toBeVisible()
})

it('lets any signed-in user pass where no right is asked for', () => {
  renderGuarded(auth('user'))
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
  renderGuarded(auth(role), requires)
  expect(screen.getByText(seen)).toBeVisible()
})
