import { AuthApiError } from '@supabase/supabase-js'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Auth } from '@/shared/auth/auth-context'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { authOf } from '../../../../tests/auth-of'
import { draw } from '../../../../tests/draw'
import { AccountAddress } from './account-address'

async function ask(changeAddress: Auth['changeAddress'], email: string) {
  const auth = authOf('user', { changeAddress })
  draw(<AccountAddress />, { auth })
  await userEvent.type(screen.getByLabelText(/^New email address/), email)
  await userEvent.click(screen.getByRole('button', { name: 'Change address' }))
  return auth.user!.email!
}

const notices: Notice[] = []
beforeEach(() => {
  notices.length = 0
  receiveNotices((notice) => notices.push(notice))
})

it('sends a link to both addresses, and says so', async () => {
  const change = vi.fn<Auth['changeAddress']>().mockResolvedValue()
  const present = await ask(change, 'new@example.org')
  const told = expect.stringContaining(`that we sent to ${present} and new@example.org`) as string
  expect(notices).toEqual([expect.objectContaining({ description: told })])
  expect(change).toHaveBeenCalledExactlyOnceWith('new@example.org')
  expect(screen.getByLabelText(/^New email address/)).toHaveValue('')
})

it('asks for no link to the present address', async () => {
  const change = vi.fn<Auth['changeAddress']>()
  await ask(change, ' USER@example.org')
  expect(await screen.findByText('This is your address already')).toBeVisible()
  expect(change).not.toHaveBeenCalled()
})

it('keeps what was typed when the service refuses', async () => {
  const refusal = new AuthApiError('Resting', 422, 'email_exists')
  await ask(vi.fn<Auth['changeAddress']>().mockRejectedValue(refusal), 'new@example.org')
  expect(notices).toEqual([{ title: 'The address could not be changed: Resting', tone: 'error' }])
  expect(screen.getByLabelText(/^New email address/)).toHaveValue('new@example.org')
  expect(screen.getByRole('button', { name: 'Change address' })).toBeEnabled()
})
