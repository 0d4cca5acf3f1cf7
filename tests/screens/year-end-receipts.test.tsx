import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '@/app/query-client'
import { authOf } from '../auth-of'
import { PrintedPage } from '@/features/crm/giving/receipts/printed-page'
import { YearEndPage } from '@/features/crm/giving/receipts/year-end-page'
import {
  admin,
  backend,
  button,
  draw,
  loseAnswer,
  notices,
  onRequest,
  service,
  setUpScreens,
  someone,
} from './screen'

setUpScreens()

// Of a year without other gifts
const donors = {
  'Mia Mail': 'mia.mail@example.org',
  'Max Mail': 'max.mail@example.org',
  'Nil Nowhere': null,
}

async function give(amount: number) {
  await service
    .from('donations')
    .insert(
      Object.entries(donors).map(([donor_name, donor_email]) => ({
        donor_name,
        donor_email,
        amount,
        donation_type: 'one-time',
        created_at: '1995-06-01T12:00:00Z',
      })),
    )
    .throwOnError()
}

/** Gives a donor a postal address. */
async function moveIn(name: string) {
  const found = (await service
    .from('donors')
    .select('id')
    .eq('name', name)
    .single()
    .throwOnError()) as {
    data: { id: string }
  }
  const address = { street: '9 Oak', city: 'Waco', region: 'TX', postal_code: '76701' }
  await admin
    .rpc('save_address', { person: found.data.id, address, replaced: null as never })
    .throwOnError()
}

const figure = (name: string) => screen.getByText(name).nextSibling?.textContent

beforeEach(() =>
  backend.exclusive(async (pg) => {
    await pg.exec(`delete from public.donations where created_at < '1996-01-01';
      delete from private.issued_receipts where true;
      update private.receipt_wording set confirmed_at = now() where true`)
  }),
)

it('emails each receipt of a year once, and lists who is left out', async () => {
  await give(10)
  draw(<YearEndPage />, '/year-end-receipts?year=1995')
  const user = someone()
  const email = await button('Email 2 receipts')
  expect(figure('Donors with gifts in this year')).toBe('3')
  expect(figure('Get it by email')).toBe('2')
  const left = within(await screen.findByRole('list', { name: 'Left out' }))
  expect(left.getByRole('listitem')).toHaveTextContent('Nil Nowhere, no address')
  expect(left.getByRole('link')).toHaveAttribute('href', expect.stringContaining('person='))
  await user.click(email)
  const dialog = within(screen.getByRole('dialog', { name: 'Email 2 receipts for 1995?' }))
  await user.dblClick(dialog.getByRole('button', { name: 'Email 2 receipts' }))
  expect(await screen.findByText(/2 receipts still to issue/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Email / })).toBeNull()

  await service.rpc('advance_campaigns').throwOnError()
  await waitFor(() => expect(figure('Have their receipt')).toBe('2'))
  expect(screen.getByText('0 of 2 sent')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Email / })).toBeNull()
})

it('emails no run before an admin has confirmed the wording, and names the admins', async () => {
  await give(10)
  await backend.exclusive((pg) =>
    pg.exec('update private.receipt_wording set confirmed_at = null where true'),
  )
  const { data: wording } = (await admin.rpc('receipt_wording')) as { data: { admins: string[] } }
  draw(
    <YearEndPage />,
    '/year-end-receipts?year=1995',
    authOf('accounting', { permissions: new Set(['can_manage_donations']) }),
  )
  expect(await screen.findByText(/An admin confirms it on the page/)).toHaveTextContent(
    wording.admins.join(' or '),
  )
  expect(await button('Email 2 receipts')).toBeDisabled()
  expect(await button('Email 2 receipts')).toHaveAccessibleDescription(/once an admin/)
})

