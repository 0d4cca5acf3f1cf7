import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const widths = [360, 768, 1280]

/** What axe finds against WCAG 2.2 AA and best practice, a line each. */
export async function axeViolations(page: Page, ...without: string[]): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // What is in order needs no description.
    .options({ resultTypes: ['violations'] })
    .disableRules(without)
    // In the page itself: the site has no frames, for which axe would open a page of its own.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** No sideways scrolling at any width. */
export async function expectNoOverflow(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    // A chart learns of its new width after the page.
    await expect
      .poll(overflow, `sideways overflow of ${page.url()} at ${width} px`)
      .toBeLessThanOrEqual(0)
  }
}

/** No violation of WCAG 2.2 AA or best practice on a phone and a desk; no sideways scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await axeViolations(page), 'at 360 px').toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  // Colours are the same at every width, and looking at them takes most of the time.
  expect(await axeViolations(page, 'color-contrast'), 'at 1280 px').toEqual([])
  await expectNoOverflow(page)
}
