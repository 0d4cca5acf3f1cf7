import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Locator, Page } from 'playwright/test'
import { HtmlValidate } from 'html-validate'
import { pageForms, pledge } from '../public-forms'
import { expectNoViolations } from './expect-accessible'
import { expect, hydrated, test } from './fixtures'
import {
  htmlOf,
  oneOfEachKind,
  pagesOfMails,
  publicAddresses,
  sitemap,
  unlisted,
} from './public-addresses'
import { expectWorking, formOf } from './public-forms'

const dist = join(import.meta.dirname, '../../dist')

/** Problems of the open page: its description, canonical address, motion. */
async function expectWhole(page: Page, address: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }), address).toHaveCount(1)
  await expect(page.locator('meta[name=description]'), address).toHaveAttribute(
    'content',
    /^.{50,170}$/,
  )
  await expect(
    page.locator(
      unlisted.includes(address)
        ? 'meta[name=robots][content=noindex]'
        : `link[rel=canonical][href="https://kindlewell.example${address}"]`,
    ),
    address,
  ).toHaveCount(1)
  const bareCloths = () =>
    page
      .locator('[data-cloth]')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).backgroundImage === 'none'))
  expect(await bareCloths(), address).toEqual([])
  const running = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            ({ playState, timeline }) => playState === 'running' && timeline === document.timeline,
          ).length,
    )
  // The kit shortens every transition to an instant, in which one may still be running.
  await expect.poll(running, `${address} moves although motion is unwelcome`).toBe(0)
}

const marigold = 'rgb(243, 183, 58)'

/** The words beside its mark have their own sizes. */
const logo = 'svg + span'

/** Sizes of headings, and the space above and below a band, in px, at widths of a screen. */
const scale: Record<number, { h1: number; h2: number; h3: number; band: number }> = {
  360: { h1: 40, h2: 28, h3: 20, band: 64 },
  768: { h1: 52, h2: 34, h3: 22, band: 88 },
  1280: { h1: 64, h2: 40, h3: 24, band: 112 },
  1920: { h1: 76, h2: 46, h3: 24, band: 152 },
}

/** Of running text, in its font's size: about 80 letters. */
const longestLine = 32.5

/**
 * At these widths no page scrolls sideways, no figure lies on two lines, all text
 * has a size of the scale, a laptop shows neither a heading of four lines nor text of long ones, and one
 * marigold button is in view.
 */
