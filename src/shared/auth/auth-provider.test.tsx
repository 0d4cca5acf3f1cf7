import type { Session } from '@supabase/supabase-js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useAuth } from './auth-context'
import { AuthProvider } from './auth-provider'

type AuthListener = (event: string, session: Session | null) => void
type Answer = { data: unknown; error: unknown }
interface Backend {
  listener?: AuthListener
  answers: Record<string, () => Promise<Answer>>
}

const backend = vi.hoisted((): Backend => ({ answers: {} }))

vi.mock('@/shared/supabase/client', () => {
  const from = (table: string) => {
    const answer = () => backend.answers[table]?.()
    const builder = {
      select: () => builder,
      eq: () => builder,
      abortSignal: () => builder,
      maybeSingle: answer,
      then: (...handlers: Parameters<Promise<Answer>['then']>) => answer()?.then(...handlers),
    }
    return builder
  }
  return {
    supabase: {
      from,
      auth: {
        onAuthStateChange: (listener: AuthListener) => {
          backend.listener = listener
          return { data: { subscription: { unsubscribe: () => {} } } }
        },
      },
    },
  }
})

const session = { user: { id: 'u1', email: 'ada@example.org' } } as Session

function answer(data: unknown, error: unknown = null): () => Promise<Answer> {
  return () => Promise.resolve({ data, error })
}

function ShowAuth() {
  const { loading, user, profile, role, isAdmin, can, sessionEnded } = useAuth()
  if (loading) return <p>loading</p>
  return (
    <p>
      {[
        user ? (profile?.fullName ?? user.email) : 'nobody',
        role,
        isAdmin && 'admin',
        can('can_manage_mentors') && 'mentors',
        can('can_manage_donations') && 'donations',
        sessionEnded && 'ended',
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

function renderAuth() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AuthProvider>
        <ShowAuth />
      </AuthProvider>
    </QueryClientProvider>,
  )
}

function emit(event: string, next: Session | null) {
  act(() => backend.listener?.(event, next))
}

beforeEach(() => {
  backend.answers = {
    profiles: answer({ full_name: 'Ada Winters', email: 'ada@example.org' }),
    user_roles: answer({ role: 'staff' }),
    user_permissions: answer([{ permissions: { name: 'can_manage_mentors' } }]),
  }
})

describe('AuthProvider', () => {
  it('loads until the first session is known, then says that nobody is signed in', async () => {
    renderAuth()
    expect(screen.getByText('loading')).toBeVisible()
    emit('INITIAL_SESSION', null)
    expect(await screen.findByText('nobody user')).toBeVisible()
  })

  it('loads until profile, role and permissions are in', async () => {
    let finish: (value: Answer) => void = () => {}
    backend.answers.user_roles = () => new Promise((resolve) => (finish = resolve))
    renderAuth()
    emit('INITIAL_SESSION', session)
    expect(screen.getByText('loading')).toBeVisible()
    finish({ data: { role: 'staff' }, error: null })
    expect(await screen.findByText('Ada Winters staff mentors')).toBeVisible()
  })

  it('logs what cannot be read, and falls back to the role user without permissions', async () => {
    backend.answers = {
      profiles: answer(null, { message: 'no profile' }),
      user_roles: answer(null, { message: 'no role' }),
      user_permissions: answer(null, { message: 'no permissions' }),
    }
    renderAuth()
    emit('INITIAL_SESSION', session)
    expect(await screen.findByText('ada@example.org user')).toBeVisible()
    expect(vi.mocked(console.error).mock.calls.map(([text]) => text as string)).toEqual([
      'The profile could not be read',
      'The role could not be read',
      'The permissions could not be read',
    ])
    vi.mocked(console.error).mockClear()
  })

  it('treats somebody without a role row as a user', async () => {
    backend.answers.user_roles = answer(null)
    renderAuth()
    emit('INITIAL_SESSION', session)
    expect(await screen.findByText('Ada Winters user mentors')).toBeVisible()
  })

  it('gives an admin every permission', async () => {
    backend.answers.user_roles = answer({ role: 'admin' })
    backend.answers.user_permissions = answer([])
    renderAuth()
    emit('INITIAL_SESSION', session)
    expect(await screen.findByText('Ada Winters admin admin mentors donations')).toBeVisible()
  })

  it('forgets the profile on sign-out, and does not show it to the next person', async () => {
    renderAuth()
    emit('INITIAL_SESSION', session)
    expect(await screen.findByText('Ada Winters staff mentors')).toBeVisible()
    emit('SIGNED_OUT', null)
    expect(await screen.findByText('nobody user ended')).toBeVisible()

    backend.answers = {
      profiles: answer({ full_name: 'Ben Cole', email: 'ben@example.org' }),
      user_roles: answer({ role: 'donor' }),
      user_permissions: answer([]),
    }
    emit('SIGNED_IN', { user: { id: 'u2', email: 'ben@example.org' } } as Session)
    expect(screen.queryByText(/Ada/)).not.toBeInTheDocument()
    expect(await screen.findByText('Ben Cole donor')).toBeVisible()
  })
})

it('leaves what is being typed alone when the session is refreshed', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <AuthProvider>
        <WhenSignedIn />
      </AuthProvider>
    </QueryClientProvider>,
  )
  emit('INITIAL_SESSION', session)
  await userEvent.type(await screen.findByLabelText('Bio'), 'Half a sentence')
  const field = screen.getByLabelText('Bio')
  emit('TOKEN_REFRESHED', { ...session, access_token: 'new', user: { ...session.user } })
  expect(screen.getByLabelText('Bio')).toBe(field)
  expect(field).toHaveValue('Half a sentence')
  expect(field).toHaveFocus()
})

function WhenSignedIn() {
  const { loading, user } = useAuth()
  return !loading && user && <input aria-label="Bio" />
}

describe('useAuth', () => {
  it('raises an error outside of its provider', () => {
    expect(() => render(<ShowAuth />)).toThrow('useAuth must be used within an AuthProvider')
    vi.mocked(console.error).mockClear()
  })
})
