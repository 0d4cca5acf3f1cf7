import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AssignmentsDialog, type Program } from '@/features/crm/programs/assignments-dialog'
import { ClearancesPage } from '@/features/crm/programs/clearances/clearances-page'
import { ClearancesPart } from '@/features/crm/programs/clearances/clearances-part'
import { RequirementsPart } from '@/features/crm/programs/clearances/requirements-part'
import { officeDay } from '@/shared/lib/office-day'
import { pdf } from '../file-samples'
import { admin, adminId, button, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()

const today = officeDay(new Date())

/** A program that requires references of its mentors, and two mentors without them. */
async function newProgram() {
  const name = `P${crypto.randomUUID().slice(0, 8)}`
  const { data: program } = await service
    .from('programs')
    .insert({ name })
    .select()
    .single<Program>()
    .throwOnError()
  await service
    .from('program_requirements')
    .insert({ program_id: program.id, kind: 'mentors', name: `References ${name}` })
    .throwOnError()
  const { data: people } = await service
    .from('mentors')
    .insert(['Ada', 'Ben'].map((first_name) => ({ first_name, last_name: name })))
    .select('id,first_name')
    .order('first_name')
    .throwOnError()
  const [ada, ben] = people as { id: string }[]
  return { program, name, ada: ada!.id, ben: ben!.id }
}

const prove = (record: string, name: string) =>
  admin
    .rpc('add_clearance', {
      id: crypto.randomUUID(),
      kind: 'mentors',
      record,
      name: `References ${name}`,
      done_on: today,
    })
    .throwOnError()

async function mentorsIn(program: Program): Promise<number> {
  const { count } = await service
    .from('program_mentors')
    .select('*', { count: 'exact', head: true })
    .eq('program_id', program.id)
    .throwOnError()
  return count ?? 0
}

it('names who lacks what, and keeps the selection when the save is refused', async () => {
  const { program, name, ada, ben } = await newProgram()
  await prove(ada, name)
  draw(<AssignmentsDialog row={program} onClose={() => {}} />)
  const user = someone()
  await user.click(await screen.findByRole('tab', { name: 'Mentors (0)' }))
  await user.type(screen.getByRole('searchbox'), name)
  expect(await screen.findByText(`References ${name}: missing`, { exact: false })).toBeVisible()
  const lacking = screen.getByRole('checkbox', { name: new RegExp(`^Ben ${name}`) })
  await user.click(lacking)
  await user.click(screen.getByRole('checkbox', { name: `Ada ${name}` }))
  await user.click(await button('Save Assignments'))
  const failure = await screen.findByRole('alert')
  expect(failure).toHaveTextContent(/^Error/)
  expect(failure).toHaveTextContent(`Ben ${name} lacks References ${name}.`)
  expect(lacking).toBeChecked()
  expect(screen.getByRole('tab', { name: 'Mentors (2)' })).toBeVisible()
  expect(await mentorsIn(program)).toBe(0)

  await prove(ben, name)
  await user.click(await button('Save Assignments'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Program assignments updated'))
  expect(await mentorsIn(program)).toBe(2)
})

it('adds a requirement once, and retires it', async () => {
  const { program, name } = await newProgram()
  draw(<RequirementsPart program={program.id} name={name} />)
  const user = someone()
  await user.click(await button('Add a requirement'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^What is required/), `references ${name}`)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('This program already requires this')).toBeVisible()
  await user.type(dialog.getByLabelText('Version'), '2')
  await user.type(dialog.getByLabelText('Good for how many months'), '0')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/^A whole number of months/)).toBeVisible()
  await user.clear(dialog.getByLabelText('Good for how many months'))
  await user.type(dialog.getByLabelText('Good for how many months'), '12')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const list = within(await screen.findByRole('list', { name: `Requirements of ${name}` }))
  expect(await list.findByText(`references ${name}, version 2`)).toHaveTextContent(
    'Mentors, good for 12 months',
  )
  await user.click(list.getByRole('button', { name: `Retire References ${name}` }))
  await user.click(await button('Retire'))
  await waitFor(() => expect(list.queryByText(`References ${name}`)).toBeNull())
  expect(list.getAllByRole('listitem')).toHaveLength(1)
})