async function expectFitting(
  page: Page,
  address: string,
  widths: readonly number[],
): Promise<void> {
  const { width, height } = page.viewportSize()!
  for (const narrow of widths) {
    await page.setViewportSize({ width: narrow, height })
    const unfitting = () =>
      page.evaluate(
        async ({ narrow, sizes, isLaptop, longestLine, marigold, logo }) => {
          // The browser takes a moment to apply the new width.
          while (innerWidth !== narrow) await new Promise((turn) => requestAnimationFrame(turn))
          const found: string[] = []
          if (document.documentElement.scrollWidth > innerWidth) {
            const reaching = [...document.querySelectorAll('body *')].find(
              (part) => part.getBoundingClientRect().right > innerWidth && part.checkVisibility(),
            )
            found.push(`scrolls sideways by ${reaching?.outerHTML.slice(0, 200)}`)
          }
          const range = document.createRange()
          const linesOf = (text: Range) => {
            const parts = [...text.getClientRects()].filter(({ width: wide }) => wide > 0)
            return new Set(parts.map(({ top }) => Math.round(top))).size
          }
          const sizeOfText = (part: Element) => parseFloat(getComputedStyle(part).fontSize)
          const isOf = (size: number, text: number) => Math.abs(text - size) < 0.1
          const all = sizes && [13, 15, 17, 20, sizes.h3, sizes.h2, sizes.h1]
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          for (let text = texts.nextNode(); text; text = texts.nextNode()) {
            const value = text.nodeValue!
            if (!value.trim()) continue
            const part = text.parentElement!
            for (const { 0: figure, index } of value.matchAll(/[$+]?\d[\d.,]*[%KM+]*/g)) {
              range.setStart(text, index)
              range.setEnd(text, index + figure.length)
              if (linesOf(range) > 1) found.push(figure)
              if (range.getBoundingClientRect().right > part.getBoundingClientRect().right + 1) {
                found.push(`${figure} reaches into what is beside it`)
              }
            }
            if (!all || part.closest(`noscript, ${logo}`)) continue
            const size = sizeOfText(part)
            if (!all.some((one) => isOf(one, size)) && part.checkVisibility()) {
              found.push(`size of ${value}`)
            }
          }
          if (!sizes) return found
          if (!isOf(sizes.h1, sizeOfText(document.querySelector('h1')!))) {
            found.push('size of the title')
          }
          const map = document.querySelector('section[aria-labelledby=where]')
          if (map) {
            if (!isOf(sizes.h2, sizeOfText(map.querySelector('h2')!))) {
              found.push('size of a heading')
            }
            if (Math.abs(parseFloat(getComputedStyle(map).paddingTop) - sizes.band) > 0.5) {
              found.push('space of a band')
            }
            const pictures = document.querySelectorAll('main img')
            if ([...pictures].filter((part) => part.checkVisibility()).length < 6) {
              found.push('fewer than six pictures')
            }
          }
          if (isLaptop) {
            for (const part of document.querySelectorAll('h1, h2, h3, main :is(p, li, dd)')) {
              range.selectNodeContents(part)
              const lines = linesOf(range)
              if (/^H/.test(part.tagName)) {
                if (lines > 3) found.push(`lines of ${part.textContent}`)
              } else if (lines > 1 && !part.querySelector('p, div, ul, h3')) {
                const widths = [...range.getClientRects()].map(({ width: wide }) => wide)
                if (Math.max(...widths) > longestLine * sizeOfText(part)) {
                  found.push(`long lines of ${part.textContent}`)
                }
              }
            }
          }
          const tops = [...document.querySelectorAll('a, button')]
            .filter(
              (part) =>
                getComputedStyle(part).backgroundColor === marigold && part.checkVisibility(),
            )
            .map((part) => {
              if (part instanceof HTMLAnchorElement && part.pathname === location.pathname) {
                found.push('a marigold button that leads to where one is')
              }
              for (let above: Element | null = part; above; above = above.parentElement) {
                if (getComputedStyle(above).position === 'sticky') return NaN
              }
              return part.getBoundingClientRect().top
            })
          // NaN counts as in view at any scroll position.
          const isCrowded = tops.some((top, index) =>
            tops.slice(0, index).some((other) => !(Math.abs(top - other) >= innerHeight)),
          )
          if (isCrowded) found.push('two marigold buttons in one view')
          if (tops.length === 0) found.push('no marigold button')
          return found
        },
        { narrow, sizes: scale[narrow], isLaptop: narrow === 1280, longestLine, marigold, logo },
      )
    // A busy machine lays it out even later.
    await expect.poll(unfitting, `${address}, ${narrow} px wide`).toEqual([])
  }
  await page.setViewportSize({ width, height })
}

const fileSizes = new Map<string, number>()

/** Bytes of these files as a static host sends them: text by Brotli, all else as it is. */
async function sizeOf(files: Iterable<string>): Promise<number> {
  let total = 0
  for (const file of files) {
    let size = fileSizes.get(file)
    if (size === undefined) {
      const content = await readFile(join(dist, file, extname(file) ? '' : 'index.html'))
      const isText = /^$|^\.(js|css|svg|html|json|webmanifest)$/.test(extname(file))
      size = (isText ? brotliCompressSync(content) : content).length
      fileSizes.set(file, size)
    }
    total += size
  }
  return total
}

/** Of these scripts; none of them may be one that only forms or the staff need. */
async function bytesOf(scripts: ReadonlySet<string>): Promise<number> {
  for (const script of scripts) {
    if (fileSizes.has(script)) continue
    const content = await readFile(join(dist, script), 'utf8')
    expect(content, script).not.toMatch(/postgrest|gotrue|safeParse/i)
  }
  return sizeOf(scripts)
}

