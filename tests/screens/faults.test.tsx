import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '@/app/query-client'
import { GiftPanel } from '@/features/crm/giving/gifts/gift-panel'
import { DueTasks } from '@/features/crm/tasks/due-tasks'
import { TasksPage } from '@/features/crm/tasks/tasks-page'
import { AssignmentsDialog } from '@/features/crm/programs/assignments-dialog'
import { mentors } from '@/features/crm/people/records/mentors'
import { CreateUser } from '@/features/crm/accounts/create-user-button'
import { PermissionsDialog, type Account } from '@/features/crm/accounts/permissions-dialog'
import { DemoUsersPage } from '@/features/crm/accounts/demo-users-page'
import { ContactForm } from '@/features/site/forms/contact/contact-form'
import { Submissions } from '@/app/submissions-page'
import { ResourceList } from '@/engine/resource-list'
import { officeDay } from '@/shared/lib/office-day'
import type { Notice } from '@/shared/ui/notify'
import { localKeys } from '../../supabase/embedded/config'
import {
  admin,
  button,
  draw,
  expectTyped,
  notices,
  service,
  setUpScreens,
  someone,
  takeTimeToType,
  type,
} from './screen'
import { newAddress } from '../embedded/support'

setUpScreens({ trustProxy: true })

/*
 * One write for each way the app writes, and everything that may happen to it on its way.
 * Other tests prove the requests of each form and list.
 */

type Send = () => Promise<Response>

/** The fault of a writing request. */
let fault: ((send: Send, headers: Headers) => Promise<Response>) | undefined
/** All requests fail, also those that only read. */
let isCut = false
let faulty = /^$/
let sent: string[]

beforeEach(() => {
  const network = globalThis.fetch
  const address = newAddress()
  sent = []
  fault = undefined
  isCut = false
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    // The requests of a test itself take another connection.
    if (headers.get('apikey') === localKeys.secret) return network(input, init)
    headers.set('cf-connecting-ip', address)
    const send = () => network(input, { ...init, headers })
    if (isCut) return Promise.reject(new TypeError('Failed to fetch'))
    if (!faulty.test(input) || !['POST', 'PATCH', 'DELETE'].includes(init.method ?? ''))
      return send()
    sent.push(input)
    return fault ? fault(send, headers) : send()
  })
})

interface Write {
  name: string
  /** The requests that store it */
  request: RegExp
  /** Renders the screen, fills it in, and returns the control that sends it. */
  begin: (user: UserEvent) => Promise<HTMLElement>
  /** Instead of a click */
  press?: (control: HTMLElement, user: UserEvent) => Promise<void>
  success: string
  /** @param the backend's message; undefined where it was not reached */
  failure: (said: string | undefined, pause: string | undefined) => Omit<Notice, 'tone'>
  /** It shows there, and not in a toast. */
  isDialog?: true
  /** Whether the typing is still there, where there was any. */
  expectKept?: () => void
  stored: () => Promise<unknown>
  none: unknown
  once: unknown
  isPublic?: true
  /** Where losing the answer differs: the rows after the first and second try, and the message. */
  lostAnswer?: { first: unknown; second: unknown; title: string }
}

const answering = (status: number, body: object) => () =>
  Promise.resolve(Response.json(body, { status }))

interface Fault {
  name: string
  begin: () => void
  said?: string
  pause?: string
}

const refusals: readonly Fault[] = [
  { name: 'offline', begin: () => (isCut = true) },
  {
    name: 'a server error (500)',
    begin: () => (fault = answering(500, { code: 'XX000', message: 'Boom' })),
    said: 'Boom',
  },
  {
    name: 'a server that is down (503)',
    begin: () => (fault = answering(503, { code: 'PGRST000', message: 'No database' })),
    said: 'No database',
  },
  {
    name: 'too many requests (429)',
    begin: () =>
      (fault = answering(429, {
        code: '429',
        message: 'Too many',
        details: 'Try again in 120 seconds.',
      })),
    said: 'Too many',
    pause: 'This form has been sent several times. You can send it again in 2 minutes.',
  },
]

