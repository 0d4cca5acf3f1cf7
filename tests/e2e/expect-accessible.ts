import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What axe finds against WCAG 2.2 AA and best practice, a line each. */
async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // What is in order needs no description.
    .options({ resultTypes: ['violations'], preload: false })
    // In the page itself: the site has no frames, for which axe would open a page of its own.
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/**
 * No violation of WCAG 2.2 AA or best practice as the page is shown now, and no sideways scrolling on
 * a phone, a tablet and a desk.
 *
 * @param what names the state of the page where it fails
 */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  expect(await axeViolations(page), what).toEqual([])
  const before = page.viewportSize()
  for (const width of [768, 1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    // A chart learns of its new width after the page.
    await expect
      .poll(overflow, `sideways overflow of ${what} at ${width} px`)
      .toBeLessThanOrEqual(0)
  }
  if (before) await page.setViewportSize(before)
}
