import { AuthWeakPasswordError } from '@supabase/supabase-js'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { authOf } from '../../../../tests/auth-of'
import { draw } from '../../../../tests/draw'
import { AccountSecurity } from './account-security'
import { ResetPasswordPage } from './reset-password-page'
import { SignUpForm } from './sign-up-form'

const notices: Notice[] = []
beforeEach(() => {
  notices.length = 0
  receiveNotices((notice) => notices.push(notice))
})

const field = (label: RegExp) => screen.getByLabelText(label, { selector: 'input' })
const typed = (label: RegExp, value: string) =>
  fireEvent.change(field(label), { target: { value } })

const forms: [string, string[], RegExp, () => React.ReactNode, () => Promise<void>][] = [
  [
    'sign-up',
    ['Sign up failed: It is in a list of stolen ones'],
    /^Password/,
    () => <SignUpForm />,
    async () => {
      typed(/^Full name/, 'Ada')
      typed(/^Email/, 'ada@example.org')
      await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
    },
  ],
  [
    'the page of a mail',
    [],
    /^New password/,
    () => <ResetPasswordPage />,
    () => userEvent.click(screen.getByRole('button', { name: 'Set password' })),
  ],
  [
    'the account page',
    [],
    /^New password/,
    () => <AccountSecurity />,
    async () => {
      typed(/^Current password/, 'a password')
      await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    },
  ],
]

it.each(forms)(
  '%s shows a refused password beside its field',
  async (_, messages, label, form, send) => {
    const weak = new AuthWeakPasswordError('It is in a list of stolen ones', 422, ['pwned'])
    const refuse = vi.fn().mockRejectedValue(weak)
    draw(form(), { auth: authOf('user', { signUp: refuse, setPassword: refuse }) })
    for (const details of document.querySelectorAll('details')) details.open = true
    typed(label, 'ä'.repeat(37))
    await send()
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(/too long/))
    expect(refuse).not.toHaveBeenCalled()
    typed(label, 'one of a stolen list')
    await send()
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(/a list of stolen ones/))
    expect(field(label)).toHaveValue('one of a stolen list')
    expect(notices.map(({ title }) => title)).toEqual(messages)
  },
)
