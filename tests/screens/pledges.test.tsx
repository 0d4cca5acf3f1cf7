import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { DonorPanel } from '@/features/crm/giving/donors/donor-panel'
import { PledgesPage } from '@/features/crm/giving/pledges/pledges-page'
import { PledgeLettersPage } from '@/features/crm/giving/letters/pledge-letters-page'
import {
  admin,
  backend,
  button,
  cut,
  draw,
  expectTyped,
  field,
  service,
  setUpScreens,
  someone,
} from './screen'

setUpScreens()

const donor = 'Pia Promise'
const daysFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const standing = async () =>
  (await admin.rpc('pledge_book', { listed: 'all' }).throwOnError()).data as unknown as {
    donor_name: string
    amount: number
    paid: number
    status: string
    installments: { due_on: string; amount: number; paid: number }[]
  }[]

beforeEach(async () => {
  await backend.exclusive(async (pg) => {
    await pg.exec(`delete from private.closed_months where true;
      delete from public.donations where true;
      delete from public.gift_pledges where true`)
  })
})

async function pledge(amount = 500) {
  const id = crypto.randomUUID()
  await admin
    .rpc('save_pledge', {
      pledge: { id, donor_name: donor, amount, pledged_on: daysFromNow(-60) },
      installments: [
        { due_on: daysFromNow(-20), amount: amount / 2 },
        { due_on: daysFromNow(40), amount: amount / 2 },
      ],
    })
    .throwOnError()
  return id
}

it('makes a pledge of equal parts, and says when installments do not add up', async () => {
  draw(<PledgesPage />, '/pledges')
  const user = someone()
  await user.click(await screen.findByRole('button', { name: 'New pledge' }))
  await user.type(await screen.findByRole('combobox', { name: /^Donor/ }), donor)
  await user.type(field('Amount in dollars'), '1,000')
  await user.type(field('Dollars 1'), '400')
  await user.click(await button('Save pledge'))
  await screen.findByText('The installments add up to $400, the pledge is $1,000')
  expect(await standing()).toEqual([])

  await user.clear(field('Equal parts'))
  await user.type(field('Equal parts'), '3')
  await user.click(await button('Split evenly'))
  await user.click(await button('Save pledge'))
  await screen.findByText(donor)
  const [saved] = await standing()
  expect(saved).toMatchObject({ donor_name: donor, amount: 1000, status: 'open' })
  expect(saved?.installments.map(({ amount }) => amount)).toEqual([333.33, 333.33, 333.34])
})

it('proposes a gift, applies it when told to, and takes it off', async () => {
  await pledge()
  const gift = { id: crypto.randomUUID(), donor_name: donor, amount: 250, method: 'check' }
  await admin.rpc('enter_gift', { gift: { ...gift, day: daysFromNow(-18) } }).throwOnError()
  draw(<PledgesPage />, '/pledges?list=late')
  const user = someone()
  const apply = await screen.findByRole('button', { name: /^Apply/ })
  expect((await standing())[0]?.paid).toBe(0)
  await user.click(apply)
  await screen.findByText('No installment is late.')
  expect((await standing())[0]?.paid).toBe(250)

  await user.click(screen.getByRole('link', { name: /^Open/ }))
  await user.click(await screen.findByRole('button', { name: /^Take off/ }))
  await screen.findByRole('button', { name: /^Apply/ })
  expect((await standing())[0]?.paid).toBe(0)
})

