import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AssignmentsDialog, type Program } from '@/features/crm/programs/assignments-dialog'
import { backend, button, draw, notices, service, setUpScreens, someone } from './screen'
import { signedIn } from './signed-in'
import { signIn } from '../embedded/support'

setUpScreens()

/** A program with three mentees of one family, of whom the first two are assigned. */
async function newProgram() {
  const family = `F${crypto.randomUUID().slice(0, 8)}`
  const { data } = await service.from('programs').insert({ name: family }).select().throwOnError()
  const program = data[0] as Program
  const { data: people } = await service
    .from('mentees')
    .insert(
      ['Ada', 'Ben', 'Cleo'].map((first_name) => ({
        first_name,
        last_name: family,
        email: `${first_name.toLowerCase()}@example.org`,
      })),
    )
    .select('id')
    .order('first_name')
    .throwOnError()
  const assigned = (people as { id: string }[]).slice(0, 2)
  await service
    .from('program_mentees')
    .insert(assigned.map(({ id }) => ({ program_id: program.id, mentee_id: id })))
    .throwOnError()
  return { program, family }
}

async function namesIn(program: Program): Promise<string[]> {
  const { data } = await service
    .from('program_mentees')
    .select('person:mentees(first_name)')
    .eq('program_id', program.id)
    .throwOnError()
  return (data as unknown as { person: { first_name: string } }[])
    .map(({ person }) => person.first_name)
    .sort()
}

const open = (program: Program) => draw(<AssignmentsDialog row={program} onClose={() => {}} />)

it('keeps inactive people, and names them', async () => {
  const { program, family } = await newProgram()
  await service
    .from('mentees')
    .update({ status: 'inactive' })
    .match({ first_name: 'Ben', last_name: family })
    .throwOnError()
  open(program)
  expect(
    await screen.findByText(
      `No longer active, but still in the program: Ben ${family} (ben@example.org).`,
    ),
  ).toBeVisible()
  const user = someone()
  await user.type(screen.getByRole('searchbox'), family)
  await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2))
  await user.click(screen.getByRole('checkbox', { name: /^Ada/ }))
  await user.click(await button('Save Assignments'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Program assignments updated'))
  expect(await namesIn(program)).toEqual(['Ben'])
})

it('saves the selection and keeps people whom a colleague added during the edit', async () => {
  const { program, family } = await newProgram()
  const added = { first_name: 'Zoë', last_name: `O’${family}` }
  const { data: zoe } = await service.from('mentees').insert(added).select('id').single()
  open(program)
  const names = async () =>
    (await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)
  expect((await names()).slice(0, 2)).toEqual([
    `Ada ${family} (ada@example.org)`,
    `Ben ${family} (ben@example.org)`,
  ])
  const user = someone()
  await user.type(screen.getByRole('searchbox'), `o'${family} zoe`)
  await waitFor(async () => expect(await names()).toEqual([`Zoë O’${family}`]))
  await user.clear(screen.getByRole('searchbox'))
  await user.click(await screen.findByLabelText(`Ada ${family} (ada@example.org)`))
  const link = { program_id: program.id, mentee_id: (zoe as { id: string }).id }
  await service.from('program_mentees').insert(link).throwOnError()
  await user.click(await button('Save Assignments'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Program assignments updated'))
  expect(await namesIn(program)).toEqual(['Ben', 'Zoë'])
})

it('offers all people, even more than one answer holds', { tags: 'long' }, async () => {
  const { program } = await newProgram()
  const crowd = Array.from({ length: 1_001 }, (_, index) => ({
    first_name: 'Trainer',
    last_name: `No. ${index}`,
  }))
  await service.from('trainers').insert(crowd).throwOnError()
  const { count } = await service
    .from('trainers')
    .select('id', { count: 'exact', head: true })
    .eq('status', 'active')
  open(program)
  const user = someone()
  await user.click(await screen.findByRole('tab', { name: 'Trainers (0)' }))
  await user.type(screen.getByRole('searchbox'), 'No. 1000')
  const [last] = await screen.findAllByRole('checkbox', { name: 'Trainer No. 1000' })
  await user.click(last!)
  await user.clear(screen.getByRole('searchbox'))
  expect(
    await screen.findByText(`${count?.toLocaleString('en-US')} active, 1 chosen`),
  ).toBeVisible()
})

it('shows names and the number of kept people to a holder of can_manage_programs', async () => {
  const { program, family } = await newProgram()
  await service
    .from('mentees')
    .update({ status: 'inactive' })
    .match({ first_name: 'Ben', last_name: family })
    .throwOnError()
  const { data: permission } = await service
    .from('permissions')
    .select('permission_id:id')
    .eq('name', 'can_manage_programs')
    .single()
    .throwOnError()
  const { data: holder } = await service
    .from('profiles')
    .select('user_id:id')
    .eq('email', 'mentors@kindlewell.test')
    .single()
    .throwOnError()
  await service
    .from('user_permissions')
    .insert({ ...holder, ...permission })
    .throwOnError()
  signedIn.client = await signIn(backend, 'mentors')
  open(program)
  expect(
    await screen.findByText('No longer active, but still in the program: 1 person.'),
  ).toBeVisible()
  const user = someone()
  await user.click(
    await screen.findByRole('checkbox', { name: `Cleo ${family} (cleo@example.org)` }),
  )
  await user.click(await button('Save Assignments'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Program assignments updated'))
  expect(await namesIn(program)).toEqual(['Ada', 'Ben', 'Cleo'])
})

it('refuses to save people that could not be loaded', async () => {
  const { program } = await newProgram()
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
    input.includes('program_mentors')
      ? Promise.resolve(Response.json({ message: 'boom' }, { status: 500 }))
      : network(input, init),
  )
  open(program)
  const again = await button('Try again')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('The people could not be loaded.')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Save Assignments' })).toBeNull()
  vi.unstubAllGlobals()
  await someone().click(again)
  expect(await button('Save Assignments')).toBeVisible()
})
