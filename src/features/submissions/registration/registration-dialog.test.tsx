import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Button } from '@/shared/ui/button'
import { receiveNotices, type Notice } from '@/shared/ui/notify'
import { useRegistration } from './use-registration'

function Page() {
  const { register, dialog } = useRegistration()
  return (
    <>
      <Button onClick={(event) => register('Teacher Training', event)}>Register Now</Button>
      {dialog}
    </>
  )
}

async function openForm() {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(screen.getByRole('button', { name: 'Register Now' }))
  const dialog = await screen.findByRole('dialog', { name: 'Register for Teacher Training' })
  const field = (name: string) => within(dialog).getByRole('textbox', { name })
  const submit = within(dialog).getByRole('button', { name: 'Complete Registration' })
  const terms = within(dialog).getByRole('checkbox', { name: /terms and conditions/ })
  return { user, dialog, field, submit, terms }
}

async function fillRequired({ user, field }: Awaited<ReturnType<typeof openForm>>) {
  await user.type(field('First name'), 'Musu')
  await user.type(field('Last name'), 'Varney')
  await user.type(field('Email'), 'musu@example.org')
}

// The first import of the form takes longer than a test should wait for a dialog.
beforeEach(async () => {
  await import('./registration-dialog')
})

let notices: Notice[]

beforeEach(() => {
  notices = []
  return receiveNotices((notice) => notices.push(notice))
})

test('asks for everything, with the newsletter ticked and the terms not', async () => {
  const { dialog, field, terms, submit } = await openForm()

  expect(field('First name')).toHaveFocus()
  expect(field('Email')).toHaveAttribute('type', 'email')
  const phones = within(dialog).getAllByRole('textbox', { name: 'Phone' })
  expect(phones.map((phone) => phone.getAttribute('type'))).toEqual(['tel', 'tel'])
  for (const name of [
    'Organization',
    'Relevant experience',
    'What do you hope for?',
    'Accessibility needs',
    'Name',
    'Relationship',
  ]) {
    expect(field(name)).not.toHaveAttribute('aria-required')
  }
  expect(within(dialog).getByRole('checkbox', { name: /newsletter/ })).toBeChecked()
  expect(terms).not.toBeChecked()
  expect(submit).toBeDisabled()
})

test('says what is missing, in a message and at the fields', async () => {
  const { user, field, terms, submit } = await openForm()
  await user.type(field('First name'), 'Musu')
  await user.type(field('Last name'), '   ')
  await user.click(terms)
  await user.click(submit)

  await waitFor(() =>
    expect(field('Last name')).toHaveAccessibleDescription('Please enter your last name'),
  )
  expect(notices).toEqual([
    {
      tone: 'error',
      title: 'Missing Information',
      description: 'Please fill in all required fields.',
    },
  ])
  expect(field('Last name')).toHaveFocus()
  expect(field('First name')).not.toHaveAttribute('aria-invalid')
})

test('an address that cannot be one is told at the field alone', async () => {
  const form = await openForm()
  await fillRequired(form)
  await form.user.clear(form.field('Email'))
  await form.user.type(form.field('Email'), 'musu@')
  await form.user.click(form.terms)
  await form.user.click(form.submit)

  await waitFor(() =>
    expect(form.field('Email')).toHaveAccessibleDescription('Please enter a valid email address'),
  )
  expect(notices).toEqual([])
  expect(form.dialog).toBeInTheDocument()
})

test('insists on the terms even when the form is sent past its button', async () => {
  const form = await openForm()
  await fillRequired(form)
  fireEvent.submit(within(form.dialog).getByRole('form'))

  await waitFor(() =>
    expect(notices).toEqual([
      {
        tone: 'error',
        title: 'Terms Required',
        description: 'Please agree to the terms and conditions to proceed.',
      },
    ]),
  )
})

test('after success it tells so, closes, gives the focus back and starts empty', async () => {
  const form = await openForm()
  await fillRequired(form)
  await form.user.click(form.terms)
  await form.user.click(form.submit)

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(notices).toEqual([
    {
      tone: 'success',
      title: 'Registration Successful!',
      description:
        "You've been registered for Teacher Training. Confirmation details sent to your email.",
    },
  ])
  const opener = screen.getByRole('button', { name: 'Register Now' })
  expect(opener).toHaveFocus()

  await form.user.click(opener)
  expect(await screen.findByRole('textbox', { name: 'First name' })).toHaveValue('')
  expect(screen.getByRole('button', { name: 'Complete Registration' })).toBeDisabled()
})

test('what was typed survives a dialog closed by accident', async () => {
  const { user, field } = await openForm()
  await user.type(field('First name'), 'Musu')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  const opener = screen.getByRole('button', { name: 'Register Now' })
  expect(opener).toHaveFocus()

  await user.click(opener)
  expect(await screen.findByRole('textbox', { name: 'First name' })).toHaveValue('Musu')
})