const lostAnswer: Fault = {
  name: 'an answer that is lost',
  begin: () => {
    fault = async (send) => {
      await send()
      throw new TypeError('Failed to fetch')
    }
  },
}

const expiredSession: Fault = {
  name: 'an expired session',
  begin: () => {
    const refuse = answering(401, { code: 'PGRST303', message: 'JWT expired' })
    fault = (send, headers) => (headers.has('authorization') ? refuse() : send())
  },
  said: 'JWT expired',
}

let key: string
beforeEach(() => (key = `k${crypto.randomUUID().slice(0, 8)}`))

const asSaid = (said: string | undefined) => ({
  title: 'Error',
  description: said ?? 'The server could not be reached. Please try again.',
})
const email = () => `${key}@example.org`

async function newMentor(): Promise<void> {
  await service
    .from('mentors')
    .insert({ first_name: 'Ada', last_name: key, bio: 'Before' })
    .throwOnError()
}

const mentorOf = (column: string) => async () => {
  const { data } = await service.from('mentors').select('*').eq('last_name', key).throwOnError()
  return data.map((row: Record<string, unknown>) => row[column])
}

async function newProgram(): Promise<{ id: string; name: string }> {
  const { data } = await service.from('programs').insert({ name: key }).select('id').single()
  return { id: String(data?.id), name: key }
}

/** Adds a proven account without a role; returns its id. */
async function newAccount(): Promise<string> {
  const { data } = await service.auth.signUp({ email: email(), password: 'long enough' })
  const id = data.user?.id ?? ''
  await service.from('profiles').update({ proven: true }).eq('id', id).throwOnError()
  return id
}

const rolesOf = async () => {
  const { data } = await service
    .from('profiles')
    .select('user_roles(role)')
    .eq('email', email())
    .overrideTypes<{ user_roles: { role: string } | null }[], { merge: false }>()
    .throwOnError()
  return data.flatMap(({ user_roles }) => user_roles?.role ?? [])
}

async function fillNewUser(user: UserEvent) {
  draw(<CreateUser />)
  await user.click(await button('Create New User'))
  await screen.findByRole('form', { name: 'New user' })
  await type(user, newUser())
  return button('Create User')
}

const newUser = () => ({
  Email: email(),
  'Full name': 'Pat Doe',
  Password: 'long enough',
  Role: 'mentor',
})

const message = () => ({ Name: 'Jonas', Email: email(), Message: 'Two\nlines' })

