import { screen, waitFor } from '@testing-library/react'
import { Suspense, useRef, useState, type ComponentType } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { publicForms } from '@/app/public-pages'
import { RegisterButton } from '@/features/site/components/register-button'
import { useRegistration } from '@/features/site/components/use-registration'
import { PledgeForm } from '@/features/site/forms/pledge/pledge-form'
import { ProgramApplicationForm } from '@/features/site/forms/program/program-application-form'
import { RegistrationDialog } from '@/features/site/forms/registration/registration-dialog'
import { localKeys } from '../../supabase/embedded/config'
import {
  contact,
  forms,
  newsletter,
  pledge,
  program,
  sentRow,
  type PublicForm,
} from '../public-forms'
import {
  admin,
  backend,
  button,
  draw,
  expectEmptied,
  expectTyped,
  field,
  notices,
  service,
  setUpScreens,
  someone,
  takeTimeToType,
  type,
  type Answers,
} from './screen'
import { newAddress } from '../embedded/support'

setUpScreens({ trustProxy: true })
// Its messages are those that the tests receive.
vi.mock('@/shared/ui/toaster', () => ({ mountToaster: () => {} }))

/* Each visitors' form on its own; network faults are in faults.test.tsx. */

/** The choice beside the pledge form; other forms get nothing. */
const chosen = () => ({ amount: 50, frequency: 'once' as const, program: null })

/** As its page shows it, with its code loaded. */
function Shown({ form: { form } }: { form: PublicForm }) {
  if (!form) return <Registration />
  publicForms[form].load()
  const Form = publicForms[form].Form as ComponentType<object>
  return (
    <Suspense>
      <Form {...(form === 'pledge' && { chosen, onInvalid: () => {} })} />
    </Suspense>
  )
}

function Registration() {
  const [open, setOpen] = useState(true)
  return (
    <>
      <RegistrationDialog
        program={{ id: 'teacher-training', title: 'Teacher Training', isFull: false }}
        open={open}
        onOpenChange={setOpen}
        onClosed={() => {}}
        onStored={() => {}}
        typed={useRef({})}
      />
    </>
  )
}

let email: string
let sent: string[]
let address: string

beforeEach(() => {
  email = `${crypto.randomUUID()}@example.org`
  sent = []
  address = newAddress()
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (headers.get('apikey') !== localKeys.secret) {
      sent.push(input)
      headers.set('cf-connecting-ip', address)
    }
    return network(input, { ...init, headers })
  })
})

async function storedBy({ table }: PublicForm): Promise<Record<string, unknown>[]> {
  const { data } = await service.from(table).select('*').ilike('email', email).throwOnError()
  return data as Record<string, unknown>[]
}

async function fill(form: PublicForm, answers: Answers = form.answers): Promise<HTMLElement> {
  if (!screen.queryByRole('form')) draw(<Shown form={form} />)
  await type(someone(), { Email: email, ...answers })
  takeTimeToType()
  return button(form.button)
}

describe.each(forms)('$name', (form) => {
  it('is stored exactly as it was typed, acknowledged and emptied', async () => {
    await someone().click(await fill(form))
    await waitFor(() => expect(notices).toEqual([{ ...form.success, tone: 'success' }]))
    if (form.again) {
      const [row] = await storedBy(form)
      const { data: sent } = await service
        .from('submissions')
        .select('reference')
        .eq('id', row!.id)
        .single<{ reference: string }>()
        .throwOnError()
      expect(await screen.findByText(sent.reference)).toBeVisible()
      expect(screen.getByText(/An email with this reference is on its way to/)).toHaveTextContent(
        email,
      )
    }
    // The typed text is gone, also for the next person at this computer.
    if (form.again) await someone().click(await button(form.again))
    else expect(await screen.findByText(form.line!)).toBeVisible()
    await waitFor(() => expectEmptied({ Email: '', ...form.answers }))
    const [row, ...others] = await storedBy(form)
    expect(others).toEqual([])
    const {
      id,
      created_at,
      search_text: _,
      person_id: ___,
      confirmed_at: __,
      proved_at: ____,
      ...stored
    } = row ?? {}
    expect(stored).toEqual({ ...form.stored, email })
    expect([typeof id, typeof created_at]).toEqual(['string', 'string'])
  })

  it('keeps the input after too many submissions, and shows when to send again', async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      const { status } = await fetch(`${backend.url}/rest/v1/${form.table}`, {
        method: 'POST',
        headers: { apikey: localKeys.publishable, 'content-type': 'application/json' },
        body: JSON.stringify(sentRow(form, `${number}.${email}`)),
      })
      expect(status).toBe(201)
    }
    await someone().click(await fill(form))
    const { title, description } = form.failure
    const pause = 'This form has been sent several times. You can send it again in 10 minutes.'
    await waitFor(() =>
      expect(notices).toEqual([
        { title, description: [description, pause].filter(Boolean).join(' '), tone: 'error' },
      ]),
    )
    expectTyped({ Email: email, ...form.answers })
    expect(await storedBy(form)).toEqual([])
  })
})