it('writes off what is left for a reason, and reopens it', async () => {
  await pledge()
  draw(<PledgesPage />, '/pledges')
  const user = someone()
  await user.click(await screen.findByRole('button', { name: /^Write off/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Write off $500' }))
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Moved away')
  await user.click(dialog.getByRole('button', { name: 'Write off' }))
  await screen.findByText(/^No pledge is open\./)
  await user.click(screen.getByRole('link', { name: /^Written off/ }))
  await screen.findByText(/Moved away/)
  await user.click(await screen.findByRole('button', { name: /^Reopen/ }))
  await screen.findByText('No pledge is written off.')
  expect((await standing())[0]?.status).toBe('open')
})

it('says that the pledges could not be loaded, and loads at the second try', async () => {
  await pledge()
  const mend = cut(/rpc\/pledge_book/)
  draw(<PledgesPage />, '/pledges')
  expect(await screen.findByText('The pledges could not be loaded.')).toBeVisible()
  mend()
  await someone().click(await button('Try again'))
  expect(await screen.findByText(donor)).toBeVisible()
})

it('keeps what was typed of a pledge on a bad line, and saves it at the second try', async () => {
  draw(<PledgesPage />, '/pledges')
  const user = someone()
  await user.click(await screen.findByRole('button', { name: 'New pledge' }))
  await user.type(await screen.findByRole('combobox', { name: /^Donor/ }), donor)
  await user.type(field('Amount in dollars'), '40')
  await user.type(field('Dollars 1'), '40')
  await user.type(field('Note'), 'By phone')
  const mend = cut(/rpc\/save_pledge/)
  await user.click(await button('Save pledge'))
  expect(await screen.findByText('The pledge was not saved.')).toBeVisible()
  expectTyped({ Donor: donor, 'Amount in dollars': '40', 'Dollars 1': '40', Note: 'By phone' })
  expect(await standing()).toEqual([])
  mend()
  await user.click(await button('Save pledge'))
  await screen.findByText('By phone', { selector: 'p' })
  expect(await standing()).toMatchObject([{ donor_name: donor, amount: 40 }])
})

it('deletes a pledge that was entered by mistake, unless a gift is applied by now', async () => {
  const id = crypto.randomUUID()
  const pledged = { id, donor_name: donor, amount: 100, pledged_on: daysFromNow(-1) }
  const installments = [{ due_on: daysFromNow(30), amount: 100 }]
  await admin.rpc('save_pledge', { pledge: pledged, installments }).throwOnError()
  draw(<PledgesPage />, '/pledges')
  const user = someone()
  await user.click(await screen.findByRole('button', { name: /^Delete/ }))
  const gift = { id: crypto.randomUUID(), donor_name: donor, amount: 5, method: 'check' }
  await admin.rpc('enter_gift', { gift: { ...gift, day: daysFromNow(-1) } }).throwOnError()
  await admin.rpc('apply_gift', { gift: gift.id, pledge: id }).throwOnError()
  await user.click(await button('Delete the pledge'))
  await screen.findByText(/^A gift is applied to this pledge/)
  expect(await standing()).toMatchObject([{ paid: 5 }])

  const nothing = null as unknown as string
  await admin.rpc('apply_gift', { gift: gift.id, pledge: nothing, replaced: id }).throwOnError()
  await user.click(await button('Delete the pledge'))
  await screen.findByText(/^No pledge is open\./)
  expect(await standing()).toEqual([])
})

it('offers no deletion of a late pledge', async () => {
  await pledge()
  draw(<PledgesPage />, '/pledges')
  await screen.findByRole('button', { name: /^Write off/ })
  expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull()
})

it('lists monthly gifts beside the pledges, in none of their totals', async () => {
  await pledge()
  await backend.exclusive((pg) =>
    pg.exec(`insert into public.donations (donor_name, amount, donation_type, payment_id, created_at)
        values ('Mona Monthly', 25, 'monthly', 'pi_monthly', now() - interval '3 days');
      insert into private.monthly_gifts (id, donor_id, paid_at)
      select 'sub_1', person_id, created_at from public.donations where payment_id = 'pi_monthly';
      insert into private.monthly_gifts (id, donor_id, paid_at, ended_at)
      select 'sub_2', person_id, created_at, now() from public.donations where payment_id = 'pi_monthly'`),
  )
  draw(<PledgesPage />, '/pledges')
  await screen.findByText('$500 left in all')
  await someone().click(screen.getByRole('link', { name: /^Monthly gifts\s*1$/ }))
  const gifts = await screen.findByRole('list', { name: 'Monthly gifts' })
  expect(within(gifts).getAllByRole('listitem')).toHaveLength(1)
  expect(gifts).toHaveTextContent('Mona Monthly Running')
  expect(gifts).toHaveTextContent('$25 a month')

  cleanup()
  const { data } = await service.from('donors').select('id').eq('name', 'Mona Monthly').single()
  draw(<DonorPanel row={{ id: data!.id as string }} title="Mona Monthly" contact={null} />)
  const own = await screen.findByRole('region', { name: 'Monthly gifts' })
  expect(within(own).getAllByRole('listitem')).toHaveLength(2)
  expect(own).toHaveTextContent('Ended on')
  const promised = screen.getByRole('region', { name: 'Pledges' })
  expect(within(promised).getByText('No pledges')).toBeVisible()
})

it('tells who is slower that a colleague has changed the pledge, and keeps what was typed', async () => {
  const id = await pledge()
  draw(<PledgesPage />, '/pledges')
  const user = someone()
  await user.click(await screen.findByRole('button', { name: /^Change/ }))
  const note = await screen.findByRole('textbox', { name: 'Note' })
  await service.from('gift_pledges').update({ campaign: 'Library' }).eq('id', id).throwOnError()
  await user.type(note, 'By phone')
  await user.click(await button('Save pledge'))
  await screen.findByText(/A colleague has just changed this pledge/)
  expect(note).toHaveValue('By phone')
  const { data } = await service.from('gift_pledges').select('note').eq('id', id).single()
  expect(data?.note).toBeNull()
})

it('fills in a pledge of the website, as one of who sent it', async () => {
  const sent = await backend.exclusive((pg) =>
    pg.query<{ id: string }>(
      `insert into public.pledges (name, email, amount, frequency)
       values ('Wilma Web', 'wilma@example.org', 10, 'monthly') returning id`,
    ),
  )
  draw(<PledgesPage />, `/pledges?from=${sent.rows[0]!.id}`)
  const user = someone()
  await button('Save pledge')
  expect(field('Amount in dollars')).toHaveValue('120.00')
  await user.click(await button('Save pledge'))
  await screen.findByText('Wilma Web')
  const [saved] = await standing()
  expect(saved).toMatchObject({ donor_name: 'Wilma Web', amount: 120 })
  expect(saved?.installments).toHaveLength(12)
})

it('prints a letter for a late pledge with amount, balance and due day', async () => {
  await pledge()
  draw(<PledgeLettersPage />, '/pledge-letters')
  const choice = await screen.findByRole('checkbox', { name: new RegExp(donor) })
  expect(choice).not.toBeChecked()
  expect(choice).toHaveAccessibleDescription('Without a postal address')
  expect(screen.queryByRole('button', { name: /^Print/ })).toBeNull()
  await someone().click(choice)
  const letter = within(await screen.findByRole('article', { name: `Letter to ${donor}` }))
  letter.getByText(/your pledge of \$500, .*So far you have given \$0/s)
  letter.getByText(/\$250 was due on .* and \$500 is left/s)
  expect(letter.queryByText(/\{\{/)).toBeNull()
})