const writes: Write[] = [
  {
    name: 'a message of a visitor',
    request: /rest\/v1\/contact_messages/,
    begin: async (user) => {
      draw(<ContactForm />)
      await type(user, message())
      takeTimeToType()
      return button('Send Message')
    },
    success: 'Message sent!',
    failure: (_said, pause) => ({
      title: 'Failed to send message',
      description: ['Please try again later.', pause].filter(Boolean).join(' '),
    }),
    expectKept: () => expectTyped(message()),
    stored: async () => {
      const { data } = await service
        .from('contact_messages')
        .select('message')
        .eq('email', email())
        .throwOnError()
      return data.map((row: { message: string }) => row.message)
    },
    none: [],
    once: ['Two\nlines'],
    isPublic: true,
  },
  {
    name: 'a new mentor',
    request: /rest\/v1\/mentors/,
    begin: async (user) => {
      draw(<ResourceList resource={mentors} />)
      await user.click(await button('Add Mentor'))
      await type(user, { 'First name': 'Ada', 'Last name': key, Bio: 'Two\nlines' })
      return button('Add Mentor')
    },
    success: 'Mentor added successfully',
    failure: () => ({ title: 'Failed to add mentor' }),
    isDialog: true,
    expectKept: () => expectTyped({ 'Last name': key, Bio: 'Two\nlines' }),
    stored: mentorOf('bio'),
    none: [],
    once: ['Two\nlines'],
  },
  {
    name: 'an edited mentor',
    request: /rest\/v1\/mentors/,
    begin: async (user) => {
      await newMentor()
      draw(<ResourceList resource={mentors} />)
      await user.click(await button(`Edit Ada ${key}`))
      await type(user, { Bio: 'After' })
      return button('Save Changes')
    },
    success: 'Mentor updated successfully',
    failure: () => ({ title: 'Failed to update mentor' }),
    isDialog: true,
    expectKept: () => expectTyped({ Bio: 'After' }),
    stored: mentorOf('bio'),
    none: ['Before'],
    once: ['After'],
  },
  {
    name: 'a new user who could not be signed up',
    request: /auth\/v1\/signup/,
    begin: fillNewUser,
    success: 'created successfully',
    failure: (said) => ({ title: said ?? 'Failed to create user' }),
    isDialog: true,
    expectKept: () => expectTyped(newUser()),
    stored: rolesOf,
    none: [],
    once: ['mentor'],
    lostAnswer: { first: [], second: ['mentor'], title: 'created successfully' },
  },
  {
    name: 'a new user who could not be given a role',
    request: /rpc\/finish_user_creation/,
    begin: fillNewUser,
    success: 'created successfully',
    failure: (said) => ({ title: said ?? 'Failed to create user' }),
    isDialog: true,
    expectKept: () => expectTyped(newUser()),
    stored: rolesOf,
    none: [],
    once: ['mentor'],
  },
  {
    name: 'a permission',
    request: /rest\/v1\/user_permissions/,
    begin: async () => {
      const account = { id: await newAccount(), email: email(), role: 'user', proven: true }
      draw(<PermissionsDialog row={account as Account} onClose={() => {}} />)
      return screen.findByRole('checkbox', { name: 'Can send emails' })
    },
    success: 'Permission granted',
    failure: () => ({ title: 'Failed to update permission' }),
    isDialog: true,
    stored: async () => {
      const { data } = await service
        .from('profiles')
        .select('user_permissions!user_permissions_user_id_fkey(permissions(name))')
        .eq('email', email())
        .throwOnError()
      return JSON.stringify(data).match(/can_\w+/g) ?? []
    },
    none: [],
    once: ['can_send_emails'],
    // It is read again and shows as granted, so that the next click revokes it.
    lostAnswer: { first: ['can_send_emails'], second: [], title: 'Permission revoked' },
  },
  {
    name: 'a role',
    request: /rpc\/set_user_role/,
    begin: async () => {
      await newAccount()
      draw(<DemoUsersPage />, { pathname: '/', state: { search: key } })
      return screen.findByRole('combobox', { name: `Role of ${email()}` })
    },
    press: async (control) => {
      fireEvent.change(control, { target: { value: 'donor' } })
      return Promise.resolve()
    },
    success: 'Success',
    failure: () => ({ title: 'Error', description: 'Failed to update user' }),
    stored: rolesOf,
    none: [],
    once: ['donor'],
  },
  {
    name: 'the people of a program',
    request: /rpc\/save_program_assignments/,
    begin: async (user) => {
      const program = await newProgram()
      await service.from('mentees').insert({ first_name: 'Mia', last_name: key }).throwOnError()
      draw(<AssignmentsDialog row={program} onClose={() => {}} />)
      await user.click(await screen.findByLabelText(`Mia ${key}`))
      return button('Save Assignments')
    },
    success: 'Program assignments updated',
    failure: asSaid,
    isDialog: true,
    expectKept: () => expect(screen.getByLabelText(`Mia ${key}`)).toBeChecked(),
    stored: async () => {
      const { data } = await service
        .from('program_mentees')
        .select('mentees!inner(last_name)')
        .eq('mentees.last_name', key)
        .throwOnError()
      return data.length
    },
    none: 0,
    once: 1,
  },
]

