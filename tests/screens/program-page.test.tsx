import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ProgramPage } from '@/features/crm/programs/page/program-page'
import { authOf } from '../auth-of'
import { signIn } from '../embedded/support'
import { backend, button, draw, notices, service, setUpScreens, someone } from './screen'
import { signedIn } from './signed-in'

setUpScreens()

async function newProgram() {
  const family = `F${crypto.randomUUID().slice(0, 8)}`
  const { data } = await service
    .from('programs')
    .insert({ name: family, start_date: '2030-01-05', website_program: 'health' })
    .select('id')
    .single<{ id: string }>()
    .throwOnError()
  const { data: child } = await service
    .from('mentees')
    .insert({ first_name: 'Ada', last_name: family, school_name: 'Oak Hill' })
    .select('id')
    .single<{ id: string }>()
    .throwOnError()
  const id: string = data.id
  const mentee_id: string = child.id
  await service.from('program_mentees').insert({ program_id: id, mentee_id }).throwOnError()
  return { id, family, child: mentee_id }
}

const exportsOf = async (list: string) => {
  const { data } = await service
    .from('change_log')
    .select('record_kind,changes')
    .eq('action', 'exported')
    .eq('changes->>program', list)
    .throwOnError()
  return data as { record_kind: string; changes: Record<string, unknown> }[]
}

it('shows header, roster and what is missing', async () => {
  const { id, family } = await newProgram()
  draw(<ProgramPage id={id} />)
  expect(await screen.findByRole('heading', { name: family })).toBeVisible()
  expect(screen.getByText('From Jan 5, 2030')).toBeVisible()
  expect(screen.getByText('0 confirmed · 0 waiting · 0 undecided')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Community Health' })).toHaveAttribute(
    'href',
    '/form-submissions?tab=registrations&program=health',
  )
  const missing = await screen.findByRole('list', { name: `Missing for Ada ${family}` })
  expect(within(missing).getByText('No guardian to reach')).toBeVisible()
})

it('prints protected fields only for a reason, which the log keeps', async () => {
  const { id, family, child } = await newProgram()
  const print = vi.spyOn(window, 'print').mockReturnValue()
  draw(<ProgramPage id={id} />)
  const user = someone()
  await user.click(await button('Print or Export'))
  await user.click(await screen.findByRole('checkbox', { name: /protected fields/ }))
  await user.click(await button('Print'))
  expect(await screen.findByText('Please write at least 10 characters.')).toBeVisible()
  expect(await exportsOf(family)).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /Reason/ }), 'Trip to the museum')
  await user.click(await button('Print'))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(document.querySelector('.roster-paper')?.textContent).toContain('Oak Hill')
  const [entry] = await exportsOf(family)
  expect(entry).toMatchObject({
    record_kind: 'mentees',
    changes: { list: 'class list', reason: 'Trip to the museum', rows: 1 },
  })
  const { data } = await service
    .from('change_log')
    .select('about')
    .contains('about', [child])
    .throwOnError()
  expect(data).not.toEqual([])
})

it('prints a class list without protected fields once the log has it', async () => {
  const { id, family } = await newProgram()
  const print = vi.spyOn(window, 'print').mockReturnValue()
  draw(<ProgramPage id={id} />)
  const user = someone()
  await user.click(await button('Print or Export'))
  await user.click(await button('Print'))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(document.querySelector('.roster-paper')?.textContent).not.toContain('Oak Hill')
  expect(await exportsOf(family)).toMatchObject([{ record_kind: 'program_mentees' }])
})

it('hands a program on', async () => {
  const { id } = await newProgram()
  draw(<ProgramPage id={id} />)
  const user = someone()
  await user.click(await button('Hand on'))
  await user.selectOptions(
    await screen.findByRole('combobox', { name: /New manager/ }),
    await screen.findByRole('option', { name: 'Samuel Weah' }),
  )
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Hand on' }))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Program handed on'))
  expect(await screen.findByText('Samuel Weah')).toBeVisible()
})

it('shows only the header to the role without the permission', async () => {
  const { id, family } = await newProgram()
  signedIn.client = await signIn(backend, 'program.manager')
  draw(<ProgramPage id={id} />, '/', authOf('program_manager'))
  expect(await screen.findByRole('heading', { name: family })).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('button', { name: /Edit|Manage People|Print/ })).toBeNull()
})
