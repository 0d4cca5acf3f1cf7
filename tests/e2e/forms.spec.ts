import type { Locator, Page } from '@playwright/test'
import { deleteRows, rowsAsAdmin } from './backend-access'
import { expect, signIn, test as base, toast } from './fixtures'

interface Texts {
  title: string
  description?: string
}

interface PublicForm {
  name: string
  path: string
  table: string
  button: string
  /** By label: text, or the value of a select, or `true` for a checkbox to tick */
  answers: Record<string, string | true>
  /** What is stored, besides the e-mail address */
  stored: Record<string, unknown>
  success: Texts
  failure: Texts
}

const applicationFailure = {
  title: 'There was an error submitting your application. Please try again.',
}

const volunteer: PublicForm = {
  name: 'Volunteer application',
  path: '/get-involved/volunteer',
  table: 'volunteer_applications',
  button: 'Submit Application',
  answers: {
    'First name': 'Élodie',
    'Last name': "O'Tweh",
    Phone: '+231 77 555 0101',
    Tutoring: true,
    Administration: true,
    Availability: 'Mondays,\nand "some" Fridays',
    'Relevant experience': 'Three years  of teaching ',
    'Why would you like to volunteer with us?': 'Für die Kinder 🌱',
  },
  stored: {
    first_name: 'Élodie',
    last_name: "O'Tweh",
    phone: '+231 77 555 0101',
    interests: ['tutoring', 'admin'],
    availability: 'Mondays,\nand "some" Fridays',
    experience: 'Three years  of teaching ',
    motivation: 'Für die Kinder 🌱',
    status: 'new',
  },
  success: {
    title: 'Application Submitted!',
    description:
      "Thank you for your interest in volunteering. We'll contact you within 2 business days.",
  },
  failure: applicationFailure,
}

const program: PublicForm = {
  name: 'Program application',
  path: '/get-involved/join-programs',
  table: 'program_applications',
  button: 'Submit Application',
  answers: {
    'First name': 'Martha',
    'Last name': 'Gbowee',
    Phone: '+231 77 555 0501',
    'Program of interest': 'early-childhood',
    Relationship: 'relative',
    "Child's name": 'Grace 🌱 Gbowee',
    "Child's age": '4',
    Goals: 'That she learns\nto read <b>with joy</b>',
    'Previous experience': 'None, "yet"',
    'Special needs': 'Asthma; تستخدم جهاز استنشاق',
    'I agree to the terms and conditions': true,
  },
  stored: {
    first_name: 'Martha',
    last_name: 'Gbowee',
    phone: '+231 77 555 0501',
    program_interest: 'early-childhood',
    relationship: 'relative',
    child_name: 'Grace 🌱 Gbowee',
    child_age: 4,
    goals: 'That she learns\nto read <b>with joy</b>',
    previous_experience: 'None, "yet"',
    special_needs: 'Asthma; تستخدم جهاز استنشاق',
    status: 'new',
  },
  success: {
    title: 'Application Submitted!',
    description:
      "Thank you for your interest. We'll contact you within 2 business days to discuss next steps.",
  },
  failure: applicationFailure,
}

const partnership: PublicForm = {
  name: 'Partnership proposal',
  path: '/get-involved/partner',
  table: 'partnership_proposals',
  button: 'Submit Proposal',
  answers: {
    'Organization name': 'Harbor & Pine Books',
    Website: 'https://harborpine.example/?a=1&b=2',
    'Contact person': 'Ellen Marsh',
    'Title/Position': 'Owner',
    Phone: '+1 512 555 0601',
    'Organization type': 'non-profit',
    'Organization size': '1000+',
    'Partnership interest': 'ngo',
    Description: 'A shelf\nfor children',
    Goals: 'More readers',
    Resources: 'Books; a van',
    Timeline: 'By spring',
    Budget: '$5,000 – $10,000',
    'Previous partnerships': "St. Mary's",
    'I agree to the terms and conditions and consent to be contacted': true,
  },
  stored: {
    organization_name: 'Harbor & Pine Books',
    website: 'https://harborpine.example/?a=1&b=2',
    contact_name: 'Ellen Marsh',
    contact_title: 'Owner',
    phone: '+1 512 555 0601',
    organization_type: 'non-profit',
    organization_size: '1000+',
    partnership_type: 'ngo',
    description: 'A shelf\nfor children',
    goals: 'More readers',
    resources: 'Books; a van',
    timeline: 'By spring',
    budget: '$5,000 – $10,000',
    previous_partnerships: "St. Mary's",
    status: 'new',
  },
  success: {
    title: 'Partnership Proposal Submitted!',
    description:
      "Thank you for your interest in partnering with us. We'll review your proposal and contact you within 5 business days.",
  },
  failure: { title: 'There was an error submitting your proposal. Please try again.' },
}

