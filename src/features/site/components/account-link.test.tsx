import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { AccountLink } from './account-link'

const key = 'sb-localhost-auth-token'

function open(session: unknown) {
  localStorage.setItem(key, typeof session === 'string' ? session : JSON.stringify(session))
  render(<AccountLink className="" />, { wrapper: MemoryRouter })
  return screen.getByRole('link')
}

test.each([
  [
    'the name',
    { user: { email: 'ada@example.org', user_metadata: { full_name: 'Ada Winters' } } },
    'Ada Winters',
  ],
  ['the email where there is no name', { user: { email: 'ada@example.org' } }, 'ada@example.org'],
])('links a signed-in user to their account by %s', (_, session, name) => {
  const link = open(session)
  expect(link).toHaveAccessibleName(`${name}, your account`)
  expect(link).toHaveAttribute('href', '/admin')
})

test.each(['', 'nonsense', 'null', '{}', '[]'])(
  'shows the sign-in link with %j stored',
  (stored) => {
    const link = open(stored)
    expect(link).toHaveAccessibleName('Supporter Login')
    expect(link).toHaveAttribute('href', '/supporter-login')
  },
)

test('signing in here by the link of an email shows at once', () => {
  const link = open('')
  localStorage.setItem(key, JSON.stringify({ user: { email: 'ada@example.org' } }))
  act(() => void window.dispatchEvent(new Event('sessionchange')))
  expect(link).toHaveAccessibleName('ada@example.org, your account')
})

test('signing out in another tab shows here', () => {
  const link = open({ user: { email: 'ada@example.org' } })
  localStorage.removeItem(key)
  act(() => void window.dispatchEvent(new StorageEvent('storage')))
  expect(link).toHaveAccessibleName('Supporter Login')
})
