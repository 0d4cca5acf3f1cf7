import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/app/query-client'
import { pageQuery } from '@/engine/core/resource-queries'
import { HelpFrame } from '@/app/help/help-frame'
import { GiftDeskPage } from '@/features/crm/giving/desk/gift-desk-page'
import { donations } from '@/features/crm/giving/gifts/donations'
import { GiftPanel } from '@/features/crm/giving/gifts/gift-panel'
import { LettersPage } from '@/features/crm/giving/letters/letters-page'
import { admin, backend, button, draw, field, service, setUpScreens, someone } from './screen'

type Shown = Parameters<typeof GiftPanel>[0]['row']

setUpScreens()

beforeEach(() =>
  backend.exclusive(async (pg) => {
    await pg.exec(`delete from public.donations where entered_at is not null;
      delete from public.gift_batches where true`)
  }),
)

const entered = async () =>
  (
    await service
      .from('donations')
      .select('donor_name, donor_email, amount, method, reference, refunded')
      .not('entered_at', 'is', null)
      .is('is_posted', true)
      .order('entered_at')
  ).data
const walter = { donor_name: 'Walter Price', donor_email: 'walter.price@example.org' }

it('takes one gift after the other by keyboard, and asks before it adds a duplicate', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.selectOptions(field('Method'), 'cash')
  await user.click(field('Donor'))

  for (const [amount, reference] of [
    ['31', '1041'],
    ['31', '1042'],
  ]) {
    await user.keyboard('Walter P')
    await within(await screen.findByRole('listbox')).findByRole('option', { name: /Walter Price/ })
    await user.keyboard('{ArrowDown}{Enter}')
    expect(field('Amount')).toHaveFocus()
    await user.keyboard(`${amount}{Tab}${reference}{Enter}`)
    expect(field('Donor')).toHaveFocus()
    expect(field('Donor')).toHaveValue('')
  }
  expect(await screen.findByText(/^Looks like a duplicate of Walter Price, \$31\.00/)).toBeVisible()
  expect(await entered()).toHaveLength(1)
  await user.click(await button('Add anyway: Walter Price, $31'))
  const gift = { ...walter, amount: 31, method: 'cash', refunded: 0 }
  await waitFor(async () =>
    expect(await entered()).toEqual([
      { ...gift, reference: '1041' },
      { ...gift, reference: '1042' },
    ]),
  )
  expect(field('Method')).toHaveValue('cash')
})

it('begins with the pledge that a gift keeps, whose tribute is in the letter of thanks', async () => {
  const { data: pledge } = await service
    .from('pledges')
    .select('id, name, tribute_name')
    .eq('tribute', 'memory')
    .single<{ id: string; name: string; tribute_name: string }>()
    .throwOnError()
  draw(<GiftDeskPage />, `/enter-gifts?pledge=${pledge.id}`)
  await waitFor(() => expect(field('Donor')).toHaveValue(pledge.name))
  expect(field('Amount')).toHaveValue('50.00')
  await someone().click(await button('Enter gift'))
  await waitFor(async () => expect(await entered()).toHaveLength(1))
  expect(field('Donor')).toHaveValue('')
  cleanup()

  draw(<LettersPage />)
  await someone().click(await screen.findByRole('checkbox', { name: new RegExp(pledge.name) }))
  const letter = await screen.findByRole('article', { name: `Letter to ${pledge.name}` })
  expect(letter).toHaveTextContent('$50, in memory of')
  expect(letter).toHaveTextContent(pledge.tribute_name)
})

it('splits one check over two funds, which the batch counts once', async () => {
  const batch = '00000000-0000-4000-8000-00000000ba7c'
  await service
    .from('gift_batches')
    .insert({ id: batch, expected_count: 1, expected_total: 100 })
    .throwOnError()
  draw(<GiftDeskPage />, `/enter-gifts?batch=${batch}`)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Split Giver{Tab}split@example.org{Tab}100{Tab}1044')
  await user.click(await button('Split over funds'))
  await user.clear(field('Amount 1'))
  await user.type(field('Amount 1'), '50')
  await user.selectOptions(field('Fund 1'), 'School meals')
  await user.type(field('Amount 2'), '40')
  await user.selectOptions(field('Fund 2'), 'Science lab')
  await user.type(field('Amount 2'), '{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent('The lines add up to $90, not $100.')
  await user.clear(field('Amount 2'))
  await user.type(field('Amount 2'), '50{Enter}')
  expect(await screen.findByText(/^1 of 1 gifts, \$100 of \$100/)).toBeVisible()
  const { data } = await service
    .from('donations')
    .select('amount, reference, split_id, funds(name)')
    .eq('batch_id', batch)
    .order('entered_at')
    .throwOnError()
  const split_id: unknown = data[0]!.split_id
  const part = { amount: 50, reference: '1044', split_id }
  expect(part.split_id).not.toBeNull()
  expect(data).toEqual([
    { ...part, funds: { name: 'School meals' } },
    { ...part, funds: { name: 'Science lab' } },
  ])
  expect(screen.getByRole('rowgroup', { name: 'Totals' })).toHaveTextContent('1 gift listed: $100')
  await user.click(await button('Discard'))
  expect(await screen.findByText(/^1 gift, \$100, will never count/)).toBeVisible()
  await user.click(await button('Keep it'))
  await user.click(await button('All batches'))
  const book = within(await screen.findByRole('list', { name: 'Batches' }))
  expect(book.getByText('1 gift, $100')).toBeVisible()
})

it('describes a gift in kind, with an estimate for the office', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Ines Kind{Tab}{Tab}500')
  await user.selectOptions(field('Method'), 'in_kind')
  expect(field('Estimate')).toHaveValue('500')
  await user.click(await button('Enter gift'))
  expect(await screen.findByText('What was given?')).toBeVisible()
  expect(await entered()).toEqual([])
  await user.type(field('What was given'), 'Used piano{Enter}')
  const list = within(await screen.findByRole('rowgroup', { name: 'Latest gifts' }))
  expect(await list.findByText('Used piano · estimate $500')).toBeVisible()
  const { data } = await service
    .from('donations')
    .select('amount, estimate')
    .eq('donor_name', 'Ines Kind')
  expect(data).toEqual([{ amount: null, estimate: 500 }])
})

