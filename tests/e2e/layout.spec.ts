import type { Page } from '@playwright/test'
import { expect, hydrated, test } from './fixtures'
import { publicAddresses } from './public-addresses'

/* How public pages lie on screens and on paper. */

/** How far a page that is opened moved by itself until it was whole, as the metric CLS counts it. */
async function shiftOf(page: Page, address: string, scripts: boolean): Promise<number> {
  await page.goto(address)
  await page.evaluate(() => document.fonts.ready)
  if (scripts) await hydrated(page.getByRole('heading', { level: 1 }))
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let shift = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shift += (entry as unknown as LayoutShift).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shift))))
      }),
  )
}

interface LayoutShift {
  value: number
}

for (const { width, scripts } of [
  { width: 360, scripts: true },
  { width: 360, scripts: false },
  { width: 1280, scripts: true },
  { width: 1280, scripts: false },
]) {
  test(`no public page moves when its fonts come late, ${width} px wide with${scripts ? '' : 'out'} scripts`, async ({
    page,
    expectedErrors,
  }) => {
    test.setTimeout(120_000)
    expectedErrors.push(/ERR_FAILED/)
    await page.setViewportSize({ width, height: 740 })
    await page.route(/\.woff2$/, async (route) => {
      await new Promise((done) => setTimeout(done, 400))
      await route.continue()
    })
    if (!scripts) await page.route(/\.js$/, (route) => route.abort())
    for (const address of await publicAddresses()) {
      expect.soft(await shiftOf(page, address, scripts), address).toBeLessThanOrEqual(0.005)
    }
  })
}