const newsletter: PublicForm = {
  name: 'Newsletter',
  path: '/contact',
  table: 'newsletter_subscriptions',
  button: 'Subscribe',
  answers: { Name: 'Renée' },
  stored: { name: 'Renée' },
  success: {
    title: 'Thank you for subscribing!',
    description: "You'll receive updates about our mission and programs.",
  },
  failure: { title: 'Subscription failed', description: 'Please try again later.' },
}

const contact: PublicForm = {
  name: 'Contact message',
  path: '/contact',
  table: 'contact_messages',
  button: 'Send Message',
  answers: { Name: 'Jonas', Message: 'When are you open?\n— J.' },
  stored: { name: 'Jonas', message: 'When are you open?\n— J.' },
  success: {
    title: 'Message sent!',
    description: "We'll get back to you as soon as possible.",
  },
  failure: { title: 'Failed to send message', description: 'Please try again later.' },
}

const forms = [volunteer, program, partnership, newsletter, contact]

/** `email` belongs to one test; what was sent with it is gone after the test. */
const test = base.extend<{ email: string }>({
  email: async ({ baseURL }, use) => {
    const email = `${crypto.randomUUID()}@example.org`
    await use(email)
    for (const { table } of forms) await deleteRows(baseURL!, `${table}?email=like.*${email}`)
  },
})

const formOf = (page: Page, { name }: PublicForm) => page.getByRole('form', { name, exact: true })

const buttonOf = (page: Page, form: PublicForm) =>
  formOf(page, form).getByRole('button', { name: form.button })

async function open(page: Page, form: PublicForm): Promise<void> {
  await page.goto(form.path)
  await expect(buttonOf(page, form)).toBeEnabled()
}

async function control(page: Page, form: PublicForm, label: string): Promise<Locator> {
  const field = formOf(page, form).getByLabel(label)
  await expect(field, label).toHaveCount(1)
  return field
}

async function fill(page: Page, form: PublicForm, email: string): Promise<void> {
  for (const [label, answer] of Object.entries({ ...form.answers, 'E-mail': email })) {
    const field = await control(page, form, label)
    if (answer === true) await field.check()
    else if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') {
      await field.selectOption(answer)
    } else await field.fill(answer)
  }
}

async function expectAnswers(
  page: Page,
  form: PublicForm,
  answers: Record<string, string | true>,
): Promise<void> {
  for (const [label, answer] of Object.entries(answers)) {
    const field = await control(page, form, label)
    if (answer === true) await expect(field, label).toBeChecked()
    else await expect(field, label).toHaveValue(answer)
  }
}

async function expectEmpty(page: Page, form: PublicForm): Promise<void> {
  for (const [label, answer] of Object.entries({ ...form.answers, 'E-mail': '' })) {
    const field = await control(page, form, label)
    if (answer === true) await expect(field, label).not.toBeChecked()
    else await expect(field, label).toHaveValue('')
  }
}

/** Exactly these texts, and nothing else. */
async function expectToast(page: Page, { title, description = '' }: Texts): Promise<void> {
  await expect(toast(page, title)).toHaveText(`${title}${description}`)
}

const sentBy = (baseURL: string, { table }: PublicForm, email: string) =>
  rowsAsAdmin(baseURL, `${table}?email=eq.${email}`)