it('takes a gala ticket of $150 with a dinner worth $60, pasted or typed, and nothing worth more', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Gala Guest{Tab}gala@example.org{Tab}150')
  await user.type(field('Given in exchange'), 'Gala dinner')
  await user.type(field('Value in exchange'), '160{Enter}')
  expect(await screen.findByText('Not more than the gift')).toBeVisible()
  expect(await entered()).toEqual([])
  await user.clear(field('Value in exchange'))
  await user.type(field('Value in exchange'), '$60{Enter}')
  const list = within(await screen.findByRole('rowgroup', { name: 'Latest gifts' }))
  expect(await list.findByText('in exchange: Gala dinner, worth $60')).toBeVisible()
  expect(field('Given in exchange')).toHaveValue('')

  await user.click(field('Donor'))
  const header = 'Name\tAmount\tValue in exchange\tGiven in exchange'
  await user.paste(`${header}\nPia Pasted\t150\t60.00\tDinner\nPit Pasted\t20\t0.00\t`)
  await user.click(await button('Add 2 gifts'))
  await waitFor(async () => {
    const { data } = await service
      .from('donations')
      .select('donor_name, exchange_value, exchange, deductible')
      .not('entered_at', 'is', null)
      .order('donor_name')
    expect(data).toEqual([
      { donor_name: 'Gala Guest', exchange_value: 60, exchange: 'Gala dinner', deductible: 90 },
      { donor_name: 'Pia Pasted', exchange_value: 60, exchange: 'Dinner', deductible: 90 },
      { donor_name: 'Pit Pasted', exchange_value: null, exchange: null, deductible: 20 },
    ])
  })
})

it('lists gifts of one day by what was entered last, in both directions', async () => {
  const day = { created_at: '1990-06-01T12:00:00Z', donor_name: 'Dora Day', method: 'cash' }
  await service
    .from('donations')
    .insert(
      [2, 3, 1].map((amount) => ({
        ...{ ...day, amount, donation_type: 'one-time' },
        entered_at: `2026-03-0${amount}T12:00:00Z`,
      })),
    )
    .throwOnError()
  const listed = async (descending: boolean) => {
    const state = { search: 'dora', filters: {}, sort: { key: 'created_at', descending }, page: 1 }
    const rows = await queryClient.fetchQuery(pageQuery(donations, { ...state }))
    return rows.map(({ amount }) => amount)
  }
  expect(await listed(true)).toEqual([3, 2, 1])
  expect(await listed(false)).toEqual([1, 2, 3])
})

/** Answers to `enter_gift` wait until they are let go, or fail. */
function holdAnswers() {
  const network = globalThis.fetch
  const held: (() => void)[] = []
  let isCut = false
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (input.includes('/enter_gift')) {
      if (isCut) throw new TypeError('Failed to fetch')
      await new Promise<void>((resolve) => held.push(resolve))
    }
    return network(input, init)
  })
  return { held, cut: (now: boolean) => void (isCut = now) }
}

it('takes letters while answers are under way, and each gift as it was typed', async () => {
  const { held } = holdAnswers()
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Ada New{Tab}{Tab}40{Enter}')
  await user.keyboard('Bo ')
  await waitFor(() => expect(held).toHaveLength(1))
  held[0]!()
  await screen.findByText('Saved')
  await user.keyboard('Old{Tab}{Tab}50{Enter}Cy')
  expect(await screen.findByText('Saving...')).toBeVisible()
  await waitFor(() => expect(held).toHaveLength(2))
  held[1]!()
  await waitFor(async () =>
    expect(await entered()).toMatchObject([
      { donor_name: 'Ada New', amount: 40 },
      { donor_name: 'Bo Old', amount: 50 },
    ]),
  )
  expect(field('Donor')).toHaveValue('Cy')
  await waitFor(() =>
    expect(screen.queryByRole('rowgroup', { name: 'Gifts being saved' })).toBeNull(),
  )
})

