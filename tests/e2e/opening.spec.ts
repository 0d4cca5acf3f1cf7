import { expect, test } from './fixtures'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const opening = { name: 'Opening' }

test('the splash is shown on visits 1 and 2, goes by itself, and can be skipped', async ({
  page,
}) => {
  await page.goto('/get-involved/volunteer')
  const splash = page.getByRole('region', opening)
  await expect(splash).toBeVisible()
  await expect(splash).toHaveCount(0)

  await page.reload()
  await expect(splash).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(splash).toHaveCount(0)

  await page.reload()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('splash')))
    .toMatch(/"visits":3,"shownAt":2/)
  await expect(splash).toHaveCount(0)
})

test('the intro video plays on the first view of the home page, and not again', async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('splash', JSON.stringify({ visits: 2, shownAt: 2, interval: 5 }))
  })
  await page.goto('/')
  const intro = page.getByRole('region', opening)
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

test('nothing of it where motion is unwelcome', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Your Journey' }).focus()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('splash')))
    .toContain('"visits":1')
  await expect(page.getByRole('region', opening)).toHaveCount(0)
})
