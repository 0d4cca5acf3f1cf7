import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { authOf } from '../../tests/auth-of'
import { draw } from '../../tests/draw'
import { AccountPage, StaffAccountPage } from './account-page'

it('is one page: every setting shows without a press', () => {
  draw(<StaffAccountPage />, { auth: authOf('admin') })
  for (const [title, control] of [
    ['Your name', 'Save name'],
    ['Email address', 'Change address'],
    ['Password and devices', 'Change password'],
    ['Second factor', 'Set up'],
  ]) {
    const part = within(screen.getByRole('region', { name: title! }))
    expect(part.getByRole('button', { name: control! })).toBeVisible()
  }
  expect(screen.getByRole('region', { name: 'Emails about new submissions' })).toBeVisible()
})

it('calls the card of the back office’s first page as the rail does', () => {
  draw(<AccountPage />, { auth: authOf('staff') })
  expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/admin-dashboard')
  expect(screen.queryByRole('link', { name: 'Dashboard' })).toBeNull()
})
