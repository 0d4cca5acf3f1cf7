import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { donations } from '@/features/crm/giving/gifts/donations'
import ChangeGift from '@/features/crm/giving/gifts/change-gift'
import type { EnteredGift } from '@/features/crm/giving/gifts/gift-fields'
import { JournalPage } from '@/features/crm/giving/journal/journal-page'
import { ResourceList } from '@/engine/resource-list'
import { authOf } from '../auth-of'
import {
  admin,
  backend,
  button,
  cut,
  draw,
  field,
  notices,
  service,
  setUpScreens,
  someone,
} from './screen'

setUpScreens()

/** Case C5: a batch of three checks of 60, 70 and 50, posted and deposited last month. */
const batch = '00000000-0000-4000-8000-0000000c5000'
const day = (ofMonth: number) => {
  const date = new Date()
  date.setUTCDate(0)
  return `${date.toISOString().slice(0, 7)}-${String(ofMonth).padStart(2, '0')}`
}
const giftOf = async (name: string) =>
  (
    await service
      .from('donations')
      .select('*')
      .eq('donor_name', name)
      .single<EnteredGift>()
      .throwOnError()
  ).data

beforeEach(async () => {
  await backend.exclusive(async (pg) => {
    await pg.exec(`delete from private.closed_months where true;
      delete from public.donations where true;
      delete from public.gift_batches where true;
      insert into public.gift_batches (id, expected_count, expected_total) values ('${batch}', 3, 180)`)
  })
  for (const [name, amount] of [
    ['Bounce One', 60],
    ['Bounce Two', 70],
    ['Bounce Three', 50],
  ] as const) {
    const id = crypto.randomUUID()
    const gift = { id, donor_name: name, amount, day: day(3), method: 'check', batch_id: batch }
    await admin.rpc('enter_gift', { gift }).throwOnError()
  }
  await admin.rpc('post_batch', { batch }).throwOnError()
  const deposit = { batch, amount: 180, deposited_on: day(4), replaced: null as unknown as number }
  await admin.rpc('note_deposit', deposit).throwOnError()
})

const openMonth = (...given: Parameters<typeof authOf> | []) =>
  draw(
    <JournalPage />,
    `/journal?month=${day(1).slice(0, 7)}`,
    ...(given.length ? [authOf(...given)] : []),
  )
const rows = async (table: string) =>
  within(await screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => Array.from(row.children, ({ textContent }) => textContent))

