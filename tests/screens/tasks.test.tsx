import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '@/app/query-client'
import { Home } from '@/app/staff/home'
import { TasksPage } from '@/features/crm/tasks/tasks-page'
import { officeDay } from '@/shared/lib/office-day'
import { backend, button, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()
beforeEach(() => backend.exclusive((pg) => pg.exec('delete from public.tasks where true')))

const stored = async (body: string) =>
  (await service.from('tasks').select('id,due_on,done_at,done_by').eq('body', body)).data

it('adds a task, shows missing values, checks it off, and undoes that', async () => {
  draw(<TasksPage />)
  expect(await screen.findByText('No open tasks')).toBeVisible()
  await someone().keyboard('t')
  const text = await screen.findByRole('textbox', { name: /^What to do/ })
  await waitFor(() => expect(text).toHaveFocus())
  await someone().click(await button('Add task'))
  expect(await screen.findByText('Please describe the task')).toBeVisible()

  await someone().click(text)
  await someone().paste('x'.repeat(2_000))
  await someone().click(await button('Add task'))
  expect(await screen.findByText(/500 characters/)).toBeVisible()
  expect(text).toHaveValue('x'.repeat(2_000))
  expect((await service.from('tasks').select('id')).data).toEqual([])

  await someone().clear(text)
  await someone().paste('Call the school')
  await someone().keyboard('{Control>}{Enter}{/Control}')
  const today = await screen.findByRole('list', { name: 'Today' })
  expect(await stored('Call the school')).toHaveLength(1)

  await someone().click(within(today).getByRole('checkbox', { name: /Call the school/ }))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Task done'))
  const done = await screen.findByRole('list', { name: 'Done in the last 7 days' })
  expect(within(done).getByRole('checkbox', { name: /Call the school/ })).toBeChecked()
  expect((await stored('Call the school'))![0]!.done_by).not.toBeNull()

  notices.at(-1)!.action!.onClick()
  expect(await screen.findByRole('list', { name: 'Today' })).toBeVisible()
  await waitFor(async () => expect((await stored('Call the school'))![0]!.done_at).toBeNull())
})

it('lists the first due tasks at home, counts them all, and checks one off in place', async () => {
  await backend.exclusive((pg) =>
    pg.exec(`insert into public.tasks (body, due_on)
      select 'Thank donor ' || n, private.office_today() + case when n > 6 then 1 else 0 end from generate_series(1, 7) n`),
  )
  draw(<Home className="" />)
  const list = await screen.findByRole('list', { name: 'Due tasks' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  const counted = within(screen.getByRole('region', { name: 'Your tasks' }))
  expect(counted.getByRole('link', { name: '6 due today' })).toHaveAttribute('href', '/tasks')
  expect(screen.getByRole('link', { name: '1 more' })).toHaveAttribute('href', '/tasks')
  expect(screen.queryByText('Thank donor 7')).toBeNull()
  const [first, second] = within(list).getAllByRole('checkbox')
  first!.focus()
  await someone().keyboard(' ')
  await waitFor(() => expect(second).toHaveFocus())
  expect(await counted.findByRole('link', { name: '5 due today' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('link', { name: /more$/ })).toBeNull())
  expect((await service.from('tasks').select('id').not('done_at', 'is', null)).data).toHaveLength(1)
})

it('keeps what was typed when a colleague left', async () => {
  const { data } = await service
    .from('profiles')
    .select('id')
    .eq('email', 'staff@kindlewell.test')
    .single<{ id: string }>()
    .throwOnError()
  const colleague = data.id
  draw(<TasksPage />)
  await someone().click(await button('Add a task'))
  const text = await screen.findByRole('textbox', { name: /^What to do/ })
  await someone().type(text, 'For you')
  const assignee = screen.getByRole('combobox', { name: 'Assignee' })
  await waitFor(() =>
    expect(
      within(assignee)
        .getAllByRole('option')
        .map((one) => one.getAttribute('value')),
    ).toContain(colleague),
  )
  expect(assignee, 'what was chosen before the colleagues were there').toHaveDisplayValue(
    /\(you\)$/,
  )
  await someone().selectOptions(assignee, colleague)
  await service.from('user_permissions').delete().eq('user_id', colleague)
  await service.from('user_roles').delete().eq('user_id', colleague)
  await someone().click(await button('Add task'))
  expect(await screen.findByText(/^This colleague has left/)).toBeVisible()
  expect(text).toHaveValue('For you')
  expect(await stored('For you')).toEqual([])
})

it.each([
  ['the page', TasksPage],
  ['home', () => <Home className="" />],
])('keeps what is typed on %s when a colleague finishes the task meanwhile', async (_, Tasks) => {
  const { data: task } = await service
    .from('tasks')
    .insert({ body: 'Call the school', due_on: officeDay(new Date()) })
    .select('id')
    .single<{ id: string }>()
    .throwOnError()
  draw(<Tasks />)
  await someone().click(await button('Edit: Call the school'))
  const text = await screen.findByRole('textbox', { name: /^What to do/ })
  await someone().clear(text)
  await someone().paste('Write to the school')
  await service
    .from('tasks')
    .update({ done_at: new Date().toISOString() })
    .eq('id', task.id)
    .throwOnError()
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.queryByText('Edit: Call the school')).toBeNull())
  expect(text).toHaveValue('Write to the school')
  expect(text).toBeInTheDocument()
})