it('a receipt that cannot be asked for stays a receipt, and leaves the reference to the email', async () => {
  const network = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    input.includes('sent_receipt')
      ? Promise.reject(new TypeError('Failed to fetch'))
      : network(input, init),
  )
  await someone().click(await fill(contact))
  expect(await screen.findByText(/An email with your reference is on its way/)).toBeVisible()
  expect(screen.queryByText('Reference')).not.toBeInTheDocument()
  expect(screen.getByText('within 2 business days')).toBeVisible()
})

it('mentions no email where receipts are off', async () => {
  await admin.rpc('change_mail_settings', { rate: 60, receipts: false, double_opt_in: false })
  await someone().click(await fill(contact))
  expect(await screen.findByText(/^M-\d{6}$/)).toBeVisible()
  expect(screen.queryByText(/on its way/)).not.toBeInTheDocument()
  await admin.rpc('change_mail_settings', { rate: 60, receipts: true, double_opt_in: false })
})

it('an application begins with the program that its link names, and an adult applies for themselves', async () => {
  draw(<ProgramApplicationForm />, '/get-involved/join-programs?program=early-childhood#apply')
  expect(field('Program of interest')).toHaveValue('early-childhood')
  await type(someone(), {
    'First name': 'Martha',
    'Last name': 'Gbowee',
    Email: email,
    Phone: '1',
    'Program of interest': 'leadership-development',
    Relationship: 'self',
    'I agree to the terms and conditions': true,
  })
  takeTimeToType()
  await someone().click(await button('Submit Application'))
  expect(await screen.findByText('Your application has arrived. Thank you!')).toBeVisible()
  expect(await storedBy(program)).toMatchObject([
    { relationship: 'self', program_interest: 'leadership-development', child_name: null },
  ])
})

it('says that a child of 15 is not of the age for school, and stores the application', async () => {
  const submit = await fill(program, { ...program.answers, "Child's age": '15' })
  expect(screen.getByText(/^School is for ages 3 to 10.*send this anyway/)).toBeVisible()
  await type(someone(), { 'Program of interest': 'leadership-development' })
  expect(screen.queryByText(/send this anyway/)).not.toBeInTheDocument()
  await type(someone(), { 'Program of interest': 'early-childhood' })
  await someone().click(submit)
  expect(await screen.findByText('Your application has arrived. Thank you!')).toBeVisible()
  expect(await storedBy(program)).toMatchObject([{ child_age: 15 }])
})

it.each([
  ['teacher-training', 'community-training', /is part of Community Training, which is chosen/],
  ['community-partnerships', '', /is for organizations, which don’t apply/],
])('a link that names %s chooses %j, and says why', (program, choice, said) => {
  draw(<ProgramApplicationForm />, `/get-involved/join-programs?program=${program}#apply`)
  expect(field('Program of interest')).toHaveValue(choice)
  expect(screen.getByText(said)).toBeVisible()
  if (choice) return
  expect(screen.getByRole('link', { name: 'Propose a partnership' })).toHaveAttribute(
    'href',
    '/get-involved/partner#proposal',
  )
})

it.each(['', '?program=basket-weaving'])('no program is chosen by the address %j', (search) => {
  draw(<ProgramApplicationForm />, `/get-involved/join-programs${search}`)
  expect(field('Program of interest')).toHaveValue('')
})

it('shows what was pledged, where it goes and in whose honor, which needs a name', async () => {
  draw(
    <PledgeForm
      chosen={() => ({ amount: 62.5, frequency: 'monthly', program: 'teacher-training' })}
      onInvalid={() => {}}
    />,
  )
  await type(someone(), {
    Name: 'Renée',
    Email: email,
    'Whom should we tell?': 'Ada Kebbeh, Main Street 1',
    'Your words to them': 'For every letter',
  })
  takeTimeToType()
  await someone().click(await button('Send Pledge'))
  await waitFor(() => expect(field('For whom')).toHaveAccessibleDescription('Please say for whom'))
  expect(field('For whom').closest('details')).toHaveAttribute('open')
  expect(sent).toEqual([])

  await type(someone(), { 'For whom': 'Ma Kebbeh' })
  await someone().click(await button('Send Pledge'))
  expect(await screen.findByText('$62.50 every month')).toBeVisible()
  for (const [label, value] of [
    ['Goes to', 'Teacher Training'],
    ['In honor of', 'Ma Kebbeh'],
    ['We write to', 'Ada Kebbeh, Main Street 1'],
    ['Your words', 'For every letter'],
  ] as const) {
    expect(screen.getByText(label).nextSibling).toHaveTextContent(value)
  }
  expect(await storedBy(pledge)).toMatchObject([{ tribute: 'honor', tribute_name: 'Ma Kebbeh' }])
})

