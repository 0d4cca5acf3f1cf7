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

/** What people ask before anything else, and a part of each answer. */
const firstQuestions = {
  'Where do I send a check?': '100 Example Street, Austin, TX 78701',
  'Is my gift deductible?': '501(c)(3)',
  'How much is overhead?': '8% ran the office',
  'May I see your accounts?': 'tax return',
  'What if $375 is too much?': 'A family pays what it can',
  'What is that in Liberian dollars?': 'L$71,000',
  'Can I call a number in Liberia?': '+231 77 555 0100',
  'By when must I apply?': 'For school in May',
  'Which papers do I need?': 'birth certificate',
  'In my city, or from home?': 'Houston',
  'How old must I be?': 'age 16',
  'Is there a background check?': 'criminal records',
  'When can I start?': 'three weeks',
  'Who are all your partners?': 'Pine Hollow Chapel',
  'May I see a sample agreement?': 'Ask for it',
  'Who answers the press?': 'press@kindlewell.example',
  'Which pictures may I use?': 'drawings of this site',
  'Who is on your board?': 'Josephine Tarwoe',
  'Where are your filings?': 'EIN 00-0000000',
}

test('two presses from Home answer first questions: a link, and the question', async ({ page }) => {
  const home = await htmlOf('/')
  const near = (await publicAddresses()).filter((address) => home.includes(`href="${address}"`))
  const folds = await page.evaluate(
    (all) =>
      all.flatMap((html) =>
        [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('details')].map(
          ({ textContent }) => textContent,
        ),
      ),
    await Promise.all(near.map(htmlOf)),
  )
  for (const [question, answer] of Object.entries(firstQuestions)) {
    expect(
      folds.find((fold) => fold.startsWith(question)),
      question,
    ).toContain(answer)
  }
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
