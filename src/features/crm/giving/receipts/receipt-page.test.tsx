import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { issuer } from '@/shared/data/gift-receipt'
import { draw } from '../../../../../tests/draw'
import { fakeRpc } from '../../../../../tests/fake-rpc'
import { ReceiptPage } from './receipt-page'

const rpc = fakeRpc()

const donor = '00000000-0000-4000-8000-000000000001'
const nothing = { exchange: null, exchange_value: null, description: null }
const piano = {
  ...nothing,
  deductible: null,
  given_on: '2025-03-01',
  amount: null,
  campaign: 'Music',
  description: 'Piano',
}
const draft = {
  donor_id: donor,
  year: 2025,
  name: 'Ada',
  email: 'ada@example.org',
  address: { street: '9 Oak', city: 'Waco', region: 'TX', postal_code: '76701', country: null },
  total: 55.2,
  exchange_total: 0,
  deductible: 55.2,
  lines: [
    { ...nothing, given_on: '2025-01-01', amount: 15, deductible: 15, campaign: 'Library' },
    { ...nothing, given_on: '2025-12-31', amount: 40.2, deductible: 40.2, campaign: null },
  ],
  words: {
    title: 'Receipt for gifts',
    in_kind: 'Described, not valued.',
    no_goods: 'No goods or services were provided.',
    in_exchange: 'Goods or services were provided.',
    thanks: 'Thanks!',
    issuer: ['Old Name', '1 Old Street', 'EIN 99-9999999'],
  },
  replaces: [] as string[],
}
const issued = { ...draft, id: donor, number: '2025-1001', issued_at: '2026-01-02T18:00:00Z' }

function open(search: string, answer: unknown) {
  for (const name of ['own_receipt', 'donor_receipt', 'receipt_on_record']) {
    rpc.answers[name] = () => answer
  }
  draw(<ReceiptPage />, { address: `/gift-receipt${search}` })
}

const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .map(({ textContent }) => textContent)

const unchecked = 'The wording of receipts has not been confirmed yet.'

it('lists each gift of the year and their sum, and states that nothing was provided in return', async () => {
  open('?year=2025', issued)
  expect(await screen.findByRole('heading', { name: 'Receipt for gifts 2025' })).toBeVisible()
  expect(rpc.calls).toEqual([['own_receipt', { of_year: 2025 }]])
  expect(await rows()).toEqual([
    'DateForAmount',
    'Jan 1, 2025Library$15.00',
    'Dec 31, 2025General$40.20',
    'Total$55.20',
  ])
  for (const text of [
    '2025-1001',
    'Jan 2, 2026',
    'Ada',
    ...draft.words.issuer,
    draft.words.no_goods,
  ]) {
    expect(screen.getByText(text)).toBeVisible()
  }
  expect(screen.queryByText(unchecked)).toBeNull()
})

const gala = {
  given_on: '2025-10-10',
  amount: 150,
  campaign: null,
  description: null,
  exchange: 'Gala dinner',
  exchange_value: 60,
  deductible: 90,
}
const totals = { total: 150, exchange_total: 60, deductible: 90 }

it('says of a gala ticket of $150 with a dinner worth $60 that $90 may be deducted', async () => {
  open('?year=2025', { ...issued, ...totals, lines: [gala] })
  expect(await rows()).toEqual([
    'DateForAmountIn exchangeDeductible',
    'Oct 10, 2025GeneralIn exchange: Gala dinner$150.00$60.00$90.00',
    'Total$150.00$60.00$90.00',
  ])
  expect(screen.getByText(draft.words.in_exchange)).toHaveTextContent(/^Goods/)
  expect(screen.queryByText(draft.words.no_goods)).toBeNull()
})

