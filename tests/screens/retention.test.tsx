import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RetentionPage } from '@/features/crm/retention/retention-page'
import { backend, button, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()

const keptOf = async (rule: string) =>
  backend.exclusive(async (pg) => {
    const { rows } = await pg.query<{ kept: number }>(
      'select kept from private.retention_rules where rule = $1',
      [rule],
    )
    return rows[0]!.kept
  })
const logged = async () =>
  (await service.from('change_log').select('id').eq('record_kind', 'retention_rules')).data?.length

/** Messages closed this long ago; returns their number. */
async function closedMessages(months: readonly number[]): Promise<void> {
  await backend.exclusive(async (pg) => {
    for (const age of months) {
      await pg.query(
        `with sent as (
          insert into public.contact_messages (name, email, message, status)
          values ('Old', gen_random_uuid() || '@example.org', 'Old', 'new') returning id
        )
        select id from sent`,
      )
      await pg.exec(
        `update public.contact_messages set status = 'closed' where name = 'Old' and status = 'new';
        update public.submissions set closed_at = now() - interval '${age} months 1 day'
        where name = 'Old' and closed_at > now() - interval '1 day'`,
      )
    }
  })
}

const rowOf = async (title: string) =>
  (await screen.findByRole('rowheader', { name: title })).closest('tr')!

it('shows each rule, how much is due, and in the preview from when to when', async () => {
  await closedMessages([24, 30])
  draw(<RetentionPage />)
  const messages = await rowOf('Messages')
  await waitFor(() =>
    expect(
      within(messages)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['24 months', '2', expect.any(String), 'Change']),
  )
  expect(within(await rowOf('Gifts')).queryByRole('button')).toBeNull()

  const stored = await service.from('contact_messages').select('id')
  await someone().click(await button('Preview'))
  const due = await screen.findByRole('list', { name: 'Due today' })
  const [first] = within(due).getAllByRole('listitem')
  expect(first).toHaveTextContent(/^Messages2 to deleteFrom .+ to .+\d{4}$/)
  expect((await service.from('contact_messages').select('id')).data).toEqual(stored.data)
})

it('shortens a period, after showing what that deletes, and sets it back', async () => {
  await closedMessages([13])
  draw(<RetentionPage />)
  const change = 'Change how long we keep: Messages'
  await someone().click(await button(change))
  const number = screen.getByRole('spinbutton', { name: 'Number of months' })
  await someone().clear(number)
  await someone().type(number, '25{Enter}')
  expect(await screen.findByText('A whole number from 1 to 24')).toBeVisible()
  expect(screen.queryByText(/would be deleted now/)).toBeNull()
  expect(await keptOf('contact_messages')).toBe(24)

  await someone().clear(number)
  await someone().type(number, '12')
  expect(await screen.findByText(/^With 12 months, \d+ would be deleted now\./)).toBeVisible()
  expect(await keptOf('contact_messages')).toBe(24)
  await someone().click(await button('Save'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(notices.at(-1)?.title).toBe('Messages: kept for 12 months from tomorrow')
  expect(await screen.findByText('promised: 24 months')).toBeVisible()
  expect(await keptOf('contact_messages')).toBe(12)
  expect(await logged()).toBe(1)

  await someone().click(await button(change))
  const again = screen.getByRole('spinbutton', { name: 'Number of months' })
  await someone().clear(again)
  await someone().type(again, '24{Enter}')
  await waitFor(async () => expect(await keptOf('contact_messages')).toBe(24))
})

it('keeps a value that a colleague set during the edit, and shows it', async () => {
  draw(<RetentionPage />)
  await someone().click(await button('Change how long we keep: Pledges'))
  await backend.exclusive((pg) =>
    pg.exec("update private.retention_rules set kept = 18 where rule = 'pledges'"),
  )
  const number = screen.getByRole('spinbutton', { name: 'Number of months' })
  await someone().clear(number)
  await someone().type(number, '6{Enter}')
  expect(await screen.findByText('A colleague changed this to 18 months.')).toBeVisible()
  expect(number).toHaveValue(6)
  expect(await keptOf('pledges')).toBe(18)
  expect(await screen.findByText('18 months')).toBeInTheDocument()
  await someone().click(await button('Save'))
  await waitFor(async () => expect(await keptOf('pledges')).toBe(6))
})
