import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Auth } from '@/shared/auth/auth-context'
import { authOf } from '../../../../tests/auth-of'
import { draw } from '../../../../tests/draw'
import { fakeRpc } from '../../../../tests/fake-rpc'
import { SupporterHome } from './supporter-home'

const rpc = fakeRpc()
function answer(answers: Record<string, unknown>) {
  for (const [name, data] of Object.entries(answers)) rpc.answers[name] = () => data
}

const nothing = {
  own_submissions: [],
  own_gifts: [],
  own_years: [],
  own_receipts: [],
  own_subscription: 'none',
}

function open(of: Record<string, unknown>, overrides: Partial<Auth> = {}) {
  answer(of)
  draw(<SupporterHome />, { auth: authOf('supporter', overrides) })
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))

it('shows submissions with their due dates, and gifts with a receipt for each year', async () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const sent = { reference: 'V-1001', kind: 'volunteer', stage: 'received', created_at: soon }
  open({
    own_address: 'ada@example.org',
    own_submissions: [
      { ...sent, due_at: soon },
      { ...sent, reference: 'M-7', kind: 'message', due_at: '2026-01-05T23:00:00Z' },
      { ...sent, reference: 'P-9', kind: 'partnership', stage: 'closed', due_at: soon },
    ],
    own_gifts: [
      {
        given_at: '2026-03-01T12:00:00Z',
        amount: 62.5,
        refunded: 12.5,
        donation_type: 'monthly',
        campaign: 'Library',
        is_void: false,
      },
      { given_at: '2026-02-01T12:00:00Z', amount: 40, refunded: 40, is_void: true },
    ],
    own_years: [{ year: 2026, total: 50, gift_count: 1, donor: 'a', donor_name: 'Ada' }],
    own_receipts: [
      { id: 'r2', number: '2026-1001-2', issued_at: '2026-03-02T18:00:00Z', replaced_by: [] },
      {
        id: 'r1',
        number: '2026-1001',
        issued_at: '2026-03-01T18:00:00Z',
        replaced_by: ['2026-1001-2'],
      },
      {
        id: 'r0',
        number: '2025-1001',
        issued_at: '2026-01-01T18:00:00Z',
        replaced_by: [],
        is_withdrawn: true,
      },
    ],
    own_subscription: 'subscribed',
  })

  const items = await (await part('Your submissions')).findAllByRole('listitem')
  expect(items[0]).toHaveTextContent(/volunteer applicationWaiting for our answer.*V-1001/)
  expect(items[0]).toHaveTextContent('You’ll hear from us by')
  expect(items[1]).toHaveTextContent(
    'We promised you an answer by Monday, January 5 and we’re late.',
  )
  expect(items[2]).toHaveTextContent('Closed')
  expect(items[2]).not.toHaveTextContent('You’ll hear from us')

  const gifts = await part('Your gifts')
  expect(await gifts.findByRole('link', { name: 'Receipt for 2026' })).toHaveAttribute(
    'href',
    '/gift-receipt?year=2026&own=a',
  )
  const issued = within(gifts.getByRole('list', { name: 'Receipts so far' }))
  expect(issued.getByRole('link', { name: '2026-1001' })).toHaveAttribute(
    'href',
    '/gift-receipt?issued=r1',
  )
  expect(issued.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2026-1001-2Mar 2, 2026',
    '2026-1001Mar 1, 2026, replaced by 2026-1001-2',
    '2025-1001Jan 1, 2026, withdrawn: no longer counts',
  ])
  const given = within(gifts.getByRole('list', { name: 'Gifts' }))
  expect(await given.findByText(/Mar 1, 2026/)).toHaveTextContent('Mar 1, 2026, monthly, Library')
  expect(await gifts.findByText(/\$62.50/)).toHaveTextContent('$62.50, $12.50 of it refunded')
  expect(await gifts.findByText(/\$40/)).toHaveTextContent('$40, voided')
})

it('invites to give and to take part when there is nothing yet', async () => {
  open({ ...nothing, own_address: 'ada@example.org' })
  expect(
    await (await part('Your submissions')).findByRole('link', { name: 'Get involved' }),
  ).toHaveAttribute('href', '/get-involved')
  expect(await (await part('Your gifts')).findByRole('link', { name: 'Donate' })).toBeVisible()
})

it('subscribes and unsubscribes', async () => {
  const user = userEvent.setup()
  open({ ...nothing, own_address: 'ada@example.org' })
  const newsletter = await part('Newsletter')
  answer({ own_subscription: 'subscribed' })
  await user.click(await newsletter.findByRole('button', { name: 'Subscribe' }))
  expect(await newsletter.findByText(/You receive it at/)).toBeVisible()
  answer({ own_subscription: 'unreachable' })
  await user.click(await newsletter.findByRole('button', { name: 'Unsubscribe' }))
  expect(await newsletter.findByText(/bounced/)).toBeVisible()
  expect(newsletter.queryByRole('button')).toBeNull()
  expect(rpc.callsOf('choose_subscription')).toEqual([{ subscribed: true }, { subscribed: false }])
})

it('explains how to confirm an address, and shows nothing before', async () => {
  const resendConfirmation = vi.fn<Auth['resendConfirmation']>().mockResolvedValue()
  open({ ...nothing, own_address: null }, { resendConfirmation })
  await userEvent.click(await screen.findByRole('button', { name: /new confirmation email/ }))
  expect(resendConfirmation).toHaveBeenCalledWith('supporter@example.org', undefined)
  expect(screen.queryByRole('region')).toBeNull()
})