it('takes rows pasted from a spreadsheet, and keeps wrong ones for editing', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Half')
  await user.paste(
    'Name\tGift\tCheck #\tDate\nAda New\t$1,040.50\t1001\t02/03/2026\nBo Old\t0\t1002\t05/03/2026',
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Paste 2 gifts' }))
  const add = dialog.getByRole('button', { name: 'Add 2 gifts' })
  expect(add).toBeDisabled()
  await user.selectOptions(dialog.getByLabelText(/^How the days are written/), 'Day first, 31/1')
  expect(dialog.getByText(/^Bo Old: Amount: An amount above 0/)).toBeVisible()
  await user.selectOptions(dialog.getByLabelText('Column Gift'), 'Skip')
  expect(add).toBeDisabled()
  await user.selectOptions(dialog.getByLabelText('Column Gift'), 'Amount')
  await user.click(add)
  await waitFor(async () =>
    expect(await entered()).toMatchObject([{ donor_name: 'Ada New', amount: 1040.5 }]),
  )
  const { data } = await service
    .from('donations')
    .select('reference,created_at')
    .eq('donor_name', 'Ada New')
    .single()
  expect(data).toMatchObject({
    reference: '1001',
    created_at: expect.stringMatching(/^2026-03-02T/) as string,
  })
  expect(await screen.findByText('Not saved')).toBeVisible()
  expect(field('Donor')).toHaveValue('Half')
  await user.click(await button(/^Edit: Bo Old/))
  const editor = within(screen.getByRole('row', { name: 'Edit: Bo Old, $0' }))
  await user.clear(editor.getByLabelText(/^Amount/))
  await user.type(editor.getByLabelText(/^Amount/), '20{Enter}')
  await waitFor(async () =>
    expect(await entered()).toMatchObject([
      { donor_name: 'Ada New' },
      { donor_name: 'Bo Old', amount: 20 },
    ]),
  )
})

it('keeps a refused gift with its message, to be edited and sent again', async () => {
  const { data: batch } = await admin
    .from('gift_batches')
    .insert({ id: crypto.randomUUID(), expected_count: 1, expected_total: 40 })
    .select('id')
    .single()
    .throwOnError()
  draw(<GiftDeskPage />, `/enter-gifts?batch=${batch.id}`)
  const user = someone()
  await screen.findByText('0 of 1 gifts, $0 of $40')
  await backend.exclusive((pg) =>
    pg.query('update public.gift_batches set posted_at = now() where id = $1', [batch.id]),
  )
  await user.click(field('Donor'))
  await user.keyboard('Ada New{Tab}{Tab}40{Enter}')
  expect(await screen.findByText(/^This batch is already posted/)).toBeVisible()
  expect((await service.from('donations').select('id').eq('batch_id', batch.id)).data).toEqual([])
  await user.click(await button('Edit: Ada New, $40'))
  const row = within(screen.getByRole('row', { name: 'Edit: Ada New, $40' }))
  await user.clear(row.getByLabelText(/^Amount/))
  await user.type(row.getByLabelText(/^Amount/), '45{Enter}')
  expect(await screen.findByText(/^This batch is already posted/)).toBeVisible()
  await screen.findByText(/^This batch was posted or discarded/)
  await user.selectOptions(field('Batch'), '')
  await user.click(await button('Send again: Ada New, $45'))
  await waitFor(async () =>
    expect(await entered()).toMatchObject([{ donor_name: 'Ada New', amount: 45 }]),
  )
})

it(
  'moves between rows by keyboard, opens one in place, and keeps the typing there',
  { tags: 'long' },
  async () => {
    const { cut } = holdAnswers()
    cut(true)
    draw(
      <HelpFrame name="giftDesk">
        <GiftDeskPage />
      </HelpFrame>,
    )
    const user = someone()
    await waitFor(() => expect(field('Donor')).toHaveFocus())
    await user.keyboard('Ada New{Tab}{Tab}40{Enter}')
    const row = (name: string) => screen.getByRole('row', { name })
    await screen.findByText('Not saved')
    expect(screen.getByText('1 not saved yet: $40')).toBeVisible()
    await user.keyboard('{ArrowDown}')
    expect(row('Ada New, $40')).toHaveFocus()
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Help: Enter gifts' })).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(row('Ada New, $40')).toHaveFocus())
    await user.keyboard('{ArrowUp}')
    expect(field('Donor')).toHaveFocus()
    await user.keyboard('{ArrowDown}{Enter}')
    const amount = () => within(row('Edit: Ada New, $40')).getByLabelText(/^Amount/)
    expect(amount()).toHaveFocus()
    await user.keyboard('5')
    expect(amount()).toHaveValue('5')
    await user.keyboard('{Escape}')
    await user.click(await button('Keep Editing'))
    expect(amount()).toHaveValue('5')
    cleanup()
    queryClient.clear()

    draw(<GiftDeskPage />)
    expect(await screen.findByRole('row', { name: 'Ada New, $5' })).toBeVisible()
    cut(false)
  },
)

