import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Submissions } from '@/app/submissions-page'
import { WaitingPanel } from '@/features/queue/waiting-panel'
import { authOf } from '@/shared/auth/auth-of'
import { termsVersion } from '@/shared/data/terms-version'
import { formatDay } from '@/shared/lib/format-date'
import { partnership, program, volunteer } from '../public-forms'
import { backend, draw, notices, onAPhone, service, setUpScreens, someone } from './screen'
import { signedIn } from './signed-in'
import { signIn, type Client } from '../embedded/support'

setUpScreens()

let colleague: Client
const colleagueName = 'Hannah Brooks'

beforeAll(async () => {
  colleague = await signIn(backend, 'development')
  await service
    .from('profiles')
    .update({ full_name: colleagueName })
    .eq('email', 'development@kindlewell.test')
    .throwOnError()
}, 120_000)
afterAll(async () => {
  await colleague?.removeAllChannels()
  await signedIn.client?.removeAllChannels()
})

/** Stores a submission; returns its id. */
async function sent(table: string, row: object): Promise<string> {
  const { data } = await service
    .from(table)
    .insert({ email: `${crypto.randomUUID().slice(0, 8)}@example.org`, ...row })
    .select('id')
    .single<{ id: string }>()
    .throwOnError()
  return data.id
}

/** One after the other, so that the last is the newest. */
async function volunteers(lastName: string, ...firstNames: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const first_name of firstNames) {
    ids.push(await sent('volunteer_applications', { first_name, last_name: lastName }))
  }
  return ids
}

const detail = () => screen.getByRole('region', { name: 'Submission' })

/** The open submission, once all of it is read. */
async function opened(tab: string, id: string): Promise<HTMLElement> {
  draw(<Submissions />, `/form-submissions?tab=${tab}&open=${id}`)
  await within(await screen.findByRole('region', { name: 'Submission' })).findAllByRole('term')
  return detail()
}

const listed = () =>
  within(screen.getByRole('region', { name: 'List' }))
    .queryAllByRole('link')
    .map((link) => link.querySelector('span[dir]')!.textContent)

const answersIn = (part: HTMLElement): Record<string, string | null> =>
  Object.fromEntries(
    within(part)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling!.textContent]),
  )

const statusOf = async (id: string) => {
  const { data } = await service
    .from('submissions')
    .select('status,assignee_id')
    .eq('id', id)
    .overrideTypes<{ status: string; assignee_id: string | null }[], { merge: false }>()
  return data?.[0]
}

describe('a registration', () => {
  const registered = (first_name: string, more: object = {}) =>
    sent('program_registrations', { program: 'health', first_name, last_name: 'Wright', ...more })
  const confirm = (part: HTMLElement) =>
    someone().selectOptions(within(part).getByRole('combobox', { name: /^Status/ }), 'confirmed')

  it('is closed on the last day of its course', async () => {
    const eve = await registered('Eve')
    await service.from('program_registrations').update({ status: 'confirmed' }).eq('id', eve)
    draw(<Submissions />, '/form-submissions?tab=seats')
    const health = await screen.findByRole('region', { name: 'Community Health' })
    await someone().type(
      within(health).getByLabelText('Last day of Community Health'),
      '2199-06-30',
    )
    await someone().click(within(health).getByRole('button', { name: /^Save last day/ }))
    await waitFor(() => expect(notices.at(-1)?.title).toBe('Last Day Updated'))
    const { data } = await service.from('submissions').select('closed_at').eq('id', eve).single()
    expect(data?.closed_at).toMatch(/^2199-07-01/)
    await service.from('program_registrations').delete().eq('id', eve)
    await service.from('program_seats').delete().eq('program', 'health')
  })

  it('is confirmed; one on the waitlist shows its position, and gets an offer after a question', async () => {
    const ada = await registered('Ada')
    draw(<Submissions />, '/form-submissions?tab=seats')
    const health = await screen.findByRole('region', { name: 'Community Health' })
    expect(health).toHaveTextContent('0 confirmed · 0 offered · 0 waiting · 1 undecided')
    await someone().type(within(health).getByLabelText('Seats of Community Health'), '1{Enter}')
    await waitFor(() => expect(health).toHaveTextContent('0 of 1 confirmed'))
    cleanup()

    await confirm(await opened('registrations', ada))
    await waitFor(async () => expect((await statusOf(ada))?.status).toBe('confirmed'))
    cleanup()

    const ben = await registered('Ben', { wants_waitlist: true, accessibility: 'A ramp' })
    const part = await opened('registrations', ben)
    await waitFor(() => expect(part).toHaveTextContent('Position 1 of 1 on the waitlist'))
    expect(part).not.toHaveTextContent('A ramp')
    await someone().click(
      within(part).getByRole('button', { name: 'Show needs and emergency contact' }),
    )
    await waitFor(() => expect(answersIn(part)['Accessibility needs']).toBe('A ramp'))

    await confirm(part)
    await waitFor(() =>
      expect(notices.at(-1)).toMatchObject({
        title: 'Not changed',
        description: expect.stringContaining('No seat is free') as string,
      }),
    )
    cleanup()

    draw(<Submissions />, '/form-submissions?tab=seats')
    const places = await screen.findByRole('region', { name: 'Community Health' })
    const number = within(places).getByLabelText('Seats of Community Health')
    await someone().clear(number)
    await someone().type(number, '2{Enter}')
    expect(within(places).getByRole('alert')).toHaveTextContent(
      'One person on the waitlist will get an offer by email at once. This can’t be undone.',
    )
    expect((await statusOf(ben))?.status).toBe('waitlisted')
    await someone().click(within(places).getByRole('button', { name: /^Save and offer/ }))
    await waitFor(() => expect(places).toHaveTextContent('1 of 2 confirmed · 1 offered'))
    expect((await statusOf(ben))?.status).toBe('offered')
  })
})