it('emails and prints nothing twice when the connection drops', { tags: 'ci' }, async () => {
  await give(30)
  await moveIn('Nil Nowhere')
  draw(<YearEndPage />, '/year-end-receipts?year=1995')
  const user = someone()
  const run = (path: string) => (address: string) => address.endsWith(path)

  await user.click(await button('Email 2 receipts'))
  const dialog = within(screen.getByRole('dialog'))
  onRequest(run('/rpc/mail_receipts'), loseAnswer)
  await user.click(dialog.getByRole('button', { name: 'Email 2 receipts' }))
  await waitFor(() => expect(notices).toHaveLength(1))
  expect(notices[0]!.title).toBe('The emails are not confirmed')
  expect(await screen.findByText(/2 receipts still to issue/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Email / })).toBeNull()
  vi.unstubAllGlobals()
  await service.rpc('advance_campaigns').throwOnError()
  await waitFor(() => expect(figure('Have their receipt')).toBe('2'))
  expect(screen.getByText('0 of 2 sent')).toBeVisible()

  onRequest(run('/rpc/print_receipts'), loseAnswer)
  await user.click(await button('Print 1 receipt'))
  await waitFor(() => expect(notices).toHaveLength(2))
  vi.unstubAllGlobals()
  await waitFor(() => expect(figure('Have their receipt')).toBe('3'))
  expect(
    within(await screen.findByRole('list', { name: 'Printed so far' })).getAllByRole('listitem'),
  ).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Print / })).toBeNull()
  const issued = await backend.exclusive((pg) =>
    pg.query('select count(*)::int as count from private.issued_receipts'),
  )
  expect(issued.rows).toEqual([{ count: 3 }])
})

it('prints those with an address, shows the same pile again, and lists withdrawn ones', async () => {
  await give(20)
  await moveIn('Nil Nowhere')
  draw(<YearEndPage />, '/year-end-receipts?year=1995')
  const user = someone()
  await user.click(await button('Print 1 receipt'))
  const piles = async () => {
    const { data: found } = (await admin.rpc('receipt_piles', { of_year: 1995 })) as {
      data: { pile: string }[] | null
    }
    return found ?? []
  }
  await waitFor(async () => expect(await piles()).toHaveLength(1))
  const { pile } = (await piles())[0]!
  cleanup()
  draw(<YearEndPage />, '/year-end-receipts?year=1995')
  const printed = within(await screen.findByRole('list', { name: 'Printed so far' }))
  const address = `/printed-receipts?pile=${pile}`
  expect(printed.getByRole('link')).toHaveAttribute('href', address)
  await waitFor(() => expect(figure('Have their receipt')).toBe('1'))
  cleanup()
  draw(<PrintedPage />, address)
  const paper = await screen.findByRole('article', {
    name: 'Receipt for gifts 1995 to Nil Nowhere',
  })
  expect(paper).toHaveTextContent('9 OakWaco, TX 76701')
  expect(await button('Print 1 receipt')).toBeVisible()

  await service
    .from('donations')
    .update({ refunded: 20 })
    .lt('created_at', '1996-01-01')
    .throwOnError()
  cleanup()
  queryClient.clear()
  draw(<YearEndPage />, '/year-end-receipts?year=1995')
  const withdrawn = within(await screen.findByRole('list', { name: 'Withdrawn' }))
  expect(withdrawn.getByRole('listitem')).toHaveTextContent(/^1995-\d+, Nil Nowhere, \$20$/)
  expect(screen.getByText('No gift of 1995 needs a receipt.')).toBeVisible()
})

it('asks about a longer name and an unconfirmed address, and accepts one with an undo', async () => {
  await give(10)
  await backend.exclusive((pg) =>
    pg.exec(`insert into public.donations (donor_name, donor_email, amount, donation_type, created_at)
        values ('Mia Maria Mail', 'mia.mail@example.org', 5, 'one-time', '1995-07-01T12:00:00Z');
      insert into private.contact_points (person_id, kind, normalized, value, valid_since)
        select id, 'email', 'mia.new@example.org', 'mia.new@example.org', now() + interval '1 day'
        from public.donors where name = 'Mia Mail'`),
  )
  draw(<YearEndPage />, '/year-end-receipts?year=1995')
  const user = someone()
  const asked = () => screen.getByRole('list', { name: 'Check before you send' })
  await screen.findByText(/A gift came under the name/)
  expect(asked()).toHaveTextContent('Mia Maria Mail')
  expect(asked()).toHaveTextContent(
    'The receipt goes to mia.mail@example.org. New, not confirmed: mia.new@example.org.',
  )
  await user.click(await button('Use this name: Mia Maria Mail'))
  await waitFor(() => expect(asked()).not.toHaveTextContent('A gift came under the name'))
  const told = notices.find(({ title }) => title === 'The name is Mia Maria Mail')
  told?.action?.onClick()
  await screen.findByText(/A gift came under the name/)
})