it('corrects a saved gift in its row, for a reason', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Ada New{Tab}{Tab}40{Enter}')
  const list = await screen.findByRole('rowgroup', { name: 'Latest gifts' })
  await waitFor(() => expect(within(list).getByRole('row')).toHaveAccessibleName('Ada New, $40'))
  await user.keyboard('{ArrowDown}{Enter}45{Enter}')
  expect(await screen.findByText(/^Enter a reason/)).toBeVisible()
  expect(await entered()).toMatchObject([{ amount: 40 }])
  await user.keyboard('Misread{Enter}')
  expect(await screen.findByRole('row', { name: 'Ada New, $45' })).toHaveFocus()
  expect(await entered()).toMatchObject([{ amount: 45 }])
  await user.keyboard('{Escape}')
  expect(
    within(screen.getByRole('row', { name: 'New gift' })).getByLabelText(/^Donor/),
  ).toHaveFocus()
})

it('sends again what an ended page had not stored, once', async () => {
  const { held, cut } = holdAnswers()
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Ada New{Tab}{Tab}40{Enter}Bo Old{Tab}{Tab}50{Enter}')
  await waitFor(() => expect(held).toHaveLength(1))
  cut(true)
  cleanup()
  queryClient.clear()
  cut(false)
  draw(<GiftDeskPage />)
  await waitFor(() => expect(held.length).toBeGreaterThan(1))
  const letGo = setInterval(() => held.forEach((go) => go()))
  await waitFor(async () =>
    expect(await entered()).toMatchObject([{ donor_name: 'Ada New' }, { donor_name: 'Bo Old' }]),
  )
  clearInterval(letGo)
  await waitFor(() => expect(screen.queryByText('Saving...')).toBeNull())
})

it('shows a fund once chosen although the funds arrive later', async () => {
  const fund = crypto.randomUUID()
  await admin.from('funds').insert({ id: fund, name: 'Roof', purpose: null }).throwOnError()
  draw(<GiftDeskPage />)
  const user = someone()
  await within(await waitFor(() => field('Fund'))).findByRole('option', { name: 'Roof' })
  await user.selectOptions(field('Fund'), fund)
  cleanup()
  queryClient.clear()

  draw(<GiftDeskPage />)
  expect(field('Fund')).not.toHaveDisplayValue('Roof')
  await waitFor(() => expect(field('Fund')).toHaveDisplayValue('Roof'))
})

it('picks no one found for an earlier text', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Walter P')
  await within(await screen.findByRole('listbox')).findByRole('option', { name: /Walter Price/ })
  await user.clear(field('Donor'))
  await user.keyboard('Marcus{ArrowDown}{Enter}')
  expect(field('Donor')).toHaveValue('Marcus')
})

/** A donor that no seed has, with one gift. */
async function donor(donor_name: string, donor_email: string | null, created_at: string) {
  const { data } = (await service
    .from('donations')
    .insert({
      donor_name,
      donor_email,
      amount: 5,
      donation_type: 'one-time',
      method: 'cash',
      entered_at: created_at,
      created_at,
    })
    .select('person_id')
    .single()
    .throwOnError()) as { data: { person_id: string } }
  return data.person_id
}
const donorsNamed = async (name: string) =>
  (
    await service
      .from('donors')
      .select('id, email, gift_count')
      .eq('name', name)
      .order('created_at')
      .throwOnError()
  ).data as { id: string; email: string | null; gift_count: number }[]

it('asks about a name that donors have, while one types on, and stores no second before the answer', async () => {
  const ruth = await donor('Ruth Eder', 'ruth@example.org', '2026-05-03T12:00:00Z')
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard(
    'Ruth Eder{Tab}{Tab}40{Enter}Ruth Eder{Tab}r.eder@example.net{Tab}50{Enter}Ada New{Tab}{Tab}60{Enter}Half',
  )
  const asked = await screen.findByRole('group', { name: 'Who is it: Ruth Eder, $40' })
  expect(asked).toHaveTextContent(
    'There is already a donor Ruth Eder (r…@example.org, last gift $5 on May 3, 2026).',
  )
  await screen.findByRole('group', { name: 'Who is it: Ruth Eder, $50' })
  await waitFor(async () =>
    expect(await entered()).toMatchObject([{ amount: 5 }, { donor_name: 'Ada New', amount: 60 }]),
  )
  expect(await screen.findByText('2 not saved yet: $90')).toBeVisible()
  expect(field('Donor')).toHaveValue('Half')
  expect(field('Donor')).toHaveFocus()
  cleanup()
  queryClient.clear()

  draw(<GiftDeskPage />)
  const again = within(await screen.findByRole('group', { name: 'Who is it: Ruth Eder, $40' }))
  await user.click(again.getByRole('button', { name: /^The same: Ruth Eder/ }))
  await waitFor(async () =>
    expect(await donorsNamed('Ruth Eder')).toEqual([
      { id: ruth, email: 'ruth@example.org', gift_count: 2 },
    ]),
  )
  const other = within(screen.getByRole('group', { name: 'Who is it: Ruth Eder, $50' }))
  await user.click(other.getByRole('button', { name: 'Someone else' }))
  await waitFor(async () =>
    expect(await donorsNamed('Ruth Eder')).toMatchObject([
      { id: ruth, gift_count: 2 },
      { email: 'r.eder@example.net', gift_count: 1 },
    ]),
  )
  expect(field('Donor')).toHaveValue('Half')
})