for (const form of forms) {
  test.describe(form.name, () => {
    test('arrives exactly as it was typed, is acknowledged and emptied', async ({
      page,
      baseURL,
      email,
    }) => {
      let release: () => void = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route(`**/rest/v1/${form.table}**`, async (route) => {
        await held
        await route.continue()
      })
      await open(page, form)
      await fill(page, form, email)
      await buttonOf(page, form).click()
      const sending = formOf(page, form).getByRole('button', { name: 'Submitting...' })
      await expect(sending).toBeDisabled()
      release()
      await expectToast(page, form.success)
      await expect(buttonOf(page, form)).toBeEnabled()
      await expectEmpty(page, form)

      const [row, ...others] = await sentBy(baseURL!, form, email)
      expect(others).toEqual([])
      const { id, created_at, ...stored } = row ?? {}
      expect(stored).toEqual({ ...form.stored, email })
      expect([typeof id, typeof created_at]).toEqual(['string', 'string'])
    })

    for (const [how, fail, recover] of [
      [
        'is cut off',
        (page) => page.route(`**/rest/v1/${form.table}**`, (route) => route.abort()),
        (page) => page.unroute(`**/rest/v1/${form.table}**`),
      ],
      [
        'meets a server error',
        (page) =>
          page.route(`**/rest/v1/${form.table}**`, (route) =>
            route.fulfill({ status: 500, json: { code: 'XX000', message: 'boom' } }),
          ),
        (page) => page.unroute(`**/rest/v1/${form.table}**`),
      ],
      [
        'is sent offline',
        (page) => page.context().setOffline(true),
        (page) => page.context().setOffline(false),
      ],
    ] as [string, (page: Page) => Promise<unknown>, (page: Page) => Promise<unknown>][]) {
      test(`that ${how} is told, kept, and arrives once when sent again`, async ({
        page,
        baseURL,
        email,
        expectedErrors,
      }) => {
        expectedErrors.push(/Failed to (load|fetch)|boom|ERR_/)
        await open(page, form)
        await fill(page, form, email)
        await fail(page)
        await buttonOf(page, form).click()
        await expectToast(page, form.failure)
        await expectAnswers(page, form, { ...form.answers, 'E-mail': email })
        expect(await sentBy(baseURL!, form, email)).toEqual([])

        await recover(page)
        await buttonOf(page, form).click()
        await expectToast(page, form.success)
        expect(await sentBy(baseURL!, form, email)).toHaveLength(1)
      })
    }

    test('of an address that sent too many is told when to try again, and kept', async ({
      page,
      baseURL,
      email,
      expectedErrors,
    }) => {
      expectedErrors.push(/429|Too many submissions/)
      const { status: _, ...row } = form.stored
      for (let number = 1; number <= 5; number += 1) {
        const response = await page.request.post(`/rest/v1/${form.table}`, {
          headers: { apikey: 'sb_publishable_local_development_only' },
          data: { ...row, email: `${number}.${email}` },
        })
        expect(response.status()).toBe(201)
      }
      await open(page, form)
      await fill(page, form, email)
      await buttonOf(page, form).click()
      const { title, description } = form.failure
      await expect(toast(page, title)).toHaveText(
        new RegExp(
          `^${title}${description ? `${description} ` : ''}This form has been sent several times\\. It can be sent again in (9|10) minutes\\.$`,
        ),
      )
      await expectAnswers(page, form, { ...form.answers, 'E-mail': email })
      await expect(buttonOf(page, form)).toBeEnabled()
      expect(await sentBy(baseURL!, form, email)).toEqual([])
    })
  })
}

test('an e-mail address that is subscribed already is told so, whatever its letters', async ({
  page,
  baseURL,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/409|duplicate key/)
  await open(page, newsletter)
  await fill(page, newsletter, email)
  await buttonOf(page, newsletter).click()
  await expectToast(page, newsletter.success)
  await fill(page, newsletter, email.toUpperCase())
  await buttonOf(page, newsletter).click()
  await expectToast(page, {
    title: 'Already subscribed!',
    description: 'This email is already subscribed to our newsletter.',
  })
  await expectAnswers(page, newsletter, { 'E-mail': email.toUpperCase() })
  expect(await rowsAsAdmin(baseURL!, `newsletter_subscriptions?email=ilike.${email}`)).toHaveLength(
    1,
  )
})

