import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { axeViolations, expectNoOverflow } from './expect-accessible'
import { expect, hydrated, test } from './fixtures'

const dist = join(import.meta.dirname, '../../dist')

async function publicAddresses(): Promise<string[]> {
  const sitemap = await readFile(join(dist, 'sitemap.xml'), 'utf8')
  return [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    (match) => match[1] || '/',
  )
}

/** Whatever is wrong with the page in view: its description and canonical address, motion. */
async function expectWhole(page: Page, address: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
  await expect(page.locator('meta[name=description]'), address).toHaveAttribute(
    'content',
    /^.{50,170}$/,
  )
  await expect(page.locator('link[rel=canonical]'), address).toHaveAttribute(
    'href',
    `https://kindlewell.example${address}`,
  )
  const running = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ playState, timeline }) => playState === 'running' && timeline === document.timeline,
          ).length,
    )
  // The kit cuts every transition to an instant, in which one may be met.
  await expect.poll(running, `${address} moves although motion is unwelcome`).toBe(0)
}

test('every address of the sitemap is a whole page at every width', async ({ page }) => {
  test.setTimeout(300_000)
  const titles = new Map<string, string>()
  for (const address of await publicAddresses()) {
    await page.goto(address)
    await expectWhole(page, address)
    expect(await axeViolations(page), address).toEqual([])
    const title = await page.title()
    expect(titles.get(title), `${address} and its namesake`).toBeUndefined()
    titles.set(title, address)
    await expectNoOverflow(page)
  }
  expect(titles.size).toBeGreaterThanOrEqual(19)
})

test('a page that the app draws is the one that is prerendered', async ({ page }) => {
  test.setTimeout(300_000)
  const seen = () => page.getByRole('main').innerText()
  for (const address of await publicAddresses()) {
    await page.goto(address)
    const [title, text] = [await page.title(), await seen()]

    await page.goto(address === '/about' ? '/' : '/about')
    await hydrated(page.getByRole('heading', { level: 1 }))
    await page.evaluate((to) => {
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await expect(page, address).toHaveTitle(title)
    await expect.poll(seen, address).toBe(text)
    await expectWhole(page, address)
    expect(await axeViolations(page, 'color-contrast'), address).toEqual([])
  }
})

test('who only reads downloads little, and nothing that forms or the staff need', async ({
  newVisitor,
}) => {
  test.setTimeout(120_000)
  const sizes = new Map<string, number>()
  for (const address of await publicAddresses()) {
    const page = await newVisitor()
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
    })
    // What a page downloads of itself is only known once it asks for nothing more.
    await page.goto(address, { waitUntil: 'networkidle' })
    expect(scripts.size, address).toBeGreaterThan(2)
    let bytes = 0
    for (const script of scripts) {
      if (!sizes.has(script)) {
        const content = await readFile(join(dist, script))
        expect(content.toString(), `${script} on ${address}`).not.toMatch(
          /postgrest|gotrue|recharts|safeParse/i,
        )
        sizes.set(script, brotliCompressSync(content).length)
      }
      bytes += sizes.get(script) ?? NaN
    }
    expect(bytes, address).toBeLessThanOrEqual(90 * 1024)
    await page.close()
  }
})

test('no link and no picture of the site is broken', async ({ page, request }) => {
  test.setTimeout(120_000)
  const targets = new Map<string, string>()
  for (const address of await publicAddresses()) {
    await page.goto(address)
    const urls = await page.evaluate(() => [
      ...[...document.querySelectorAll('a[href]')].map((link) => (link as HTMLAnchorElement).href),
      ...[...document.images].map((image) => image.src),
    ])
    for (const url of urls) targets.set(url.split('#')[0] ?? url, address)
  }
  const origin = new URL(page.url()).origin
  for (const [url, from] of targets) {
    if (!url.startsWith(origin)) continue
    const response = await request.get(url, { headers: { accept: 'text/html,image/*' } })
    expect(response.status(), `${url}, linked on ${from}`).toBe(200)
  }
})

test('a page reached by a link is the same as the one that is loaded', async ({ page }) => {
  await page.goto('/')
  await hydrated(page.getByRole('heading', { level: 1 }))
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const [link, heading] of [
    ['Teams', /Our Team/],
    ['Programs', /./],
    ['Academy', /./],
    ['Get Involved', /./],
    ['Contact', /Stay Connected/],
  ] as const) {
    const item = navigation.getByRole('link', { name: link, exact: true })
    const address = (await item.getAttribute('href')) ?? ''
    await item.click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)

    const loaded = await page.context().newPage()
    await loaded.goto(address)
    await expect(page).toHaveTitle(await loaded.title())
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      (await loaded.getByRole('heading', { level: 1 }).textContent()) ?? '',
    )
    await loaded.close()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages show their whole text, tabs included, and their links', async ({ page }) => {
    await page.goto('/')
    for (const text of ['Our mission', 'Total Raised', 'Active Donors']) {
      await expect(page.getByText(text, { exact: false }).first()).toBeVisible()
    }
    await page.goto('/academy')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByText('About', { exact: true }).first().click()
    await expect(page.getByRole('link', { name: 'Founder' }).first()).toBeVisible()
  })
})

test('the prerendered pages are valid HTML', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:standard'],
    rules: {
      // How React writes HTML, which the standard allows.
      'void-style': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
      // A matter of length only; search engines cut long titles themselves.
      'long-title': 'off',
    },
  })
  for (const address of [...(await publicAddresses()), '/404.html']) {
    const file = address.endsWith('.html') ? address : `${address}/index.html`
    const report = await validator.validateString(await readFile(join(dist, file), 'utf8'))
    const messages = report.results.flatMap((result) =>
      result.messages.map(
        ({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`,
      ),
    )
    expect(messages, address).toEqual([])
  }
})