it(
  'stores fifty gifts that come at once, or shows which of them wait for an answer',
  { tags: 'long' },
  async () => {
    await donor('Ruth Eder', 'ruth@example.org', '2026-05-03T12:00:00Z')
    draw(<GiftDeskPage />)
    const user = someone()
    await waitFor(() => expect(field('Donor')).toHaveFocus())
    const rows = Array.from({ length: 50 }, (_, at) =>
      at % 25 === 0 ? `Ruth Eder\t$${at + 1}.00` : `Donor ${at}\t$${at + 1}.00`,
    )
    await user.paste(`Name\tGift\n${rows.join('\n')}`)
    await user.click(await button('Add 50 gifts'))
    await user.keyboard('Half')
    for (const stored of [20, 35, 49]) {
      await waitFor(async () => expect((await entered())!.length).toBeGreaterThanOrEqual(stored))
    }
    expect(await screen.findByText(/^2 not saved yet: \$27/)).toBeVisible()
    expect(screen.getAllByText('Who is it?')).toHaveLength(2)
    expect(await entered()).toHaveLength(49)
    expect(field('Donor')).toHaveValue('Half')
  },
)

it('gives a gift to the one of two of one name who was picked, until the name is typed on', async () => {
  const first = await donor('John Doe', 'john@example.org', '2026-05-03T12:00:00Z')
  const second = await donor('John Doe', 'doe@example.net', '2026-06-04T12:00:00Z')
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('John D')
  const list = within(await screen.findByRole('listbox'))
  const option = await list.findByRole('option', {
    name: /d…@example\.net · last gift \$5 on Jun 4/,
  })
  expect(
    list.getByRole('option', { name: /j…@example\.org · last gift \$5 on May 3/ }),
  ).toBeVisible()
  await user.click(option)
  expect(field('Donor')).toHaveAccessibleDescription(/^Picked: d…@example\.net/)
  expect(field('Email')).toHaveValue('doe@example.net')
  await user.clear(field('Email'))
  await user.type(field('Amount'), '32{Enter}')
  expect(field('Donor')).toHaveAccessibleDescription('')
  await button('Correct: John Doe, $32')
  expect(await donorsNamed('John Doe')).toMatchObject([
    { id: first, gift_count: 1 },
    { id: second, gift_count: 2 },
  ])

  await user.keyboard('John D')
  await user.click(await screen.findByRole('option', { name: /d…@example\.net/ }))
  await user.type(field('Donor'), 'son')
  expect(field('Donor')).toHaveAccessibleDescription(
    'A different person now, not the one you picked',
  )
  expect(field('Email')).toHaveValue('')
  await user.type(field('Amount'), '33{Enter}')
  await waitFor(async () =>
    expect(await donorsNamed('John Doeson')).toMatchObject([{ gift_count: 1 }]),
  )
})

it('keeps who was picked in a correction, and asks when the name becomes that of other donors', async () => {
  await donor('John Doe', null, '2026-05-03T12:00:00Z')
  const ruth = await donor('Ruth Eder', 'ruth@example.org', '2026-05-03T12:00:00Z')
  const john = crypto.randomUUID()
  await admin
    .rpc('enter_gift', {
      gift: {
        ...{ id: crypto.randomUUID(), donor_name: 'John Doe', new_person_id: john },
        ...{ amount: 32, day: '2026-06-04', method: 'cash' },
      },
    })
    .throwOnError()
  draw(<GiftDeskPage />)
  const user = someone()
  await user.click(await button('Correct: John Doe, $32'))
  const edited = () => within(screen.getByRole('row', { name: 'Correct: John Doe, $32' }))
  expect(edited().getByLabelText(/^Donor/)).toHaveAccessibleDescription('Picked')
  await user.clear(edited().getByLabelText(/^Amount/))
  await user.type(edited().getByLabelText(/^Amount/), '34')
  await user.type(edited().getByLabelText(/^Reason/), 'Misread{Enter}')
  await screen.findByRole('row', { name: 'John Doe, $34' })
  const bound = async () =>
    (await service.from('donations').select('person_id, is_picked').eq('amount', 34).single()).data
  expect(await bound()).toEqual({ person_id: john, is_picked: true })

  await user.click(await button('Correct: John Doe, $34'))
  const again = () => within(screen.getByRole('row', { name: 'Correct: John Doe, $34' }))
  await user.clear(again().getByLabelText(/^Donor/))
  await user.type(again().getByLabelText(/^Donor/), 'Ruth Eder')
  await user.type(again().getByLabelText(/^Reason/), 'Not John{Enter}')
  const asked = await screen.findByRole('group', { name: 'Who is it: John Doe, $34' })
  expect(asked).toHaveTextContent(/^There is already a donor Ruth Eder \(r…@example\.org/)
  expect(await bound()).toEqual({ person_id: john, is_picked: true })
  await user.click(within(asked).getByRole('button', { name: /^The same/ }))
  await screen.findByRole('row', { name: 'Ruth Eder, $34' })
  expect(await bound()).toEqual({ person_id: ruth, is_picked: true })
})

it('keeps the input when a gift is refused, and shows where', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Ada New{Tab}{Tab}0{Enter}')
  expect(await screen.findByText(/^An amount above 0/)).toBeVisible()
  expect(field('Donor')).toHaveValue('Ada New')
  expect(await entered()).toEqual([])
})