describe('the open submission', () => {
  it('makes nothing that was typed markup or an address', async () => {
    const nasty = [
      '<script>document.title = "taken"</script>',
      '<img src=x onerror="document.title = \'taken\'">',
      '"><svg onload=document.title="taken">',
      'javascript:document.title="taken"',
      `${'\u202e'}right to left${'\u202c'} مرحبا שלום 👩‍👩‍👧`,
      'x'.repeat(4_000),
    ]
    const texts = {
      organization_name: nasty[0],
      contact_name: nasty[1],
      contact_title: nasty[2],
      website: nasty[3],
      description: nasty.slice(0, 3).join('\n'),
      goals: nasty[4],
      previous_partnerships: nasty[5],
    }
    const id = await sent(partnership.table, { ...partnership.stored, ...texts })
    const part = await opened('partnerships', id)
    for (const text of Object.values(texts)) {
      expect(part).toHaveTextContent(text!, { normalizeWhitespace: false })
    }
    expect(part.querySelectorAll('script, img, svg[onload]')).toHaveLength(0)
    const links = within(part).getAllByRole<HTMLAnchorElement>('link')
    expect(links.map(({ protocol }) => protocol)).toEqual(['mailto:', 'tel:', 'http:'])
  })

  it('shows every answer of a proposal', async () => {
    const part = await opened('all', await sent(partnership.table, partnership.stored))
    expect(answersIn(part)).toEqual({
      Contact: 'Ellen Marsh, Owner',
      Website: 'https://harborpine.example/?a=1&b=2',
      'Organization type': 'Non-profit',
      'Organization size': '1000+ people',
      'Partnership interest': 'NGO',
      Description: 'A shelf\nfor children',
      Goals: 'More readers',
      Resources: 'Books; a van',
      Timeline: 'By spring',
      Budget: '$5,000 – $10,000',
      'Previous partnerships': "St. Mary's",
      'Agreed to': `The terms of ${formatDay(termsVersion)}`,
    })
  })

  it('shows protected fields only on request, and records that', async () => {
    const id = await sent(program.table, program.stored)
    const part = await opened('programs', id)
    expect(within(part).getByRole('heading', { level: 2 })).toHaveTextContent('Martha Gbowee')
    expect(answersIn(part)).toEqual({
      'Program of interest': 'Early Childhood Education',
      Relationship: 'Other relative',
      Goals: 'That she learns\nto read <b>with joy</b>',
      'Previous experience': 'None, "yet"',
      'Agreed to': `The terms of ${formatDay(termsVersion)}`,
    })
    expect(part).not.toHaveTextContent('Asthma')
    fireEvent.click(within(part).getByRole('button', { name: 'Show the child’s details' }))
    expect(await within(part).findByText('Grace 🌱 Gbowee')).toBeVisible()
    expect(answersIn(part)).toMatchObject({
      'Child’s age': '4',
      'Special needs': 'Asthma; تستخدم جهاز استنشاق',
    })
    expect(await within(part).findByText(/opened the child’s details/)).toBeVisible()
  })

  it('keeps a note that is being written, adds it, and lets its author remove it', async () => {
    const user = someone()
    const [one, other] = (await volunteers('Note', 'Ada', 'Ben')) as [string, string]
    draw(<Submissions />, '/form-submissions')
    fireEvent.click(await screen.findByRole('link', { name: /^Ada Note/ }))
    await user.click(await screen.findByRole('textbox', { name: 'Note' }))
    await user.paste('Called, j k 1 2')
    fireEvent.click(screen.getByRole('link', { name: /^Ben Note/ }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue(''))
    fireEvent.click(screen.getByRole('link', { name: /^Ada Note/ }))
    const field = await screen.findByRole('textbox', { name: 'Note' })
    expect(field).toHaveValue('Called, j k 1 2')
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
    const history = await screen.findByRole('list', { name: 'History' })
    expect(await within(history).findByText('Called, j k 1 2')).toBeVisible()
    await waitFor(() => expect(field).toHaveValue(''))
    fireEvent.click(within(history).getByRole('button', { name: /^Remove/ }))
    await waitFor(() => expect(history).not.toHaveTextContent('Called'))
    expect(await statusOf(one)).toEqual(await statusOf(other))
  })
})

describe('an answer', () => {
  const composer = () => screen.findByRole('form', { name: 'Answer' })
  const text = async () =>
    within(await composer()).getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ })
  const choose = async (template: string) => {
    const chooser = within(await composer()).getByRole('combobox', { name: 'Template' })
    const option = await within(chooser).findByRole<HTMLOptionElement>('option', { name: template })
    fireEvent.change(chooser, { target: { value: option.value } })
  }
  const isAnswer = (input: unknown, { method }: RequestInit = {}) =>
    String(input).includes('submission_answers') && method === 'POST'
  const answersTo = async (id: string) => {
    const { data } = await service
      .from('submission_answers')
      .select('subject,body')
      .eq('submission_id', id)
      .throwOnError()
    return data as { subject: string; body: string }[]
  }
  const fail = () => {
    const network = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      if (!isAnswer(input, init)) return network(input, init)
      // It arrives, and we do not hear of it.
      await network(input, init)
      throw new TypeError('Failed to fetch')
    })
  }

  it('says what it has no value for, goes out as it was shown, and once however often it is tried', async () => {
    const id = await sent(partnership.table, {
      ...partnership.stored,
      contact_name: '{{reference}} <b>Ellen</b>',
    })
    const part = await opened('partnerships', id)
    fireEvent.keyDown(document.body, { key: 'r' })
    await waitFor(async () => expect(await text()).toHaveFocus())
    await choose('Let us talk about your proposal')
    const shown = within(await composer()).getByRole('region', { name: 'As it will be sent' })
    expect(shown).toHaveTextContent('Thank you for the proposal of')
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
    fail()
    fireEvent.submit(await composer())
    await waitFor(() =>
      expect(notices).toEqual([
        { title: 'Error', description: 'Failed to send the answer', tone: 'error' },
      ]),
    )
    expect(field).toHaveValue(body)
    vi.unstubAllGlobals()
    const heading = within(part).getByRole('heading', { level: 2 })
    fireEvent.submit(await composer())
    await waitFor(() => expect(heading).not.toBeInTheDocument())
    fireEvent.keyDown(document.body, { key: 'k' })
    expect(await within(part).findByText(/let us talk/)).toBeVisible()
    const history = within(part).getByRole('list', { name: 'History' })
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
    await waitFor(async () => expect(await statusOf(id)).toMatchObject({ status: 'contacted' }))
    expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull()
  })

  it('is sent as another after an edit that follows an unseen success, with its status', async () => {
    const [one] = (await volunteers('Edited', 'Ada', 'Ben')) as [string]
    draw(<Submissions />, `/form-submissions?open=${one}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Answer' }))
    const field = await text()
    fireEvent.change(field, { target: { value: 'Dear Ada' } })
    fail()
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

    const network = globalThis.fetch
    let answer = () => {}
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      if (isAnswer(input, init)) await new Promise<void>((resolve) => (answer = resolve))
      return network(input, init)
    })
    fireEvent.submit(await composer())
    await waitFor(() => expect(field).toHaveAttribute('readonly'))
    fireEvent.click(screen.getByRole('link', { name: /^Ben Edited/ }))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull())
    answer()
    await waitFor(async () => expect(await statusOf(one)).toMatchObject({ status: 'contacted' }))
    expect((await answersTo(one)).map(({ body }) => body).sort()).toEqual([
      'Dear Ada',
      'Dear Ada, at ten',
    ])
    vi.unstubAllGlobals()
  })

  it('is there again when one comes back to it, and is given up after one question', async () => {
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
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
    expect(await text()).toHaveValue('')
  })

  it('is sent by Ctrl Enter, though it was typed before its field was there, and opens the next', async () => {
    const ids = await volunteers('Answered', 'Ada', 'Ben', 'Cleo')
    draw(<Submissions />, '/form-submissions')
    await waitFor(() => expect(listed()[0]).toBe('Cleo Answered'))
    const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more })
    for (const key of ['j', 'r', ...'a 2 j.x', 'Backspace']) press(key)
    press('Enter', { ctrlKey: true })
    await waitFor(async () => expect(await answersTo(ids[2]!)).toMatchObject([{ body: 'a 2 j.' }]))
    const heading = () => within(detail()).getByRole('heading', { level: 2 })
    await waitFor(() => expect(heading()).toHaveTextContent('Ben Answered'))
    await waitFor(async () =>
      expect(await statusOf(ids[2]!)).toMatchObject({ status: 'contacted' }),
    )
    expect(await statusOf(ids[1]!)).toMatchObject({ status: 'new' })

    fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
    fireEvent.change(await text(), { target: { value: 'Dear Ben' } })
    fireEvent.keyDown(await text(), { key: 'Escape' })
    fireEvent.keyDown(document.body, { key: '3' })
    await waitFor(() => expect(heading()).toHaveTextContent('Ada Answered'))
    expect(notices).toContainEqual({
      title: 'Answer not sent',
      description: 'Your text to Ben Answered is kept as a draft.',
    })
    expect(await answersTo(ids[1]!)).toEqual([])
    fireEvent.keyDown(document.body, { key: 'k' })
    await waitFor(async () => expect(await text()).toHaveValue('Dear Ben'))
  })

  it.each([
    ['a@example.org, b@example.org', 'The email address is not valid, or there is more than one.'],
    ['', 'There is no email address.'],
  ])('is not begun without a recipient: "%s"', async (email, reason) => {
    const id = await sent('contact_messages', { name: 'Ada', message: 'Hello' })
    await service
      .from('submissions')
      .update({ email: email || null })
      .eq('id', id)
      .throwOnError()
    await opened('messages', id)
    fireEvent.click(screen.getByRole('button', { name: 'Answer' }))
    expect(await screen.findByText(reason)).toBeVisible()
    expect(screen.queryByRole('form', { name: 'Answer' })).toBeNull()
  })
})

const told = (name: string, label: string) => ({
  title: 'Status Updated',
  description: `The volunteer application status has been updated successfully: ${name}, ${label}`,
  tone: 'success',
})
const isStatusChange = (input: unknown) => String(input).includes('rpc/set_submission_status')

describe('a decision', () => {
  it('is shown from the click on, opens the next, is undone, and taken back when it fails', async () => {
    const [, second] = (await volunteers('Decided', 'Ada', 'Ben')) as [string, string]
    draw(<Submissions />, `/form-submissions?open=${second}`)
    await waitFor(() => expect(listed().slice(0, 2)).toEqual(['Ben Decided', 'Ada Decided']))
    const row = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name} Decided`) })
    await waitFor(() => expect(row('Ben')).toHaveAttribute('aria-current'))
    const network = globalThis.fetch
    let answer = () => {}
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      if (isStatusChange(input)) await new Promise<void>((resolve) => (answer = resolve))
      return network(input, init)
    })
    fireEvent.keyDown(document.body, { key: '3' })
    await waitFor(() => expect(row('Ben')).toHaveTextContent('Accepted'))
    await waitFor(() => expect(row('Ada')).toHaveAttribute('aria-current'))
    expect(row('Ada')).toHaveFocus()
    expect(notices).toEqual([])
    vi.unstubAllGlobals()
    answer()
    await waitFor(() =>
      expect(notices).toEqual([expect.objectContaining(told('Ben Decided', 'Accepted'))]),
    )
    fireEvent.keyDown(document.body, { key: 'u' })
    await waitFor(() => expect(notices[1]).toMatchObject(told('Ben Decided', 'New')))
    expect(row('Ben')).toHaveTextContent('New')
    expect(row('Ben')).toHaveAttribute('aria-current')

    vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) =>
      isStatusChange(input)
        ? Promise.reject(new TypeError('Failed to fetch'))
        : network(input, init),
    )
    fireEvent.keyDown(document.body, { key: '4' })
    await waitFor(() =>
      expect(notices[2]).toEqual({
        title: 'Error',
        description: 'Failed to update status',
        tone: 'error',
      }),
    )
    await waitFor(() => expect(row('Ben')).toHaveTextContent('New'))
  })

  it('goes to the submission under the cursor, though no key waits for the screen', async () => {
    const names = ['Fay', 'Eve', 'Dan', 'Cleo', 'Ben', 'Ada']
    const ids = await volunteers('Series', ...names.toReversed())
    draw(<Submissions />, '/form-submissions')
    await waitFor(() => expect(listed()[5]).toBe('Ada Series'))
    for (const key of 'j234234') fireEvent.keyDown(document.body, { key })
    await waitFor(async () => {
      const stored = await Promise.all(ids.toReversed().map(statusOf))
      expect(stored.map((one) => one?.status)).toEqual([
        'contacted',
        'accepted',
        'rejected',
        'contacted',
        'accepted',
        'rejected',
      ])
    })
    expect(notices.filter(({ tone }) => tone === 'error')).toEqual([])
  })

  it('that is replaced or undone before it is stored is no conflict', async () => {
    const [ada, ben] = (await volunteers('Hasty', 'Ada', 'Ben', 'Cleo')) as [string, string]
    draw(<Submissions />, `/form-submissions?open=${ada}`)
    await screen.findByRole('combobox', { name: 'Status of Ada Hasty' })
    await waitFor(() => expect(listed()).toContain('Ben Hasty'))
    for (const key of ['3', 'u', 'k', '4', 'k', '2', 'u']) {
      fireEvent.keyDown(document.body, { key })
    }
    const changesOf = async (id: string) => {
      const { data } = await service.from('change_log').select('changes').eq('record_id', id)
      return data?.length
    }
    // Rejected, contacted, and rejected again by the undo.
    await waitFor(async () => expect(await changesOf(ben)).toBe(3))
    await waitFor(() => expect(notices.at(-1)).toMatchObject(told('Ben Hasty', 'Rejected')))
    expect(await statusOf(ada)).toMatchObject({ status: 'new' })
    expect(await statusOf(ben)).toMatchObject({ status: 'rejected' })
    expect(notices.filter(({ tone }) => tone === 'error')).toEqual([])
  })

  it('for what it already is leads on to the next, and takes nothing back', async () => {
    const ids = await volunteers('Already', 'Ada', 'Ben')
    draw(<Submissions />, `/form-submissions?open=${ids[1]}`)
    const status = await screen.findByRole('combobox', { name: 'Status of Ben Already' })
    await waitFor(() => expect(listed()).toContain('Ada Already'))
    const heading = () => within(detail()).getByRole('heading', { level: 2 })
    fireEvent.change(status, { target: { value: 'contacted' } })
    await waitFor(() => expect(heading()).toHaveTextContent('Ada Already'))
    fireEvent.keyDown(document.body, { key: 'k' })
    await waitFor(() => expect(heading()).toHaveTextContent('Ben Already'))
    fireEvent.keyDown(document.body, { key: '2' })
    await waitFor(() => expect(heading()).toHaveTextContent('Ada Already'))
    await waitFor(async () =>
      expect(await statusOf(ids[1]!)).toMatchObject({ status: 'contacted' }),
    )
  })

  it('overwrites no decision of a colleague, and names the colleague', async () => {
    const [id] = (await volunteers('Contested', 'Ada')) as [string]
    draw(<Submissions />, `/form-submissions?open=${id}`)
    const status = await screen.findByRole('combobox', { name: 'Status of Ada Contested' })
    const network = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      if (isStatusChange(input)) {
        vi.unstubAllGlobals()
        const change = { ids: [id], to_status: ['contacted'], from_status: ['new'] }
        await colleague.rpc('set_submission_status', change).throwOnError()
      }
      return network(input, init)
    })
    fireEvent.change(status, { target: { value: 'rejected' } })
    await waitFor(() =>
      expect(notices).toEqual([
        {
          title: 'Not changed',
          description: `${colleagueName} has set it to Contacted.`,
          tone: 'error',
        },
      ]),
    )
    expect(await statusOf(id)).toMatchObject({ status: 'contacted' })
    const row = screen.getByRole('link', { name: /^Ada Contested/ })
    await waitFor(() => expect(row).toHaveTextContent('Contacted'))
  })

  it('about several submissions leaves what a colleague changed, and is undone as one', async () => {
    const ids = await volunteers('Several', 'Ada', 'Ben', 'Cleo')
    const taken = ids[1]!
    draw(<Submissions />, '/form-submissions?tab=volunteers')
    for (const name of ['Cleo', 'Ben', 'Ada']) {
      fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name} Several` }))
    }
    const network = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      if (isStatusChange(input)) {
        vi.unstubAllGlobals()
        const change = { ids: [taken], to_status: ['rejected'], from_status: ['new'] }
        await colleague.rpc('set_submission_status', change).throwOnError()
      }
      return network(input, init)
    })
    fireEvent.change(screen.getByRole('combobox', { name: 'Status of the selected' }), {
      target: { value: 'contacted' },
    })
    await waitFor(() => expect(notices).toHaveLength(2))
    expect(notices).toContainEqual(
      expect.objectContaining({ description: '2 statuses have been updated successfully' }),
    )
    expect(notices).toContainEqual(
      expect.objectContaining({ description: `${colleagueName} has set it to Rejected.` }),
    )
    notices.find(({ action }) => action)!.action!.onClick()
    await waitFor(() => expect(notices).toHaveLength(3))
    const statuses = await Promise.all(ids.map(statusOf))
    expect(statuses.map((one) => one?.status)).toEqual(['new', 'rejected', 'new'])
  })

  it('an assignee is given, and named in the history', async () => {
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
    expect(await screen.findByRole('link', { name: /^Ada Given/ })).toHaveTextContent(colleagueName)
  })
})

describe('the list', () => {
  it('selects the row under the cursor with each x', async () => {
    await volunteers('Ticked', 'Ada', 'Ben', 'Cleo', 'Dan')
    draw(<Submissions />, '/form-submissions')
    await waitFor(() => expect(listed()[0]).toBe('Dan Ticked'))
    for (const key of 'jxjxjx') {
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
    }
    expect(await screen.findByText('3 selected')).toBeVisible()
    for (const [name, isTicked] of [
      ['Dan', true],
      ['Cleo', true],
      ['Ben', true],
      ['Ada', false],
    ] as const) {
      const box = screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name} Ticked` })
      expect(box.checked, name).toBe(isTicked)
    }
    const status = screen.getByRole('combobox', { name: 'Status of the selected' })
    expect(status).toHaveDisplayValue('Status')
    await someone().click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.queryByText(/ selected$/)).toBeNull()
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
    expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toHaveFocus()
  })

  it('has its views, search, filters and export in one line on a phone', async () => {
    onAPhone()
    await volunteers('Narrow', 'Ada', 'Ben')
    draw(<Submissions />, '/form-submissions?tab=volunteers')
    const list = within(await screen.findByRole('region', { name: 'List' }))
    await waitFor(() => expect(listed()).toContain('Ben Narrow'))
    expect(list.queryByRole('searchbox')).toBeNull()
    await someone().click(list.getByRole('button', { name: /^Search / }))
    expect(list.getByRole('searchbox')).toHaveFocus()
    await someone().type(list.getByRole('searchbox'), 'Ada Narrow')
    await waitFor(() => expect(listed()).toEqual(['Ada Narrow']))
    await someone().click(list.getByRole('button', { name: 'Close the search' }))
    await waitFor(() => expect(listed()).toContain('Ben Narrow'))
    await someone().click(list.getByRole('button', { name: 'More actions for submissions' }))
    expect(await screen.findByRole('menuitem', { name: 'Export to CSV' })).toBeVisible()
    await someone().keyboard('{Escape}')
    const views = list.getByRole('combobox', { name: 'View' })
    await someone().selectOptions(views, within(views).getByRole('option', { name: /^Mine/ }))
    await waitFor(() => expect(listed()).not.toContain('Ben Narrow'))
  })

  it.each([
    ['a name', 'elodie FINDME'],
    ['an email address', 'elodie.findme@example.org'],
    ['a word of the text', 'lighthousekeeping'],
    ['a telephone number as it was typed', '+231 77 943 8817'],
    ['one without spaces', '+231779438817'],
    ['one from within the country', '077 943-8817'],
    ['its end', '9438817'],
  ])('finds by %s', async (_, search) => {
    await service.from('volunteer_applications').delete().eq('last_name', 'Findme').throwOnError()
    await sent('volunteer_applications', {
      ...volunteer.stored,
      first_name: 'Élodie',
      last_name: 'Findme',
      email: 'elodie.findme@example.org',
      phone: '+231 77 943 8817',
      motivation: 'I know Lighthousekeeping',
    })
    draw(<Submissions />, {
      pathname: '/form-submissions',
      search: '?tab=all',
      state: { search },
    })
    await waitFor(() => expect(listed()).toEqual(['Élodie Findme']))
  })

  it('has views whose numbers are those of their rows', async () => {
    const day = 86_400_000
    const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
    await sent('contact_messages', { name: 'Late One', message: 'Hello', created_at: ago(20) })
    const { data: me } = await service
      .from('profiles')
      .select('id')
      .eq('email', 'admin@kindlewell.test')
      .single()
    const [mine] = (await volunteers('Mine', 'Ada')) as [string]
    await service
      .from('submissions')
      .update({ assignee_id: (me as { id: string }).id })
      .eq('id', mine)
      .throwOnError()
    draw(<Submissions />, '/form-submissions?tab=all')
    const views = await screen.findByRole('group', { name: 'Views' })
    for (const [name, row] of [
      ['Waiting', 'Late One'],
      ['Overdue', 'Late One'],
      ['Due today', undefined],
      ['Unassigned', 'Late One'],
      ['Mine', 'Ada Mine'],
    ] as const) {
      const view = await within(views).findByRole('button', { name: new RegExp(`^${name} ?\\d`) })
      fireEvent.click(view)
      const count = Number(/\d+$/.exec(view.textContent)![0])
      await waitFor(() => expect(view).toHaveAttribute('aria-pressed', 'true'))
      await waitFor(() => expect(listed()).toHaveLength(Math.min(count, 50)))
      if (row) expect(listed()).toContain(row)
    }
  })

  it('shows as many as the dashboards say, of all kinds', async () => {
    const created_at = new Date(Date.now() - 20 * 86_400_000).toISOString()
    await sent('contact_messages', { name: 'Late Too', message: 'Hello', created_at })
    draw(<WaitingPanel />)
    const overdue = await screen.findByRole('link', { name: /^Overdue \d+$/ })
    const count = Number(/\d+$/.exec(overdue.textContent)![0])
    cleanup()
    draw(<Submissions />, overdue.getAttribute('href')!)
    await waitFor(() => expect(listed()).toHaveLength(count))
    expect(listed()).toContain('Late Too')
  })

  it('says that it is loading, and that there is nothing', async () => {
    await service.from('partnership_proposals').delete().neq('email', '').throwOnError()
    draw(<Submissions />, '/form-submissions?tab=partnerships')
    expect(await screen.findByText('Loading submissions...')).toBeInTheDocument()
    expect(await screen.findByText('No partnership proposals yet')).toBeVisible()
    expect(await screen.findByRole('tab', { name: 'Partnerships (0)' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Export to CSV' })).toBeDisabled()
  })
})

describe('with none open', () => {
  const preview = async (name: string) => {
    const part = await within(detail()).findByRole('article', { name: 'Preview' })
    await waitFor(() => expect(part).toHaveTextContent(name))
    return within(part)
  }

  it('shows the first to be read: announces, records and decides nothing until it is opened', async () => {
    // Presence begins after a moment, which is none here.
    const later = window.setTimeout
    vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      later(run, ms === 1_000 ? 0 : ms)) as typeof window.setTimeout)
    const rooms = () =>
      signedIn.client!.getChannels().filter(({ topic }) => topic.includes('submission:'))
    const child = await sent('program_applications', {
      ...program.stored,
      first_name: 'Ada',
      last_name: 'Shown',
    })
    draw(<Submissions />, '/form-submissions?tab=all')
    const shown = await preview('Ada Shown')
    expect(await shown.findByText(/That she learns/)).toBeVisible()
    expect(detail()).not.toHaveTextContent('Grace')
    for (const key of '4arntx') fireEvent.keyDown(document.body, { key })
    expect(within(detail()).queryByRole('combobox')).toBeNull()
    expect(within(detail()).queryByRole('button', { name: /child/ })).toBeNull()
    expect(screen.queryByRole('link', { current: true })).toBeNull()
    expect(rooms()).toEqual([])

    await volunteers('Newer', 'Zoe')
    screen.getByRole('searchbox').focus()
    await preview('Zoe Newer')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    expect(await statusOf(child)).toMatchObject({ status: 'new' })
    const { data } = await service.from('change_log').select('action').eq('record_id', child)
    expect(data).toEqual([])

    await someone().click(
      (await preview('Zoe Newer')).getByRole('link', { name: 'Open Zoe Newer' }),
    )
    expect(await screen.findByRole('combobox', { name: 'Status of Zoe Newer' })).toBeVisible()
    expect(screen.queryByRole('article', { name: 'Preview' })).toBeNull()
    await waitFor(() => expect(rooms()).toHaveLength(1))
    fireEvent.keyDown(document.body, { key: 'Escape' })
    await preview('Zoe Newer')
  })

  it.each(['j', 'o', 'Enter'])('opens the first with %s', async (key) => {
    await volunteers('Keyed', 'Ada', 'Ben')
    draw(<Submissions />, '/form-submissions')
    await preview('Ben Keyed')
    fireEvent.keyDown(document.body, { key })
    expect(await screen.findByRole('combobox', { name: 'Status of Ben Keyed' })).toBeVisible()
  })

  it('shows the list alone on a phone', async () => {
    onAPhone()
    await volunteers('Alone', 'Ada')
    draw(<Submissions />, '/form-submissions')
    await waitFor(() => expect(listed()[0]).toBe('Ada Alone'))
    expect(screen.queryByRole('article', { name: 'Preview' })).toBeNull()
  })
})

