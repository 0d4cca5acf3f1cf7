import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { queryClient } from '@/app/query-client'
import { Submissions } from '@/app/submissions-page'
import { partnership } from '../../public-forms'
import {
  colleague,
  heading,
  hold,
  listed,
  opened,
  press,
  row,
  sent,
  statusOf,
  volunteers,
} from './support'
import { draw, notices, service, loseAnswer, onRequest } from '../screen'

const composer = () => screen.findByRole('form', { name: 'Answer' })
const noComposer = () =>
  waitFor(() => expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull())
const text = async () =>
  within(await composer()).getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ })
const isAnswer = (address: string, { method }: RequestInit) =>
  address.includes('submission_answers') && method === 'POST'
const answersTo = async (id: string) => {
  const { data } = await service
    .from('submission_answers')
    .select('subject,body')
    .eq('submission_id', id)
    .throwOnError()
  return data as { subject: string; body: string }[]
}

it('shows which fields have no value, and sends once what was shown, however often it is tried', async () => {
  const id = await sent(partnership.table, {
    ...partnership.stored,
    contact_name: '{{reference}} <b>Ellen</b>',
  })
  const part = await opened('partnerships', id)
  press('r')
  await waitFor(async () => expect(await text()).toHaveFocus())
  const chooser = within(await composer()).getByRole('combobox', { name: 'Template' })
  const template = await within(chooser).findByRole<HTMLOptionElement>('option', {
    name: 'Let us talk about your proposal',
  })
  fireEvent.change(chooser, { target: { value: template.value } })
  const shown = within(await composer()).getByRole('region', { name: 'As it will be sent' })
  expect(shown).toHaveTextContent('Thank you for the proposal of')
  const { value: subject } = within(await composer()).getByLabelText<HTMLInputElement>('Subject')
  expect(subject).not.toContain('{{')
  expect(within(shown).getByText(subject)).toBeVisible()
  expect(await composer()).toHaveTextContent('There is no value for {{name}} and {{my_name}}.')
  fireEvent.submit(await composer())
  expect(await within(part).findByText('Your answer was not sent.')).toBeVisible()
  expect(await answersTo(id)).toEqual([])

  const field = await text()
  const body = 'Dear Ellen,\n\nlet us talk. {{our_name}}'
  fireEvent.change(field, { target: { value: body } })
  fireEvent.change(within(await composer()).getByLabelText('Subject'), {
    target: { value: 'Your proposal' },
  })
  onRequest(isAnswer, loseAnswer)
  fireEvent.submit(await composer())
  await waitFor(() =>
    expect(notices).toEqual([
      { title: 'Error', description: 'Failed to send the answer', tone: 'error' },
    ]),
  )
  expect(field).toHaveValue(body)
  vi.unstubAllGlobals()
  fireEvent.submit(await composer())
  await noComposer()
  const history = screen.getByRole('list', { name: 'History' })
  expect(await within(history).findByText(/let us talk/)).toBeVisible()
  expect(history).toHaveTextContent('Waiting to be sent')
  const { data: submission } = await service
    .from('submissions')
    .select('reference,answered_at')
    .eq('id', id)
    .single<{ reference: string; answered_at: string | null }>()
  expect(await answersTo(id)).toEqual([
    {
      subject: `Your proposal (${submission!.reference})`,
      body: 'Dear Ellen,\n\nlet us talk. Kindlewell Foundation & Academy',
    },
  ])
  expect(submission!.answered_at).not.toBeNull()
  await waitFor(async () => expect(await statusOf(id)).toBe('contacted'))
})

