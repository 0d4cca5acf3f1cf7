import type { Page } from 'playwright/test'
import { contact, pageForms, program, registration, type PublicForm } from '../public-forms'
import { exif } from '../file-samples'
import { insertRow } from './backend-access'
import { Line } from './cut-line'
import { expectNoViolations } from './expect-accessible'
import { expect, fillSignIn, hydrated, signIn, withhold } from './fixtures'
import { buttonOf, expectAnswers, expectWorking, fill, sentBy, test } from './public-forms'

/*
 * A line of 400 kbit/s: clicks while the scripts are still loading, a visitor's main tasks, and a
 * photo uploaded by staff.
 */

/** @param latency of each request, in milliseconds */
async function slowDown(page: Page, latency: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  })
  return session
}

/** Opens a page until it is visible. */
const openUntilSeen = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' })

/** Sends the registration that is opening. */
async function register(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Register for Teacher Training' })
  await dialog.getByLabel('First name').fill('Ada')
  await dialog.getByLabel('Last name').fill('Dahn')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('I agree to the terms').check()
  await dialog.getByRole('button', { name: 'Complete Registration' }).click()
}

/**
 * Opens a page without the code of its forms.
 *
 * @returns releases the code
 */
async function openWithout(page: Page, address: string): Promise<() => void> {
  await page.setViewportSize({ width: 360, height: 740 })
  const release = await withhold(
    page,
    /assets\/((other-)?forms|data|use-submission|login-page|[a-z]+-form)-.*\.js/,
  )
  await openUntilSeen(page, address)
  return release
}

test(
  'each form is sent once by a press before its code has loaded',
  { tag: '@long' },
  async ({ newVisitor, baseURL, email }) => {
    // A registration subscribes to the newsletter too.
    const registrant = `other-${email}`
    const arrivals = async (form: PublicForm) =>
      (await sentBy(baseURL!, form, form === registration ? registrant : email)).length

    const presses = [...new Set(pageForms.map(({ path }) => path))].map(async (path) => {
      const page = await newVisitor()
      const release = await openWithout(page, path)
      const forms = pageForms.filter((form) => form.path === path)
      for (const form of forms) {
        await fill(page, form, email)
        // A person does not wait until a button is enabled.
        await buttonOf(page, form).click({ force: true })
        await expect(buttonOf(page, { ...form, button: 'Loading…' })).toBeVisible()
      }
      release()
      for (const form of forms) await expect.poll(() => arrivals(form), form.name).toBe(1)
    })
    const dialog = async () => {
      const page = await newVisitor()
      const release = await openWithout(page, registration.path)
      await page.getByRole('button', { name: 'Register Now' }).click()
      await expect(page.getByText('Opening the form...')).toBeVisible()
      release()
      await register(page, registrant)
      await expect.poll(() => arrivals(registration)).toBe(1)
    }
    const enter = async () => {
      const page = await newVisitor()
      const release = await openWithout(page, '/supporter-login')
      release()
      await fillSignIn(page, 'supporter')
      await expect(page).toHaveURL('/admin')
    }
    await Promise.all([...presses, dialog(), enter()])
    for (const form of [...pageForms, registration]) {
      expect(await arrivals(form), form.name).toBe(1)
    }
  },
)

test('a press that lasts while its form’s code loads is sent', async ({ page, baseURL, email }) => {
  const release = await openWithout(page, contact.path)
  await fill(page, contact, email)
  await buttonOf(page, contact).hover()
  await page.mouse.down()
  release()
  await expectWorking(page, contact)
  await page.mouse.up()
  await expect.poll(async () => (await sentBy(baseURL!, contact, email)).length).toBe(1)
})

test('a tab of the home page opens at once, and stays open', async ({ page }) => {
  await slowDown(page, 800)
  await openUntilSeen(page, '/')
  const tab = page.getByRole('tab', { name: 'Our Impact' })
  await tab.click()
  const panel = page.getByRole('tabpanel', { name: 'Our Impact' })
  await expect(panel).toBeVisible()
  await expect(page).toHaveURL('/#impact')
  // React marks the elements that it has hydrated.
  const isTakenOver = () => tab.evaluate((element) => /__react/.test(Object.keys(element).join()))
  expect(await isTakenOver()).toBe(false)

  await expect.poll(isTakenOver).toBe(true)
  await hydrated(tab)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Our Impact')
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await expect(panel).toBeVisible()
})

