import { chromium, type Locator, type Page } from 'playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { launchOptions } from './browser'
import { expect, hydrated, signIn, test, toast } from './fixtures'
import { oneOfEachKind, publicAddresses } from './public-addresses'

/* The layout of public pages on screens and on paper, and of labels on paper. */

/** The layout shift (CLS) of a page until it is complete. */
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
  { width: 1280, scripts: false },
]) {
  test(
    `no kind of public page moves when fonts and pictures come late, ${width} px wide with${scripts ? '' : 'out'} scripts`,
    { tag: scripts ? [] : '@long' },
    async ({ context, expectedErrors }) => {
      expectedErrors.push(/ERR_FAILED/)
      await context.route(/\.(woff2|svg)$/, async (route) => {
        await new Promise((done) => setTimeout(done, 400))
        await route.continue()
      })
      if (!scripts) await context.route(/\.js$/, (route) => route.abort())
      const addresses = oneOfEachKind(await publicAddresses())
      // Each page mostly waits.
      const openInTurn = async () => {
        const page = await context.newPage()
        await page.setViewportSize({ width, height: 740 })
        for (let address = addresses.pop(); address; address = addresses.pop()) {
          expect.soft(await shiftOf(page, address, scripts), address).toBeLessThanOrEqual(0.005)
        }
      }
      await Promise.all([openInTurn(), openInTurn(), openInTurn()])
    },
  )
}

test('a phone shows all tabs, short pages and a short footer, a tablet a title of at most three lines', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const address of ['/', '/academy']) {
    await page.goto(address)
    const tabs = await page
      .getByRole('tablist')
      .evaluate((list) => list.scrollWidth - list.clientWidth)
    expect(tabs, `what is cut off the tabs of ${address}`).toBe(0)
  }
  for (const [address, height] of [
    ['/', 6000],
    ['/programs/early-childhood', 5100],
    ['/get-involved/partner', 5750],
  ] as const) {
    await page.goto(address)
    await page.evaluate(() => document.fonts.ready)
    const { height: pageHeight, width } = await page.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      width: document.documentElement.scrollWidth,
    }))
    expect(pageHeight, address).toBeLessThanOrEqual(height)
    expect(width, address).toBe(360)
  }
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect(footer?.height).toBeLessThanOrEqual(480)
  const low = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((links) => links.filter((link) => link.getBoundingClientRect().height < 24).length)
  expect(low, 'links of the footer that a finger misses').toBe(0)

  await page.goto('/')
  const menu = page.getByRole('banner').getByText('Menu', { exact: true })
  const gutter = async (part: Locator) => Math.round((await part.boundingBox())?.x ?? 0)
  await menu.click()
  expect(await gutter(page.getByRole('banner').getByRole('link', { name: 'Programs' }))).toBe(
    await gutter(page.getByRole('heading', { level: 1 })),
  )

  await page.setViewportSize({ width: 768, height: 1024 })
  const title = page.getByRole('heading', { level: 1 })
  const lines = await title.evaluate((heading) => {
    const range = document.createRange()
    range.selectNodeContents(heading)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })
  expect(lines).toBeLessThanOrEqual(3)
})

test('a page is as wide as its screen allows, and each cloth differs from the others in gray', async ({
  page,
}) => {
  await page.goto('/programs')
  for (const [width, content] of [
    [1440, 1216],
    [1920, 1360],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const list = page.getByRole('main').getByRole('list').first()
    await expect.poll(async () => (await list.boundingBox())?.width).toBe(content)
  }
  const differences = await page.evaluate(async () => {
    const urls = [...document.querySelectorAll('main [data-cloth]')].map(
      (part) => /url\("(.*)"\)/.exec(getComputedStyle(part).backgroundImage)![1]!,
    )
    const side = 48
    const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })!
    const grays: number[][] = []
    for (const url of new Set(urls)) {
      const cloth = new Image()
      cloth.src = url
      await cloth.decode()
      context.drawImage(cloth, 0, 0, side, side)
      const { data } = context.getImageData(0, 0, side, side)
      grays.push(
        Array.from({ length: side * side }, (_, pixel) => {
          const [red = 0, green = 0, blue = 0] = data.subarray(pixel * 4)
          return 0.2126 * red + 0.7152 * green + 0.0722 * blue
        }),
      )
    }
    return grays.flatMap((gray, index) =>
      grays
        .slice(0, index)
        .map((other) => gray.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0))
        .map((sum) => sum / gray.length),
    )
  })
  // Pairs of seven cloths; 255 is black beside white.
  expect(differences).toHaveLength(21)
  expect(Math.min(...differences)).toBeGreaterThan(24)
})