it(
  'sends another after an edit that follows an unseen success, with its status',
  { tags: 'long' },
  async () => {
    const [one] = (await volunteers('Edited', 'Ada', 'Ben')) as [string]
    draw(<Submissions />, `/form-submissions?open=${one}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Answer' }))
    const field = await text()
    fireEvent.change(field, { target: { value: 'Dear Ada' } })
    onRequest(isAnswer, loseAnswer)
    fireEvent.submit(await composer())
    await waitFor(() => expect(notices).toHaveLength(1))
    vi.unstubAllGlobals()
    fireEvent.change(field, { target: { value: 'Dear Ada, at ten' } })
    fireEvent.submit(await composer())
    await waitFor(() =>
      expect(notices[1]).toMatchObject({
        title: 'Not sent',
        description: 'An earlier version was already sent. Send the new part as another answer.',
      }),
    )
    expect(field).toHaveValue('Dear Ada, at ten')
    expect((await answersTo(one)).map(({ body }) => body)).toEqual(['Dear Ada'])

    const release = hold(isAnswer)
    fireEvent.submit(await composer())
    await waitFor(() => expect(field).toHaveAttribute('readonly'))
    fireEvent.click(row('Ben Edited'))
    await noComposer()
    release()
    await waitFor(async () => expect(await statusOf(one)).toBe('contacted'))
    expect((await answersTo(one)).map(({ body }) => body).sort()).toEqual([
      'Dear Ada',
      'Dear Ada, at ten',
    ])
  },
)

it('leaves a status that was decided while it was being sent', { tags: 'long' }, async () => {
  const [ada, ben, cleo] = (await volunteers('Sending', 'Ada', 'Ben', 'Cleo')) as [
    string,
    string,
    string,
  ]
  async function sendWhile(id: string, decide: () => Promise<void>) {
    draw(<Submissions />, `/form-submissions?open=${id}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Answer' }))
    fireEvent.change(await text(), { target: { value: 'Dear volunteer' } })
    const release = hold(isAnswer)
    fireEvent.submit(await composer())
    await waitFor(async () => expect(await text()).toHaveAttribute('readonly'))
    await decide()
    release()
    await waitFor(() => expect(notices.map(({ title }) => title)).toContain('Answer sent'))
    await waitFor(() => expect(queryClient.isMutating() + queryClient.isFetching()).toBe(0))
    cleanup()
    vi.unstubAllGlobals()
    return notices.splice(0).map(({ title, tone }) => [title, tone])
  }
  const told = [
    ['Status Updated', 'success'],
    ['Answer sent', 'success'],
  ]

  const stored = await sendWhile(cleo, async () => {
    press('4')
    await waitFor(async () => expect(await statusOf(cleo)).toBe('rejected'))
  })
  expect(stored).toEqual(told)
  // On a slow line the decision is still on its way too.
  const underWay = await sendWhile(ben, async () => {
    press('3')
    await waitFor(() => expect(heading()).toHaveTextContent('Ada Sending'))
  })
  expect(underWay.toSorted()).toEqual(told.toSorted())
  const byColleague = await sendWhile(ada, async () => {
    const change = { ids: [ada], to_status: ['accepted'], from_status: ['new'] }
    await colleague.rpc('set_submission_status', change).throwOnError()
  })
  expect(byColleague).toContainEqual(['Answer sent', 'success'])
  expect(byColleague).not.toContainEqual(['Status Updated', 'success'])
  expect(await Promise.all([cleo, ben, ada].map(statusOf))).toEqual([
    'rejected',
    'accepted',
    'accepted',
  ])
  expect(await answersTo(cleo)).toHaveLength(1)
})

it('brings a draft back, and discards it after one question', async () => {
  const id = await sent('contact_messages', { name: 'Ada', message: 'Hello' })
  await opened('messages', id)
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  fireEvent.change(await text(), { target: { value: 'Dear Ada' } })
  cleanup()
  await opened('messages', id)
  expect(await text()).toHaveValue('Dear Ada')
  const cancel = async () =>
    fireEvent.click(within(await composer()).getByRole('button', { name: 'Cancel' }))
  await cancel()
  fireEvent.click(await screen.findByRole('button', { name: 'Keep Editing' }))
  expect(await text()).toHaveValue('Dear Ada')
  await cancel()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await noComposer()
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  expect(await text()).toHaveValue('')
})

it('sends by Ctrl Enter what was typed before its field was there, and opens the next', async () => {
  const [, ben, cleo] = (await volunteers('Answered', 'Ada', 'Ben', 'Cleo')) as [
    string,
    string,
    string,
  ]
  draw(<Submissions />, '/form-submissions')
  await waitFor(() => expect(listed()[0]).toBe('Cleo Answered'))
  for (const key of ['j', 'r', ...'a 2 j.x', 'Backspace']) press(key)
  press('Enter', { ctrlKey: true })
  await waitFor(async () => expect(await answersTo(cleo)).toMatchObject([{ body: 'a 2 j.' }]))
  await waitFor(() => expect(heading()).toHaveTextContent('Ben Answered'))
  await waitFor(async () => expect(await statusOf(cleo)).toBe('contacted'))
  expect(await statusOf(ben)).toBe('new')

  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  fireEvent.change(await text(), { target: { value: 'Dear Ben' } })
  fireEvent.keyDown(await text(), { key: 'Escape' })
  press('3')
  await waitFor(() => expect(heading()).toHaveTextContent('Ada Answered'))
  expect(notices).toContainEqual({
    title: 'Answer not sent',
    description: 'Your text to Ben Answered is kept as a draft.',
  })
  expect(await answersTo(ben)).toEqual([])
  press('k')
  await waitFor(async () => expect(await text()).toHaveValue('Dear Ben'))
})

it('begins no answer without a recipient', async () => {
  const id = await sent('contact_messages', { name: 'Ada', message: 'Hello' })
  const email = 'a@example.org, b@example.org'
  await service.from('submissions').update({ email }).eq('id', id).throwOnError()
  await opened('messages', id)
  fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
  expect(
    await screen.findByText('The email address is not valid, or there is more than one.'),
  ).toBeVisible()
  expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull()
})
