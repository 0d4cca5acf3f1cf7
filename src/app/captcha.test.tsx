import { AuthApiError } from '@supabase/supabase-js'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Auth } from '@/shared/auth/auth-context'
import { OfferQuestion } from '@/shared/auth/offer-question'
import { captchaAdvice, captchaFailure } from '@/shared/lib/captcha-failure'
import { supabase } from '@/shared/supabase/client'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { authOf } from '../../tests/auth-of'
import { draw } from '../../tests/draw'
import { LoginPage } from '@/features/portal/sign-in/login-page'
import { Unconfirmed } from '@/features/portal/own/unconfirmed'
import { ResetPasswordPage } from '@/features/portal/sign-in/reset-password-page'

const token = vi.fn<() => Promise<string>>()
vi.mock('@/shared/ui/turnstile', () => ({
  startChallenge: () => Promise.resolve({ token, remove: () => {} }),
}))

let notices: Notice[]
beforeEach(() => {
  vi.stubEnv('VITE_TURNSTILE_SITE_KEY', '1x00000000000000000000AA')
  let count = 0
  token.mockReset().mockImplementation(() => Promise.resolve(`token${(count += 1)}`))
  notices = []
  return receiveNotices((notice) => notices.push(notice))
})

const open = (page: ReactNode, auth: Partial<Auth>) => draw(page, { auth: authOf('user', auth) })

const type = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const refused = (why: string) =>
  new AuthApiError(`captcha protection: ${why}`, 400, 'captcha_failed')

it('signing in uses a new token for each try, and keeps the form after a failure', async () => {
  const signIn = vi.fn<Auth['signIn']>().mockRejectedValueOnce(refused('timeout-or-duplicate'))
  open(<LoginPage />, { user: null, signIn })
  type(/^Email/, 'ada@example.org')
  type(/^Password/, 'a password')
  const credentials = { email: 'ada@example.org', password: 'a password', isShared: false }
  click('Sign In')
  await vi.waitFor(() => expect(notices).toMatchObject([{ title: captchaAdvice(), tone: 'error' }]))
  expect(screen.getByLabelText(/^Email/)).toHaveValue('ada@example.org')
  expect(screen.getByLabelText(/^Password/)).toHaveValue('a password')

  token.mockRejectedValueOnce(captchaFailure())
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled())
  click('Sign In')
  await vi.waitFor(() => expect(notices).toHaveLength(2))
  expect(notices[1]).toMatchObject({ title: captchaAdvice(), tone: 'error' })
  expect(signIn).toHaveBeenCalledTimes(1)

  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled())
  click('Sign In')
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledTimes(2))
  expect(signIn.mock.calls).toEqual([
    [credentials, 'token1'],
    [credentials, 'token2'],
  ])
})

it('signing up, new links and confirmations send a token', async () => {
  const signUp = vi.fn<Auth['signUp']>().mockResolvedValue(true)
  const requestPasswordReset = vi.fn<Auth['requestPasswordReset']>().mockResolvedValue()
  const resendConfirmation = vi.fn<Auth['resendConfirmation']>().mockResolvedValue()
  open(<LoginPage />, {
    user: null,
    signUp,
    requestPasswordReset,
    resendConfirmation,
    linkFailed: true,
  })
  type(/^Email/, 'ada@example.org')
  click('Forgot your password')
  await vi.waitFor(() =>
    expect(requestPasswordReset).toHaveBeenCalledWith('ada@example.org', 'token1'),
  )
  click('Send a new confirmation email')
  await vi.waitFor(() =>
    expect(resendConfirmation).toHaveBeenCalledWith('ada@example.org', 'token2'),
  )
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Sign Up' }), { button: 0 })
  fireEvent.click(screen.getByRole('tab', { name: 'Sign Up' }))
  await screen.findByRole('form', { name: 'Sign up' })
  type(/^Full name/, 'Ada Winters')
  type(/^Email/, 'ada@example.org')
  type(/^Password/, 'a password')
  click('Create Account')
  await vi.waitFor(() => expect(signUp).toHaveBeenCalledWith(expect.anything(), 'token3'))
})

it('requests for a password link and for a confirmation send a token', async () => {
  const requestPasswordReset = vi.fn<Auth['requestPasswordReset']>().mockResolvedValue()
  open(<ResetPasswordPage />, { user: null, requestPasswordReset })
  type(/^Email/, 'ada@example.org')
  click('Send a new link')
  await vi.waitFor(() =>
    expect(requestPasswordReset).toHaveBeenCalledWith('ada@example.org', 'token1'),
  )
  const resendConfirmation = vi.fn<Auth['resendConfirmation']>().mockResolvedValue()
  open(<Unconfirmed />, { resendConfirmation })
  click('Send a new confirmation email')
  await vi.waitFor(() =>
    expect(resendConfirmation).toHaveBeenCalledWith('user@example.org', 'token2'),
  )
})

it('a role is offered only once there is a token for its mail', async () => {
  const requests: [string, unknown][] = []
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input))
    requests.push([pathname, JSON.parse(init.body as string)])
    return Promise.resolve(Response.json({}))
  })
  vi.spyOn(supabase.auth, 'getSession').mockResolvedValue({ data: { session: null }, error: null })
  token.mockRejectedValueOnce(captchaFailure())
  const offer = { id: 'u2', email: 'bea@example.org', role: 'mentor' } as const
  const onOffered = vi.fn()
  open(
    <OfferQuestion offer={offer} invalidates={[]} onOffered={onOffered} onClose={() => {}} />,
    {},
  )
  click('Send the Link')
  await vi.waitFor(() => expect(token).toHaveBeenCalledOnce())
  await act(() => new Promise<void>((resolve) => setImmediate(resolve)))
  expect(requests).toEqual([])
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send the Link' })).toBeEnabled(),
  )
  click('Send the Link')
  await vi.waitFor(() => expect(onOffered).toHaveBeenCalled())
  expect(requests.map(([path]) => path)).toEqual(['/rest/v1/rpc/offer_role', '/auth/v1/recover'])
  expect(requests[1]![1]).toMatchObject({ gotrue_meta_security: { captcha_token: 'token1' } })
})
