import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { QueryClient } from '@tanstack/react-query'
import { issuer } from '@/shared/data/gift-receipt'
import { draw } from '../../../../../tests/draw'
import { fakeRpc } from '../../../../../tests/fake-rpc'
import { WordingPage } from './wording-page'

const rpc = fakeRpc()

const words = {
  title: 'Receipt for gifts',
  in_kind: 'Described, not valued.',
  no_goods: 'No goods or services were provided.',
  in_exchange: 'Goods or services were provided.',
  thanks: 'Thanks!',
}
const title = () => screen.findByRole('textbox', { name: /^Title/ })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('shows what is typed on a sample, keeps it when an answer arrives, and confirms what was saved', async () => {
  const client = new QueryClient()
  const stored = { words, issuer, confirmed_at: '2026-01-02T18:00:00Z', draft: null as unknown }
  rpc.answers.receipt_wording = () => ({ ...stored })
  draw(<WordingPage />, { client })
  expect(await screen.findByText(/^Confirmed Jan 2, 2026/)).toBeVisible()
  const confirm = screen.getByRole('button', { name: 'Confirm the wording' })
  expect(confirm).toBeDisabled()
  await userEvent.clear(await title())
  await userEvent.type(await title(), 'Tax receipt')
  const paper = within(screen.getByRole('article'))
  expect(paper.getByRole('heading', { name: /^Tax receipt \d{4}$/ })).toBeVisible()
  for (const text of [...issuer, words.in_kind, words.no_goods, words.in_exchange, words.thanks]) {
    expect(paper.getByText(text)).toBeVisible()
  }

  stored.draft = { ...words, title: 'By another' }
  await client.invalidateQueries()
  expect(await screen.findByText(/^Someone else changed the wording/)).toBeVisible()
  expect(await title()).toHaveValue('Tax receipt')
  stored.draft = null
  await client.invalidateQueries()

  const given = { ...words, title: 'Tax receipt' }
  rpc.answers.save_receipt_wording = () => {
    stored.draft = given
  }
  await press('Save draft')
  expect(await screen.findByText(/^Not confirmed yet/)).toBeVisible()
  expect(rpc.callsOf('save_receipt_wording')).toEqual([{ given, replaced: words }])
  await userEvent.click(confirm)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm the wording' }))
  await waitFor(() =>
    expect(rpc.callsOf('confirm_receipt_wording')).toEqual([{ given, given_issuer: issuer }]),
  )
})

it.each(['Nothing', 'Something'])(
  'saves no wording about %s without “goods or services”',
  async (what) => {
    rpc.answers.receipt_wording = () => ({ words, issuer: null, confirmed_at: null, draft: null })
    draw(<WordingPage />)
    const goods = await screen.findByRole('textbox', {
      name: (label) => label.startsWith(`${what} in exchange`),
    })
    await userEvent.clear(goods)
    await userEvent.type(goods, 'You got nothing.')
    await press('Save draft')
    expect(await screen.findByText(/The law asks for a statement/)).toBeVisible()
    expect(rpc.callsOf('save_receipt_wording')).toEqual([])
  },
)
