import { AuthApiError, AuthRetryableFetchError } from '@supabase/supabase-js'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AuthContext, type Auth } from '@/shared/auth/auth-context'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { LoginPage } from './login-page'
import { authOf } from '../../../../tests/auth-of'

let notices: Notice[]
const dismiss = vi.fn<(id: string) => void>()
beforeEach(() => {
  notices = []
  dismiss.mockReset()
  return receiveNotices((notice) => notices.push(notice), dismiss)
})

function open(overrides: Partial<Auth> = {}) {
  render(
    <MemoryRouter initialEntries={['/supporter-login']}>
      <AuthContext value={authOf('user', { user: null, ...overrides })}>
        <LoginPage />
      </AuthContext>
    </MemoryRouter>,
  )
  return userEvent.setup()
}

const typed = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })

const unreachable = new AuthRetryableFetchError('Failed to fetch', 0)
/** Unexpected errors are logged to the console. */
function expectLogged(error: Error) {
  expect(console.error).toHaveBeenCalledTimes(error === unreachable ? 1 : 0)
  vi.mocked(console.error).mockClear()
}

const described = (label: RegExp, text: string) =>
  expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text)

it('links home and to giving, and states the terms', () => {
  open()
  expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  expect(screen.getByRole('link', { name: 'Donate here' })).toHaveAttribute(
    'href',
    '/get-involved/donate',
  )
  const terms = screen.getByRole('link', { name: 'terms of service' })
  expect(terms).toHaveAttribute('href', '/terms')
  expect(terms.parentElement).toHaveTextContent(
    'By signing in you agree to the terms of service and privacy policy.',
  )
  expect(screen.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy')
})

it('speaks of supporters only in its heading, since staff sign in here too', async () => {
  const user = open({ sessionEnded: 'kept', linkFailed: true })
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
  expect(document.body.textContent?.match(/supporters?[^.]{7}/gi)).toEqual([
    expect.stringMatching(/^Supporter Portal/),
  ])
})

describe('signing in', () => {
  async function send(signIn: Auth['signIn']) {
    const user = open({ signIn })
    typed(/^Email/, 'ada@example.org')
    typed(/^Password/, 'a password')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    return user
  }

  it('reports empty fields at their place, and sends nothing', async () => {
    const signIn = vi.fn<Auth['signIn']>()
    const user = open({ signIn })
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    described(/^Email/, 'Please enter your email address')
    described(/^Password/, 'Please enter your password')
    expect(signIn).not.toHaveBeenCalled()
  })

  it.each([
    [
      new AuthApiError('Invalid login credentials', 400, undefined),
      'Login failed: Invalid login credentials',
    ],
    [unreachable, 'An unexpected error occurred'],
  ])('reports a failure with %s, and keeps the form', async (error, title) => {
    await send(() => Promise.reject(error))
    expect(notices).toEqual([expect.objectContaining({ title, tone: 'error' })])
    expectLogged(error)
    expect(screen.getByLabelText(/^Email/)).toHaveValue('ada@example.org')
    expect(screen.getByLabelText(/^Password/)).toHaveValue('a password')
    expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: /confirmation email/ })).toBeNull()
    expect(screen.getByText(title)).toBeVisible()
  })

  it('forgets a failure with its tab, and with the next attempt', async () => {
    const error = new AuthApiError('Invalid login credentials', 400, undefined)
    const signIn = vi.fn<Auth['signIn']>().mockRejectedValue(error)
    const user = await send(signIn)
    const told = () => screen.queryByText('Login failed: Invalid login credentials')
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
    expect(told()).toBeNull()
    expect(dismiss).toHaveBeenCalledExactlyOnceWith(notices[0]!.id)
    await user.click(screen.getByRole('tab', { name: 'Sign In' }))
    expect(told()).toBeNull()
    typed(/^Email/, 'ada@example.org')
    typed(/^Password/, 'a password')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(told()).toBeVisible()
    signIn.mockReturnValue(new Promise(() => {}))
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(told()).toBeNull()
  })

  it('asks whether the computer is shared, and assumes that it is not', async () => {
    const signIn = vi.fn<Auth['signIn']>().mockResolvedValue()
    const user = await send(signIn)
    const choice = screen.getByRole('checkbox', { name: 'This is a shared computer' })
    expect(choice).not.toBeChecked()
    await user.click(choice)
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(signIn.mock.calls.map(([{ isShared }]) => isShared)).toEqual([false, true])
  })

  it.each([
    ['idle', 'You were signed out after 30 minutes without use.', 'is gone'],
    ['shared', 'You were signed out.', 'is gone'],
    ['kept', 'You were signed out.', 'is kept in this tab'],
  ] as const)('says how the session ended: %s', (sessionEnded, title, text) => {
    open({ sessionEnded })
    expect(screen.getByText(title)).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(text)
  })

  it('offers another email for an unconfirmed address', async () => {
    const resendConfirmation = vi.fn<Auth['resendConfirmation']>().mockResolvedValue()
    const error = new AuthApiError('Email not confirmed', 400, 'email_not_confirmed')
    const user = open({ signIn: () => Promise.reject(error), resendConfirmation })
    typed(/^Email/, ' ada@example.org')
    typed(/^Password/, 'a password')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await user.click(screen.getByRole('button', { name: 'Send a new confirmation email' }))
    expect(resendConfirmation).toHaveBeenCalledWith('ada@example.org', undefined)
    expect(notices.map(({ title }) => title)).toEqual([
      'Login failed: Email not confirmed',
      'Please check your email',
    ])
  })
})

