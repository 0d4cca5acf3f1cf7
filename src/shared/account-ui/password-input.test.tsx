import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasswordInput } from './password-input'

test('shows and hides the password', async () => {
  const user = userEvent.setup()
  render(<PasswordInput aria-label="Password" />)
  const input = screen.getByLabelText('Password')
  const toggle = screen.getByRole('button', { name: 'Show password', pressed: false })

  await user.type(input, 'secret')
  expect(input).toHaveAttribute('type', 'password')

  await user.click(toggle)
  expect(toggle).toHaveAttribute('aria-pressed', 'true')
  expect(input).toHaveAttribute('type', 'text')
  expect(input).toHaveValue('secret')

  await user.click(toggle)
  expect(input).toHaveAttribute('type', 'password')
})