for (const form of [program, partnership]) {
  test(`${form.name} without consent asks for it and sends nothing`, async ({
    page,
    baseURL,
    email,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    const before = await rowsAsAdmin(baseURL!, `${form.table}?select=id&email=eq.${email}`)
    await open(page, form)
    await fill(page, form, email)
    const consent = formOf(page, form).getByLabel('I agree to the terms')
    await consent.uncheck()
    await buttonOf(page, form).click()
    await expectToast(page, {
      title: 'Please review terms',
      description: 'You must agree to the terms and conditions to continue.',
    })
    await expect(consent).toBeFocused()
    await expect(consent).toHaveAccessibleDescription(
      'You must agree to the terms and conditions to continue.',
    )
    expect(sent).toEqual([])
    expect(await rowsAsAdmin(baseURL!, `${form.table}?select=id&email=eq.${email}`)).toEqual(before)

    await consent.check()
    await buttonOf(page, form).click()
    await expectToast(page, form.success)
  })
}

for (const [form, required] of [
  [
    program,
    {
      'First name': 'Please enter your first name',
      'Last name': 'Please enter your last name',
      'E-mail': 'Please enter your e-mail address',
      Phone: 'Please enter your phone number',
      'Program of interest': 'Please choose a program',
      Relationship:
        'What you are to the child or family that takes part. Please choose your relationship',
      'I agree to the terms': 'You must agree to the terms and conditions to continue.',
    },
  ],
  [
    partnership,
    {
      'Organization name': 'Please enter the name of your organization',
      'Contact person': 'Please enter a contact person',
      'Title/Position': 'Please enter their title or position',
      'E-mail': 'Please enter your e-mail address',
      Phone: 'Please enter a phone number',
      'Organization type': 'Please choose the type of your organization',
      'Partnership interest': 'Please choose a kind of partnership',
      Description: 'What would we do together? Please describe what you have in mind',
      Goals: 'What should have changed when it is done? Please tell us what you hope comes of it',
      'I agree to the terms': 'You must agree to the terms and conditions to continue.',
    },
  ],
  [newsletter, { Name: 'Please enter your name', 'E-mail': 'Please enter your e-mail address' }],
  [
    contact,
    {
      Name: 'Please enter your name',
      'E-mail': 'Please enter your e-mail address',
      Message: 'Please enter a message',
    },
  ],
] as const) {
  test(`${form.name} marks what is required and says what is missing, blanks included`, async ({
    page,
  }) => {
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    await open(page, form)
    const all = formOf(page, form).locator('input, select, textarea')
    const marked = formOf(page, form).locator('[aria-required=true]')
    await expect(marked).toHaveCount(Object.keys(required).length)
    for (const field of await all.all()) {
      if (await field.evaluate((element) => element.matches('textarea, [type=text]'))) {
        await field.fill('  ')
      }
    }
    await buttonOf(page, form).click()
    for (const [label, description] of Object.entries(required)) {
      await expect(await control(page, form, label), label).toHaveAccessibleDescription(description)
    }
    await expect(await control(page, form, Object.keys(required)[0]!)).toBeFocused()
    expect(sent).toEqual([])
  })
}

test.describe('a draft of a long form', () => {
  for (const form of [volunteer, program, partnership]) {
    test(`of the ${form.name} outlives reload and return, and ends when it is sent`, async ({
      page,
      email,
    }) => {
      await open(page, form)
      await fill(page, form, email)
      const { 'E-mail': _, ...typed } = { ...form.answers, 'E-mail': email }
      const answers = Object.fromEntries(
        Object.entries(typed).filter(([label]) => !label.startsWith('I agree')),
      )
      await page.reload()
      await expect(buttonOf(page, form)).toBeEnabled()
      await expectAnswers(page, form, answers)

      await page.goto('/about')
      await open(page, form)
      await expectAnswers(page, form, { ...answers, 'E-mail': email })
      const consent = formOf(page, form).getByLabel('I agree to the terms')
      if (form !== volunteer) {
        await expect(consent).not.toBeChecked()
        await consent.check()
      }
      expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('consent')
      expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft')

      await buttonOf(page, form).click()
      await expectToast(page, form.success)
      expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContainEqual(
        expect.stringContaining('draft'),
      )
      await page.goto('/about')
      await open(page, form)
      await expectEmpty(page, form)
    })
  }

  test('never replaces what was typed before the scripts arrived', async ({ page }) => {
    await open(page, program)
    const field = (label: string) => formOf(page, program).getByLabel(label)
    await field('First name').fill('Draft')
    await field('Goals').fill('From the draft')
    await field('Relationship').selectOption('parent')
    await page.goto('/about')

    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(program.path)
    await field('First name').fill('Typed at once')
    await field('Relationship').selectOption('guardian')
    release()
    await expect(buttonOf(page, program)).toBeEnabled()
    await expect(field('Goals')).toHaveValue('From the draft')
    await expect(field('First name')).toHaveValue('Typed at once')
    await expect(field('Relationship')).toHaveValue('guardian')
  })

  test('is done without where storage is blocked', async ({ page, baseURL, email }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    })
    await open(page, program)
    await fill(page, program, email)
    await buttonOf(page, program).click()
    await expectToast(page, program.success)
    expect(await sentBy(baseURL!, program, email)).toHaveLength(1)
  })
})

