import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Submissions } from '@/app/submissions-page'
import {
  colleague,
  colleagueName,
  heading,
  hold,
  isStatusChange,
  listed,
  press,
  row,
  statusOf,
  volunteers,
} from './support'
import { draw, notices, service, onRequest } from '../screen'

const told = (name: string, label: string) => ({
  title: 'Status Updated',
  description: `The volunteer application status has been updated successfully: ${name}, ${label}`,
  tone: 'success',
})

it('shows a decision from the click on, opens the next, undoes it, and reverts what fails', async () => {
  const [, ben] = (await volunteers('Decided', 'Ada', 'Ben')) as [string, string]
  draw(<Submissions />, `/form-submissions?open=${ben}`)
  await waitFor(() => expect(row('Ben Decided')).toHaveAttribute('aria-current'))
  const release = hold(isStatusChange)
  press('3')
  await waitFor(() => expect(row('Ben Decided')).toHaveTextContent('Accepted'))
  await waitFor(() => expect(row('Ada Decided')).toHaveAttribute('aria-current'))
  expect(row('Ada Decided')).toHaveFocus()
  expect(notices).toEqual([])
  vi.unstubAllGlobals()
  release()
  await waitFor(() =>
    expect(notices).toEqual([expect.objectContaining(told('Ben Decided', 'Accepted'))]),
  )
  press('u')
  await waitFor(() => expect(notices[1]).toMatchObject(told('Ben Decided', 'New')))
  expect(row('Ben Decided')).toHaveTextContent('New')
  expect(row('Ben Decided')).toHaveAttribute('aria-current')

  onRequest(isStatusChange, () => Promise.reject(new TypeError('Failed to fetch')))
  press('4')
  await waitFor(() =>
    expect(notices[2]).toEqual({
      title: 'Error',
      description: 'Failed to update status',
      tone: 'error',
    }),
  )
  await waitFor(() => expect(row('Ben Decided')).toHaveTextContent('New'))
})

it('decides on the submission under the cursor, though no key waits for the screen', async () => {
  const names = ['Fay', 'Eve', 'Dan', 'Cleo', 'Ben', 'Ada']
  const ids = await volunteers('Series', ...names.toReversed())
  draw(<Submissions />, '/form-submissions')
  await waitFor(() => expect(listed()[5]).toBe('Ada Series'))
  for (const key of 'j234234') press(key)
  const decided = ['contacted', 'accepted', 'rejected']
  await waitFor(async () =>
    expect(await Promise.all(ids.toReversed().map(statusOf))).toEqual([...decided, ...decided]),
  )
  expect(notices.filter(({ tone }) => tone === 'error')).toEqual([])
})

it(
  'does not treat a decision replaced or undone before it is stored as a conflict',
  { tags: 'long' },
  async () => {
    const [ada, ben] = (await volunteers('Hasty', 'Ada', 'Ben', 'Cleo')) as [string, string]
    draw(<Submissions />, `/form-submissions?open=${ada}`)
    await screen.findByRole('combobox', { name: 'Status of Ada Hasty' })
    await waitFor(() => expect(listed()).toContain('Ben Hasty'))
    for (const key of '3uk4k2u') press(key)
    const changesOf = async (id: string) => {
      const { data } = await service.from('change_log').select('changes').eq('record_id', id)
      return data?.length
    }
    // Rejected, contacted, and rejected again by the undo.
    await waitFor(async () => expect(await changesOf(ben)).toBe(3))
    await waitFor(() => expect(notices.at(-1)).toMatchObject(told('Ben Hasty', 'Rejected')))
    expect(await Promise.all([ada, ben].map(statusOf))).toEqual(['new', 'rejected'])
    expect(notices.filter(({ tone }) => tone === 'error')).toEqual([])
  },
)

it('leads on to the next when the status is the same already', async () => {
  const [, ben] = (await volunteers('Already', 'Ada', 'Ben')) as [string, string]
  draw(<Submissions />, `/form-submissions?open=${ben}`)
  const status = await screen.findByRole('combobox', { name: 'Status of Ben Already' })
  await waitFor(() => expect(listed()).toContain('Ada Already'))
  fireEvent.change(status, { target: { value: 'contacted' } })
  await waitFor(() => expect(heading()).toHaveTextContent('Ada Already'))
  press('k')
  await waitFor(() => expect(heading()).toHaveTextContent('Ben Already'))
  press('2')
  await waitFor(() => expect(heading()).toHaveTextContent('Ada Already'))
  await waitFor(async () => expect(await statusOf(ben)).toBe('contacted'))
})

it('changes several, leaves what a colleague changed and names the colleague, and undoes it as one', async () => {
  const ids = await volunteers('Several', 'Ada', 'Ben', 'Cleo')
  draw(<Submissions />, '/form-submissions?tab=volunteers')
  for (const name of ['Cleo', 'Ben', 'Ada']) {
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name} Several` }))
  }
  onRequest(isStatusChange, async (send) => {
    vi.unstubAllGlobals()
    const change = { ids: [ids[1]!], to_status: ['rejected'], from_status: ['new'] }
    await colleague.rpc('set_submission_status', change).throwOnError()
    return send()
  })
  fireEvent.change(screen.getByRole('combobox', { name: 'Status of the selected' }), {
    target: { value: 'contacted' },
  })
  await waitFor(() => expect(notices).toHaveLength(2))
  expect(notices).toContainEqual(
    expect.objectContaining({ description: '2 statuses have been updated successfully' }),
  )
  expect(notices).toContainEqual({
    title: 'Not changed',
    description: `${colleagueName} has set it to Rejected.`,
    tone: 'error',
  })
  await waitFor(() => expect(row('Ben Several')).toHaveTextContent('Rejected'))
  notices.find(({ action }) => action)!.action!.onClick()
  await waitFor(() => expect(notices).toHaveLength(3))
  expect(await Promise.all(ids.map(statusOf))).toEqual(['new', 'rejected', 'new'])
})

it('gives a submission to an assignee, whom the row and the history name', async () => {
  const [id] = (await volunteers('Given', 'Ada')) as [string]
  draw(<Submissions />, `/form-submissions?open=${id}`)
  const assignee = await screen.findByRole('combobox', { name: 'Assignee of Ada Given' })
  const option = await within(assignee).findByRole<HTMLOptionElement>('option', {
    name: colleagueName,
  })
  fireEvent.change(assignee, { target: { value: option.value } })
  await waitFor(() =>
    expect(notices).toEqual([
      expect.objectContaining({
        title: 'Assignee Updated',
        description: `Ada Given: ${colleagueName}`,
      }),
    ]),
  )
  const history = await screen.findByRole('list', { name: 'History' })
  expect(
    await within(history).findByText(new RegExp(`assigned it to ${colleagueName}`)),
  ).toBeVisible()
  await waitFor(() => expect(row('Ada Given')).toHaveTextContent(colleagueName))
})