describe.each(writes)('$name', (write) => {
  const user = someone()
  const press = async (control: HTMLElement) => {
    if (control.matches(':disabled')) return
    await (write.press ?? user.click)(control, user)
  }
  const titles = () => notices.map(({ title }) => title)
  const expectSuccess = (title = write.success) =>
    waitFor(() => expect(titles()).toEqual([expect.stringContaining(title)]))

  async function begin() {
    faulty = write.request
    const control = await write.begin(user)
    sent = []
    expect(await write.stored()).toEqual(write.none)
    return control
  }

  /** One click while the line has that fault. */
  async function pressDuring(each: Fault, control: HTMLElement) {
    notices.splice(0)
    each.begin()
    await press(control)
    const { title, description } = write.failure(each.said, each.pause)
    if (write.isDialog) {
      const dialog = await screen.findByRole('dialog')
      await waitFor(() => expect(dialog, each.name).toHaveTextContent(title))
      if (description) await waitFor(() => expect(dialog).toHaveTextContent(description))
      expect(notices, each.name).toEqual([])
    } else {
      await waitFor(() =>
        expect(notices, each.name).toEqual([
          { title, ...(description && { description }), tone: 'error' },
        ]),
      )
    }
    await waitFor(() => expect(control, each.name).toBeEnabled())
    write.expectKept?.()
    isCut = false
    fault = undefined
  }

  it('meets every refusal in turn: shown, kept, nothing stored; then it is stored once', async () => {
    const control = await begin()
    // The forms have their own texts for a pause and for a database that is down.
    const others = write.isPublic ? refusals : [...refusals.slice(0, 2), expiredSession]
    for (const each of others) {
      await pressDuring(each, control)
      expect(await write.stored(), each.name).toEqual(write.none)
    }
    notices.splice(0)
    await press(control)
    await expectSuccess()
    expect(await write.stored()).toEqual(write.once)
  })

  it('meets a lost answer: shown, kept, and resolved by the next try', async () => {
    const control = await begin()
    const lost = write.lostAnswer ?? { first: write.once, second: write.once, title: write.success }
    await pressDuring(lostAnswer, control)
    expect(await write.stored()).toEqual(lost.first)
    notices.splice(0)
    await press(control)
    await expectSuccess(lost.title)
    expect(await write.stored()).toEqual(lost.second)
  })

  if (write.isPublic) {
    it('is sent although a session has expired', async () => {
      const control = await begin()
      expiredSession.begin()
      await press(control)
      await expectSuccess()
      expect(await write.stored()).toEqual(write.once)
    })
  }

  it('is sent once by two clicks and a third, however slow the line', async () => {
    const control = await begin()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    fault = async (send) => {
      await held
      return send()
    }
    if (write.press) {
      await press(control)
      await press(control)
    } else await user.dblClick(control)
    await waitFor(() => expect(sent).toHaveLength(1))
    if (control instanceof HTMLButtonElement) expect(control).toBeDisabled()
    if (write.isPublic) expect(control).toHaveTextContent('Submitting...')
    await press(control)
    release()
    await expectSuccess()
    expect(sent).toHaveLength(1)
    expect(await write.stored()).toEqual(write.once)
  })
})

it('updates an unanswered row with later typing', async () => {
  const user = someone()
  faulty = /rest\/v1\/mentors/
  draw(<ResourceList resource={mentors} />)
  await user.click(await button('Add Mentor'))
  await type(user, { 'First name': 'Ada', 'Last name': key, Bio: 'Before' })
  fault = async (send) => {
    await send()
    throw new TypeError('Failed to fetch')
  }
  await user.click(await button('Add Mentor'))
  await screen.findByText('Failed to add mentor')
  fault = undefined
  await type(user, { Bio: 'After' })
  await user.click(await button('Add Mentor'))
  await waitFor(() => expect(notices.at(-1)?.title).toBe('Mentor added successfully'))
  expect(await mentorOf('bio')()).toEqual(['After'])
})

const gone = 'It was removed, or you can no longer change it.'