test('a whole proposal by keyboard alone', async ({ page, baseURL, email }) => {
  await open(page, partnership)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const first = formOf(page, partnership).getByLabel('Organization name')
  for (let steps = 0; steps < 20; steps += 1) {
    if (await first.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(first).toBeFocused()
  for (const text of [
    'Keyboard Ltd',
    'https://keyboard.example',
    'Kim Board',
    'Typist',
    email,
    '+1 512 555 0100',
    'Found',
    '11',
    'Gov',
    'A description',
    'Some goals',
    '',
    'Soon',
  ]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(formOf(page, partnership).getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(buttonOf(page, partnership)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, partnership.success)
  expect(await sentBy(baseURL!, partnership, email)).toMatchObject([
    {
      organization_name: 'Keyboard Ltd',
      organization_type: 'foundation',
      organization_size: '11-50',
      partnership_type: 'government',
      goals: 'Some goals',
      resources: null,
      timeline: 'Soon',
      budget: null,
    },
  ])
})

test('what a browser may hold and a database may not is refused at its field', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url())
  })
  await open(page, contact)
  await fill(page, contact, 'null@example.org')
  for (const code of [0, 0xd83c]) {
    const message = formOf(page, contact).getByLabel('Message')
    await message.evaluate((element: HTMLTextAreaElement, unit) => {
      // Past React's own bookkeeping, as pasting would.
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
      set!.call(element, `before ${String.fromCharCode(unit)} after`)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }, code)
    await buttonOf(page, contact).click()
    await expect(message).toHaveAccessibleDescription(
      'This contains a character that cannot be stored',
    )
    await message.fill('Good again')
    await expect(message).toHaveAccessibleDescription('')
  }
  expect(sent).toEqual([])
})

