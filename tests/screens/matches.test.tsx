import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ProgramMatches } from '@/features/crm/programs/matches/program-matches'
import { daysLater } from '@/engine/tasks/due-days'
import { officeDay } from '@/shared/lib/office-day'
import { admin, button, draw, notices, service, setUpScreens, someone } from './screen'

setUpScreens()

const today = officeDay(new Date())

/** A program with so many mentees and mentors; all mentors have a place, and speak Spanish. */
async function newProgram(count: number) {
  const name = `P${crypto.randomUUID().slice(0, 8)}`
  const program = crypto.randomUUID()
  const people = (letter: string) =>
    Array.from({ length: count }, (_, place) => ({
      id: crypto.randomUUID(),
      first_name: `${letter}${place}`,
      last_name: name,
      created_at: new Date(Date.UTC(2026, 0, 1, 0, place)).toISOString(),
    }))
  const mentees = people('Child')
  const mentors = people('Adult')
  await service.from('programs').insert({ id: program, name }).throwOnError()
  await service.from('mentees').insert(mentees).throwOnError()
  await service.from('mentors').insert(mentors).throwOnError()
  await service
    .from('program_mentees')
    .insert(mentees.map(({ id }) => ({ program_id: program, mentee_id: id })))
    .throwOnError()
  await service
    .from('program_mentors')
    .insert(mentors.map(({ id }) => ({ program_id: program, mentor_id: id })))
    .throwOnError()
  return { program, name, mentees, mentors }
}

type Stored = Record<
  | 'id'
  | 'mentor_id'
  | 'mentee_id'
  | 'status'
  | 'since'
  | 'until'
  | 'close_reason'
  | 'supervisor_id',
  string | null
>

const matchesOf = async (program: string) => {
  const { data } = await service
    .from('matches')
    .select('id,mentor_id,mentee_id,status,since,until,close_reason,supervisor_id')
    .eq('program_id', program)
    .returns<Stored[]>()
    .throwOnError()
  return data ?? []
}

/** Pairs each mentee of a new program with the first mentor who fits. */
async function pairAll(count: number) {
  const { program, name, mentees } = await newProgram(count)
  draw(<ProgramMatches programId={program} />)
  const user = someone()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await user.keyboard(key)
  }
  ;(await button('Pair mentees')).focus()
  await press('{Enter}')
  await waitFor(() => expect(screen.getByRole('button', { name: `Child0 ${name}` })).toHaveFocus())
  await press('{Enter}')
  for (const { first_name } of mentees) {
    const choices = await screen.findByRole('list', { name: `Mentors for ${first_name} ${name}` })
    await waitFor(() => expect(within(choices).getAllByRole('button')[0]).toHaveFocus())
    await press('{Enter}')
  }
  expect(await screen.findByText('Every mentee has a match')).toBeVisible()
  expect(keys).toBe(count + 2)
  const stored = await matchesOf(program)
  expect(new Set(stored.map(({ mentee_id }) => mentee_id)).size).toBe(count)
  expect(new Set(stored.map(({ mentor_id }) => mentor_id)).size).toBe(count)
  const { count: openings } = await service
    .from('change_log')
    .select('*', { count: 'exact', head: true })
    .eq('action', 'opened')
    .in(
      'record_id',
      mentees.map(({ id }) => id),
    )
  expect(openings).toBe(count)
}

it('pairs mentees by keyboard, one key for each', () => pairAll(3))
it('pairs twenty mentees by keyboard', { tags: 'long' }, () => pairAll(20))

it('shows why a mentor fits, proposes the one chosen by keys, and says why one was refused', async () => {
  const { program, name, mentees, mentors } = await newProgram(2)
  await service
    .from('mentees')
    .update({ weekdays: 'Mon, Wed', wishes: 'Someone who reads aloud' })
    .eq('id', mentees[0]!.id)
    .throwOnError()
  await service.from('mentors').update({ weekdays: 'Wed' }).eq('id', mentors[1]!.id).throwOnError()
  await service.from('mentors').update({ weekdays: 'Sat' }).eq('id', mentors[0]!.id).throwOnError()
  draw(<ProgramMatches programId={program} />, '/?pairing=1')
  const user = someone()
  await user.click(await button(`Child0 ${name}`))
  const choices = await screen.findByRole('list', { name: `Mentors for Child0 ${name}` })
  expect(screen.getByText('“Someone who reads aloud”')).toBeVisible()
  expect(within(choices).getAllByRole('button')).toHaveLength(1)
  expect(within(choices).getByRole('button', { name: /^Adult1 .*A common weekday/ })).toBeVisible()
  await user.click(await button('1 other mentor'))
  const other = await within(choices).findByRole('button', { name: /^Adult0 .*Other weekdays/ })

  // A colleague was faster.
  await admin
    .rpc('propose_match', {
      id: crypto.randomUUID(),
      program,
      mentor: mentors[0]!.id,
      mentee: mentees[1]!.id,
    })
    .throwOnError()
  within(choices).getAllByRole('button')[0]!.focus()
  await user.keyboard('{ArrowDown}')
  expect(other).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    `Adult0 ${name} has no place left: 1 of 1 taken.`,
  )
  expect(await matchesOf(program)).toHaveLength(1)
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Match proposed'))
  expect(await matchesOf(program)).toHaveLength(2)
})

it('begins a match with the yes of both, logs a contact, and closes it for a reason', async () => {
  const { program, name, mentees, mentors } = await newProgram(1)
  const id = crypto.randomUUID()
  await admin
    .rpc('propose_match', { id, program, mentor: mentors[0]!.id, mentee: mentees[0]!.id })
    .throwOnError()
  draw(<ProgramMatches programId={program} />)
  const user = someone()
  await user.click(await button(`Adult0 ${name} and Child0 ${name}`))
  await user.click(await button('Note who said yes'))
  for (const who of ['Mentor', 'Guardian']) {
    await user.type(await screen.findByLabelText(`${who} said yes on`), daysLater(today, -3))
  }
  await user.click(await button('Save'))
  await user.click(await button('Begin the match'))
  await user.click(await button('Begin'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Match is active'))
  expect(await matchesOf(program)).toMatchObject([{ status: 'active', since: today }])

  await user.click(await button('Log a contact'))
  await user.click(await button('Log'))
  expect(await screen.findByText('Please choose whom you talked with')).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Mentor' }))
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'All is well')
  await user.click(await button('Log'))
  const contacts = await screen.findByRole('region', { name: 'Contacts' })
  expect(await within(contacts).findByText('All is well')).toBeVisible()

  await user.click(await button('Close the match'))
  const closing = await screen.findByRole('form', { name: 'Close the match' })
  await user.click(within(closing).getByRole('button', { name: 'Close the match' }))
  expect(await screen.findByText('Please say why')).toBeVisible()
  expect(await matchesOf(program)).toMatchObject([{ status: 'active' }])
  await user.type(within(closing).getByRole('textbox', { name: 'Reason' }), 'Moved away')
  await user.click(within(closing).getByRole('button', { name: 'Close the match' }))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Match closed'))
  expect(await matchesOf(program)).toMatchObject([{ status: 'closed', close_reason: 'Moved away' }])
})
