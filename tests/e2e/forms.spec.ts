import type { Locator } from 'playwright/test'
import { contact, pageForms, partnership, program } from '../public-forms'
import { expect, hydrated, toast } from './fixtures'
import {
  buttonOf,
  expectAnswers,
  expectEmpty,
  expectToast,
  expectWorking,
  fill,
  formOf,
  open,
  sentBy,
  test,
} from './public-forms'

test('a whole proposal only by keyboard', async ({ page, baseURL, email }) => {
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
  await expect(page.getByRole('link', { name: /^Terms of Service \(new tab\)/ })).toBeFocused()
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

/** The fields of an application that no draft keeps. */
const unkept = [
  "Child's name",
  "Child's age",
  'Goals',
  'Previous experience',
  'Special needs',
  'I agree to the terms and conditions',
]

test('a draft outlives reload and return, without a child and the consent, and ends when it is sent', async ({
  page,
  email,
}) => {
  const answers = Object.fromEntries(
    Object.entries(program.answers).filter(([label]) => !unkept.includes(label)),
  )
  expect(Object.keys(answers)).toHaveLength(Object.keys(program.answers).length - unkept.length)
  const form = formOf(page, program)
  await open(page, program)
  await fill(page, program, email)
  await page.reload()
  await expectWorking(page, program)
  await expectAnswers(page, program, answers)

  await page.goto('/about')
  await open(page, program)
  await expectAnswers(page, program, { ...answers, Email: email })
  for (const label of unkept.slice(0, -1)) await expect(form.getByLabel(label)).toHaveValue('')
  const consent = form.getByLabel('I agree to the terms')
  await expect(consent).not.toBeChecked()
  await form.getByLabel('Special needs').fill('Asthma')
  await consent.check()
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  expect(stored).toContain(email)
  expect(stored).not.toMatch(/consent|Asthma/)
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft')

  await buttonOf(page, program).click()
  await expectToast(page, program.success)
  await page.goto('/about')
  await open(page, program)
  await expectEmpty(page, program)
})

test('text typed before the scripts arrive stays, precedes the draft, and is sent', async ({
  page,
  baseURL,
  email,
}) => {
  await open(page, program)
  await fill(page, program, email)
  await page.goto('/about')

  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(program.path)
  const field = (label: string) => formOf(page, program).getByLabel(label)
  await expect(buttonOf(page, program)).toHaveAttribute('data-waiting')
  await field('First name').fill('Typed at once')
  await field('Relationship').selectOption('guardian')
  await field('I agree to the terms').check()
  release()
  await expectWorking(page, program)
  await expect(field('Last name')).toHaveValue('Gbowee')
  await expect(field('First name')).toHaveValue('Typed at once')
  await buttonOf(page, program).click()
  await expectToast(page, program.success)
  expect(await sentBy(baseURL!, program, email)).toMatchObject([
    { first_name: 'Typed at once', last_name: 'Gbowee', relationship: 'guardian' },
  ])
})

test('a form works where the browser stores nothing', async ({ page, baseURL, email }) => {
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

test('a message sent without a connection is kept, explained, and arrives once by a double click', async ({
  page,
  baseURL,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to (load|fetch)|ERR_/)
  await open(page, contact)
  await fill(page, contact, email)
  await page.context().setOffline(true)
  const failure = toast(page, contact.failure.title)
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 740 })
    await buttonOf(page, contact).click()
    await expectToast(page, contact.failure)
    // The message is beside the control to click again.
    const [button, message] = [await boxOf(buttonOf(page, contact)), await boxOf(failure)]
    expect(button.bottom < message.top || button.top > message.bottom).toBe(true)
    expect((await boxOf(page.getByRole('banner'))).bottom).toBeLessThanOrEqual(message.top)
    await failure.getByRole('button', { name: 'Close message' }).click()
    await expect(failure).toHaveCount(0)
  }
  await buttonOf(page, contact).click()
  await expectToast(page, contact.failure)
  const advice = formOf(page, contact).getByRole('status')
  await expect(advice).toHaveText('You seem to be offline. Your text is still here.')
  await expect(advice).toBeInViewport({ ratio: 1 })
  await expectAnswers(page, contact, { ...contact.answers, Email: email })

  await page.context().setOffline(false)
  await expect(advice).toHaveText(/^You’re online again/)
  // In the lower half of the window, so that the message shows in the upper one.
  await buttonOf(page, contact).evaluate((button) => {
    button.scrollIntoView({ block: 'center' })
    window.scrollBy(0, -40)
  })
  await buttonOf(page, contact).dblclick()
  await expectToast(page, contact.success)
  await expect(failure).toHaveCount(0)
  await expect(page.getByRole('button', { name: contact.again! })).toBeVisible()
  // The toast of its arrival does not cover the receipt in the form's place either.
  const [arrived, message] = [
    await boxOf(page.getByRole('heading', { name: 'Your message has arrived' })),
    await boxOf(toast(page, contact.success.title)),
  ]
  expect(arrived.bottom <= message.top || arrived.top >= message.bottom).toBe(true)
  expect(await sentBy(baseURL!, contact, email)).toHaveLength(1)
})

test('on a phone the first wrong field and its error lie beside the message', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, partnership)
  await buttonOf(page, partnership).click()
  const message = toast(page, 'Please review terms')
  await expect(message).toContainText('And please look at 9 more fields.')
  const first = formOf(page, partnership).getByLabel('Organization name')
  await expect(first).toBeFocused()
  const said = await boxOf(page.getByText('Please enter the name of your organization'))
  const [field, covered] = [await boxOf(first), await boxOf(message)]
  for (const part of [field, said]) {
    expect(part.top).toBeGreaterThanOrEqual(64)
    expect(part.bottom).toBeLessThanOrEqual(740)
    expect(part.bottom <= covered.top || part.top >= covered.bottom).toBe(true)
  }
  expect(covered.top).toBeGreaterThanOrEqual((await boxOf(page.getByRole('banner'))).bottom)
})

