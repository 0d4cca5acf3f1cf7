import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '@/app/query-client'
import { resources } from '@/app/resources'
import { tellRefusal } from '@/app/help/tell-refusal'
import { Home } from '@/app/staff/home'
import { SetUp } from '@/features/crm/dashboard/set-up'
import { homePanels, homeQuery, type HomePanel } from '@/features/crm/dashboard/home-panels'
import { readListState } from '@/engine/core/list-state'
import { countQuery } from '@/engine/core/resource-queries'
import { signIn } from '../embedded/support'
import { authOf } from '../auth-of'
import { adminId, backend, button, draw, notices, service, setUpScreens, someone } from './screen'
import { signedIn } from './signed-in'

setUpScreens()

/** The lists that lines lead to, by the beginning of their address */
const lists = {
  '/form-submissions?tab=all': 'all',
  '/form-submissions?tab=registrations': 'registrations',
  '/crm?tab=programs': 'programs',
  '/crm?tab=donors&by=donor': 'donor-totals',
  '/crm?tab=campaigns': 'campaigns',
  '/faults?': 'faults',
}

it('has on each line the number of rows that its link lists', async () => {
  await backend.exclusive((pg) =>
    pg.exec(`
      update public.submissions set due_at = private.end_of_day(private.office_today()) - interval '1 second', answered_at = null, put_off_until = '-infinity'
      where id = (select id from public.submissions where status = 'new' order by id limit 1);
      insert into public.programs (name, start_date, end_date) values
        ('Begins soon', private.office_today() + 30, null), ('Ends soon', private.office_today() - 9, private.office_today() + 30);
      insert into public.email_campaigns (name, subject, content, status) values ('A', 'A', 'A', 'paused'), ('B', 'B', 'B', 'scheduled');
      insert into private.covers (id, account_id, cover_id, starts_on, ends_on, over_at, set_by)
      select gen_random_uuid(), id, '${adminId}', private.office_today(), private.office_today() + 1, now() + interval '1 day', id
      from public.profiles where email = 'development@kindlewell.test';
    `),
  )
  const figures = await queryClient.fetchQuery(homeQuery)
  const compared: string[] = []
  for (const figure of figures) {
    const panel = (homePanels as Record<string, HomePanel>)[figure.panel]
    const line = panel?.lines[figure.line]
    expect(line, `${figure.panel} ${figure.line}`).toBeDefined()
    const to = typeof line!.to === 'string' ? line!.to : line!.to(figure)
    const [, slug] = Object.entries(lists).find(([start]) => to.startsWith(start)) ?? []
    if (!slug || /[?&](program|dialog)=/.test(to)) continue
    const resource = resources.find((one) => one.slug === slug)!
    const state = readListState(resource, { search: to.replace(/^.*\?/, ''), state: null })
    expect(await queryClient.fetchQuery(countQuery(resource, state)), to).toBe(figure.items)
    compared.push(`${figure.panel} ${figure.line}`)
  }
  expect(compared.toSorted()).toEqual([
    'admins faults',
    'campaigns paused',
    'campaigns scheduled',
    'gifts thanks',
    'programs begin',
    'programs end',
    'programs registrations',
    'submissions covering',
    'submissions due_today',
    'submissions mine',
    'submissions overdue',
    'submissions unassigned',
  ])
})

it('tells staff whose role opens nothing whom to ask, and where they can go', async () => {
  signedIn.client = await signIn(backend, 'director')
  draw(<Home className="" />, '/', authOf('director'))
  const access = within(await screen.findByRole('region', { name: 'Your access' }))
  expect(
    access.getByText('The role Director opens no records. Ask Grace Tolbert for access.'),
  ).toBeVisible()
  expect(access.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/admin',
    '/tasks',
    '/admin-account',
  ])
})

it.each([
  ['fundraiser', 'Ask Grace Tolbert for access, or'],
  ['supporter', 'An administrator can grant it, or'],
])('says why a screen does not open: to %s “%s”', async (account, whom) => {
  queryClient.clear()
  signedIn.client = await signIn(backend, account)
  await tellRefusal('Clearances', ['can_verify_clearances'])
  expect(notices.at(-1)).toMatchObject({
    title: 'You can’t open Clearances.',
    description: `The permission “Can verify clearances” opens this. ${whom} a colleague who has it and edits roles.`,
  })
})

it('adds a country’s holidays without weekends and days that are there, and the step is done', async () => {
  const [year] = new Date().toISOString().split('-').map(Number) as [number]
  await backend.exclusive((pg) =>
    pg.exec(`delete from public.holidays where true;
      insert into public.holidays (day, name) values ('${year}-01-01', 'Our own name')`),
  )
  draw(<SetUp />)
  const panel = within(await screen.findByRole('region', { name: 'Set up' }))
  await someone().click(panel.getByRole('button', { name: 'Add holidays' }))
  const country = await screen.findByRole('combobox', { name: /^Country/ })
  await waitFor(() => expect(within(country).getAllByRole('option').length).toBeGreaterThan(100))
  await someone().selectOptions(country, 'United States of America')
  await someone().click(await button(/^Add \d+ days$/))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Holidays added'))
  const { data } = await service.from('holidays').select('day,name').order('day')
  expect(
    data!
      .filter(({ name }) => name === 'Thanksgiving Day')
      .map(({ day }) => String(day).slice(0, 4)),
  ).toEqual([String(year), String(year + 1)])
  expect(data![0]).toEqual({ day: `${year}-01-01`, name: 'Our own name' })
  expect(
    data!.every(
      ({ day }) =>
        ![0, 6].includes(new Date(`${String(day)}T00:00:00Z`).getUTCDay()) ||
        day === `${year}-01-01`,
    ),
  ).toBe(true)
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Add holidays' })).toBeNull())
})
