import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

// A busy machine is not a slow connection.
test.beforeEach(({ context }) =>
  context.addInitScript(() => {
    const now = performance.now.bind(performance)
    performance.now = () => Math.min(now(), 1_000)
  }),
)

const opening = (page: Page) => page.locator('#opening')

/** Records the middle of the screen, frame by frame. */
async function watchFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const frames: string[] = []
    Object.assign(window, { frames_: frames })
    // After the frame, whose own callbacks may still change it.
    const watch = () => requestAnimationFrame(() => setTimeout(look))
    watch()
    function look() {
      const element = document.elementFromPoint(innerWidth / 2, innerHeight / 2)
      const part = element?.closest('#opening, #root')?.id
      if (part && frames.at(-1) !== part) frames.push(part)
      watch()
    }
  })
  return () => page.evaluate(() => (window as unknown as { frames_: string[] }).frames_)
}

// It lasts a second, which a busy machine may take to answer; so the test asks afterwards.
test('the splash is shown on visits 1 and 2, before the page, and once in a session', async ({
  context,
}) => {
  const seen = [['opening', 'root'], ['opening', 'root'], ['root']]
  for (const [index, expected] of seen.entries()) {
    const visit = await context.newPage()
    const frames = await watchFrames(visit)
    await visit.goto('/get-involved/volunteer')
    await expect.poll(frames).toEqual(expected)
    await expect(visit.locator('#root')).toHaveJSProperty('inert', false)

    await visit.reload()
    await expect(visit.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(frames).toEqual(['root'])
    expect(await visit.evaluate(() => localStorage.getItem('splash'))).toContain(
      `"visits":${index + 1},"shownAt":${Math.min(index + 1, 2)}`,
    )
    await visit.close()
  }
})

test('the intro video plays on the first load of the home page, before it, and not again', async ({
  page,
}) => {
  const frames = await watchFrames(page)
  await page.goto('/')
  await expect(opening(page)).toHaveCSS('transition-duration', '0.8s')
  await expect(opening(page).locator('video')).toHaveJSProperty('muted', true)
  await expect.poll(frames).toEqual(['opening', 'root'])

  await page.getByRole('link', { name: 'Volunteer' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Volunteer with us' })).toBeVisible()
  await page.getByRole('link', { name: /home$/ }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Empowering Communities')
  await expect(opening(page)).toBeHidden()
})

test('a line on which the page is painted after a second shows only the page', async ({ page }) => {
  const frames = await watchFrames(page)
  await page.addInitScript(() => {
    performance.now = () => Performance.prototype.now.call(performance)
  })
  await page.route(/\.css$/, async (route) => {
    await new Promise((done) => setTimeout(done, 1_200))
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Start Your Journey' })).toBeVisible()
  await expect.poll(frames).toEqual(['root'])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('nothing lies over the page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Start Your Journey' })).toBeVisible()
    await expect(opening(page)).toBeHidden()
  })
})