test('nothing that was typed runs as markup on the review screen', async ({
  page: visitor,
  newVisitor,
  email,
}) => {
  const nasty = [
    '<script>document.title = "taken"</script>',
    '<img src=x onerror="document.title = \'taken\'">',
    '"><svg onload=document.title="taken">',
    'javascript:document.title="taken"',
    '{{constructor.constructor("document.title=1")()}}',
    `${'\u202e'}right to left${'\u202c'} مرحبا שלום 👩‍👩‍👧`,
    `${'x'.repeat(4_000)}`,
  ]
  await open(visitor, partnership)
  await fill(visitor, partnership, email)
  const texts = {
    'Organization name': nasty[0]!,
    'Contact person': nasty[1]!,
    'Title/Position': nasty[2]!,
    Website: nasty[3]!,
    Description: nasty.slice(0, 3).join('\n'),
    Goals: nasty[4]!,
    Resources: nasty[5]!,
    'Previous partnerships': nasty[6]!,
  }
  for (const [label, text] of Object.entries(texts)) {
    await formOf(visitor, partnership).getByLabel(label).fill(text)
  }
  await buttonOf(visitor, partnership).click()
  await expectToast(visitor, partnership.success)

  const admin = await newVisitor()
  await admin.setViewportSize({ width: 360, height: 800 })
  await signIn(admin, 'admin')
  await admin.goto('/form-submissions?tab=partnerships')
  const card = admin.getByRole('listitem').filter({ hasText: email })
  for (const text of Object.values(texts)) {
    expect(await card.textContent()).toContain(text)
  }
  await expect(card.locator('script, img, svg[onload]')).toHaveCount(0)
  await expect(card.getByRole('link')).toHaveCount(2)
  await expect(admin).toHaveTitle('Form Submissions')
  const overflow = await admin.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
})

test('every answer of an application can be read on its card, a child’s marked as sensitive', async ({
  page: visitor,
  newVisitor,
  email,
}) => {
  for (const form of [program, partnership]) {
    await open(visitor, form)
    await fill(visitor, form, email)
    await buttonOf(visitor, form).click()
    await expectToast(visitor, form.success)
  }
  const admin = await newVisitor()
  await signIn(admin, 'admin')
  const answer = (card: Locator, term: string) =>
    card.locator('dl > div').filter({ has: admin.getByRole('term').filter({ hasText: term }) })

  await admin.goto('/form-submissions?tab=programs')
  const application = admin.getByRole('listitem').filter({ hasText: email })
  await expect(application.getByRole('heading', { name: 'Martha Gbowee' })).toBeVisible()
  for (const [term, text] of Object.entries({
    'Program of interest': 'Early Childhood Education',
    Relationship: 'Other relative',
    "Child's name": 'Grace 🌱 Gbowee',
    "Child's age": '4',
    Goals: 'That she learns to read <b>with joy</b>',
    'Previous experience': 'None, "yet"',
    'Special needs': 'Asthma; تستخدم جهاز استنشاق',
  })) {
    await expect(answer(application, term).getByRole('definition')).toHaveText(text)
  }
  for (const term of ["Child's name", "Child's age", 'Special needs']) {
    await expect(answer(application, term).getByText('Sensitive')).toBeVisible()
  }
  await expect(application.getByText('Sensitive')).toHaveCount(3)
  await expect(application.getByRole('link', { name: '+231 77 555 0501' })).toBeVisible()

  await admin.getByRole('tab', { name: 'Partnerships' }).click()
  const proposal = admin.getByRole('listitem').filter({ hasText: email })
  await expect(proposal).toContainText('Ellen Marsh, Owner')
  for (const [term, text] of Object.entries({
    Website: 'https://harborpine.example/?a=1&b=2',
    'Organization type': 'Non-profit',
    'Organization size': '1000+ people',
    'Partnership interest': 'NGO',
    Description: 'A shelf for children',
    Goals: 'More readers',
    Resources: 'Books; a van',
    Timeline: 'By spring',
    Budget: '$5,000 – $10,000',
    'Previous partnerships': "St. Mary's",
  })) {
    await expect(answer(proposal, term).getByRole('definition')).toHaveText(text)
  }
  await proposal.getByLabel('Status of').selectOption('in_progress')
  await expectToast(admin, {
    title: 'Status Updated',
    description: 'The partnership proposal status has been updated successfully',
  })
  await expect(proposal.getByText('In progress').first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const form of forms) {
    test(`${form.name} is on the page, cannot be sent, and another way is named`, async ({
      page,
    }) => {
      await page.goto(form.path)
      await expect(buttonOf(page, form)).toBeDisabled()
      await expect(page.getByRole('main').getByRole('link', { name: /@/ }).first()).toBeVisible()
    })
  }
})
