import type { Page } from '@playwright/test'
import { rowsAsAdmin } from './backend-access'
import { expect, toast } from './fixtures'
import {
  buttonOf,
  contact,
  control,
  expectAnswers,
  expectEmpty,
  expectToast,
  fill,
  formOf,
  forms,
  newsletter,
  open,
  partnership,
  program,
  sentBy,
  test,
} from './public-forms'

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
      const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
      value.set!.call(element, `before ${String.fromCharCode(unit)} after`)
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
