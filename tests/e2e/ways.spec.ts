import { programWays } from '../../src/features/site/content/program-ways'
import { programInterests } from '../../src/shared/data/form-choices'
import { expect, test } from './fixtures'
import { htmlOf, publicAddresses, unlisted } from './public-addresses'

/** What each button of a public page does, and where that is proven. One that is not listed fails the crawl. */
const buttons: readonly [label: RegExp, does: string][] = [
  [/\?\+$|^Numbers within a story\+$/, 'folds out below'],
  [/^Skip$/, 'ends the opening (opening.spec)'],
  [/^(About|Menu)$/, 'folds out the menu (accessibility.spec)'],
  [
    /^(Submit (Application|Proposal)|Subscribe|Send (Message|Pledge))$/,
    'sends the form (forms.spec)',
  ],
  [/^Clear this form$/, 'empties the form (submission-form.test)'],
  [/^Register( Now$| for )/, 'opens the registration (registration-dialog.test)'],
  [/^Go Back$/, 'leads to the page before (public-site.spec)'],
  [/^(Start|Restart|Export Guide)$/, 'runs the demo (animated-logo-page.test)'],
  [/^(Confirm my subscription|Unsubscribe)$/, 'answers an email (campaigns.spec)'],
]

interface Control {
  words: string
  isLink: boolean
  href: string | null
  isOff: boolean
}

/** A page as it is built. */
interface BuiltPage {
  controls: Control[]
  /** Where a link may lead on it */
  ids: string[]
}

test('every link and button of every public page arrives', async ({ page }, info) => {
  const addresses = [...(await publicAddresses()), '/404.html', '/programs/404.html']
  const built = await Promise.all(addresses.map(async (at) => [at, await htmlOf(at)] as const))
  const pages = new Map(
    await page.evaluate(
      (all) =>
        all.map(([address, html]): [string, BuiltPage] => {
          const parsed = new DOMParser().parseFromString(html, 'text/html')
          const controls = parsed.querySelectorAll('a, area, [role=link], button, summary')
          return [
            address,
            {
              ids: [...parsed.querySelectorAll('[id]')].map(({ id }) => id),
              controls: [...controls].map((control) => ({
                words: (control.getAttribute('aria-label') ?? control.textContent)
                  .replace(/\s+/g, ' ')
                  .trim(),
                isLink: !control.matches('button, summary'),
                href: control.getAttribute('href'),
                // Forms wait for their scripts.
                isOff: control.matches('[aria-disabled], :disabled') && !control.closest('form'),
              })),
            },
          ]
        }),
      built,
    ),
  )

  /** @throws what keeps it from arriving */
  async function arrivalOf({ isLink, href, words, isOff }: Control, from: string): Promise<string> {
    if (!isLink) {
      const [, does] = buttons.find(([label]) => label.test(words)) ?? []
      if (!does) throw new Error('does what?')
      if (isOff && !unlisted.includes(from)) throw new Error('is switched off')
      return does
    }
    if (!href || isOff) throw new Error('leads nowhere')
    if (/^(mailto:[^@?]+@[^?]+|tel:\+\d{8,}|https:\/\/.)/.test(href)) return href
    const { pathname, hash, searchParams } = new URL(href, `https://site.example${from}`)
    const program = searchParams.get('program')
    if (program && !(program in programWays || programInterests.some(({ id }) => id === program))) {
      throw new Error('names a program that the application does not know')
    }
    // A page behind sign-in is a file without content.
    if (!pages.has(pathname)) await htmlOf(pathname)
    if (hash && !pages.get(pathname)?.ids.includes(hash.slice(1)))
      throw new Error(`there is no ${hash}`)
    return href
  }

  const ways: string[] = []
  const dead: string[] = []
  for (const [address, { controls }] of pages) {
    for (const control of controls) {
      await arrivalOf(control, address).then(
        (at) => ways.push(`${address}: ${control.words} -> ${at}`),
        (reason) => dead.push(`${address}: ${control.words} -> ${reason}`),
      )
    }
  }
  expect(dead).toEqual([])
  expect(ways.length).toBeGreaterThan(600)
  await info.attach('ways', { body: ways.join('\n') })
})

test('every picture, script and style of the site is there', async ({ request }) => {
  const files = new Map<string, string>()
  for (const address of await publicAddresses()) {
    for (const [, url = ''] of (await htmlOf(address)).matchAll(
      /<(?:link|img|script)\b[^>]*?\b(?:href|src)="(\/[^"#]*)/g,
    )) {
      files.set(url.replaceAll('&amp;', '&'), address)
    }
  }
  expect(files.size).toBeGreaterThan(40)
  for (const [url, from] of files) {
    const response = await request.get(url, { headers: { accept: 'text/html,image/*' } })
    expect(response.status(), `${url}, on ${from}`).toBe(200)
  }
  expect((await request.get('/favicon.ico')).headers()['content-type']).toMatch(/^image\//)
})
