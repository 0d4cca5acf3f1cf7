import type { Locator, Page } from 'playwright/test'
import { asService } from '../embedded/support'
import { expect, signIn, test, toast } from './fixtures'

const service = (baseURL: string | undefined) => asService({ url: baseURL! })

/** Applications of one batch, marked by a word in their text. */
async function send(applicationCount: number, baseURL: string | undefined): Promise<string> {
  const batch = `batch${crypto.randomUUID().slice(0, 8)}`
  const now = Date.now()
  const applications = Array.from({ length: applicationCount }, (_, n) => ({
    first_name: `Applicant${n}`,
    last_name: 'Tweh',
    email: `applicant${n}.${batch}@example.org`,
    phone: `+231 77 ${100 + n} ${4_000 + 7 * n}`,
    interests: ['teaching'],
    motivation: `I would like to help, says ${batch}. My word is lantern${n}.`,
    created_at: new Date(now - (n + 1) * 60_000).toISOString(),
  }))
  await service(baseURL).from('volunteer_applications').insert(applications).throwOnError()
  return batch
}

const rows = (page: Page) => page.getByRole('region', { name: 'List' }).getByRole('link')
const row = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'List' }).getByRole('link', { name: new RegExp(`^${name} `) })
const detail = (page: Page) => page.getByRole('region', { name: 'Submission' })
const title = (page: Page) => detail(page).getByRole('heading', { level: 2 })
const search = (page: Page) => page.getByRole('searchbox', { name: /^Search/ })

const count = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'List' }).getByRole('status').filter({ hasText: text })

/** The queue with only this batch. */
async function openBatch(page: Page, batch: string, address = '?tab=all&view=waiting') {
  await page.goto(`/form-submissions${address}`)
  // A phone has it behind a button.
  const button = page.getByRole('region', { name: 'List' }).getByRole('button', { name: /^Search/ })
  await expect(search(page).or(button)).toBeVisible()
  if (!(await search(page).isVisible())) await button.click()
  await search(page).fill(batch)
  await expect(count(page, /^60 /)).toBeVisible()
  await expect(rows(page)).toHaveCount(50)
  await expect(page.getByRole('region', { name: 'List' })).toHaveAttribute('aria-busy', 'false')
}

test(
  'one of many is found by name, phone and word; reload, Back and a link lead back',
  { tag: '@ci' },
  async ({ page, newVisitor, baseURL }) => {
    const batch = await send(60, baseURL)
    await signIn(page, 'admin')
    await openBatch(page, batch)
    for (const [typed, found] of [
      ['applicant47 tweh', 'Applicant47'],
      ['077 151 4357', 'Applicant51'],
      ['lantern58', 'Applicant58'],
    ] as const) {
      await page.keyboard.press('Escape')
      await page.keyboard.press('/')
      await expect(search(page)).toBeFocused()
      await page.keyboard.type(`${typed} ${batch}`)
      await expect(rows(page)).toHaveCount(1)
      await expect(row(page, found)).toBeVisible()
    }

    await search(page).fill(batch)
    await expect(count(page, '60 ')).toBeVisible()
    const chosen = await rows(page).nth(20).locator('span[dir]').textContent()
    await row(page, chosen!).click()
    await expect(title(page)).toHaveText(chosen!)
    await expect(detail(page)).toContainText(batch)
    const address = page.url()
    await page.reload()
    await expect(title(page)).toHaveText(chosen!)
    await expect(row(page, chosen!)).toHaveAttribute('aria-current', 'true')
    await expect(row(page, chosen!)).toBeInViewport()
    await page.goBack()
    await expect(page).not.toHaveURL(/open=/)
    await expect(rows(page)).toHaveCount(50)
    await page.goForward()
    await expect(title(page)).toHaveText(chosen!)

    const other = await newVisitor()
    await signIn(other, 'development')
    await other.goto(address)
    await expect(title(other)).toHaveText(chosen!)
    await expect(detail(page)).toContainText(/is looking at this too/)
  },
)