describe('a row that a colleague removed during the edit', () => {
  it('shows in the dialog that edits it, which keeps the typing; the list leaves it out', async () => {
    const user = someone()
    await newMentor()
    draw(<ResourceList resource={mentors} />)
    await user.click(await button(`Edit Ada ${key}`))
    await type(user, { Bio: 'After' })
    await service.from('mentors').delete().eq('last_name', key).throwOnError()
    await user.click(await button('Save Changes'))
    expect(await screen.findByRole('alert')).toHaveTextContent(`Failed to update mentor${gone}`)
    expect(notices).toEqual([])
    expectTyped({ Bio: 'After' })
    await waitFor(() => expect(screen.queryByText(`Ada ${key}`)).toBeNull())
  })

  it('is reported missing when its status is set, and leaves the queue', async () => {
    const id = crypto.randomUUID()
    await service
      .from('volunteer_applications')
      .insert({ id, first_name: 'Vi', last_name: key, email: email() })
      .throwOnError()
    // Without the live connection, which would take it away before.
    draw(<Submissions />, `/form-submissions?tab=volunteers&open=${id}`)
    const status = await screen.findByRole('combobox', { name: `Status of Vi ${key}` })
    await admin.realtime.disconnect()
    await service.from('volunteer_applications').delete().eq('last_name', key).throwOnError()
    fireEvent.change(status, { target: { value: 'accepted' } })
    await waitFor(() =>
      expect(notices).toEqual([
        { title: 'Not changed', description: `Vi ${key} no longer exists.`, tone: 'error' },
      ]),
    )
    await waitFor(() => expect(status).not.toBeInTheDocument())
  })
})

describe('a read that fails behind the screen', () => {
  const failToRead = async () => {
    isCut = true
    await queryClient.invalidateQueries()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    isCut = false
  }

  it.each([
    ['the page', () => <TasksPage />],
    ['home', () => <DueTasks due={1} />],
  ])('keeps the tasks of %s, and what is typed into one', async (_, drawTasks) => {
    const user = someone()
    await service
      .from('tasks')
      .insert({ body: `Call ${key}`, due_on: officeDay(new Date()) })
      .throwOnError()
    draw(drawTasks())
    await user.click(await button(`Edit: Call ${key}`))
    await type(user, { 'What to do': 'Write instead' })
    await failToRead()
    expectTyped({ 'What to do': 'Write instead' })
    expect(screen.getByText(`Call ${key}`)).toBeInTheDocument()
  })

  it('keeps the reason that is typed for a gift', async () => {
    const user = someone()
    const { data: gift } = await service
      .from('donations')
      .insert({ donor_name: `Ada ${key}`, amount: 50, donation_type: 'one-time' })
      .select()
      .single<ComponentProps<typeof GiftPanel>['row']>()
      .throwOnError()
    draw(<GiftPanel row={gift} title="Ada" />)
    await user.click(await button('Void'))
    await type(user, { Reason: 'Entered twice' })
    await failToRead()
    expectTyped({ Reason: 'Entered twice' })
  })
})

describe('the text of a staff form that went away', () => {
  it('is there again for the same account, until it is saved', async () => {
    const user = someone()
    await newMentor()
    draw(<ResourceList resource={mentors} />)
    await user.click(await button(`Edit Ada ${key}`))
    await type(user, { Bio: 'Half a sentence' })
    cleanup()

    draw(<ResourceList resource={mentors} />)
    await user.click(await button(`Edit Ada ${key}`))
    expect(await screen.findByText('We restored your text.')).toBeVisible()
    await waitFor(() => expectTyped({ Bio: 'Half a sentence' }))
    await user.click(await button('Save Changes'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await mentorOf('bio')()).toEqual(['Half a sentence'])
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('never holds a password', async () => {
    const user = someone()
    draw(<CreateUser />)
    await user.click(await button('Create New User'))
    await type(user, newUser())
    expect(JSON.stringify({ ...sessionStorage })).toContain(email())
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('long enough')
  })
})
