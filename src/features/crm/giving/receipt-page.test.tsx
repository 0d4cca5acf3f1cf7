import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { giftReceipt } from '@/shared/data/gift-receipt'
import { organisation } from '@/shared/data/organisation'
import { draw } from '../../../../tests/draw'
import { fakeRpc } from '../../../../tests/fake-rpc'
import { ReceiptPage } from './receipt-page'

const rpc = fakeRpc()

const head = {
  number: '2025-1001',
  donor_name: 'Ada',
  donor_email: 'ada@example.org',
  total: 55.2,
  description: null as string | null,
}
const gifts = [
  { ...head, given_on: '2025-01-01', amount: 15, campaign: 'Library' },
  { ...head, given_on: '2025-12-31', amount: 40.2, campaign: null },
]

const address = {
  street: '9 Oak',
  city: 'Waco',
  region: 'TX',
  postal_code: '76701',
  country: null,
}
const byPost = ({ ids }: Record<string, unknown>) => [
  { id: (ids as string[])[0], refusal: null, address },
]

function open(at: string, answer: unknown[]) {
  rpc.answers = { own_receipt: () => answer, donor_receipt: () => answer, donors_by_post: byPost }
  draw(<ReceiptPage />, { address: at })
}

const unchecked = 'The wording of this receipt has not been checked yet.'

it('lists each gift of the year and their sum, and states that nothing was provided in return', async () => {
  open('/gift-receipt?year=2025', gifts)
  expect(await screen.findByRole('heading', { name: 'Receipt for gifts 2025' })).toBeVisible()
  expect(rpc.calls).toEqual([['own_receipt', { of_year: 2025 }]])
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DateForAmount',
    'Jan 1, 2025Library$15.00',
    'Dec 31, 2025General$40.20',
    'Total$55.20',
  ])
  for (const text of ['2025-1001', 'Ada', organisation.fullName, giftReceipt.noGoods]) {
    expect(screen.getByText(text)).toBeVisible()
  }
  expect(screen.queryByText(unchecked)).toBeNull()
})

it('describes a gift in kind without a value, and has no total of nothing', async () => {
  const piano = {
    ...head,
    given_on: '2025-03-01',
    amount: null,
    campaign: 'Music',
    description: 'Piano',
  }
  open('/gift-receipt?year=2025', [piano])
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DateForAmount',
    'Mar 1, 2025PianoIn kind',
  ])
  expect(screen.getByText(giftReceipt.inKind)).toBeVisible()
})

it('shows staff the receipt of a donor, and warns that its wording is not checked', async () => {
  const donor = '00000000-0000-4000-8000-000000000001'
  open(`/gift-receipt?year=2025&donor=${donor}`, gifts)
  expect(await screen.findByText(unchecked)).toBeVisible()
  expect(rpc.callsOf('donor_receipt')).toEqual([{ donor, of_year: 2025 }])
  expect(await screen.findByText('Waco, TX 76701')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to the donor' })).toHaveAttribute(
    'href',
    `/crm?tab=donors&by=donor&open=${donor}`,
  )
})

it.each(['?year=2025', '?year=2025&donor=mine', ''])(
  'says when there is none: %s',
  async (search) => {
    open(`/gift-receipt${search}`, [])
    expect(await screen.findByText('No receipt')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  },
)