it('keeps the batch and the input when the page is opened again', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await user.click(await button('New batch'))
  await user.type(field('Number of gifts'), '1')
  await user.type(field('Total in dollars'), '40{Enter}')
  await screen.findByText('0 of 1 gifts, $0 of $40')
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Ada New{Tab}{Tab}40')
  const { data: batch } = await service.from('gift_batches').select('id').single().throwOnError()
  cleanup()

  draw(<GiftDeskPage />, `/enter-gifts?batch=${batch.id}`)
  expect(await screen.findByText('We restored your text.')).toBeVisible()
  expect(field('Donor')).toHaveValue('Ada New')
  expect(field('Amount')).toHaveValue('40')
  await screen.findByText('0 of 1 gifts, $0 of $40')
  await user.type(field('Amount'), '{Enter}')
  expect(await screen.findByText('1 of 1 gifts, $40 of $40')).toBeVisible()
  expect(screen.queryByText('We restored your text.')).toBeNull()
  cleanup()

  draw(<GiftDeskPage />, `/enter-gifts?batch=${crypto.randomUUID()}`)
  expect(await screen.findByText(/^This batch was posted or discarded/)).toBeVisible()
  expect(field('Donor')).toHaveValue('')
})

it('posts a batch once it adds up, and voids a gift for a reason', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await user.click(await button('New batch'))
  await user.type(field('Number of gifts'), '1')
  await user.type(field('Total in dollars'), '40{Enter}')
  expect(await screen.findByText('0 of 1 gifts, $0 of $40')).toBeVisible()
  await user.click(field('Donor'))
  await user.keyboard('Ada New{Tab}{Tab}40{Enter}')
  expect(await screen.findByText('1 of 1 gifts, $40 of $40')).toBeVisible()
  expect(await entered()).toEqual([])
  await user.click(await button('Post batch'))
  const gift = { donor_name: 'Ada New', donor_email: null, amount: 40, method: 'check' }
  await waitFor(async () =>
    expect(await entered()).toEqual([{ ...gift, reference: null, refunded: 0 }]),
  )

  await screen.findByRole('rowgroup', { name: 'Latest gifts' })
  await user.click(await button('Void: Ada New, $40'))
  await user.click(await button('Void the gift'))
  expect(await screen.findByText(/^Enter a reason/)).toBeVisible()
  await user.type(field('Reason'), 'Bounced{Enter}')
  expect(await screen.findByText('Voided: Bounced')).toBeVisible()
  expect(await entered()).toEqual([{ ...gift, reference: null, refunded: 40 }])
})

it('discards an open batch after a question, and keeps its gifts on record', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await user.click(await button('New batch'))
  await user.type(field('Number of gifts'), '2')
  await user.type(field('Total in dollars'), '80{Enter}')
  await screen.findByText('0 of 2 gifts, $0 of $80')
  await user.click(field('Donor'))
  await user.keyboard('Ada New{Tab}{Tab}40{Enter}')
  await screen.findByText('1 of 2 gifts, $40 of $80')
  await user.click(await button('Discard'))
  expect(await screen.findByText(/^1 gift, \$40, will never count/)).toBeVisible()
  await user.click(await button('Keep it'))
  expect((await service.from('donations').select('id').is('is_posted', false)).data).toHaveLength(1)
  await user.click(await button('Discard'))
  await user.click(await button('Discard the batch'))
  expect(await screen.findByText('Latest gifts')).toBeVisible()
  expect(await entered()).toEqual([])

  await user.click(await button('All batches'))
  const book = within(await screen.findByRole('list', { name: 'Batches' }))
  expect(book.getByText('Discarded')).toBeVisible()
  expect(book.getByText('1 gift, $40')).toBeVisible()
  await user.click(book.getByRole('button', { name: /^Show gifts/ }))
  const gifts = await book.findByRole('rowgroup', { name: 'Gifts of the batch' })
  expect(gifts).toHaveTextContent('Ada New')
  expect(within(gifts).queryByRole('button')).toBeNull()
})