it('keeps what was typed when evidence is refused, and shows it once it is there', async () => {
  const { name, ada } = await newProgram()
  draw(<ClearancesPart record={{ kind: 'mentors', id: ada, name: `Ada ${name}` }} />)
  const user = someone()
  await user.click(await button('Add evidence'))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('option', { name: `References ${name}` })
  await user.selectOptions(dialog.getByLabelText(/^What was checked/), `References ${name}`)
  await user.clear(dialog.getByLabelText(/^Done on/))
  await user.type(dialog.getByLabelText(/^Done on/), '2199-01-01')
  await user.type(dialog.getByLabelText('Note'), 'Two calls')
  await user.click(dialog.getByRole('button', { name: 'Add evidence' }))
  expect(await dialog.findByText('It can’t be done on a day later than today')).toBeVisible()
  expect(dialog.getByLabelText('Note')).toHaveValue('Two calls')
  await user.clear(dialog.getByLabelText(/^Done on/))
  await user.type(dialog.getByLabelText(/^Done on/), today)
  await user.click(dialog.getByRole('button', { name: 'Add evidence' }))
  const list = within(await screen.findByRole('list', { name: 'Evidence' }))
  expect(list.getByText('Two calls')).toBeVisible()
  await user.click(list.getByRole('button', { name: /^Withdraw/ }))
  await user.type(await screen.findByLabelText(/^Why/), 'Another Ada')
  await user.click(await button('Withdraw'))
  expect(await list.findByText('Withdrawn: Another Ada')).toBeVisible()
})

it('exempts someone before they join, until a day', async () => {
  const { name, ada } = await newProgram()
  draw(<ClearancesPart record={{ kind: 'mentors', id: ada, name: `Ada ${name}` }} />)
  const user = someone()
  await user.click(await screen.findByText('Programs that they could join'))
  await user.click(
    screen.getByRole('button', { name: `Exempt from References ${name} in ${name}` }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/^Reason/), 'Never with a child')
  await user.click(dialog.getByRole('button', { name: 'Exempt' }))
  expect(await dialog.findByText('Please choose the last day')).toBeVisible()
  expect(dialog.getByLabelText(/^Reason/)).toHaveValue('Never with a child')
  await user.type(dialog.getByLabelText(/^Until/), today)
  await user.click(dialog.getByRole('button', { name: 'Exempt' }))
  const list = within(await screen.findByRole('list', { name: 'Exemptions' }))
  expect(list.getByText(/Never with a child/)).toBeVisible()
})

it('offers nobody to verify themselves', async () => {
  const { data: me } = await service
    .from('profiles')
    .select('email')
    .eq('id', adminId)
    .single<{ email: string }>()
    .throwOnError()
  const { data: own } = await service
    .from('mentors')
    .insert({ first_name: 'My', last_name: 'Self', email: me.email })
    .select('id')
    .single<{ id: string }>()
    .throwOnError()
  draw(<ClearancesPart record={{ kind: 'mentors', id: own.id, name: 'My Self' }} />)
  expect(await screen.findByText(/^This is you/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add evidence' })).toBeNull()
})

it('saves evidence from files one by one, each for the person whom the user confirmed', async () => {
  const { name, ada, ben } = await newProgram()
  draw(<ClearancesPage />)
  const user = someone()
  await screen.findByRole('option', { name: `References ${name}` })
  const part = within(screen.getByRole('region', { name: 'Evidence from a folder of files' }))
  const file = (called: string) => new File([pdf()], called, { type: 'application/pdf' })
  await user.upload(await part.findByLabelText('Files'), [
    file(`Ada ${name}.pdf`),
    file('Scan 0001.pdf'),
  ])
  const rows = part.getAllByRole('listitem')
  expect(within(rows[0]!).getByRole('combobox')).toHaveValue(`Ada ${name} (mentor)`)
  expect(within(rows[1]!).getByRole('combobox')).toHaveValue('')
  // A proposal is no confirmation.
  expect(part.getByRole('button', { name: 'Save 0 pieces of evidence' })).toBeDisabled()
  await user.click(part.getByRole('button', { name: 'Confirm all proposals' }))
  await user.type(within(rows[1]!).getByRole('combobox'), `Ben ${name} (mentor)`)
  await user.click(part.getByRole('button', { name: 'Save 2 pieces of evidence' }))
  expect(await part.findByText('Please choose what was checked')).toBeVisible()
  await user.selectOptions(part.getByLabelText(/^What was checked/), `References ${name}`)
  await user.click(part.getByRole('button', { name: 'Save 2 pieces of evidence' }))
  expect(await part.findByText('2 of 2 saved.')).toBeVisible()
  expect(within(rows[1]!).getByText(`✓ Saved for Ben ${name}`)).toBeVisible()
  const { data } = await service
    .from('clearances')
    .select('record_id')
    .in('record_id', [ada, ben])
    .eq('done_on', today)
    .throwOnError()
  expect(data).toHaveLength(2)
})
