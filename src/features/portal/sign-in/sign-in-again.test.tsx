import { AuthApiError, type Factor } from '@supabase/supabase-js'
import { QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Auth } from '@/shared/auth/auth-context'
import * as client from '@/shared/supabase/client'
import { authOf } from '../../../../tests/auth-of'
import { draw } from '../../../../tests/draw'
import { SignInAgain } from './sign-in-again'

const token = vi.fn(() => Promise.resolve('solved'))
vi.mock('@/shared/ui/turnstile', () => ({
  startChallenge: () => Promise.resolve({ token, remove: () => {} }),
}))

const user = { id: 'u1', email: 'ada@example.org' } as Auth['user']
const onClose = vi.fn()
beforeEach(() => void onClose.mockReset())

const never = () => new Promise<string>(() => {})

/** A page that shows something, reads it for the first time, or saves it. */
function Page({ reads, saves }: { reads?: 'again' | 'first'; saves?: boolean }) {
  useQuery({ queryKey: ['list', reads], queryFn: never, enabled: reads !== undefined })
  const saving = useMutation({ mutationFn: never })
  return (
    <>
      <input aria-label="Notes" />
      {saves && <button onClick={() => saving.mutate()}>Save</button>}
    </>
  )
}

interface Drawn {
  reads?: 'again' | 'first'
  saves?: boolean
  waiting?: number
  factors?: readonly Factor[]
  auth?: Partial<Auth>
}

function open({ reads, saves = false, waiting = 1, factors = [], auth }: Drawn) {
  vi.useFakeTimers()
  const queries = new QueryClient()
  queries.setQueryData(['list', 'again'], 'shown', { updatedAt: 1 })
  draw(
    <>
      <Page {...(reads && { reads })} saves={saves} />
      <SignInAgain ended={{ waiting, factors }} onClose={onClose} />
    </>,
    { auth: authOf('staff', { user, ...auth }), client: queries },
  )
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const question = () => screen.queryByRole('dialog', { name: 'Sign in again' })

it('asks at once for what is saved', async () => {
  open({ saves: true })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await pass(0)
  expect(question()).toBeVisible()
  expect(screen.getByLabelText(/^Email/)).toHaveValue('ada@example.org')
  expect(screen.getByLabelText(/^Email/)).toHaveAttribute('readonly')
})

it('asks for what is read first, once nobody is typing', async () => {
  open({ reads: 'first' })
  for (let second = 0; second < 3; second += 1) {
    fireEvent.input(screen.getByLabelText('Notes'), { target: { value: String(second) } })
    await pass(900)
    expect(question()).toBeNull()
  }
  await pass(100)
  expect(question()).toBeVisible()
})

it.each([
  ['asks where more waits than is refreshed', { waiting: 2, reads: 'again' }, true],
  ['does not ask while what is shown is only refreshed', { reads: 'again' }, false],
  ['does not ask while nothing waits', { waiting: 0 }, false],
] as const)('%s', async (_case, drawn, asks) => {
  open(drawn)
  await pass(60_000)
  expect(question() !== null).toBe(asks)
})

it('signs the same account in, with the token of a captcha, and shows a refusal', async () => {
  vi.stubEnv('VITE_TURNSTILE_SITE_KEY', '1x00000000000000000000AA')
  const signIn = vi
    .fn<Auth['signIn']>()
    .mockRejectedValueOnce(new AuthApiError('Invalid login credentials', 400, 'x'))
  open({ auth: { signIn } })
  await pass(1_000)
  const enter = async (value: string) => {
    fireEvent.input(screen.getByLabelText(/^Password/), { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await pass(0)
  }
  await enter('wrong')
  expect(screen.getByText('Login failed: Invalid login credentials')).toBeVisible()
  expect(screen.getByLabelText(/^Password/)).toHaveValue('wrong')
  await enter('right')
  expect(signIn.mock.calls).toEqual(
    ['wrong', 'right'].map((password) => [{ email: 'ada@example.org', password }, 'solved']),
  )
})

it('asks for the code of a factor that is owed', async () => {
  const verify = vi.spyOn(client.supabase.auth.mfa, 'challengeAndVerify')
  verify.mockResolvedValue({ error: null } as never)
  open({ factors: [{ id: 'f1', friendly_name: 'My phone', status: 'verified' } as Factor] })
  await pass(1_000)
  expect(screen.getByRole('dialog', { name: 'Enter your code' })).toBeVisible()
  const code = screen.getByLabelText(/^Code from/)
  fireEvent.input(code, { target: { value: '123456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await pass(0)
  expect(verify).toHaveBeenCalledWith({ factorId: 'f1', code: '123456' })
})

it('can be closed, or left by signing out', async () => {
  const signOut = vi.fn<Auth['signOut']>(() => Promise.resolve())
  open({ auth: { signOut } })
  await pass(1_000)
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(signOut).toHaveBeenCalledOnce()
})

it('closes the page once nobody has used it for half an hour', async () => {
  const forget = vi.spyOn(client, 'forgetSession').mockResolvedValue()
  open({ waiting: 0 })
  await pass(29 * 60_000)
  fireEvent.keyDown(document.body)
  await pass(29 * 60_000)
  expect(forget).not.toHaveBeenCalled()
  await pass(60_000)
  expect(forget).toHaveBeenCalledOnce()
})
