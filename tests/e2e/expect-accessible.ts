import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const widths = [360, 768, 1280]

/** No violation of WCAG 2.2 AA or best practice, no sideways scrolling, at each width. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
      `at ${width} px`,
    ).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `sideways overflow at ${width} px`).toBeLessThanOrEqual(0)
  }
}
