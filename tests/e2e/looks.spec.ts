import type { Page } from 'playwright/test'
import { storedRows } from './backend-access'
import { expectNoViolations } from './expect-accessible'
import { expect, signIn, test } from './fixtures'

/** The controls of the page that another part covers. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>('main button, header button')
    return [...controls].flatMap((control) => {
      const { x, y, width, height } = control.getBoundingClientRect()
      // A frame that scrolls hides those of its rows.
      if (width < 2 || control.closest('table, [role=tablist]')) return []
      const above = document.elementFromPoint(x + width / 2, y + height / 2)
      return above && !control.contains(above) ? [control.textContent] : []
    })
  })

test('the toolbar of the change log is one line, and an open panel covers no button of the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'admin')
  await page.goto('/change-log')
  const table = page.getByRole('table')
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  const { y = 0 } = (await page.getByRole('searchbox').boundingBox()) ?? {}
  const { y: last = 0 } =
    (await page.getByRole('button', { name: 'Export to CSV' }).boundingBox()) ?? {}
  expect(Math.abs(last - y)).toBeLessThan(4)
  for (const address of ['/crm?tab=mentors', '/crm?tab=donors', '/faults']) {
    await page.goto(address)
    await page.getByRole('rowheader').first().click()
    await expect(page.getByRole('complementary')).toBeVisible()
    expect(await covered(page), address).toEqual([])
  }
})

test(
  'letters, receipts and the page after sign-in are dark where the staff chose it, and help is readable there',
  { tag: '@ci' },
  async ({ page, baseURL }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await signIn(page, 'admin')
    const [gift] = await storedRows(
      baseURL!,
      'donations?select=person_id,created_at&person_id=not.is.null&order=created_at&limit=1',
    )
    const receipt = `/gift-receipt?donor=${String(gift!.person_id)}&year=${String(gift!.created_at).slice(0, 4)}`
    for (const address of [
      '/thank-you-letters',
      '/pledge-letters',
      receipt,
      '/printed-receipts',
      '/admin',
    ]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (address === receipt)
        await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      await expect.poll(ground, { message: address }).toBe('rgb(15, 20, 17)')
      await expectNoViolations(page, address)
    }
    await page.goto('/tasks')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Help: Tasks' })).toBeVisible()
    await expectNoViolations(page, 'the help')
  },
)
