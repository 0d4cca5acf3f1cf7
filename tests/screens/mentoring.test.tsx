import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { MentorPage } from '@/features/portal/mentoring/mentor-page'
import { MentorAccountPart } from '@/features/crm/people/mentor-accounts/mentor-account'
import { signIn, type Client } from '../embedded/support'
import { backend, button, draw, notices, setUpScreens, someone } from './screen'
import { signedIn } from './signed-in'

setUpScreens()

let mentor: Client
const account = '10000000-0000-4000-8000-000000000010'
beforeEach(async () => {
  mentor ??= await signIn(backend, 'mentor')
  mentor['rest'].retry = false
  signedIn.client = mentor
  await backend.exclusive((pg) =>
    pg.exec(`delete from public.meetings where match_id is not null; delete from private.held_meetings where true;
      update private.mentor_accounts set until = null where user_id = '${account}'`),
  )
})

const page = (isSignedIn = true) => (
  <MentorPage account={account} isSignedIn={isSignedIn} concern={<p>Report a concern</p>} />
)
const stored = async () =>
  (
    await backend.exclusive((pg) =>
      pg.query<{ minutes: number; outcome: string; note: string | null }>(
        'select minutes, outcome, note from public.meetings where match_id is not null order by created_at',
      ),
    )
  ).rows

it('logs a meeting in one press, and a second press of the same finger logs none', async () => {
  draw(page())
  const met = await screen.findByRole('button', { name: 'Met, 60 min: Chloe N.' })
  await someone().dblClick(met)
  await waitFor(async () =>
    expect(await stored()).toEqual([{ minutes: 60, outcome: 'happened', note: null }]),
  )
  expect(await screen.findByRole('button', { name: 'Met again, 60 min: Chloe N.' })).toBeVisible()
})

it('corrects a stored meeting, and notes something that a failed request leaves in the form', async () => {
  draw(page())
  await someone().click(await screen.findByRole('button', { name: 'Met, 60 min: Chloe N.' }))
  await someone().click(await screen.findByRole('button', { name: /^Correct, note/ }))
  const form = await screen.findByRole('form', { name: /^Correct the meeting/ })
  await someone().click(within(form).getByRole('button', { name: '45 min' }))
  await someone().click(within(form).getByRole('textbox', { name: /^Note/ }))
  await someone().paste('She read aloud.')
  const sent = vi.spyOn(mentor, 'rpc').mockImplementationOnce(() => {
    throw new TypeError('Failed to fetch')
  })
  await someone().click(within(form).getByRole('button', { name: 'Save' }))
  expect(await within(form).findByRole('alert')).toHaveTextContent('Nothing was changed.')
  expect(within(form).getByRole('textbox', { name: /^Note/ })).toHaveValue('She read aloud.')
  sent.mockRestore()
  await someone().click(within(form).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('She read aloud.')).toBeVisible()
  expect(await stored()).toEqual([{ minutes: 45, outcome: 'happened', note: 'She read aloud.' }])
})

it('refuses a length that no meeting has, and a label with the name of the child', async () => {
  draw(page())
  await someone().click(await screen.findByRole('button', { name: 'Another day or length' }))
  const form = await screen.findByRole('form', { name: 'Log a meeting with Chloe N.' })
  const minutes = within(form).getByRole('spinbutton', { name: /^Minutes/ })
  await someone().clear(minutes)
  await someone().type(minutes, '721')
  await someone().click(within(form).getByRole('button', { name: 'Save' }))
  expect(await within(form).findByText('A meeting takes 5 to 720 minutes.')).toBeVisible()
  expect(await stored()).toEqual([])
  await someone().click(screen.getByRole('button', { name: 'Change the label of Chloe N.' }))
  const label = await screen.findByRole('textbox', { name: /^Label on this device/ })
  await someone().clear(label)
  await someone().type(label, 'Little chloé')
  await someone().click(await button('Save label'))
  expect(await screen.findByText('Choose a label without the child’s name.')).toBeVisible()
})

it('shows that a meeting was not accepted, until it is corrected', async () => {
  draw(page())
  await screen.findByRole('heading', { name: 'Chloe N.' })
  await backend.exclusive((pg) =>
    pg.exec("update public.matches set since = current_date + 30 where status = 'active'"),
  )
  await someone().click(await screen.findByRole('button', { name: 'Met, 60 min: Chloe N.' }))
  expect(await screen.findByText('1 meeting was not accepted')).toBeVisible()
  expect(await screen.findByText(/^This match began on/)).toBeVisible()
  expect(await stored()).toEqual([])
  await backend.exclusive((pg) =>
    pg.exec("update public.matches set since = current_date - 30 where status = 'active'"),
  )
  const remove = await screen.findByRole('button', { name: /^Delete: Today/ })
  await someone().click(remove)
  await someone().click(await screen.findByRole('button', { name: /^Really delete/ }))
  await waitFor(() => expect(screen.queryByText('1 meeting was not accepted')).toBeNull())
})

it('an account whose link ended still sees what waits, on the device and for the office', async () => {
  const end = (since: string) =>
    backend.exclusive((pg) =>
      pg.exec(`update private.mentor_accounts set until = now() where user_id = '${account}';
        update public.matches set since = current_date ${since} where status = 'active'`),
    )
  draw(page())
  const met = await screen.findByRole('button', { name: 'Met, 60 min: Chloe N.' })
  await end('+ 30')
  await someone().click(met)
  expect(await screen.findByText('1 meeting was not accepted')).toBeVisible()
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByText('This page is for mentors')).toBeVisible()
  expect(screen.getByText(/^This match began on/)).toBeVisible()
  await end('- 30')
  await someone().click(screen.getByRole('button', { name: /^Correct/ }))
  const form = await screen.findByRole('form', { name: /^Correct the meeting/ })
  await someone().click(within(form).getByRole('button', { name: '45 min' }))
  await someone().click(within(form).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('1 meeting waits for the office')).toBeVisible()
  expect(screen.getByText('This page is for mentors')).toBeVisible()
  expect(screen.queryByText('1 meeting was not accepted')).toBeNull()
})

it('staff end the link of an account, and link it again', async () => {
  signedIn.client = await signIn(backend, 'mentors')
  const [row] = (
    await backend.exclusive((pg) =>
      pg.query<{ id: string }>("select id from public.mentors where first_name = 'Josephine'"),
    )
  ).rows
  draw(<MentorAccountPart mentor={row!.id} email="someone@example.org" />)
  await someone().click(await screen.findByRole('button', { name: 'End the link' }))
  const question = await screen.findByRole('dialog')
  await someone().click(within(question).getByRole('button', { name: 'End the link' }))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Link ended'))
  await someone().click(await screen.findByRole('button', { name: 'Link an account' }))
  const dialog = await screen.findByRole('dialog')
  const address = within(dialog).getByRole('textbox', { name: /^Email of the account/ })
  expect(address).toHaveValue('someone@example.org')
  await someone().click(within(dialog).getByRole('button', { name: 'Link' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'No account with this address can be linked.',
  )
  await someone().clear(address)
  await someone().type(address, 'mentor@kindlewell.test')
  await someone().click(within(dialog).getByRole('button', { name: 'Link' }))
  expect(await screen.findByText('mentor@kindlewell.test')).toBeVisible()
})