test(
  'twenty are decided by keyboard with a key each, and one is undone',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const batch = await send(60, baseURL)
    await signIn(page, 'admin')
    await openBatch(page, batch)
    let keys = 0
    const press = async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    }
    await page.keyboard.press('Escape')
    const names = await rows(page).locator('span[dir]').allTextContents()
    await press('j')
    const began = Date.now()
    for (let n = 0; n < 20; n += 1) {
      await expect(title(page)).toHaveText(names[n]!)
      await press(n % 2 === 0 ? '2' : '3')
    }
    await expect(title(page)).toHaveText(names[20]!)
    await expect(count(page, '40 submissions')).toBeVisible()
    test.info().annotations.push({ type: 'keys', description: `${keys}, ${Date.now() - began} ms` })
    expect(keys).toBeLessThanOrEqual(60)

    await press('u')
    await expect(title(page)).toHaveText(names[19]!)
    await expect(detail(page).getByRole('combobox', { name: /^Status/ })).toHaveValue('new')
    await expect(count(page, '41 submissions')).toBeVisible()
    const { data } = await service(baseURL)
      .from('volunteer_applications')
      .select('status')
      .like('email', `%${batch}%`)
      .neq('status', 'new')
      .throwOnError()
    expect(data.map(({ status }) => status as string).toSorted()).toEqual([
      ...Array<string>(9).fill('accepted'),
      ...Array<string>(10).fill('contacted'),
    ])

    // Typed HTML stays text.
    await page.keyboard.press('n')
    await page.keyboard.type('1 2 3 j k, said so')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('list', { name: 'History' })).toContainText('1 2 3 j k, said so')
    await expect(title(page)).toHaveText(names[19]!)
  },
)

/** The statuses of the first rows, in list order. */
async function stored(batch: string, names: readonly string[], baseURL: string | undefined) {
  const { data } = await service(baseURL)
    .from('volunteer_applications')
    .select('first_name,status')
    .like('email', `%${batch}%`)
    .throwOnError()
  const statuses = data as { first_name: string; status: string }[]
  return names.map((name) => statuses.find((one) => name === `${one.first_name} Tweh`)?.status)
}

test(
  'fast keys act on the cursor, on a machine six times as slow',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const batch = await send(60, baseURL)
    await signIn(page, 'admin')
    await openBatch(page, batch, '')
    await page.keyboard.press('Escape')
    const names = await rows(page).locator('span[dir]').allTextContents()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    // Not awaited one by one, so that the browser gets them all at once.
    const type = async (keys: string, pause?: number) => {
      const presses: Promise<unknown>[] = []
      for (const key of keys) {
        const press = { key, text: key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) }
        presses.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...press }))
        presses.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press }))
        if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
      }
      await Promise.all(presses)
    }

    await type('jxjxjxjxjx')
    await type('jxjxjxjxjx', 30)
    await expect(page.getByText(/ selected$/)).toHaveText('10 selected')
    const boxes = page
      .getByRole('region', { name: 'List' })
      .getByRole('listitem')
      .getByRole('checkbox')
    for (let n = 0; n < 12; n += 1) expect(await boxes.nth(n).isChecked()).toBe(n < 10)

    await page.keyboard.press('Escape')
    await expect(page.getByText(/ selected$/)).toBeHidden()

    await type('jjj')
    await type('234', 30)
    await type('234')
    await expect(title(page)).toHaveText(names[18]!)
    const decided = ['contacted', 'accepted', 'rejected']
    await expect
      .poll(() => stored(batch, names.slice(11, 20), baseURL))
      .toEqual(['new', ...decided, ...decided, 'new', 'new'])
  },
)

test('the slower of two reviewers hears of it, and arrivals move nothing in use', async ({
  page,
  newVisitor,
  baseURL,
}) => {
  const batch = await send(60, baseURL)
  const other = await newVisitor()
  for (const [who, account] of [
    [page, 'admin'],
    [other, 'development'],
  ] as const) {
    await signIn(who, account)
    await openBatch(who, batch, '')
    await row(who, 'Applicant3 Tweh').click()
  }
  await expect(detail(page)).toContainText('is looking at this too')
  await expect(detail(other)).toContainText('Grace Tolbert is looking at this too')

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await other.route('**/rpc/set_submission_status', async (route) => {
    await held
    await route.continue()
  })
  const status = (who: Page) => who.getByRole('combobox', { name: 'Status of Applicant3 Tweh' })
  await status(other).selectOption('rejected')
  await status(page).selectOption('accepted')
  await expect(toast(page, 'Status Updated')).toContainText('Applicant3 Tweh, Accepted')
  release()
  await expect(toast(other, 'Not changed')).toContainText('Grace Tolbert has set it to Accepted.')
  await expect(row(other, 'Applicant3 Tweh')).toContainText('Accepted')

  const pointed = row(page, 'Applicant5 Tweh')
  await pointed.hover()
  const before = await pointed.boundingBox()
  const arrivals = ['Early', 'Late'].map((first_name) => ({
    first_name,
    last_name: 'Tweh',
    motivation: batch,
  }))
  await service(baseURL).from('volunteer_applications').insert(arrivals).throwOnError()
  await expect(row(page, 'Late Tweh')).toBeAttached()
  expect(await pointed.boundingBox()).toEqual(before)
  await page.getByRole('button', { name: '2 new' }).click()
  await expect(row(page, 'Late Tweh')).toBeInViewport()
})