/** From one page to the next, and once more within the app. */
async function expectAllWhole(page: Page, addresses: readonly string[]): Promise<void> {
  const scripts = new Set<string>()
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    files.add(pathname)
    if (request.resourceType() === 'script') scripts.add(pathname)
  })
  const seen = async () => ({
    title: await page.title(),
    text: await page.getByRole('main').innerText(),
  })
  const prerendered = new Map<string, Awaited<ReturnType<typeof seen>>>()
  for (const address of addresses) {
    scripts.clear()
    files.clear()
    await page.goto(address)
    await expectWhole(page, address)
    if (pagesOfMails.includes(address)) {
      await expect(
        page.getByRole('heading', { name: 'Please open the link in our email' }),
      ).toBeVisible()
    }
    prerendered.set(address, await seen())
    await hydrated(page.getByRole('heading', { level: 1 }))
    await expectFitting(page, address, [360, 1280])
    expect(scripts.size, address).toBeGreaterThan(2)
    const [, first = ''] = /<script data-entry[^>]*>(.*?)<\/script>/s.exec(await htmlOf(address))!
    const sizeOfFirst = brotliCompressSync(first).length
    expect(await bytesOf(scripts), address).toBeLessThanOrEqual(90 * 1024 - sizeOfFirst)
    // The page, and the styles that its first paint waits for, arrive in one round trip each: 14.6 KB with headers.
    for (const file of [address, ...[...files].filter((name) => name.endsWith('.css'))]) {
      expect(await sizeOf([file]), file).toBeLessThanOrEqual(14_200)
    }
    // With motion, Home also plays a video.
    if (address === '/') files.add('/intro.webm')
    expect(await sizeOf(files), address).toBeLessThanOrEqual(200 * 1024)
  }
  // From the last page to all others, and back to it.
  for (const address of addresses) {
    await page.evaluate((to) => {
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await expect.poll(seen, address).toEqual(prerendered.get(address))
    await expectWhole(page, address)
    await expectNoViolations(page, address)
  }
}

test.describe('is whole, small, accessible, and the same when the app draws it', () => {
  const inTwo = (addresses: readonly string[]) =>
    [0, 1].map((half) => addresses.filter((_, index) => index % 2 === half))

  test('each kind of public page', async ({ page }) => {
    const [half] = inTwo(oneOfEachKind(await publicAddresses()))
    await expectAllWhole(page, half!)
  })

  test('each kind of public page: the other half', { tag: '@ci' }, async ({ page }) => {
    const [, half] = inTwo(oneOfEachKind(await publicAddresses()))
    await expectAllWhole(page, half!)
  })

  test('every public page', { tag: '@long' }, async ({ page }) => {
    const all = await publicAddresses()
    expect(all.length).toBeGreaterThanOrEqual(19)
    await expectAllWhole(page, all)
  })
})

test(
  'every public page fits the smallest screen, a tablet and a large one',
  { tag: '@long' },
  async ({ page }) => {
    for (const address of await publicAddresses()) {
      await page.goto(address)
      await hydrated(page.getByRole('heading', { level: 1 }))
      await expectFitting(page, address, [320, 768, 1920])
    }
  },
)

test('the sitemap leaves out the demo pages, which search engines are not to list', async () => {
  const listed = await sitemap()
  for (const address of [...unlisted, '/seed-demo-users']) {
    expect(listed).not.toContain(address)
    expect(await htmlOf(address), address).toMatch(/<meta name="robots" content="noindex"/)
  }
})

test('the prerendered pages are valid HTML, each with its own title', async () => {
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
  const titles = new Map<string | undefined, string>()
  for (const address of [...(await publicAddresses()), '/404.html']) {
    const html = await htmlOf(address)
    const report = await validator.validateString(html)
    const messages = report.results.flatMap((result) =>
      result.messages.map(
        ({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`,
      ),
    )
    expect(messages, address).toEqual([])
    const title = /<title>([^<]+)<\/title>/.exec(html)?.[1]
    expect(titles.get(title), `${address} and its namesake`).toBeUndefined()
    titles.set(title, address)
  }
})

test('on a phone Donate is in reach, and the bar of its page covers nothing that is typed in', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/about')
  await hydrated(page.getByRole('heading', { level: 1 }))
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Donate' }).first(),
  ).toBeInViewport()
  await page.getByRole('banner').getByText('Menu').click()
  const menu = page.getByRole('banner').getByRole('navigation').filter({ visible: true })
  await menu.getByRole('link', { name: 'Donate' }).click()
  await hydrated(page.getByRole('heading', { name: 'Donate', level: 1 }))

  const action = page.getByRole('link', { name: 'Pledge' }).filter({ visible: true })
  await expect(action).toHaveCount(1)
  await expectWorking(page, pledge)
  const isUncovered = (part: Locator) =>
    part.evaluate((text) => {
      const { left, top, bottom } = text.getBoundingClientRect()
      return [top + 2, bottom - 2].every(
        (y) => y < innerHeight && document.elementFromPoint(left + 2, y) === text,
      )
    })
  const inBar = page.getByText('$50 · 2 mornings')
  expect(
    await isUncovered(page.getByText('2 mornings at school for one child', { exact: true })),
  ).toBe(true)
  expect(await isUncovered(inBar)).toBe(true)
  await page.setViewportSize({ width: 360, height: 640 })
  expect(await isUncovered(inBar)).toBe(true)
  await page.getByRole('radio', { name: 'Another amount' }).check()
  // The browser scrolls a moment later.
  for (const part of [page.getByText('Amount in US dollars'), page.getByText(/^From \$5/)]) {
    await expect.poll(() => isUncovered(part)).toBe(true)
  }
  const bar = page.getByRole('link', { name: 'Pledge', includeHidden: true }).locator('..')
  for (let step = 0; step < 6; step++) {
    await page.keyboard.press('Tab')
    // The browser scrolls to the focused element a moment later.
    const isInSight = () =>
      bar.evaluate((part) => {
        const { top, bottom } = document.activeElement!.getBoundingClientRect()
        const { top: edge } = part.getBoundingClientRect()
        const isCovered = part.checkVisibility({ visibilityProperty: true }) && bottom > edge
        return top >= 64 && bottom <= innerHeight && !isCovered
      })
    await expect.poll(isInSight, `step ${step}`).toBe(true)
  }
  const own = page.getByRole('button', { name: 'Send Pledge' })
  await own.scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  for (const heading of ['Other ways to give', 'Talk to a person']) {
    await page.getByRole('heading', { name: heading }).scrollIntoViewIfNeeded()
    await expect(action).toBeInViewport({ ratio: 1 })
  }
  await page.getByRole('radio', { name: '$50' }).check()
  await page.getByLabel('Name').fill('Renée')
  await page.getByLabel('Email').fill('renee@example.org')
  await page.route('**/rest/v1/pledges*', (route) => route.fulfill({ status: 201 }))
  await own.click()
  await expect(page.getByRole('button', { name: 'Send another pledge' })).toBeVisible()
  await page.getByRole('heading', { name: 'Other ways to give' }).scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await page.reload()
  await expect(page.getByText(/^Sent at .*: your pledge, \$50/)).toBeVisible()
})

test('Go Back on an unknown address leads to the page before, also when that was typed', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  await page.goto('/programs')
  for (const address of ['/no-such-page', '/programs/no-such-program']) {
    await page.goto(address)
    const back = page.getByRole('button', { name: 'Go Back' })
    await hydrated(back)
    await back.click()
    await expect(page).toHaveURL('/programs')
  }
})

/** A page's schema.org data for search engines. */
async function structuredData(address: string): Promise<Record<string, unknown>[]> {
  const scripts = (await htmlOf(address)).matchAll(
    /<script type="application\/ld\+json">(.*?)<\/script>/g,
  )
  return [...scripts].map(([, json]) => JSON.parse(json!) as Record<string, unknown>)
}

test('each nested page gives search engines its path', async () => {
  const nested = (await sitemap()).filter((address) => address.split('/').length > 2)
  expect(nested.length).toBeGreaterThan(10)
  for (const address of nested) {
    const [, title] = /<title>(.*?) \| /.exec(await htmlOf(address))!
    expect(await structuredData(address), address).toContainEqual(
      expect.objectContaining({
        '@type': 'BreadcrumbList',
        itemListElement: [
          expect.objectContaining({ position: 1, item: 'https://kindlewell.example/' }),
          expect.objectContaining({ position: 2 }),
          expect.objectContaining({
            position: 3,
            name: title,
            item: `https://kindlewell.example${address}`,
          }),
        ],
      }),
    )
  }
})

