import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { expect, hydrated, test } from './fixtures'

/* Addresses that belong to no page. Redrawing a page because its HTML differs is an error. */

test.use({ expectedErrors: [/status of 404/] })

const title = (page: Page) => page.getByRole('heading', { level: 1 })

for (const [address, own, heading] of [
  ['/programs/basket-weaving', '/programs/basket-weaving', 'Program Not Found'],
  ['/no/such/page', '/no/such/page', 'Page Not Found'],
  ['/index.html#impact', '/#impact', 'Empowering Communities'],
  ['/About?from=print', '/about?from=print', 'About us'],
  ['/programs/Teacher-Training/', '/programs/teacher-training', 'Teacher Training'],
]) {
  test(`${address} stays as in its HTML, at ${own}`, async ({ page }) => {
    await page.goto(address!)
    await expect(title(page)).toContainText(heading!)
    await hydrated(title(page))
    await expect(page).toHaveURL(own!)
    await expect(title(page)).toContainText(heading!)
  })
}

test('a host with a single page for missing addresses', async ({ page }) => {
  const notFound = await readFile(join(import.meta.dirname, '../../dist/404.html'), 'utf8')
  await page.route(/\/(programs\/basket-weaving|ABOUT)$/, (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: notFound }),
  )
  await page.goto('/programs/basket-weaving')
  await expect(title(page)).toHaveText('Program Not Found')
  await expect(page).toHaveTitle(/^Program Not Found/)

  await page.goto('/ABOUT')
  await expect(page).toHaveURL('/about')
  await expect(title(page)).toHaveText('About us')
})
