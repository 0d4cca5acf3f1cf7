import type { Page } from '@playwright/test'
import { expect, test } from './fixtures'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const opening = 'Opening'

test('the splash is shown on visits 1 and 2, and goes by itself', async ({ page }) => {
  for (const visit of [1, 2]) {
    await page.goto('/get-involved/volunteer')
    const splash = page.getByRole('region', { name: opening })
    await expect(splash, `visit ${visit}`).toBeVisible()
    await expect(splash).toHaveCount(0)
  }
  await page.goto('/get-involved/volunteer')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('splash')))
    .toMatch(/"visits":3,"shownAt":2/)
  await expect(page.getByRole('region', { name: opening })).toHaveCount(0)
})

for (const [how, skip] of [
  ['its button', (page) => page.getByRole('button', { name: 'Skip' }).click()],
  ['Escape', (page) => page.keyboard.press('Escape')],
  ['a press anywhere', (page) => page.mouse.click(20, 200)],
] as [string, (page: Page) => Promise<void>][]) {
  test(`the splash can be skipped with ${how}`, async ({ page }) => {
    await page.clock.install()
    await page.goto('/get-involved/volunteer')
    await page.clock.runFor(100)
    const splash = page.getByRole('region', { name: opening })
    await expect(splash).toBeVisible()
    await skip(page)
    await expect(splash).toHaveCount(0)
  })
}

test.describe('the intro video', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('splash', JSON.stringify({ visits: 2, shownAt: 2, interval: 5 }))
    })
  })

  test('plays on the first view of the home page, fades after its end, and not again', async ({
    page,
  }) => {
    await page.goto('/')
    const intro = page.getByRole('region', { name: opening })
    await expect(intro).toBeVisible()
    await expect(intro).toHaveCSS('transition-duration', '0.8s')
    await expect(intro.locator('video')).toHaveJSProperty('muted', true)
    await intro.locator('video').dispatchEvent('ended')
    await expect(intro).toHaveCount(0)
    await page.getByRole('link', { name: 'Volunteer' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Volunteer with us' })).toBeVisible()
    await page.getByRole('link', { name: /home$/ }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Empowering Communities')
    await expect(intro).toHaveCount(0)
  })

  test('gives way when the video cannot be loaded', async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to load/)
    await page.route('**/intro.*', (route) => route.abort())
    const requested = page.waitForRequest('**/intro.*')
    await page.goto('/')
    await requested
    await expect(page.getByRole('region', { name: opening })).toHaveCount(0)
  })

  test('gives way when the video stalls', async ({ page }) => {
    await page.route('**/intro.*', () => new Promise<never>(() => {}))
    await page.goto('/')
    await expect(page.getByRole('region', { name: opening })).toBeVisible()
    await expect(page.getByRole('region', { name: opening })).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('gives way when the browser does not let it play', async ({ page }) => {
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.play = () =>
        Promise.reject(new DOMException('not allowed', 'NotAllowedError'))
    })
    const requested = page.waitForRequest('**/intro.*')
    await page.goto('/')
    await requested
    await expect(page.getByRole('region', { name: opening })).toHaveCount(0)
  })
})

test('nothing of it where motion is unwelcome', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Your Journey' }).focus()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('splash')))
    .toContain('"visits":1')
  await expect(page.getByRole('region', { name: opening })).toHaveCount(0)
})