test('several are selected and changed together, and their file names its content', async ({
  page,
  baseURL,
}) => {
  const batch = await send(60, baseURL)
  await signIn(page, 'admin')
  await openBatch(page, batch, '')
  const boxes = page
    .getByRole('region', { name: 'List' })
    .getByRole('listitem')
    .getByRole('checkbox')
  await boxes.nth(1).check()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 selected')).toBeVisible()
  await page.getByRole('combobox', { name: 'Status of the selected' }).selectOption('Contacted')
  await expect(toast(page, 'Status Updated')).toContainText('4 statuses have been updated')
  await toast(page, 'Status Updated').getByRole('button', { name: 'Undo' }).click()
  for (const n of [1, 2, 3, 4]) await expect(rows(page).nth(n)).toContainText('New')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export to CSV' }).click()
  const today = new Date().toLocaleDateString('sv-SE')
  expect((await download).suggestedFilename()).toBe(`volunteer_applications_${today}.csv`)
  await expect(toast(page, 'Export Successful')).toContainText(
    /has been downloaded: 60 of [\d,]+, search/,
  )
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the rows begin within 200 px, and the actions for several show their names', async ({
    page,
    baseURL,
  }) => {
    const batch = await send(60, baseURL)
    await signIn(page, 'admin')
    await page.setViewportSize({ width: 360, height: 740 })
    await openBatch(page, batch)
    expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(200)
    const boxes = page.getByRole('region', { name: 'List' }).getByRole('checkbox')
    for (const n of [1, 2]) await boxes.nth(n).check()
    for (const name of ['Status', 'Assignee']) {
      const select = page.getByRole('combobox', { name: `${name} of the selected` })
      await expect(select).toBeInViewport({ ratio: 1 })
      const room = () =>
        select.evaluate((element) => {
          const { selectedOptions, clientWidth } = element as HTMLSelectElement
          const { font, paddingLeft, paddingRight } = getComputedStyle(element)
          const context = new OffscreenCanvas(1, 1).getContext('2d')!
          context.font = font
          const word = context.measureText(selectedOptions[0]!.text).width
          return clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - word
        })
      // Its font may come after the page.
      await expect.poll(room, `room beside the word of ${name}`).toBeGreaterThanOrEqual(0)
    }
  })

  test('an open submission hides the list, which keeps its scroll position', async ({
    page,
    baseURL,
  }) => {
    const batch = await send(60, baseURL)
    await signIn(page, 'admin')
    await openBatch(page, batch)
    const name = await rows(page).nth(30).locator('span[dir]').textContent()
    const target = row(page, name!)
    await target.scrollIntoViewIfNeeded()
    const place = await target.boundingBox()
    await target.tap()
    await expect(title(page)).toHaveText(name!)
    await expect(title(page)).toBeFocused()
    await expect(title(page)).toBeInViewport()
    await expect(rows(page).first()).toBeHidden()
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    expect(await overflow()).toBe(0)
    await detail(page).getByRole('button', { name: 'Close' }).click()
    await expect(target).toBeVisible()
    expect(await overflow()).toBe(0)
    expect((await target.boundingBox())?.y).toBeCloseTo(place!.y, -1)

    await target.tap()
    await detail(page)
      .getByRole('combobox', { name: /^Status/ })
      .selectOption('accepted')
    await expect(toast(page, 'Status Updated')).toContainText(`${name}, Accepted`)
    await expect(title(page)).not.toHaveText(name!)
    await page.goBack()
    await expect(count(page, '59 submissions')).toBeVisible()
  })
})