const journeys: Record<string, (page: Page, email: string) => Promise<string>> = {
  'a donor pledges what was chosen on the way': async (page, email) => {
    await openUntilSeen(page, '/')
    const donate = page.getByRole('banner').getByRole('link', { name: 'Donate' })
    // Before its styles load, the page also shows the link for wide screens.
    await expect(donate).toHaveCount(1)
    await donate.click()
    await page.getByText('$100', { exact: true }).click()
    await page.getByRole('link', { name: 'Pledge' }).click()
    const form = page.getByRole('form', { name: 'Pledge' })
    await form.getByLabel('Name').fill('Ada Dahn')
    await form.getByLabel('Email').fill(email)
    await form.getByRole('button', { name: 'Send Pledge' }).click()
    return 'Thank you, Ada Dahn, for pledging $100'
  },
  'a parent applies for the program whose page leads to the application': async (page, email) => {
    await openUntilSeen(page, '/programs/early-childhood')
    await page.getByRole('link', { name: 'Apply for a place' }).click()
    await expectWorking(page, program)
    await expectAnswers(page, program, { 'Program of interest': 'early-childhood' })
    await fill(page, program, email)
    await buttonOf(page, program).click()
    return 'Your application has arrived. Thank you!'
  },
  'an adult registers for a course': async (page, email) => {
    await openUntilSeen(page, '/programs/teacher-training')
    await page.getByRole('button', { name: 'Register Now' }).click()
    await register(page, email)
    return 'You’re registered for Teacher Training'
  },
}

for (const [name, travel] of Object.entries(journeys)) {
  // A slowed processor keeps the real one busy.
  const phones = name.startsWith('a parent') ? ([['a phone', 1]] as const) : []
  for (const [phone, slowness] of [...phones, ['a phone four times as slow', 4] as const]) {
    test(
      `on ${phone} ${name}, and gets a receipt with a reference`,
      { tag: slowness === 1 ? [] : '@long' },
      async ({ page, email }) => {
        await page.setViewportSize({ width: 360, height: 740 })
        const session = await slowDown(page, 400)
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
        const heading = page.getByRole('heading', { name: await travel(page, email) })
        await expect(heading).toBeVisible()
        await expect(page.getByText(/^[A-Z]-\d{6}$/)).toBeVisible()
      },
    )
  }
}

/** A JPEG of about 300 KB, as a camera writes it: with the place where it was taken. */
async function photograph(page: Page): Promise<Buffer> {
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 720
    canvas.height = 960
    const context = canvas.getContext('2d')!
    const pixels = context.createImageData(canvas.width, canvas.height)
    for (let place = 0; place < pixels.data.length; place++) {
      pixels.data[place] = place % 4 === 3 ? 255 : (place * place * 31) % 251
    }
    context.putImageData(pixels, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.7).split(',')[1]!
  })
  const bytes = Buffer.from(picture, 'base64')
  return Buffer.concat([bytes.subarray(0, 2), exif(6), bytes.subarray(2)])
}

test(
  'on a phone a photo reaches a program although the connection drops, and opens without its place',
  { tag: '@long' },
  async ({ page, baseURL, expectedErrors }) => {
    expectedErrors.push(
      /ERR_(CONNECTION|EMPTY|SOCKET|NETWORK)|Failed to fetch|\[object Object\]|tus:/,
    )
    const line = await Line.to(baseURL!)
    await page.setViewportSize({ width: 360, height: 740 })
    const program = await insertRow(baseURL!, 'programs', { name: 'Weaving', status: 'active' })
    await signIn(page, 'admin')
    await page.goto(`${line.url}/crm?tab=programs&open=${program}`)
    const files = page.getByRole('region', { name: /^Files/ })
    await expect(files.getByText('No files.')).toBeVisible()
    const buffer = await photograph(page)

    await slowDown(page, 400)
    await files
      .getByLabel('Add files')
      .setInputFiles({ name: 'Visit.jpg', mimeType: 'image/jpeg', buffer })
    const bar = files.getByRole('progressbar', { name: 'Upload of Visit.jpg' })
    await expect.poll(() => bar.getAttribute('value').then(Number)).toBeGreaterThan(10)
    await line.cut()
    await expect(files.getByText(/^The connection dropped/)).toBeVisible()
    await expectNoViolations(page)
    await line.mend()
    await files.getByRole('button', { name: /^Try again/ }).click()

    const picture = files.getByRole('button', { name: 'Visit.jpg', exact: true })
    await expect(picture).toBeVisible()
    await expectNoViolations(page)
    await picture.click()
    const shown = page.getByRole('dialog', { name: 'Visit.jpg' }).getByRole('img')
    // Rotated like the camera
    await expect.poll(() => shown.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(960)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    const chunks: Buffer[] = []
    for await (const chunk of await (await download).createReadStream())
      chunks.push(chunk as Buffer)
    const kept = Buffer.concat(chunks)
    expect(buffer.includes('GPS')).toBe(true)
    expect(kept.includes('GPS')).toBe(false)
    expect(kept.length).toBeGreaterThan(100_000)
    await line.cut()
  },
)