test('search engines learn who we are and what a place in a program costs', async () => {
  expect(await structuredData('/')).toContainEqual(
    expect.objectContaining({ '@type': 'NGO', email: 'hello@kindlewell.example' }),
  )
  expect(await structuredData('/academy')).toContainEqual(
    expect.objectContaining({ '@type': 'School', name: 'Kindlewell Academy' }),
  )
  expect(await structuredData('/programs/early-childhood')).toContainEqual(
    expect.objectContaining({
      '@type': 'Course',
      name: 'Early Childhood Education',
      offers: expect.objectContaining({ price: 375, priceCurrency: 'USD' }),
    }),
  )
})

test('a shared link shows the title and picture of its page, in words too', async () => {
  const images = new Map<string, string[]>()
  for (const address of await publicAddresses()) {
    const html = await htmlOf(address)
    const said = (name: string) =>
      new RegExp(`<meta property="og:image${name}" content="([^"]*)"`).exec(html)?.[1]
    const file = said('')!.replace('https://kindlewell.example', '')
    const png = await readFile(join(dist, file))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)].map(String), address).toEqual([
      said(':width'),
      said(':height'),
    ])
    expect(said(':alt'), address).toMatch(/^\w.{15,}/)
    images.set(file, [...(images.get(file) ?? []), address])
  }
  const shared = [...images].filter(([, addresses]) => addresses.length > 1)
  expect(shared.map(([file]) => file)).toEqual(['/social-image.png'])
})

