import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ChangeLogPage } from '@/features/crm/change-log/change-log-page'
import { mentors } from '@/features/crm/people/records/mentors'
import { ResourceList } from '@/engine/resource-list'
import { admin, backend, button, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()

function open(search: string, filters = '') {
  cleanup()
  draw(<ChangeLogPage />, { search: filters, state: { search } })
}
/** The cells of each row, once there are this many. */
async function rows(count: number): Promise<string[][]> {
  const table = await screen.findByRole('table')
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(count + 1))
  const [, ...listed] = within(table).getAllByRole('row')
  return listed.map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? ''),
  )
}

async function newMentor(last_name: string): Promise<string> {
  const id = crypto.randomUUID()
  await service.from('mentors').insert({ id, first_name: 'Ada', last_name }).throwOnError()
  return id
}

it('shows in words who changed what, and finds it by person, record, action and day', async () => {
  const id = await newMentor('Logged')
  await admin.from('mentors').update({ status: 'inactive' }).eq('id', id).throwOnError()
  const changer = await backend.exclusive(async (pg) => {
    // Ten in the evening of January 2 in the office, which is January 3 in London.
    await pg.query(
      `update public.change_log set created_at = '2026-01-03T04:00:00Z'
       where record_id = $1 and action = 'changed'`,
      [id],
    )
    const { rows: found } = await pg.query<{ name: string }>(
      `select actor_name as name from public.change_log where record_id = $1 and action = 'changed'`,
      [id],
    )
    return found[0]!
  })
  open('logged')
  const [added, changed] = await rows(2)
  expect(added!.slice(1, 4)).toEqual(['The system', 'Added', 'Mentor Ada Logged'])
  expect(changed).toEqual([
    'Jan 2, 2026, 10:00 PM',
    changer.name,
    'Changed',
    'Mentor Ada Logged',
    'Status: Active →  became Inactive',
  ])
  open(`${changer.name} logged`, '?action=changed')
  await rows(1)
  open('logged', '?record_kind=courses')
  expect(await screen.findByText('No entries found')).toBeVisible()
  open('logged', '?from=2026-01-02&to=2026-01-02')
  await rows(1)
  open('logged', '?to=2026-01-01')
  expect(await screen.findByText('No entries found')).toBeVisible()
  open('logged', '?from=2026-01-03')
  await rows(1)
})

it('shows that a person was removed, without the name', async () => {
  const id = await newMentor('Erased')
  await admin.from('mentors').update({ phone: '555' }).eq('id', id).throwOnError()
  await service.from('mentors').delete().eq('id', id).throwOnError()
  open('erased')
  expect(await screen.findByText('No entries found')).toBeVisible()
  open('', '?record_kind=mentors&action=removed')
  expect((await rows(1))[0]!.slice(1)).toEqual([
    'The system',
    'Removed',
    'Mentor',
    'A mentor was removed.',
  ])
  await backend.exclusive((pg) =>
    pg.query(`delete from public.change_log where record_id <> $1`, [id]),
  )
  open('', '?record_kind=mentors&action=changed')
  const [changed] = await rows(1)
  expect(changed!.slice(2)).toEqual([
    'Changed',
    'Mentor',
    'Removed since then. Its details are not kept.',
  ])
})

it('shows the history of a record where it is edited', async () => {
  const id = await newMentor('Historic')
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    await admin
      .from('mentors')
      .update({ phone: `${number}` })
      .eq('id', id)
      .throwOnError()
  }
  draw(<ResourceList resource={mentors} />, { state: { search: 'historic' } })
  const user = someone()
  await user.click(await button('Edit Ada Historic'))
  await user.click(await screen.findByText('History'))
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findAllByText('Phone:')).toHaveLength(10)
  expect(dialog.getAllByText(/^Changed by /)).toHaveLength(10)
  await user.click(await button('Show older'))
  expect(await dialog.findByText('Added by the system')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Show older' })).toBeNull()
})

const exported = async () => {
  const { data } = await service
    .from('change_log')
    .select('record_kind, changes')
    .eq('action', 'exported')
    .throwOnError()
  return data
}

it('logs an export with its filters before it gives the file, or gives none', async () => {
  const link = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  await newMentor('Exported')
  draw(<ResourceList resource={mentors} />, {
    search: '?status=active',
    state: { search: 'exported' },
  })
  await screen.findByText('1 mentor')
  const user = someone()
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input.includes('log_export')
      ? Promise.resolve(Response.json({ message: 'boom' }, { status: 500 }))
      : network(input, init),
  )
  await user.click(await button('Export to CSV'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Failed to load mentors'))
  expect(link).not.toHaveBeenCalled()
  expect(await exported()).toEqual([])

  vi.stubGlobal('fetch', network)
  await user.click(await button('Export to CSV'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Export Successful'))
  expect(link).toHaveBeenCalledOnce()
  expect(await exported()).toEqual([
    { record_kind: 'mentors', changes: { rows: 1, search: 'exported', status: 'active' } },
  ])
})