describe('holidays', () => {
  it('are changed by admins alone, and can be put back', async () => {
    draw(
      <Submissions />,
      '/form-submissions?tab=holidays',
      authOf('staff', {
        permissions: new Set(['can_review_submissions']),
      }),
    )
    await someone().click(await screen.findByRole('button', { name: 'More' }))
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Seats',
      'Templates',
    ])
  })

  it('a removed one is put back', async () => {
    await service
      .from('holidays')
      .upsert({ day: '2031-07-26', name: 'Founders’ Day' }, { onConflict: 'day' })
      .throwOnError()
    draw(<Submissions />, '/form-submissions?tab=holidays')
    const user = someone()
    await user.click(await screen.findByRole('button', { name: /^More actions for Founders’ Day/ }))
    await user.click(screen.getByRole('menuitem', { name: /^Remove Founders’ Day/ }))
    await waitFor(() => expect(screen.queryByText('Founders’ Day')).toBeNull())
    notices.at(-1)!.action!.onClick()
    expect(await screen.findByText('Founders’ Day')).toBeVisible()
  })
})

describe('what is put off', () => {
  const untilOf = async (id: string) =>
    (await service.from('submissions').select('put_off_until').eq('id', id).single()).data
      ?.put_off_until as string

  it('leaves the waiting ones by a key, is counted, and waits again after Undo', async () => {
    const id = await sent('contact_messages', { name: 'Late Reply', message: 'Hello' })
    draw(<Submissions />, `/form-submissions?tab=messages&view=waiting&open=${id}`)
    await waitFor(() => expect(listed()).toContain('Late Reply'))
    fireEvent.keyDown(document.body, { key: 'h' })
    const dialog = within(await screen.findByRole('dialog'))
    await someone().click(dialog.getByRole('button', { name: 'Put off' }))
    expect(await dialog.findByText(/^Please choose a day from tomorrow on/)).toBeVisible()
    expect(await untilOf(id)).toBe('-infinity')

    await someone().click(dialog.getByRole('button', { name: 'When they reply' }))
    await waitFor(() => expect(listed()).not.toContain('Late Reply'))
    expect(await untilOf(id)).toBe('infinity')
    expect(
      await screen.findByRole('button', { name: /^Put off\s*1$/, pressed: false }),
    ).toBeVisible()

    notices.at(-1)!.action!.onClick()
    await waitFor(() => expect(listed()).toContain('Late Reply'))
    expect(await untilOf(id)).toBe('-infinity')
  })

  it('cannot be what a colleague has just answered', async () => {
    const id = await sent('contact_messages', { name: 'Just Answered', message: 'Hello' })
    await opened('messages', id)
    fireEvent.keyDown(document.body, { key: 'h' })
    await screen.findByRole('dialog')
    await service.from('contact_messages').update({ status: 'contacted' }).eq('id', id)
    await someone().click(await screen.findByRole('button', { name: 'When they reply' }))
    expect(await screen.findByText(/^It has been answered/)).toBeVisible()
    expect(await untilOf(id)).toBe('-infinity')
  })
})