it('says for which gifts of a year each statement holds', async () => {
  const [library] = draft.lines
  const given = { total: 165, exchange_total: 60, deductible: 105 }
  open('?year=2025', { ...issued, ...given, lines: [library, piano, gala] })
  expect(await rows()).toEqual([
    'DateForAmountIn exchangeDeductible',
    'Jan 1, 2025Library$15.00Nothing$15.00',
    'Mar 1, 2025PianoIn kindNothingIn kind',
    'Oct 10, 2025GeneralIn exchange: Gala dinner$150.00$60.00$90.00',
    'Total$165.00$60.00$105.00',
  ])
  expect(screen.getByText(draft.words.in_exchange)).toHaveTextContent(
    'Gifts with a value in exchange: Goods',
  )
  expect(screen.getByText(draft.words.no_goods)).toHaveTextContent(
    'Gifts with nothing in exchange: No goods',
  )
})

it('describes a gift in kind without a value, and has no total of zero', async () => {
  open('?year=2025', { ...issued, total: 0, lines: [piano] })
  expect(await rows()).toEqual(['DateForAmount', 'Mar 1, 2025PianoIn kind'])
  expect(screen.getByText(draft.words.in_kind)).toBeVisible()
})

it('shows staff a draft, which printing makes a receipt, and warns that its wording is not checked', async () => {
  const wording = { words: draft.words, issuer, confirmed_at: null, draft: draft.words, admins: [] }
  rpc.answers.receipt_wording = () => wording
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    expect(screen.getByText('2025-1001-2')).toBeVisible()
  })
  rpc.answers.issue_donor_receipt = () => ({
    ...issued,
    number: '2025-1001-2',
    replaces: ['2025-1001'],
  })
  open(`?year=2025&donor=${donor}`, { ...draft, replaces: ['2025-1001'] })
  expect(await screen.findByText(unchecked)).toBeVisible()
  expect(rpc.callsOf('donor_receipt')).toEqual([{ donor, of_year: 2025 }])
  expect(screen.getByText('Draft, not issued')).toBeVisible()
  expect(screen.queryByText(draft.words.no_goods)).toBeNull()
  expect(screen.getByText('Waco, TX 76701')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to the donor' })).toHaveAttribute(
    'href',
    `/crm?tab=donors&by=donor&open=${donor}`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(rpc.callsOf('issue_donor_receipt')).toEqual([{ donor, of_year: 2025, way: 'print' }])
  expect(screen.getByText(draft.words.no_goods)).toBeVisible()
})

it('emails a receipt, and says why it could not', async () => {
  rpc.answers.issue_donor_receipt = () => {
    throw Object.assign(new Error('There is no address to write to.'), { code: 'P0001' })
  }
  open(`?year=2025&donor=${donor}`, draft)
  await userEvent.click(await screen.findByRole('button', { name: 'Email it' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no address to write to.')
  rpc.answers.issue_donor_receipt = () => ({ ...issued, mailed_at: issued.issued_at })
  await userEvent.click(screen.getByRole('button', { name: 'Email it' }))
  expect(await screen.findByText('Emailed to ada@example.org on Jan 2, 2026.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Email it' })).toBeNull()
})

it('lists own gifts without a receipt where the receipt has gifts of another address', async () => {
  open('?year=2025', draft)
  expect(await screen.findByText('This is not a receipt.')).toBeVisible()
  expect(screen.queryByText(draft.words.no_goods)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

it('shows a replaced receipt with a link to the one that counts', async () => {
  const newer = { id: '00000000-0000-4000-8000-000000000002', number: '2025-1001-2' }
  open(`?issued=${donor}`, { ...issued, replaced_by: [newer] })
  expect(await screen.findByText('This receipt no longer counts.')).toBeVisible()
  expect(screen.getByRole('link', { name: newer.number })).toHaveAttribute(
    'href',
    `/gift-receipt?issued=${newer.id}`,
  )
})

it('shows on screen and paper that a receipt is withdrawn', async () => {
  open(`?issued=${donor}`, { ...issued, is_withdrawn: true })
  expect(await screen.findByText('This receipt no longer counts.')).toBeVisible()
  expect(screen.getByRole('article')).toHaveTextContent('WithdrawnDoes not count')
})

it.each(['?year=2025', '?year=2025&donor=mine', ''])(
  'says when there is none: %s',
  async (search) => {
    open(search, null)
    expect(await screen.findByText('No receipt')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  },
)
