import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'
import type axe from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Expects no violation of WCAG 2.2 AA or best practice on the page as it is. */
export async function expectNoViolations(page: Page, what = page.url()): Promise<void> {
  const isThere = () => page.evaluate(() => 'axe' in window)
  if (!(await isThere())) await page.evaluate(source)
  const violations = await page.evaluate(async () => {
    const { axe: engine } = window as unknown as { axe: typeof axe }
    // What a modal dialog covers is out of reach, and partly out of sight.
    const found = await engine.run(
      { exclude: ['[data-aria-hidden=true]'] },
      {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        // A page without violations needs no description.
        resultTypes: ['violations'],
        preload: false,
      },
    )
    return found.violations
  })
  const lines = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  )
  expect(lines, what).toEqual([])
}

/**
 * Expects no violation of WCAG 2.2 AA or best practice on the page as it is, and no sideways
 * scrolling on a phone, a tablet and a desktop.
 * @param what names the state of the page where it fails
 */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  await expectNoViolations(page, what)
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  for (const width of new Set([before.width, 1280, 768, 360])) {
    if (width !== before.width) await page.setViewportSize({ ...before, width })
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    // A list learns of its new width after the page.
    await expect
      .poll(overflow, `sideways overflow of ${what} at ${width} px`)
      .toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(before)
}
