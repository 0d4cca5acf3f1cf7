import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { HelpFrame } from '@/app/help/help-frame'
import { Submissions } from '@/app/submissions-page'
import { program } from '../../public-forms'
import { colleagueName, detail, opened, press, sent, statusOf, volunteers } from './support'
import { button, draw, notices, service, loseAnswer, onRequest } from '../screen'
import { authOf } from '../../auth-of'

const dialog = () => screen.findByRole('dialog')
const value = async (label: string) =>
  within(await dialog()).findByLabelText<HTMLInputElement>((text) => text.startsWith(label))
const submit = async () => fireEvent.submit((await dialog()).querySelector('form')!)
const conversionOf = async (submission: string) => {
  const { data } = await service
    .from('conversions')
    .select('is_new,mentor_id,mentee_id')
    .eq('submission_id', submission)
    .overrideTypes<Record<string, string | boolean | null>[], { merge: false }>()
  return data?.[0]
}

it('makes a child a mentee, records that the name was opened, and opens the next', async () => {
  const last = await sent(program.table, { ...program.stored, last_name: 'Next' })
  const id = await sent(program.table, program.stored)
  await opened('programs', id)
  press('c')
  expect(await value('First name')).toHaveValue('Grace 🌱')
  expect(await value('Last name')).toHaveValue('Gbowee')
  expect(await value('Parent name')).toHaveValue('Martha Gbowee')
  expect(await value('Parent phone')).toHaveValue('+231 77 555 0501')
  await waitFor(async () =>
    expect(await value('Add to program')).toHaveDisplayValue('Early Childhood Education'),
  )
  fireEvent.change(await value('School'), { target: { value: 'Kindlewell Academy' } })
  await submit()
  await waitFor(() =>
    expect(notices.at(-1)).toMatchObject({
      title: 'Converted',
      description: expect.stringMatching(/^Martha Gbowee, A-\d+: converted to mentee$/) as string,
    }),
  )
  const conversion = await conversionOf(id)
  const { data: mentee } = await service
    .from('mentees')
    .select('first_name,school_name,parent_name,program_mentees(programs(name))')
    .eq('id', conversion!.mentee_id)
  expect(mentee).toEqual([
    {
      first_name: 'Grace 🌱',
      school_name: 'Kindlewell Academy',
      parent_name: 'Martha Gbowee',
      program_mentees: [{ programs: { name: 'Early Childhood Education' } }],
    },
  ])
  expect(await statusOf(id)).toBe('accepted')
  await within(detail()).findByRole('heading', { level: 2, name: 'Martha Next' })
  const { data: log } = await service
    .from('change_log')
    .select('action')
    .match({ record_id: id, action: 'opened' })
  expect(log).toHaveLength(1)

  notices.at(-1)!.action!.onClick()
  await waitFor(async () => expect(await statusOf(id)).toBe('new'))
  expect(await conversionOf(id)).toBeUndefined()
  expect(await conversionOf(last)).toBeUndefined()
})

it(
  'adds no person twice after a lost answer, and names a colleague who was first',
  { tags: 'long' },
  async () => {
    const [lost, late] = (await volunteers('Taken', 'Ada', 'Ben')) as [string, string]
    draw(<Submissions />, `/form-submissions?tab=volunteers&open=${lost}`)
    fireEvent.click(await button('Convert to mentor'))
    await value('First name')
    onRequest((address) => address.endsWith('/rpc/convert_submission'), loseAnswer)
    await submit()
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(
      'The server could not be reached.',
    )
    vi.unstubAllGlobals()
    await submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { data: added } = await service.from('mentors').select('id').eq('last_name', 'Taken')
    expect(added).toHaveLength(1)
    cleanup()

    draw(<Submissions />, `/form-submissions?tab=volunteers&open=${late}`)
    fireEvent.click(await button('Convert to trainer'))
    await value('First name')
    await service
      .from('conversions')
      .insert({
        submission_id: late,
        reference: 'V-1',
        mentor_id: (added as { id: string }[])[0]!.id,
        is_new: false,
        former_status: 'new',
        author_name: colleagueName,
      })
      .throwOnError()
    await submit()
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(
      `${colleagueName} has already converted it to a mentor.`,
    )
    const { data: trainers } = await service.from('trainers').select('id').eq('last_name', 'Taken')
    expect(trainers).toEqual([])
    // Behind the dialog.
    expect(await screen.findByText(`Converted to mentor by ${colleagueName}`)).toBeInTheDocument()
  },
)

it('shows similar people, and links one instead', async () => {
  const { data: there } = await service
    .from('mentors')
    .insert({ first_name: 'Ada', last_name: 'Linked', email: 'ada.linked@example.org' })
    .select('id')
    .single<{ id: string }>()
  const id = await sent('volunteer_applications', {
    first_name: 'Ada',
    last_name: 'Linked',
    email: 'Ada.Linked@example.org',
  })
  draw(<Submissions />, `/form-submissions?tab=volunteers&open=${id}`)
  fireEvent.click(await button('Convert to mentor'))
  fireEvent.click(await button(/^Link to this mentor.*Ada Linked/))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await conversionOf(id)).toMatchObject({ is_new: false, mentor_id: there!.id })
  const { data: mentors } = await service.from('mentors').select('id').eq('last_name', 'Linked')
  expect(mentors).toHaveLength(1)
})

it('offers no conversion without the right to the list', async () => {
  const [id] = (await volunteers('Offered', 'Ada')) as [string]
  const permissions = new Set(['can_review_submissions', 'can_manage_trainers'] as const)
  draw(
    <Submissions />,
    `/form-submissions?tab=volunteers&open=${id}`,
    authOf('staff', { permissions }),
  )
  expect(await button('Convert to trainer')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Convert to mentor' })).toBeNull()
})

it('says which permission converts, and that the help has no key for it, without one', async () => {
  const [id] = (await volunteers('Closed', 'Ada')) as [string]
  const permissions = new Set(['can_review_submissions'] as const)
  draw(
    <HelpFrame name="submissions">
      <Submissions />
    </HelpFrame>,
    `/form-submissions?tab=volunteers&open=${id}`,
    authOf('staff', { permissions }),
  )
  expect(await screen.findByText(/^You can’t convert this.*“Can manage trainers”/)).toBeVisible()
  fireEvent.keyDown(document.body, { key: '?' })
  const help = within(await screen.findByRole('dialog', { name: /^Help/ }))
  expect(help.getByText('Set the status: Accepted')).toBeVisible()
  expect(help.queryByText(/^Convert/)).toBeNull()
})