describe('signing up', () => {
  async function send(signUp: Auth['signUp']) {
    const user = open({ signUp })
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
    typed(/^Full name/, 'Ada Winters')
    typed(/^Email/, 'ada@example.org')
    typed(/^Password/, 'a password')
    await user.click(screen.getByRole('button', { name: 'Create Account' }))
  }

  it('requires a name and six characters', async () => {
    const signUp = vi.fn<Auth['signUp']>()
    const user = open({ signUp })
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }))
    described(/^Password/, 'Password must be at least 6 characters')
    typed(/^Password/, '12345')
    await user.click(screen.getByRole('button', { name: 'Create Account' }))
    described(/^Full name/, 'Please enter your full name')
    expect(screen.getByLabelText(/^Password/)).toBeInvalid()
    expect(signUp).not.toHaveBeenCalled()
  })

  it.each([
    [true, 'Account created! Please check your email to confirm.'],
    [false, 'Successfully logged in!'],
  ])('is acknowledged: email to confirm %s', async (mustConfirm, title) => {
    await send(() => Promise.resolve(mustConfirm))
    expect(notices.map(({ title }) => title)).toEqual([title])
    expect(screen.getByLabelText(/^Email/)).toHaveValue('')
  })

  it.each([
    [
      new AuthApiError('Signups not allowed for this instance', 422, 'signup_disabled'),
      'Sign up failed: Signups not allowed for this instance',
    ],
    [
      new AuthApiError('Request rate limit reached', 429, 'over_request_rate_limit'),
      'Sign up failed: too many tries. Please wait a few minutes, then try again.',
    ],
    [
      new AuthApiError('captcha protection: request disallowed', 400, 'captcha_failed'),
      'This site is not set up to check that you are not a robot. Please tell us by email.',
    ],
    [unreachable, 'An unexpected error occurred'],
  ])('reports a failure with %s, and keeps the form', async (error, title) => {
    await send(() => Promise.reject(error))
    expect(notices).toEqual([expect.objectContaining({ title, tone: 'error' })])
    expectLogged(error)
    expect(screen.getByLabelText(/^Full name/)).toHaveValue('Ada Winters')
    expect(screen.getByLabelText(/^Email/)).toHaveValue('ada@example.org')
    expect(screen.getByLabelText(/^Password/)).toHaveValue('a password')
    expect(screen.getByRole('button', { name: 'Create Account' })).toBeEnabled()
  })
})