it('compares the deposit of a posted batch with the bank', async () => {
  const { data: batch } = await service
    .from('gift_batches')
    .insert({ expected_count: 0, expected_total: 0, posted_at: new Date().toISOString() })
    .select('id')
    .single()
    .throwOnError()
  await service
    .from('donations')
    .insert({
      donor_name: 'Ada',
      amount: 40,
      donation_type: 'one-time',
      method: 'cash',
      batch_id: batch.id,
      entered_at: new Date().toISOString(),
    })
    .throwOnError()
  draw(<GiftDeskPage />)
  const user = someone()
  await user.click(await button('All batches'))
  await user.click(await button(/^Add deposit/))
  await user.type(field('Amount in dollars'), 'x{Enter}')
  expect(await screen.findByText('An amount like 1,250.50')).toBeVisible()
  await user.clear(field('Amount in dollars'))
  await user.type(field('Amount in dollars'), '$38.50{Enter}')
  expect(await screen.findByText('$1.50 less than posted.')).toBeVisible()
  await user.click(await button(/^Change deposit/))
  expect(field('Amount in dollars')).toHaveValue('38.5')
  await user.clear(field('Amount in dollars'))
  await user.type(field('Amount in dollars'), '40{Enter}')
  expect(await screen.findByText(/it agrees/)).toBeVisible()
})

it('compares a payout of the payment provider with the bank', async () => {
  await backend.exclusive((pg) =>
    pg.exec(`insert into private.payouts (id, amount, arrives_on, told_at)
      values ('po_seen', 480.2, '2026-01-05', '2026-01-04T10:00:00Z')`),
  )
  draw(<GiftDeskPage />)
  const user = someone()
  await user.click(await button('Payouts'))
  expect(await screen.findByText('Expected: $480.20')).toBeVisible()
  await user.click(await button(/^Add deposit.*po_seen$/))
  await user.type(field('Amount in dollars'), '-1,200.20{Enter}')
  expect(await screen.findByText('$1,680.40 less than expected.')).toBeVisible()
  await user.click(await button(/^Change deposit.*po_seen$/))
  await user.clear(field('Amount in dollars'))
  await user.type(field('Amount in dollars'), '480.20{Enter}')
  expect(await screen.findByText(/it agrees/)).toBeVisible()
})

it('corrects, refunds and voids a gift in its panel, and one of the payment provider only in its receipt, fund and note', async () => {
  const gift = {
    donor_name: 'Ada New',
    donor_email: null,
    amount: 43.4,
    donation_type: 'one-time',
    method: 'bank',
    currency: 'EUR',
    original_amount: 40,
    rate: 1.085,
    rate_on: '2026-01-02',
    reference: null,
    tribute: null,
    tribute_name: null,
    note: null,
    refunded: 0,
    voided_at: null,
    change_reason: null,
    entered_at: '2026-01-02T12:00:00Z',
    created_at: '2026-01-02T12:00:00Z',
  }
  const { data: stored } = await service
    .from('donations')
    .insert([gift, { ...gift, payment_id: `pi_${crypto.randomUUID()}` }])
    .select()
    .throwOnError()
  const [own, paid] = stored as [Shown, Shown]
  draw(<GiftPanel row={paid} title="Ada New" />)
  expect(await screen.findByText('40 EUR at 1.085, the rate of Jan 2, 2026')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^(Void|Refund)$/ })).toBeNull()
  const user = someone()
  await user.click(await button('Correct'))
  await screen.findByRole('dialog', { name: 'Correct: Ada New, $43.40' })
  for (const label of [/^Amount/, /^Day/, /^Method/, /^Donor/, /^Currency/]) {
    expect(screen.queryByLabelText(label)).toBeNull()
  }
  await user.type(field('Receipt to'), 'Lakeside Trust')
  await user.type(field('Note'), 'Asked by phone')
  await user.type(field('Reason'), 'The trust paid{Enter}')
  expect(await screen.findByRole('link', { name: 'Lakeside Trust' })).toBeVisible()
  const kept = await service.from('donations').select().eq('id', paid.id).single<Shown>()
  expect(kept.data).toEqual({
    ...paid,
    legal_donor_id: expect.any(String) as string,
    legal_donor_name: 'Lakeside Trust',
    note: 'Asked by phone',
    change_reason: 'The trust paid',
  })
  cleanup()

  draw(<GiftPanel row={own} title="Ada New" />)
  await user.click(await button('Correct'))
  await screen.findByRole('dialog', { name: 'Correct: Ada New, $43.40' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(await button('Correct'))
  await user.clear(field('Amount'))
  await user.type(field('Amount'), '50')
  await user.keyboard('{Escape}')
  await user.click(await button('Keep Editing'))
  expect(field('Amount')).toHaveValue('50')
  await user.type(field('Reason'), 'The bank sent 50{Enter}')
  expect(await screen.findByText('50 EUR at 1.085, the rate of Jan 2, 2026')).toBeVisible()
  await user.click(await button('Refund'))
  await user.type(field('Refund in dollars'), '60')
  await user.type(field('Reason'), 'Sent twice{Enter}')
  expect(await screen.findByText(/^Enter at most \$54.25/)).toBeVisible()
  await user.clear(field('Refund in dollars'))
  await user.type(field('Refund in dollars'), '10{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await entered()).toContainEqual(expect.objectContaining({ amount: 54.25, refunded: 10 }))
  await user.click(await button('Void'))
  await user.type(field('Reason'), 'Called back{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Void' })).toBeNull())
  expect(await entered()).toContainEqual(
    expect.objectContaining({ amount: 54.25, refunded: 54.25 }),
  )
})

