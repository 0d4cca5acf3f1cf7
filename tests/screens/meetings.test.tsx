import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProgramMeetings } from '@/features/crm/programs/meetings/program-meetings'
import { officeDay } from '@/shared/lib/office-day'
import { button, cut, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()

const today = officeDay(new Date())

/** A program with a match that began long ago, and three children. */
async function newProgram() {
  const name = `M${crypto.randomUUID().slice(0, 8)}`
  const insert = async (table: string, rows: object) => {
    const { data } = await service.from(table).insert(rows).select('id').throwOnError()
    return (data as { id: string }[]).map(({ id }) => id)
  }
  const [program] = await insert('programs', { name })
  const [mentor] = await insert('mentors', { first_name: 'Mona', last_name: name })
  const children = await insert(
    'mentees',
    ['Ana', 'Ben', 'Cleo'].map((first_name) => ({ first_name, last_name: name })),
  )
  await service
    .from('program_mentees')
    .insert(children.map((mentee_id) => ({ program_id: program, mentee_id })))
    .throwOnError()
  const [match] = await insert('matches', {
    ...{ id: crypto.randomUUID(), program_id: program, mentor_id: mentor, mentee_id: children[0] },
    ...{ status: 'active', since: '2026-01-01' },
    ...{ mentor_agreed_on: '2026-01-01', guardian_agreed_on: '2026-01-01' },
  })
  const meet = async (columns: object) =>
    (
      await insert('meetings', {
        ...{ id: crypto.randomUUID(), program_id: program, day: today, minutes: 60 },
        ...{ outcome: 'happened', ...columns },
      })
    )[0]!
  return { name, program: program!, match: match!, children, meet }
}

const stored = async (program: string, columns: string) => {
  const { data } = await service
    .from('meetings')
    .select(columns)
    .eq('program_id', program)
    .order('created_at')
    .throwOnError()
  return data as unknown as Record<string, unknown>[]
}

it('adds a meeting of a match, keeps what was typed when it is refused, and marks a second one alike', async () => {
  const { name, program } = await newProgram()
  draw(<ProgramMeetings programId={program} />)
  const user = someone()
  const enter = async (minutes: string) => {
    await user.click(await button('Add a Meeting'))
    const dialog = within(await screen.findByRole('dialog'))
    await user.selectOptions(
      await dialog.findByLabelText(/^Who meets/),
      await dialog.findByRole('option', { name: `Ana ${name} and Mona ${name}` }),
    )
    await user.clear(dialog.getByLabelText(/^Minutes/))
    await user.type(dialog.getByLabelText(/^Minutes/), minutes)
    await user.type(dialog.getByLabelText('Topics'), 'Fractions')
    return dialog
  }
  let dialog = await enter('721')
  await user.click(dialog.getByRole('button', { name: 'Add Meeting' }))
  expect(await dialog.findByText('A meeting takes 5 to 720 minutes.')).toBeVisible()
  expect(dialog.getByLabelText('Topics')).toHaveValue('Fractions')
  expect(await stored(program, 'id')).toEqual([])
  await user.clear(dialog.getByLabelText(/^Minutes/))
  await user.type(dialog.getByLabelText(/^Minutes/), '45')
  await user.click(dialog.getByRole('button', { name: 'Add Meeting' }))
  expect(await screen.findByRole('link', { name: `Mona ${name} and Ana ${name}` })).toBeVisible()

  dialog = await enter('45')
  await user.click(dialog.getByRole('button', { name: 'Add Meeting' }))
  await waitFor(() => expect(notices.at(-1)?.description).toMatch(/^The same day and minutes/))
  expect(await screen.findByText('Possible duplicate')).toBeVisible()
  await user.click(await button(/^Keep both/))
  await waitFor(() => expect(screen.queryByText('Possible duplicate')).toBeNull())
  expect(await stored(program, 'minutes,topics,duplicate_of')).toEqual(
    [1, 2].map(() => ({ minutes: 45, topics: 'Fractions', duplicate_of: null })),
  )
})

it('a refusal of the database keeps the form', async () => {
  const { program, name } = await newProgram()
  draw(<ProgramMeetings programId={program} />)
  const user = someone()
  await user.click(await button('Add a Meeting'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(
    await dialog.findByLabelText(/^Who meets/),
    await dialog.findByRole('option', { name: `Ana ${name} and Mona ${name}` }),
  )
  await user.clear(dialog.getByLabelText(/^Day/))
  await user.type(dialog.getByLabelText(/^Day/), '2025-12-31')
  await user.click(dialog.getByRole('button', { name: 'Add Meeting' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('This match began on January 1, 2026.')
  expect(dialog.getByLabelText(/^Day/)).toHaveValue('2025-12-31')
  expect(await stored(program, 'id')).toEqual([])
})

it('marks children by keys, and tells a colleague’s mark instead of overwriting it', async () => {
  const { name, program, children, meet } = await newProgram()
  const meeting = await meet({ title: 'Club', outcome: 'planned' })
  draw(<ProgramMeetings programId={program} />, `/?meeting=${meeting}`)
  const user = someone()
  const list = within(await screen.findByRole('list', { name: 'Attendance' }))
  const line = (child: string) => within(list.getByRole('group', { name: `${child} ${name}` }))
  // A colleague marks Ben after this screen read the sheet for the last time.
  cut(/attendance_sheet/)
  await service
    .from('meeting_attendances')
    .insert({ meeting_id: meeting, mentee_id: children[1], status: 'late' })
    .throwOnError()
  line('Ana').getByRole('button', { name: 'Present' }).focus()
  await user.keyboard('pxea')
  const problem = await screen.findByRole('alert')
  expect(problem).toHaveTextContent(
    `Ben ${name}: Excused. Someone else marked Late in the meantime.`,
  )
  await user.click(within(problem).getByRole('button', { name: 'Keep Late' }))
  expect(line('Ben').getByRole('button', { name: 'Late' })).toHaveAttribute('aria-pressed', 'true')
  expect(await screen.findByText('2 of 3 attended')).toBeVisible()
  const { data } = await service
    .from('meeting_attendances')
    .select('mentee_id,status')
    .eq('meeting_id', meeting)
    .overrideTypes<{ mentee_id: string; status: string }[], { merge: false }>()
    .throwOnError()
  expect(Object.fromEntries(data.map((one) => [one.mentee_id, one.status]))).toEqual({
    [children[0]!]: 'present',
    [children[1]!]: 'late',
    [children[2]!]: 'absent',
  })
  expect(await stored(program, 'outcome')).toEqual([{ outcome: 'happened' }])
})

it('a mark that was not saved stays, and is saved again', async () => {
  const { name, program, meet } = await newProgram()
  const meeting = await meet({ title: 'Club' })
  draw(<ProgramMeetings programId={program} />, `/?meeting=${meeting}`)
  const user = someone()
  const line = within(await screen.findByRole('group', { name: `Ana ${name}` }))
  await service.from('meetings').update({ outcome: 'cancelled' }).eq('id', meeting).throwOnError()
  await user.click(line.getByRole('button', { name: 'Late' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('This meeting was cancelled.')
  await service.from('meetings').update({ outcome: 'happened' }).eq('id', meeting).throwOnError()
  await user.click(await button(`Save again: Ana ${name}`))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await waitFor(() =>
    expect(line.getByRole('button', { name: 'Late' })).toHaveAttribute('aria-pressed', 'true'),
  )
})

it('records who collected a child, once, and takes it back', async () => {
  const { name, program, meet } = await newProgram()
  const meeting = await meet({ title: 'Club', is_collected: true })
  draw(<ProgramMeetings programId={program} />, `/?meeting=${meeting}&show=home`)
  const user = someone()
  expect(await screen.findByText(/0 of 3 collected/)).toBeVisible()
  await user.click(await button(`Someone else collected Ana ${name}`))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter who collected the child.')).toBeVisible()
  await user.type(dialog.getByLabelText(/^Name/), 'Aunt Ivy')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const child = within(await screen.findByRole('listitem', { name: `Ana ${name}` }))
  expect(await child.findByText(/^Collected by Aunt Ivy/)).toBeVisible()
  expect(screen.getByText(/1 of 3 collected/)).toBeVisible()
  await user.click(await button(`Take back: Ana ${name}`))
  expect(await screen.findByText(/0 of 3 collected/)).toBeVisible()
})

it('adds up the hours of a mentor, of a month and of groups', async () => {
  const { name, program, match, meet } = await newProgram()
  await meet({ match_id: match, day: today, minutes: 45 })
  await meet({ match_id: match, day: today, minutes: 60 })
  await meet({ title: 'Club', minutes: 90 })
  draw(<ProgramMeetings programId={program} />, '/?meetings=hours')
  const table = within(await screen.findByRole('table', { name: 'Hours' }))
  expect(table.getByRole('row', { name: `Mona ${name} 2 1 h 45 min` })).toBeVisible()
  expect(table.getByRole('row', { name: 'Meetings of groups 1 1 h 30 min' })).toBeVisible()
  await someone().selectOptions(screen.getByLabelText('Added up'), 'By month')
  expect(await table.findByRole('row', { name: / 3 3 h 15 min$/ })).toBeVisible()
})
