import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { PledgesPage } from '@/features/crm/giving/pledges/pledges-page'
import { PledgeLettersPage } from '@/features/crm/giving/letters/pledge-letters-page'
import { admin, backend, button, draw, field, service, setUpScreens, someone } from './screen'

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
  await screen.findByText('No pledge is open.')
  await user.click(screen.getByRole('link', { name: /^Written off/ }))
  await screen.findByText(/Moved away/)
  await user.click(await screen.findByRole('button', { name: /^Reopen/ }))
  await screen.findByText('No pledge is written off.')
  expect((await standing())[0]?.status).toBe('open')
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
  const letter = within(await screen.findByRole('article', { name: `Letter to ${donor}` }))
  letter.getByText(/your pledge of \$500, .*So far you have given \$0/s)
  letter.getByText(/\$250 was due on .* and \$500 is left/s)
  expect(letter.queryByText(/\{\{/)).toBeNull()
})
