import { readFile } from 'node:fs/promises'
import { pdf, pdfOf } from '../file-samples'
import { insertRow } from './backend-access'
import { expectNoViolations } from './expect-accessible'
import { expect, signIn, test } from './fixtures'

test('a PDF is read on a phone page by page, larger on request, a damaged one says so, and a text is saved', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const program = await insertRow(baseURL!, 'programs', { name: 'Weaving', status: 'active' })
  await signIn(page, 'admin')
  await page.goto(`/crm?tab=programs&open=${program}`)
  const files = page.getByRole('region', { name: /^Files/ })
  const asFile = (name: string, bytes: Uint8Array | string, mimeType = 'application/pdf') => ({
    name,
    mimeType,
    buffer: Buffer.from(bytes),
  })
  await files
    .getByLabel('Add files')
    .setInputFiles([
      asFile('Policy.pdf', pdfOf('Be kind', 'Signed here', 'Third')),
      asFile('Damaged.pdf', pdf()),
      asFile('Notes é.txt', 'Be kind', 'text/plain'),
    ])
  await files.getByRole('button', { name: 'Policy.pdf', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Policy.pdf' })
  const pages = dialog.getByRole('region', { name: 'Pages of Policy.pdf' })
  await expect(pages).toContainText('Page 1. Be kind')
  await expect(dialog).toContainText('3 pages')
  const [first] = await pages.locator('canvas').all()
  const ink = () =>
    first!.evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
      let dark = 0
      for (let place = 0; place < data.length; place += 4) if (data[place]! < 100) dark += 1
      return { width, dark }
    })
  const before = await ink()
  expect(before.dark).toBeGreaterThan(100)
  await expectNoViolations(page)
  await pages.focus()
  await page.keyboard.press('End')
  await expect(pages).toContainText('Page 3. Third')

  // Chromium skips a key while it still scrolls for the previous one.
  await expect
    .poll(async () => {
      await page.keyboard.press('Home')
      return pages.evaluate((it) => it.scrollTop)
    })
    .toBe(0)
  await dialog.getByRole('button', { name: 'Larger' }).click()
  await expect.poll(async () => (await ink()).width).toBeGreaterThan(before.width)
  expect(await pages.evaluate((it) => it.scrollWidth > it.clientWidth)).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await files.getByRole('button', { name: 'Damaged.pdf', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Damaged.pdf' })).toContainText(
    'This PDF can’t be shown. You can download it.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  const download = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Notes é.txt', exact: true }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Notes é.txt')
  expect(await readFile(await saved.path(), 'utf8')).toBe('Be kind')
})
