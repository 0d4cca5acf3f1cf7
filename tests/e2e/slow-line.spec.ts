import type { Page } from '@playwright/test'
import { expect, hydrated, test } from './fixtures'

/* Clicks while the scripts are still loading. */

test.beforeEach(async ({ page }, info) => {
  info.setTimeout(150_000)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2_000,
    downloadThroughput: 400_000 / 8,
    uploadThroughput: 400_000 / 8,
  })
})

/** Opens a page as far as it can be seen. */
const openUntilSeen = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' })

test('a click on Register Now waits visibly, and opens the dialog once', async ({ page }) => {
  await openUntilSeen(page, '/programs/teacher-training')
  const register = page.getByRole('button', { name: 'Register Now' })
  await register.click()
  await expect(register).toHaveAttribute('aria-busy', 'true')
  await expect(register).toHaveCSS('cursor', 'progress')

  const dialog = page.getByRole('dialog', { name: 'Register for Teacher Training' })
  await expect(dialog).toBeVisible({ timeout: 90_000 })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(register).toBeFocused()
  await expect(register).not.toHaveAttribute('aria-busy')
})

test('a tab of the home page opens at once, and stays open', async ({ page }) => {
  await openUntilSeen(page, '/')
  const tab = page.getByRole('tab', { name: 'Our Impact' })
  await tab.click()
  const panel = page.getByRole('tabpanel', { name: 'Our Impact' })
  await expect(panel).toBeVisible()
  await expect(page).toHaveURL('/#impact')
  // React leaves its marks on what it has taken over.
  const isTakenOver = () => tab.evaluate((element) => /__react/.test(Object.keys(element).join()))
  expect(await isTakenOver()).toBe(false)

  await expect.poll(isTakenOver, { timeout: 90_000 }).toBe(true)
  await hydrated(tab)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Our Impact')
  await expect(page.getByRole('tabpanel')).toHaveCount(1)
  await expect(panel).toBeVisible()
})
