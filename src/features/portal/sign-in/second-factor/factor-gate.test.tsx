import { AuthApiError, type Factor } from '@supabase/supabase-js'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Auth } from '@/shared/auth/auth-context'
import { supabase } from '@/shared/supabase/client'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { authOf } from '../../../../../tests/auth-of'
import { draw } from '../../../../../tests/draw'
import { fakeRpc } from '../../../../../tests/fake-rpc'
import { FactorGate } from './factor-gate'

const factor = { id: 'f1', friendly_name: 'My phone', status: 'verified' } as Factor
const user = { id: 'u1', email: 'ada@example.org', factors: [factor] } as Auth['user']
const rpc = fakeRpc()
const notices: Notice[] = []
const verify = vi.fn()
const refresh = vi.fn()

beforeEach(() => {
  notices.length = 0
  verify.mockReset().mockResolvedValue({ error: null })
  refresh.mockReset().mockResolvedValue({})
  vi.spyOn(supabase.auth.mfa, 'challengeAndVerify').mockImplementation(verify)
  vi.spyOn(supabase.auth, 'refreshSession').mockImplementation(refresh)
  return receiveNotices((notice) => notices.push(notice))
})

function show(role: 'admin' | 'supporter', overrides: Partial<Auth>) {
  draw(
    <FactorGate>
      <p>children’s names</p>
    </FactorGate>,
    { auth: authOf(role, { user, ...overrides }), address: '/crm' },
  )
}
const enter = async (code: string) => {
  await userEvent.clear(screen.getByLabelText(/^Code from/))
  await userEvent.type(screen.getByLabelText(/^Code from/), code)
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

it('asks an account with a second factor for its code first', async () => {
  show('supporter', { factor: 'owed' })
  expect(screen.queryByText('children’s names')).not.toBeInTheDocument()
  await vi.waitFor(() => expect(screen.getByLabelText(/^Code from/)).toHaveFocus())
  await enter('12 34')
  expect(screen.getByText('Enter the six-digit code')).toBeVisible()
  expect(verify).not.toHaveBeenCalled()
  await enter('123 456')
  expect(verify).toHaveBeenCalledWith({ factorId: 'f1', code: '123456' })
})

it.each([
  ['mfa_verification_failed', 422, 'This code is wrong or no longer valid.'],
  ['mfa_challenge_expired', 422, 'This took too long.'],
  ['over_request_rate_limit', 429, 'Too many tries.'],
  ['mfa_factor_not_found', 404, 'This second factor was removed in the meantime.'],
])('explains %s beside the code, which stays', async (code, status, words) => {
  verify.mockResolvedValue({ error: new AuthApiError('as upstream says', status, code) })
  show('supporter', { factor: 'owed' })
  await enter('123456')
  expect(await screen.findByText((text) => text.startsWith(words))).toBeVisible()
  expect(screen.getByLabelText(/^Code from/)).toHaveValue('123456')
  expect(notices).toEqual([])
  // Does not ask again for a removed factor.
  expect(refresh).toHaveBeenCalledTimes(code === 'mfa_factor_not_found' ? 1 : 0)
})

it('takes a recovery code, and shows when it is wrong or was tried too often', async () => {
  show('supporter', { factor: 'owed' })
  await userEvent.click(screen.getByRole('button', { name: 'I cannot use my app' }))
  const send = async () => {
    await userEvent.clear(screen.getByRole('textbox', { name: /^Recovery code/ }))
    await userEvent.type(screen.getByRole('textbox', { name: /^Recovery code/ }), 'aaaa-bbbb')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  }
  rpc.answers.use_recovery_code = () => false
  await send()
  expect(await screen.findByText(/^This is not one of your recovery codes/)).toBeVisible()
  rpc.answers.use_recovery_code = () =>
    Promise.reject(Object.assign(new Error('Five wrong codes.'), { code: 'PT429' }))
  await send()
  await vi.waitFor(() => expect(notices.at(-1)?.description).toBe('Five wrong codes.'))
  expect(refresh).not.toHaveBeenCalled()
  rpc.answers.use_recovery_code = () => true
  await send()
  await vi.waitFor(() => expect(refresh).toHaveBeenCalledOnce())
})

it.each([
  ['admin', 'none', true, 'Set up a second factor'],
  ['admin', 'none', false, 'children’s names'],
  ['admin', 'proved', true, 'children’s names'],
  ['supporter', 'none', true, 'children’s names'],
] as const)(
  'shows a %s with %s, where it is required: %s, %s',
  async (role, state, is_demanded, seen) => {
    rpc.answers.own_second_factor = () => [{ is_demanded, has_codes: false }]
    show(role, { factor: state })
    expect(await screen.findByText(seen)).toBeVisible()
  },
)