it('links a gift and its match on both sides', async () => {
  const own = { donor_email: null, donation_type: 'one-time', created_at: '2026-01-02T12:00:00Z' }
  const { data: gift } = await service
    .from('donations')
    .insert({ ...own, donor_name: 'Ada Employee', amount: 50 })
    .select()
    .single<Shown>()
    .throwOnError()
  const { data: match } = await service
    .from('donations')
    .insert({ ...own, donor_name: 'Employer Inc', amount: 100, matched_gift_id: gift.id })
    .select()
    .single<Shown>()
    .throwOnError()
  draw(<GiftPanel row={gift} title="Ada Employee" />)
  const matchedBy = await screen.findByRole('link', { name: 'Employer Inc, $100' })
  expect(matchedBy).toHaveAttribute('href', `/crm?tab=donors&open=${match.id}`)
  cleanup()
  draw(<GiftPanel row={match} title="Employer Inc" />)
  const matched = await screen.findByRole('link', { name: 'Ada Employee, $50' })
  expect(matched).toHaveAttribute('href', `/crm?tab=donors&open=${gift.id}`)
})

it('keeps the text of the letters over a reload, until the original is asked for', async () => {
  draw(<LettersPage />)
  const user = someone()
  const original = (await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })).value
  await user.type(field('Text'), ' See you in spring.')
  cleanup()

  draw(<LettersPage />)
  expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue(
    `${original} See you in spring.`,
  )
  await user.click(await button('Use the original text'))
  expect(field('Text')).toHaveValue(original)
  cleanup()

  draw(<LettersPage />)
  expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue(original)
})

it('has a letter for each donor to thank with an address, for others once they are chosen, and marks those as thanked', async () => {
  const name = await backend.exclusive(async (pg) => {
    const { rows } = await pg.query<{ name: string }>(`
      with addressed as (
        insert into private.contact_points (person_id, kind, normalized, value, parts)
        select id, 'post', '9 oak', '9 Oak', '{"street": "9 Oak", "city": "Austin", "postal_code": "78701"}'
        from public.donors where thanks = 'due' and name <> 'Anonymous' order by last_gift_at limit 1
        returning person_id
      )
      select name from public.donors join addressed on person_id = id`)
    return rows[0]!.name
  })
  draw(<LettersPage />)
  const user = someone()
  expect(await screen.findByRole('article', { name: `Letter to ${name}` })).toBeVisible()
  const choice = screen.getByRole('checkbox', { name: new RegExp(name) })
  expect(choice).toBeChecked()
  expect(choice).toHaveAccessibleDescription(/9 Oak, Austin 78701/)
  const others = screen.getAllByRole('checkbox', { checked: false })
  expect(others.length).toBeGreaterThan(1)
  const [entry] = screen.getAllByRole('link', { name: /^Enter the address/ })
  expect(entry).toHaveAttribute('href', expect.stringMatching(/^\/crm\?.*person=/))
  const printed = screen.getAllByRole('article').length
  await user.click(await button(/^Choose (this one|these \d+) too$/))
  const letters = screen.getAllByRole('article')
  expect(letters.length).toBeGreaterThan(printed)
  const first = letters[0]!.getAttribute('aria-label')!
  expect(letters[0]).toHaveTextContent(/Thank you for giving \$[\d,]+/)
  expect(letters[0]).not.toHaveTextContent('{{')
  expect(screen.getByRole('article', { name: `Letter to ${name}` })).toHaveTextContent(
    `${name}9 OakAustin 78701`,
  )
  expect(screen.queryByRole('article', { name: 'Letter to Anonymous' })).toBeNull()
  await user.click(screen.getAllByRole('checkbox')[0]!)
  expect(screen.queryByRole('article', { name: first })).toBeNull()
  await user.click(await button(/^Mark \d+ as thanked$/))
  await waitFor(async () => {
    const { data } = await service.from('donors').select('name').eq('thanks', 'due')
    const due = data!.map(({ name }) => `Letter to ${name}`)
    expect(due.toSorted()).toEqual(['Letter to Anonymous', first].toSorted())
  })
})

it('takes who gets the receipt, to whom the gift counts', async () => {
  draw(<GiftDeskPage />)
  const user = someone()
  await waitFor(() => expect(field('Donor')).toHaveFocus())
  await user.keyboard('Ines Mover{Tab}{Tab}500')
  await user.selectOptions(field('Method'), 'check')
  await user.type(field('Receipt to'), 'Lakeside Fund')
  await user.click(await button('Enter gift'))
  const list = within(await screen.findByRole('rowgroup', { name: 'Latest gifts' }))
  expect(await list.findByText(/Ines Mover/)).toBeVisible()
  expect(field('Receipt to')).toHaveValue('')
  const { data } = await service
    .from('donors')
    .select('name, lifetime, moved_total, thanks')
    .in('name', ['Ines Mover', 'Lakeside Fund'])
    .order('name')
  expect(data).toEqual([
    { name: 'Ines Mover', lifetime: 0, moved_total: 500, thanks: 'due' },
    { name: 'Lakeside Fund', lifetime: 500, moved_total: 0, thanks: null },
  ])
})