/** Its position once it has stopped moving. */
async function boxOf(element: Locator): Promise<DOMRect> {
  await element.evaluate((node) =>
    Promise.all(node.getAnimations().map((animation) => animation.finished)),
  )
  return element.evaluate((node) => node.getBoundingClientRect())
}

for (const path of new Set(pageForms.map((form) => form.path))) {
  const tag = ['/contact', '/get-involved/donate'].includes(path) ? [] : '@long'
  test(
    `${path} keeps the space that each form takes when it arrives`,
    { tag },
    async ({ page }) => {
      await page.goto('/about')
      await hydrated(page.getByRole('heading', { level: 1 }))
      let release = () => {}
      const held = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/assets/forms-*.js', async (route) => {
        await held
        await route.continue()
      })
      // As a link of the app goes there: the HTML of an address that is opened has the form.
      await page.evaluate((address) => {
        history.pushState(null, '', address)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
      const forms = pageForms.filter((form) => form.path === path)
      const waiting = page.getByText('Loading the form...')
      await expect(waiting).toHaveCount(forms.length)
      const slots = await waiting.locator('xpath=../../..').elementHandles()
      const heights = async (width: number) => {
        await page.setViewportSize({ width, height: 740 })
        // A busy machine lays out the new width after the answer.
        await page.waitForFunction((expected) => innerWidth === expected, width)
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        )
        return Promise.all(
          slots.map((slot) =>
            slot.evaluate(
              (part) => (part as Element).firstElementChild!.getBoundingClientRect().height / 16,
            ),
          ),
        )
      }
      const [keptOnPhone, kept] = [await heights(360), await heights(1280)]
      release()
      for (const form of forms) await expectWorking(page, form)
      const wrong = async () => {
        const [takenOnPhone, taken] = [await heights(360), await heights(1280)]
        // The message of a failure has the heights for `publicForms`.
        return slots.flatMap((_, at) =>
          Math.max(
            Math.abs(kept[at]! - taken[at]!),
            Math.abs(keptOnPhone[at]! - takenOnPhone[at]!),
          ) > 0.5
            ? `form ${at + 1} (${keptOnPhone[at]}, ${kept[at]}): min-h-[${takenOnPhone[at]}rem] sm:min-h-[${taken[at]}rem]`
            : [],
        )
      }
      // Fonts that arrive late move lines.
      await expect.poll(wrong).toEqual([])
    },
  )
}