describe.each(forms.filter(({ missing }) => Object.keys(missing).length > 0))('$name', (form) => {
  it('marks required fields and shows each missing value at its field, blanks included', async () => {
    draw(<Shown form={form} />)
    await button(form.button)
    takeTimeToType()
    const controls = [...document.querySelectorAll<HTMLElement>('form [aria-required=true]')]
    expect(controls).toEqual(Object.keys(form.missing).map((label) => field(label)))
    const user = someone()
    for (const control of document.querySelectorAll('textarea, input[type=text]')) {
      if (control.getAttribute('name') !== 'homepage') await user.type(control, '  ')
    }
    await user.click(await button(form.button))
    await waitFor(() => expect(controls[0]).toHaveFocus())
    for (const [label, description] of Object.entries(form.missing)) {
      expect(field(label), label).toHaveAccessibleDescription(expect.stringContaining(description))
    }
    expect(sent).toEqual([])
  })
})

describe.each(forms.filter(({ missing }) => 'I agree to the terms' in missing))(
  '$name without consent',
  (form) => {
    it('asks for it, sends nothing, and is sent with it', async () => {
      const user = someone()
      const submit = await fill(form)
      const consent = field('I agree to the terms')
      await user.click(consent)
      await user.click(submit)
      const asked = 'You must agree to the terms and conditions to continue.'
      await waitFor(() =>
        expect(notices).toEqual([
          { title: 'Please review terms', description: asked, tone: 'error' },
        ]),
      )
      expect(consent).toHaveFocus()
      expect(consent).toHaveAccessibleDescription(expect.stringContaining(asked))
      expect(sent).toEqual([])

      await user.click(consent)
      await user.click(submit)
      await waitFor(() => expect(notices.at(-1)?.title).toBe(form.success.title))
    })
  },
)

it('a message of several mistakes says how many there are', async () => {
  draw(<Shown form={program} />)
  takeTimeToType()
  await someone().click(await button(program.button))
  await waitFor(() =>
    expect(notices).toMatchObject([
      {
        title: 'Please review terms',
        description:
          'You must agree to the terms and conditions to continue. And please look at 6 more fields.',
      },
    ]),
  )
  expect(field('First name')).toHaveFocus()
  expect(sent).toEqual([])
})

it('shows that an address is subscribed already, whatever its letters', async () => {
  const user = someone()
  await user.click(await fill(newsletter))
  await waitFor(() => expect(notices).toHaveLength(1))
  await user.click(await fill(newsletter, { Name: 'Renée', Email: email.toUpperCase() }))
  await waitFor(() =>
    expect(notices[1]).toMatchObject({
      title: 'Already subscribed!',
      description: 'This email is already subscribed to our newsletter.',
      tone: 'info',
    }),
  )
  expect(field('Email')).toHaveValue(email.toUpperCase())
  expect(await storedBy(newsletter)).toHaveLength(1)
})

it('refuses at its field what a database cannot hold', async () => {
  const form = forms.find(({ table }) => table === 'contact_messages')!
  const submit = await fill(form)
  const user = someone()
  for (const code of [0, 0xd83c]) {
    await type(user, { Message: `before ${String.fromCharCode(code)} after` })
    await user.click(submit)
    await waitFor(() =>
      expect(field('Message')).toHaveAccessibleDescription(
        'This contains a character that cannot be stored',
      ),
    )
  }
  expect(sent).toEqual([])
})

function Programs() {
  const { register, dialog } = useRegistration(RegistrationDialog)
  return (
    <>
      {['Health', 'Literacy', 'Farming'].map((title) => (
        <RegisterButton
          key={title}
          program={{ id: title.toLowerCase(), title, isFull: false }}
          onRegister={register}
        >
          {title}
        </RegisterButton>
      ))}
      {dialog}
    </>
  )
}

it('a registration on its way takes nothing typed for another program', async () => {
  const network = globalThis.fetch
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) =>
    held.then(() => network(...request)),
  )
  const user = someone()
  draw(<Programs />)
  await user.click(await button('Health'))
  const name = { 'First name': 'Musu', 'Last name': 'Varney', Email: email }
  await type(user, { ...name, 'Accessibility needs': 'A ramp' })
  await user.click(field('I agree to the terms and conditions'))
  takeTimeToType()
  await user.click(await button('Complete Registration'))
  await user.keyboard('{Escape}')

  await user.click(await button('Literacy'))
  expectTyped({ ...name, 'Accessibility needs': 'A ramp' })
  expect(field('I agree to the terms and conditions')).not.toBeChecked()
  await type(user, { 'What do you hope for?': 'Books' })
  release()
  await waitFor(() =>
    expect(notices.map(({ description }) => description)).toEqual([
      "You've been registered for Health. Confirmation details sent to your email.",
    ]),
  )
  expect(screen.getByRole('dialog', { name: 'Register for Literacy' })).toBeVisible()
  await user.keyboard('{Escape}')
  await user.click(await button('Farming'))
  expectTyped({ ...name, 'Accessibility needs': 'A ramp', 'What do you hope for?': 'Books' })
  const { data } = await service
    .from('program_registrations')
    .select('program, accessibility')
    .eq('email', email)
    .throwOnError()
  expect(data).toEqual([{ program: 'health', accessibility: 'A ramp' }])
})