test('tabs are in the address: they can be shared, survive Back, and do not move the page', async ({
  page,
}) => {
  const selected = page.getByRole('tab', { selected: true })
  await page.goto('/')
  const impact = page.getByRole('tab', { name: 'Our Impact' })
  await hydrated(impact)
  await impact.scrollIntoViewIfNeeded()
  const before = await impact.boundingBox()
  await impact.click()
  await expect(page).toHaveURL('/#impact')
  await expect(page.getByRole('tabpanel', { name: 'Our Impact' })).toBeVisible()
  expect((await impact.boundingBox())!.y).toBe(before!.y)

  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stay Connected')
  await page.goBack()
  await expect(page).toHaveURL('/#impact')
  await expect(selected).toHaveText('Our Impact')
  await page.getByRole('link', { name: /home$/ }).click()
  await expect(selected).toHaveText('Foundation')

  await page.goto('/academy#programs')
  await expect(selected).toHaveText('Programs')
  await expect(page.getByRole('tabpanel', { name: 'Programs' })).toBeInViewport()
  await hydrated(selected)
  await expect(selected).toHaveText('Programs')
  await expect(selected).toBeInViewport()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  /** Locators by text skip content for browsers without scripts. */
  const expectSeen = (page: Page, text: string) =>
    expect(page.locator('body')).toContainText(text, { useInnerText: true })

  test('pages show their whole text and their links; forms give way to another', async ({
    page,
  }) => {
    await page.goto('/')
    for (const text of ['Our mission', 'Total Raised', 'Active Donors']) {
      await expect(page.getByText(text, { exact: false }).first()).toBeVisible()
    }
    await page.goto('/academy')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByText('About', { exact: true }).first().click()
    await expect(page.getByRole('link', { name: 'Founder' }).first()).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    for (const form of pageForms) {
      await page.goto(form.path)
      await expectSeen(page, 'This form needs JavaScript')
      await expect(formOf(page, form)).toHaveCount(0)
      // Nor does a bar of a phone lead to it.
      await expect(page.getByRole('link', { name: 'Pledge', exact: true })).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('link', { name: /@/ }).first()).toBeVisible()
    }
  })

  test('Go Back on an unknown address leads home', async ({ page, expectedErrors }) => {
    expectedErrors.push(/404/)
    await page.goto('/no-such-page')
    await expect(page.getByRole('button', { name: 'Go Back' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/')
  })

  test('Register Now leads to the written application', async ({ page }) => {
    await page.goto('/programs/teacher-training')
    await expect(page.getByRole('button', { name: 'Register Now' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Register Now' }).click()
    await expect(page).toHaveURL('/get-involved/join-programs#apply')
    await expectSeen(page, 'Write or call with your name, the program')
  })

  test('the screens behind sign-in say what they need', async ({ page }) => {
    for (const [address, title] of [
      ['/crm', 'CRM'],
      ['/admin', 'Your account'],
      ['/supporter-login', 'Supporter Portal'],
    ] as const) {
      await page.goto(address)
      await expect(page).toHaveTitle(`${title} | Kindlewell Foundation & Academy`)
      await expectSeen(page, 'This page needs JavaScript')
    }
  })
})
