import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { draw } from '../../../../tests/draw'
import { fakeRpc } from '../../../../tests/fake-rpc'
import { StaffAccountsDialog } from './staff-accounts-dialog'

const rpc = fakeRpc()

const right = (id: string, holds: string, more: object = {}) => ({
  id,
  name: id === 'a' ? 'Ada' : 'Ben',
  holds,
  since: '2026-03-04T12:00:00Z',
  given_by: 'Grace',
  confirmed_at: '2026-05-06T12:00:00Z',
  ...more,
})

it('shows each right, since when and from whom, and which of them are new', async () => {
  rpc.answers.staff_accounts = () => [
    right('a', 'program_manager'),
    right('a', 'can_send_emails', { confirmed_at: null, given_by: null }),
    right('b', 'admin'),
  ]
  draw(<StaffAccountsDialog onClose={() => {}} />)
  await screen.findByText('Last confirmed on May 6, 2026. Added since: 1.')
  const [ada, ben] = within(
    screen.getByRole('list', { name: 'Accounts with rights' }),
  ).getAllByText(/^(Ada|Ben)$/)
  expect(ada!.closest('li')).toHaveTextContent(
    /Program Manager since Mar 4, 2026, from Grace.*Can send emails since Mar 4, 2026, not from an account of the app New/,
  )
  expect(ben!.closest('li')).toHaveTextContent('BenAdministrator since Mar 4, 2026, from Grace')
})

it('confirms the list that it showed', async () => {
  rpc.answers.staff_accounts = () => [right('b', 'admin', { confirmed_at: null })]
  draw(<StaffAccountsDialog onClose={() => {}} />)
  expect(await screen.findByText('No admin has confirmed this list yet.')).toBeVisible()
  expect(screen.queryByText('New')).toBeNull()
  rpc.answers.staff_accounts = () => [right('b', 'admin')]
  await userEvent.click(screen.getByRole('button', { name: 'Confirm this list' }))
  await waitFor(() =>
    expect(rpc.callsOf('confirm_staff_accounts')).toEqual([{ seen: [['b', 'admin']] }]),
  )
})

it('keeps the list and the button after a refusal', async () => {
  rpc.answers.staff_accounts = () => [right('b', 'admin')]
  rpc.answers.confirm_staff_accounts = () => {
    throw new Error('refused')
  }
  draw(<StaffAccountsDialog onClose={() => {}} />)
  const confirm = await screen.findByRole('button', { name: 'Confirm this list' })
  await userEvent.click(confirm)
  await waitFor(() => expect(confirm).toBeEnabled())
  expect(rpc.callsOf('confirm_staff_accounts')).toHaveLength(1)
  expect(screen.getByText('Ben')).toBeVisible()
})