it('shows a check that bounced after its deposit on its own day, and the batch as it was', async () => {
  draw(<ChangeGift gift={await giftOf('Bounce Two')} to="void" onClose={() => {}} />)
  const user = someone()
  await user.click(field('The check bounced'))
  expect(field('Reason')).toHaveValue('The check bounced')
  await user.clear(field('Day it came back'))
  await user.type(field('Day it came back'), day(9))
  await user.type(field('Bank’s fee'), '12.50')
  await user.click(await button('Void the gift'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Gift voided'))
  cleanup()

  openMonth()
  expect((await rows('The bank by day')).map((cells) => cells.slice(1))).toEqual([
    ['$180', '–', '–', '–', '$180', '$180'],
    ['–', '–', '-$70', '-$12.50', '-$82.50', '$97.50'],
    ['$180', '–', '-$70', '-$12.50', '$97.50', ''],
  ])
  expect((await rows('Batches and their deposits')).map((cells) => cells.slice(2))).toEqual([
    ['$180', '$180', '–'],
  ])
  await user.click(await button('All batches'))
  const book = await screen.findByRole('dialog', { name: 'All batches' })
  expect(await within(book).findByText(/it agrees\.$/)).toBeVisible()
  expect(within(book).getByText(/\$70 bounced, Bounce Two; fee \$12\.50$/)).toBeVisible()
})

it('closes a month, books a correction of it today, and an admin reopens it with a reason', async () => {
  openMonth()
  const user = someone()
  await user.click(await button(/^Close /))
  await user.click(await button('Close the month'))
  expect(await screen.findByText(/^Closed on /)).toBeVisible()
  cleanup()

  draw(<ChangeGift gift={await giftOf('Bounce Three')} to="correct" onClose={() => {}} />)
  expect(await screen.findByText(/ is closed\. A change of amount, /)).toBeVisible()
  await user.clear(field('Amount'))
  await user.type(field('Amount'), '55')
  await user.type(field('Reason'), 'Misread')
  await user.click(await button('Save the correction'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Gift corrected'))
  const { data } = await service
    .from('donations')
    .select('amount, refunded, batch_id')
    .eq('donor_name', 'Bounce Three')
    .order('amount')
    .throwOnError()
  expect(data).toEqual([
    { amount: 50, refunded: 50, batch_id: batch },
    { amount: 55, refunded: 0, batch_id: null },
  ])
  cleanup()

  openMonth()
  expect((await rows('All entries')).map((cells) => cells.at(-1))).toEqual(['$180', '$180'])
  await user.click(await button(/^Reopen /))
  await user.type(field('Reason'), 'A check came late')
  await user.click(await button('Reopen the month'))
  expect(await screen.findByText('Open. Close it once it agrees with the bank.')).toBeVisible()
})

it('only shows the books to a holder of can_view_financials', async () => {
  openMonth('accounting', { permissions: new Set(['can_view_financials']) })
  expect(await screen.findByText('Open. Close it once it agrees with the bank.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Close / })).toBeNull()
  await someone().click(await button('All batches'))
  const book = within(await screen.findByRole('dialog', { name: 'All batches' }))
  expect(await book.findByText(/3 gifts, \$180/)).toBeVisible()
  expect(book.queryByRole('button', { name: /deposit|Show gifts/ })).toBeNull()
})

it('exports gifts with names of fund and batch, and the days of the office', async () => {
  await backend.exclusive(async (pg) => {
    await pg.exec(`delete from public.donations where true;
      insert into public.donations (donor_name, amount, donation_type, campaign, fund_id, created_at)
      select 'New Year', 5, 'one-time', 'Library', id, '2026-01-01 05:59:00+00' from public.funds where name = 'Science lab'`)
  })
  const parts: BlobPart[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = (blob) => {
    parts.push(blob as Blob)
    return 'blob:x'
  }
  URL.revokeObjectURL = () => {}
  draw(<ResourceList resource={donations} />)
  await screen.findByText('1 donation')
  await someone().click(await button('Export to CSV'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Export Successful'))
  const [header, line] = (await (parts[0] as Blob).text()).split('\r\n')
  const cell = (name: string) => line!.split(',')[header!.split(',').indexOf(name)]
  expect(cell('fund')).toBe('Science lab')
  expect(cell('batch')).toBe('')
  expect(cell('campaign')).toBe('Library')
  expect(cell('created_at')).toBe('2025-12-31T23:59:00-06:00')
})

it('says that the journal could not be loaded, and loads at the second try', async () => {
  const mend = cut(/rpc\/journal/)
  openMonth()
  expect(await screen.findByText('The journal could not be loaded.')).toBeVisible()
  mend()
  await someone().click(await button('Try again'))
  expect((await rows('All entries')).map((cells) => cells.at(-1))).toEqual(['$180', '$180'])
})

it('keeps the reason of a reopening on a bad line, and reopens at the second try', async () => {
  const closed = async () => (await admin.rpc('closed_months').throwOnError()).data as unknown
  const net = await backend.exclusive((pg) =>
    pg.query<{ net: number }>('select private.net_of_month($1)::float as net', [day(1)]),
  )
  await admin.rpc('close_month', { of_month: day(1), net: net.rows[0]!.net }).throwOnError()
  openMonth()
  const user = someone()
  await user.click(await button(/^Reopen /))
  await user.type(field('Reason'), 'A check came late')
  const mend = cut(/rpc\/reopen_month/)
  await user.click(await button('Reopen the month'))
  expect(await screen.findByText('The month was not reopened.')).toBeVisible()
  expect(field('Reason')).toHaveValue('A check came late')
  expect(await closed()).toEqual([day(1)])
  mend()
  await user.click(await button('Reopen the month'))
  expect(await screen.findByText('Open. Close it once it agrees with the bank.')).toBeVisible()
  expect(await closed()).toEqual([])
})