/** Texts cut off by the right edge of the screen, except in rows to swipe */
const textsCutOff = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange()
    const cut: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement!
      if (!text.nodeValue!.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue
      if (parent.closest('[class*=sr-only], [role=group], [role=tablist]')) continue
      range.selectNodeContents(text)
      if (range.getBoundingClientRect().right > innerWidth) cut.push(text.nodeValue!)
    }
    return { cut, width: document.documentElement.scrollWidth }
  })

for (const [letters, size] of [
  ['a quarter larger', 20],
  ['twice as large', 32],
] as const) {
  const tag = size === 32 ? [] : '@long'
  test(
    `a phone whose letters are set ${letters} shows all of them, and scrolls only in one direction`,
    { tag },
    async ({ baseURL }) => {
      const args = [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${size}`]
      const browser = await chromium.launch({ ...launchOptions, args })
      try {
        const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
        const menu = page.getByRole('banner').getByText('Menu', { exact: true })
        const addresses = [...oneOfEachKind(await publicAddresses()), '/supporter-login']
        for (const address of addresses) {
          await page.goto(baseURL + address)
          await page.evaluate(() => document.fonts.ready)
          expect.soft(await textsCutOff(page), address).toEqual({ cut: [], width: 360 })
          if (address !== '/supporter-login') await expect.soft(menu).toBeInViewport({ ratio: 1 })
        }
        await page.goto(`${baseURL}/programs/teacher-training`)
        await page.getByRole('button', { name: 'Register Now' }).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByLabel('First name')).toBeFocused()
        expect(await textsCutOff(page)).toEqual({ cut: [], width: 360 })
        const submit = dialog.getByRole('button', { name: 'Complete Registration' })
        await submit.scrollIntoViewIfNeeded()
        await expect(submit).toBeInViewport({ ratio: 1 })
      } finally {
        await browser.close()
      }
    },
  )
}

test('a laptop shows the whole panel of a gift, with its button', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/get-involved/donate')
  await page.evaluate(() => document.fonts.ready)
  const panel = await page.locator('[data-frame=form]').boundingBox()
  expect(panel!.y + panel!.height).toBeLessThanOrEqual(800)
})

test('the bar of a phone covers nothing of what a gift does', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/get-involved/donate')
  await page.evaluate(() => document.fonts.ready)
  const caption = await page.getByText('One school year: 200 mornings').boundingBox()
  const bar = await page.getByText('$50 · 2 mornings').locator('..').boundingBox()
  expect(caption!.y + caption!.height).toBeLessThanOrEqual(bar!.y)
})

/** Once it has stopped moving */
async function boxOf(part: Locator): Promise<DOMRect> {
  await part.evaluate((node) =>
    Promise.all(node.getAnimations().map((animation) => animation.finished)),
  )
  return part.evaluate((node) => node.getBoundingClientRect())
}

async function expectApart(message: Locator, parts: readonly Locator[]): Promise<void> {
  const covered = async () => {
    const { top, bottom } = await boxOf(message)
    const boxes = await Promise.all(parts.map(boxOf))
    return boxes.filter((box) => box.bottom > top && box.top < bottom)
  }
  await expect.poll(covered).toEqual([])
}

test('a small phone shows four fields of a registration; price and place stay, and Back closes only it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/about')
  await page.goto('/programs/teacher-training')
  const register = page.getByRole('button', { name: 'Register Now' })
  await register.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('First name')).toBeFocused()
  const shown = await dialog
    .getByRole('textbox')
    .evaluateAll(
      (all) => all.filter((field) => field.getBoundingClientRect().bottom < 640 - 12).length,
    )
  expect(shown).toBeGreaterThanOrEqual(4)

  const facts = dialog.getByText('$275 · Montserrado and Margibi, Liberia').first()
  const submit = dialog.getByRole('button', { name: 'Complete Registration' })
  await dialog.getByLabel('I agree to the terms').check()
  await submit.click()
  const message = toast(page, 'Missing Information')
  await expect(message).toBeVisible()
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await expect(facts).toBeInViewport({ ratio: 1 })
  await expectApart(message, [
    facts,
    dialog.getByLabel('First name'),
    dialog.getByText('Please enter your first name'),
  ])
  await submit.scrollIntoViewIfNeeded()
  await expect(facts).toBeInViewport({ ratio: 1 })

  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/programs/teacher-training')
  await expect(register).toBeFocused()
  await register.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => page.evaluate(() => (history.state as { dialog?: true }).dialog))
    .toBeFalsy()
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('on a small phone a failed sign-in covers no field, and leaves with its tab', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/supporter-login')
  const email = page.getByLabel('Email')
  await email.fill('nobody@example.org')
  await page.getByLabel(/^Password/).fill('a password')
  const button = page.getByRole('button', { name: 'Sign In' })
  await button.click()
  const message = toast(page, 'Login failed:')
  await expect(message).toBeVisible()
  await expectApart(message, [
    page.locator('label', { hasText: 'Email' }),
    email,
    page.getByLabel(/^Password/),
    button,
  ])
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect(message).toHaveCount(0)
})

test('the current page is marked by a line, in the bar, in its menu and for About and Founder', async ({
  page,
}) => {
  const line = (part: Locator) => part.evaluate((link) => getComputedStyle(link).textDecorationLine)
  const header = page.getByRole('banner')
  await page.goto('/programs')
  await expect.poll(() => line(header.getByRole('link', { name: 'Programs' }))).toBe('underline')
  await expect.poll(() => line(header.getByRole('link', { name: 'Teams' }))).toBe('none')
  const about = header.getByRole('navigation').getByText('About', { exact: true }).first()
  expect(await line(about)).toBe('none')
  await page.goto('/about/founder')
  expect(await line(about)).toBe('underline')
  await about.click()
  expect(await line(header.getByRole('link', { name: 'Founder' }))).toBe('underline')
})

/** The colors at these fractions of an element's width, at one fraction of its height. */
async function colors(part: Locator, shares: readonly number[], down = 0.5): Promise<string[]> {
  await part.scrollIntoViewIfNeeded()
  const image = (await part.screenshot()).toString('base64')
  return part.evaluate(
    async (_, { image, shares, down }) => {
      const picture = new Image()
      picture.src = `data:image/png;base64,${image}`
      await picture.decode()
      const canvas = new OffscreenCanvas(picture.width, picture.height)
      const context = canvas.getContext('2d')!
      context.drawImage(picture, 0, 0)
      return shares.map((share) =>
        context.getImageData(picture.width * share, picture.height * down, 1, 1).data.join(),
      )
    },
    { image, shares, down },
  )
}

test('no letter is thickened by the browser: each stand-in of a font has a bold cut', async ({
  page,
}) => {
  await page.goto('/')
  const synthesis = await page
    .locator('h1, h2, h3, a, strong, .font-semibold')
    .evaluateAll((parts) => [
      ...new Set(parts.map((part) => getComputedStyle(part).fontSynthesisWeight)),
    ])
  expect(synthesis).toEqual(['none'])
  const weights = await page.evaluate(() =>
    [...document.fonts]
      .filter(({ family }) => family.includes('Fallback'))
      .map(({ family, weight }) => `${family.replaceAll('"', '')} ${weight}`)
      .sort(),
  )
  expect(weights).toEqual([
    'Fraunces Fallback 600',
    'Fraunces Fallback Android 600',
    'Source Sans 3 Fallback 600 900',
    'Source Sans 3 Fallback Android 600 900',
    'Source Sans 3 Fallback Android normal',
    'Source Sans 3 Fallback normal',
  ])
})

test('bars keep their parts in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/programs/parent-engagement')
  const ground = await page.evaluate(() => {
    const { backgroundColor } = getComputedStyle(document.body)
    return `${/\d+, \d+, \d+/.exec(backgroundColor)?.[0].replaceAll(' ', '')},255`
  })
  const [done, open] = await colors(page.getByRole('progressbar').first(), [0.2, 0.97])
  expect(done).not.toBe(ground)
  expect(open).not.toBe(done)
  const [subsidized, rest] = await colors(page.locator('[data-bar]'), [0.225, 0.975], 0.55)
  expect(subsidized).not.toBe(ground)
  expect(rest).not.toBe(ground)
  expect(rest).not.toBe(subsidized)
})

test('on paper: black on white, all tabs and answers, bars as text, and nothing to click', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' })
  await page.goto('/')
  for (const text of ['Our mission', 'Our flagship school', 'Total Raised', 'Hawa Kamara']) {
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  }
  for (const address of [
    '/',
    '/programs/parent-engagement',
    '/get-involved/partner',
    '/get-involved/donate',
    '/contact',
  ]) {
    await page.goto(address)
    const foot = page.getByRole('contentinfo')
    for (const way of ['hello@kindlewell.example', '+1 512 555 0199', '100 Example Street']) {
      await expect(foot.getByText(way), address).toBeVisible()
    }
    await expect(foot.getByText('Get our newsletter'), address).toBeHidden()
    const emptyFrames = await page
      .locator('main [class*=rounded-]')
      .evaluateAll(
        (frames) =>
          frames.filter(
            (frame) =>
              frame.checkVisibility() &&
              !(frame as HTMLElement).innerText.trim() &&
              !frame.matches(':has(img, svg), img, svg'),
          ).length,
      )
    expect(emptyFrames, `empty frames of ${address}`).toBe(0)
    const torn = await page
      .locator('body')
      .locator('dl, li, tr, figure, details, article, footer, [class*=rounded-], h1, h2, h3')
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.checkVisibility())
          .filter((part) => {
            const { breakInside, breakAfter } = getComputedStyle(part)
            return /^H/.test(part.tagName) ? breakAfter !== 'avoid' : breakInside !== 'avoid'
          })
          .map((part) => part.outerHTML.slice(0, 100)),
      )
    expect(torn, `what a new sheet tears on ${address}`).toEqual([])
    const controls = page.locator(
      'nav, header summary, button, input, textarea, select, progress, [role=tab], a[class*=bg-]',
    )
    await expect(controls.filter({ visible: true }), address).toHaveCount(0)
    const inks = await page
      .locator('h1, h2, h3, p, a, dd')
      .evaluateAll((parts) => [...new Set(parts.map((part) => getComputedStyle(part).color))])
    expect(inks, address).toEqual(['rgb(0, 0, 0)'])
    const grounds = await page
      .locator('html, body, body *')
      .evaluateAll((parts) => [
        ...new Set(
          parts
            .filter((part) => part.checkVisibility())
            .map((part) => getComputedStyle(part).backgroundColor),
        ),
      ])
    expect(grounds.sort(), address).toEqual(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'])
  }
  await page.goto('/programs/parent-engagement')
  await expect(page.getByText(/^71%/).first()).toBeVisible()
  await expect(page.getByText('156 of 200 places are taken.')).toBeVisible()
  await page.goto('/get-involved/join-programs')
  for (const answer of await page.locator('details p').all()) await expect(answer).toBeVisible()
})

/** Each sheet of a printed page: its text without spaces, and how much of its height that fills. */
async function sheetsOf(page: Page): Promise<{ text: string; filled: number }[]> {
  const data = new Uint8Array(await page.pdf({ format: 'Letter' }))
  const { promise } = getDocument({ data, verbosity: 0 })
  const { numPages, getPage } = await promise.then((pdf) => ({
    numPages: pdf.numPages,
    getPage: (number: number) => pdf.getPage(number),
  }))
  return Promise.all(
    Array.from({ length: numPages }, async (_, index) => {
      const sheet = await getPage(index + 1)
      const { items } = await sheet.getTextContent()
      const texts = items.flatMap((item) => ('str' in item && item.str.trim() ? [item] : []))
      const lowest = Math.min(...texts.map(({ transform }) => (transform as number[])[5]!))
      return {
        text: texts
          .map(({ str }) => str)
          .join('')
          .replaceAll(/\s/g, ''),
        filled: 1 - lowest / sheet.getViewport({ scale: 1 }).height,
      }
    }),
  )
}

/** Parts that belong on one sheet: a title and its text, or a title and the first row below it. */
const togetherOnPaper = (page: Page) =>
  page.evaluate(() => {
    const bare = (text: string) => text.replaceAll(/\s/g, '')
    const titles = 'main :is(h1, h2, h3, summary)'
    const pairs: [string, string][] = []
    let title = ''
    let isFresh = false
    const walker = document.createTreeWalker(document.querySelector('main')!)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        if (!node.checkVisibility()) continue
        if (node.matches(titles)) {
          title = bare((node as HTMLElement).innerText)
          isFresh = true
        } else if (node.matches('dl, table')) {
          pairs.push([title, bare(node.querySelector('dt, td')!.textContent)])
        }
      } else {
        const parent = node.parentElement!
        const text = bare(node.nodeValue!)
        if (!isFresh || !text || !parent.checkVisibility() || parent.closest(titles)) continue
        pairs.push([title, text.slice(0, 20)])
        isFresh = false
      }
    }
    return pairs
  })

for (const [which, tag] of [
  ['two programs', []],
  ['every program', ['@long']],
] as const) {
  test(
    `on paper a title has what follows below it, and every sheet of ${which} is more than half full`,
    {
      tag: [...tag],
    },
    async ({ page }) => {
      const all = (await publicAddresses()).filter((at) => at.startsWith('/programs/'))
      const addresses = tag.length ? all : all.filter((at) => /early|parent/.test(at))
      for (const address of addresses) {
        await page.goto(address)
        await page.emulateMedia({ media: 'print' })
        const pairs = await togetherOnPaper(page)
        const sheets = await sheetsOf(page)
        const torn = pairs.filter(
          (pair) => !sheets.some(({ text }) => pair.every((part) => text.includes(part))),
        )
        expect.soft(torn, address).toEqual([])
        expect(pairs.length, address).toBeGreaterThan(8)
        const empty = sheets.slice(0, -1).filter(({ filled }) => filled < 0.5)
        expect.soft(empty, address).toEqual([])
      }
    },
  )
}

for (const [count, tag] of [
  [60, []],
  [2000, ['@long']],
] as const) {
  test(
    `${count} labels are printed in their order, 30 on a sheet, and none is empty or cut`,
    { tag: [...tag] },
    async ({ page }) => {
      const letters = Array.from({ length: count }, (_, at) => ({
        id: crypto.randomUUID(),
        people: 1,
        name: `Giver No${at}.`,
        street: `${at + 1} Elm Street, Apartment ${at % 7}`,
        city: 'Boston',
        region: 'MA',
        postal_code: String(10_000 + at),
      }))
      const whole = { letters, people: count, deceased: 0, do_not_contact: 0 }
      await page.route('**/rpc/letters', (route) => route.fulfill({ json: whole }))
      await signIn(page, 'admin')
      await page.goto('/crm?tab=donors&by=donor')
      await page.getByRole('button', { name: 'More for donors' }).click()
      await page.getByRole('menuitem', { name: 'Labels and letters' }).click()
      await expect(page.getByRole('button', { name: 'Print labels' })).toBeVisible()
      const sheets = await sheetsOf(page)
      expect(sheets).toHaveLength(Math.ceil(count / 30))
      const labels = letters.map(({ name, street, postal_code }) =>
        `${name}${street}Boston, MA ${postal_code}`.replaceAll(/\s/g, ''),
      )
      expect(sheets.map(({ text }) => text)).toEqual(
        sheets.map((_, at) => labels.slice(at * 30, at * 30 + 30).join('')),
      )
    },
  )
}
