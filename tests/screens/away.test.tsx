import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Home } from '@/app/staff/home'
import { Submissions } from '@/app/submissions-page'
import { daysLater } from '@/engine/tasks/due-days'
import { TaskDialog } from '@/engine/tasks/task-dialog'
import { Away } from '@/features/crm/accounts/away'
import { TasksPage } from '@/features/crm/tasks/tasks-page'
import { formatDay } from '@/shared/lib/format-date'
import { officeDay } from '@/shared/lib/office-day'
import { adminId, backend, button, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()

const today = officeDay(new Date())
const until = daysLater(today, 6)

let daniel: string
beforeEach(async () => {
  await backend.exclusive((pg) =>
    pg.exec(`delete from private.covers where true; delete from public.tasks where true`),
  )
  const { data } = await service
    .from('profiles')
    .select('id')
    .eq('email', 'staff@kindlewell.test')
    .single()
    .throwOnError()
  daniel = data.id as string
})

const covers = () =>
  backend.exclusive(async (pg) => {
    const { rows } = await pg.query<{ account_id: string; cover_id: string }>(
      'select account_id, cover_id from private.covers where over_at > now()',
    )
    return rows
  })

/** Notes that Daniel is away and Grace covers. */
async function coverDaniel() {
  const user = someone()
  draw(<Away account={daniel} name="Daniel Okafor" />)
  await user.click(await button('Away…'))
  const dialog = await screen.findByRole('dialog', { name: 'Daniel Okafor is away' })
  const days = within(dialog)
  await user.clear(days.getByLabelText(/^Last day/))
  await user.type(days.getByLabelText(/^Last day/), until)
  const cover = days.getByRole('combobox', { name: /^Covered by/ })
  await user.selectOptions(cover, await within(cover).findByRole('option', { name: /^Grace/ }))
  return { user, dialog }
}

it('notes an absence, shows it wherever work is assigned, and ends it', async () => {
  const { user } = await coverDaniel()
  await user.click(await button('Save'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('The absence is noted'))
  expect(await covers()).toEqual([{ account_id: daniel, cover_id: adminId }])
  const noted = `Away until ${formatDay(until)}, covered by Grace Tolbert`
  expect(await screen.findByText(noted)).toBeVisible()

  draw(<TaskDialog subject={null} onClose={() => {}} />)
  expect(
    await screen.findByRole('option', { name: `Daniel Okafor (a${noted.slice(1)})` }),
  ).toBeInTheDocument()

  cleanup()
  draw(<Away account={daniel} name="Daniel Okafor" />)
  await user.click(await button('End now'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('The absence has ended'))
  expect(await screen.findByText('No absence is noted.')).toBeVisible()
  expect(await covers()).toEqual([])
})

it('refuses more than 90 days and a last day before the first, and keeps what was typed', async () => {
  const { user, dialog } = await coverDaniel()
  const last = within(dialog).getByLabelText(/^Last day/)
  for (const [day, said] of [
    [daysLater(today, 90), 'Please choose 90 days at most'],
    [daysLater(today, -1), 'Please choose the first day or a later one'],
  ] as const) {
    await user.clear(last)
    await user.type(last, day)
    await user.click(await button('Save'))
    expect(await within(dialog).findByText(said)).toBeVisible()
    expect(last).toHaveValue(day)
  }
  expect(await covers()).toEqual([])
})

it('refuses two who cover each other, in the dialog', async () => {
  await backend.exclusive((pg) =>
    pg.query(
      `insert into private.covers (id, account_id, cover_id, starts_on, ends_on, over_at, set_by)
       values (gen_random_uuid(), $1, $2, $3, $4, now() + interval '6 days', $1)`,
      [adminId, daniel, today, until],
    ),
  )
  const { user, dialog } = await coverDaniel()
  await user.click(await button('Save'))
  expect(await within(dialog).findByText(/you cover for this colleague/)).toBeVisible()
  expect(await covers()).toHaveLength(1)
})

it('leads the cover from home to the tasks of the absent, who keeps them', async () => {
  const { user } = await coverDaniel()
  await user.click(await button('Save'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('The absence is noted'))
  const mentor = await service.from('mentors').select('id').limit(1).single().throwOnError()
  await service
    .from('tasks')
    .insert({
      body: 'Call the mentor',
      due_on: today,
      assignee_id: daniel,
      mentor_id: mentor.data.id,
    })
    .throwOnError()

  draw(<Home className="" />)
  const link = await screen.findByRole('link', { name: '1 of Daniel Okafor, whom you cover' })
  draw(<TasksPage />, link.getAttribute('href')!)
  expect(await screen.findByRole('checkbox', { name: /Call the mentor/ })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Covering Daniel Okafor' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const { data } = await service.from('tasks').select('assignee_id').throwOnError()
  expect(data).toEqual([{ assignee_id: daniel }])
})

it('leads the cover from home to as many submissions of the absent as it counts: the open ones', async () => {
  const { user } = await coverDaniel()
  await user.click(await button('Save'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('The absence is noted'))
  const { data } = await service
    .from('submissions')
    .select('id, status')
    .in('status', ['new', 'contacted', 'accepted'])
    .is('withdrawn_at', null)
    .limit(12)
    .throwOnError()
  const sent = data as { id: string; status: string }[]
  await service
    .from('submissions')
    .update({ assignee_id: daniel })
    .in(
      'id',
      sent.map(({ id }) => id),
    )
    .throwOnError()
  const open = sent.filter(({ status }) => status !== 'accepted').length
  expect(open).toBeGreaterThan(0)
  expect(open).toBeLessThan(sent.length)

  draw(<Home className="" />)
  const link = await screen.findByRole('link', { name: `${open} of Daniel Okafor, whom you cover` })
  draw(<Submissions />, link.getAttribute('href')!)
  expect(await screen.findByText(`${open} submissions`)).toBeVisible()
  expect(
    await screen.findByRole('button', { name: `Covering Daniel Okafor (${open})` }),
  ).toHaveAttribute('aria-pressed', 'true')
})
