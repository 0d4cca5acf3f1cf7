import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PersonPanel } from '@/features/crm/people/person/person-panel'
import { backend, button, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()

const first = async (table: string, values: object) => {
  const { data } = await service.from(table).insert(values).select('id').throwOnError()
  return (data as { id: string }[])[0]!.id
}

it('an imported gift without an address is a person, and is merged with a mentor, and back', async () => {
  await first('mentors', {
    first_name: 'Ida',
    last_name: 'Imported',
    email: 'ida@example.org',
  })
  const gift = await first('donations', {
    donor_name: 'I. Imported-Before',
    amount: 75,
    donation_type: 'one-time',
  })
  draw(<PersonPanel person={`donations:${gift}`} onClose={vi.fn()} />)
  const user = someone()
  const panel = within(await screen.findByRole('complementary', { name: 'I. Imported-Before' }))
  expect(await panel.findByText('$75 in one gift')).toBeVisible()
  expect(panel.queryByRole('link', { name: 'Write' })).toBeNull()

  await user.click(await button('Note'))
  await user.type(screen.getByRole('textbox', { name: 'New note' }), 'Found in the old file')
  await user.click(await button('Add note'))
  const timeline = within(panel.getByRole('region', { name: 'Timeline' }))
  expect(await timeline.findByText('Found in the old file')).toBeVisible()
  expect(await button('Note')).toHaveFocus()

  await user.click(await button('Same person as…'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Same person as…' }))
  await user.type(dialog.getByRole('searchbox'), 'ida@example')
  await backend.exclusive((pg) =>
    pg.exec(`update private.people set language = 'Spanish' where name = 'Ida Imported'`),
  )
  await user.click(await dialog.findByRole('button', { name: /^Same person\s*as Ida Imported/ }))
  const preview = within(
    await screen.findByRole('dialog', { name: 'Merge Ida Imported with I. Imported-Before?' }),
  )
  expect(preview.getByRole('region', { name: 'What differs' })).toHaveTextContent(
    'Language: Spanish',
  )
  await user.click(preview.getByRole('button', { name: 'Same person' }))
  expect(await panel.findByRole('list', { name: 'Other people' })).toHaveTextContent(
    'Ida Imported was merged into this person',
  )
  expect(notices.at(-1)).toMatchObject({ title: 'Merged with Ida Imported' })
  expect(await timeline.findByRole('link', { name: 'Added as a mentor' })).toBeVisible()

  await user.click(await button('Undo the merge of Ida Imported'))
  await waitFor(() =>
    expect(timeline.queryByRole('link', { name: 'Added as a mentor' })).toBeNull(),
  )
  expect(timeline.getByText('Found in the old file')).toBeVisible()

  await user.click(await button(/^Remove/))
  const question = within(await screen.findByRole('dialog', { name: 'Remove this note?' }))
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(timeline.queryByText('Found in the old file')).toBeNull())
})

it('a task added in the panel is due, and joins the timeline once it is done', async () => {
  await first('mentors', { first_name: 'Tia', last_name: 'Tasked', email: 'tia@example.org' })
  draw(<PersonPanel person="tia@example.org" onClose={vi.fn()} />)
  const user = someone()
  await user.click(await button('Task'))
  await user.type(await screen.findByRole('textbox', { name: /What to do/ }), 'Ring Tia')
  await user.click(await button('Add task'))
  const due = within(await screen.findByRole('region', { name: 'Due' }))
  await user.click(await due.findByRole('checkbox', { name: /Ring Tia/ }))
  const events = await screen.findByRole('list', { name: 'Events' })
  expect(await within(events).findByText('Ring Tia')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Due' })).toBeNull())
})

it('begins the next note with what was typed while one was being stored', async () => {
  const gift = crypto.randomUUID()
  await service
    .from('donations')
    .insert({ id: gift, donor_name: 'Nora Typist', amount: 5, donation_type: 'one-time' })
    .throwOnError()
  draw(<PersonPanel person={`donations:${gift}`} onClose={vi.fn()} />)
  const user = someone()
  const panel = within(await screen.findByRole('complementary', { name: 'Nora Typist' }))
  const network = globalThis.fetch
  let answer = () => {}
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (input.includes('add_person_note')) await new Promise<void>((resolve) => (answer = resolve))
    return network(input, init)
  })
  await user.click(await button('Note'))
  const note = screen.getByRole('textbox', { name: 'New note' })
  await user.type(note, 'Likes to read{Control>}{Enter}{/Control} and to sing')
  answer()
  expect(await panel.findByText('Likes to read')).toBeVisible()
  await waitFor(() => expect(note).toHaveValue('and to sing'))
})
