import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { hasDraft, sentNote } from '@/shared/forms/has-draft'
import { Button } from '@/shared/ui/button'
import { notify, receiveNotices, type Notice } from '@/shared/ui/notify'
import { RegistrationDialog } from './registration-dialog'

const program = {
  id: 'teacher-training',
  title: 'Teacher Training',
  isFull: false,
  facts: ['$275', 'Montserrado and Margibi, Liberia', 'August to June'],
}

// As in the app, the `meta` of a mutation becomes a toast.
const mutationCache = new MutationCache({
  onSuccess: (_data, _sent, _result, { meta }) => notify(meta!.success!),
})

const client = new QueryClient({ mutationCache })

function Page() {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const typed = useRef({})
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Button ref={opener} onClick={() => setOpen(true)}>
          Register Now
        </Button>
        <RegistrationDialog
          program={program}
          open={open}
          onOpenChange={setOpen}
          onClosed={() => opener.current?.focus()}
          onStored={() => {}}
          typed={typed}
        />
      </MemoryRouter>
    </QueryClientProvider>
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

let notices: Notice[]

beforeEach(() => {
  notices = []
  sessionStorage.clear()
  const stopReceiving = receiveNotices((notice) => notices.push(notice))
  return () => {
    stopReceiving()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
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

test('reports missing values in a toast and at the fields', async () => {
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

test('reports an invalid address at the field only', async () => {
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

test('shows progress on the button, then the receipt, and returns the focus', async () => {
  let answer: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', (input: string) =>
    input.includes('sent_receipt')
      ? Promise.resolve(
          Response.json([{ reference: 'R-123456', due_at: '2026-11-27T23:00:00Z', by_mail: true }]),
        )
      : new Promise<Response>((resolve) => (answer = resolve)),
  )
  const form = await openForm()
  await fillRequired(form)
  await form.user.click(form.terms)
  vi.spyOn(performance, 'now').mockReturnValue(1e9)
  await form.user.click(form.submit)
  expect(form.submit).toHaveTextContent('Submitting...')
  answer(new Response(null, { status: 201 }))

  expect(await screen.findByText('R-123456')).toBeVisible()
  const title = screen.getByRole('heading', { name: 'You’re registered for Teacher Training' })
  expect(title).toHaveFocus()
  expect(screen.getByText('by Friday, November 27')).toBeVisible()
  expect(screen.getByText('A person on our team confirms your place by email.')).toBeVisible()
  expect(notices).toMatchObject([
    {
      title: 'Registration Successful!',
      description:
        "You've been registered for Teacher Training. Confirmation details sent to your email.",
    },
  ])
  expect(hasDraft(sentNote('registration:teacher-training'))).toBe(true)
  await form.user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Register Now' })).toHaveFocus()
})

test('shows price, place and term, and beside the button what is missing', async () => {
  const form = await openForm()
  expect(form.dialog).toHaveAccessibleDescription(
    /^\$275 · Montserrado and Margibi, Liberia\. August to June /,
  )
  expect(form.submit).toHaveAccessibleDescription(
    'Still missing: first name, last name, email, your agreement to the terms',
  )
  await fillRequired(form)
  expect(form.submit).toHaveAccessibleDescription('Still missing: your agreement to the terms')
  await form.user.click(form.terms)
  expect(form.submit).not.toHaveAccessibleDescription()
})

const waitForPop = (go: () => void) =>
  act(async () => {
    const popped = new Promise((resolve) =>
      window.addEventListener('popstate', resolve, { once: true }),
    )
    go()
    await popped
  })

test.each([
  ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
  ['Back', () => waitForPop(() => window.history.back())],
])('keeps typed values when the dialog is closed by %s', async (_, close) => {
  const { user, field } = await openForm()
  await user.type(field('First name'), 'Musu')
  await close(user)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  const opener = screen.getByRole('button', { name: 'Register Now' })
  await expect.poll(() => opener).toHaveFocus()

  await user.click(opener)
  expect(await screen.findByRole('textbox', { name: 'First name' })).toHaveValue('Musu')
})