describe('a conversion', () => {
  const dialog = () => screen.findByRole('dialog')
  const value = async (label: string) =>
    within(await dialog()).findByLabelText<HTMLInputElement>((text) => text.startsWith(label))
  const submit = async () => {
    fireEvent.submit((await dialog()).querySelector('form')!)
  }
  const conversionOf = async (submission: string) => {
    const { data } = await service
      .from('conversions')
      .select('kind,is_new,mentor_id,mentee_id,author_name')
      .eq('submission_id', submission)
      .overrideTypes<Record<string, string | boolean | null>[], { merge: false }>()
    return data?.[0]
  }

  it('a child becomes a mentee, whose name was opened on record, and the next one opens', async () => {
    const last = await sent(program.table, { ...program.stored, last_name: 'Next' })
    const id = await sent(program.table, program.stored)
    await opened('programs', id)
    fireEvent.keyDown(document.body, { key: 'c' })
    expect(await value('First name')).toHaveValue('Grace 🌱')
    expect(await value('Last name')).toHaveValue('Gbowee')
    expect(await value('Parent name')).toHaveValue('Martha Gbowee')
    expect(await value('Parent phone')).toHaveValue('+231 77 555 0501')
    await waitFor(async () =>
      expect(
        within(await dialog()).getByRole('option', {
          name: 'Early Childhood Education',
          selected: true,
        }),
      ).toBeInTheDocument(),
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
    expect(await statusOf(id)).toMatchObject({ status: 'accepted' })
    await within(detail()).findByRole('heading', { level: 2, name: 'Martha Next' })
    const { data: log } = await service
      .from('change_log')
      .select('action')
      .match({ record_id: id, action: 'opened' })
    expect(log).toHaveLength(1)

    notices.at(-1)!.action!.onClick()
    await waitFor(async () => expect(await statusOf(id)).toMatchObject({ status: 'new' }))
    expect(await conversionOf(id)).toBeUndefined()
    expect(await conversionOf(last)).toBeUndefined()
  })

  it('adds no person twice after a lost answer, and names a colleague who was first', async () => {
    const [lost, late] = (await volunteers('Taken', 'Ada', 'Ben')) as [string, string]
    draw(<Submissions />, `/form-submissions?tab=volunteers&open=${lost}`)
    fireEvent.click(await screen.findByRole('button', { name: 'Convert to mentor' }))
    await value('First name')
    const network = globalThis.fetch
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      const response = await network(input, init)
      if (String(input).endsWith('/rpc/convert_submission')) throw new TypeError('Failed to fetch')
      return response
    })
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
    fireEvent.click(await screen.findByRole('button', { name: 'Convert to trainer' }))
    await value('First name')
    const { data: submission } = await service
      .from('submissions')
      .select('reference')
      .eq('id', late)
      .single<{ reference: string }>()
    await service
      .from('conversions')
      .insert({
        submission_id: late,
        reference: submission!.reference,
        mentor_id: (added as { id: string }[])[0]!.id,
        is_new: false,
        former_status: 'new',
        author_name: colleagueName,
      })
      .throwOnError()
    await submit()
    expect(await within(await dialog()).findByRole('alert')).toHaveTextContent(
      'Hannah Brooks has already converted it to a mentor.',
    )
    const { data: trainers } = await service.from('trainers').select('id').eq('last_name', 'Taken')
    expect(trainers).toEqual([])
    // Behind the dialog.
    expect(await screen.findByText('Converted to mentor by Hannah Brooks')).toBeInTheDocument()
  })

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
    fireEvent.click(await screen.findByRole('button', { name: 'Convert to mentor' }))
    fireEvent.click(await screen.findByRole('button', { name: /^Link to this mentor.*Ada Linked/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await conversionOf(id)).toMatchObject({ is_new: false, mentor_id: there!.id })
    const { data: mentors } = await service.from('mentors').select('id').eq('last_name', 'Linked')
    expect(mentors).toHaveLength(1)
  })

  it('is not offered without the right to the list', async () => {
    const [id] = (await volunteers('Offered', 'Ada')) as [string]
    draw(
      <Submissions />,
      `/form-submissions?tab=volunteers&open=${id}`,
      authOf('staff', {
        permissions: new Set(['can_review_submissions', 'can_manage_trainers']),
      }),
    )
    expect(await screen.findByRole('button', { name: 'Convert to trainer' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Convert to mentor' })).toBeNull()
  })
})
