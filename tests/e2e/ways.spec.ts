import { access } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Page } from 'playwright/test'
import { programWays } from '../../src/features/site/content/program-ways'
import { programInterests } from '../../src/shared/data/form-choices'
import { expect, test, toast, withhold } from './fixtures'
import { dist, htmlOf, oneOfEachKind, publicAddresses, unlisted } from './public-addresses'

interface Press {
  words: string
  /** The name of the form around */
  form: string
}

/** Sees what it has done. */
type Look = (page: Page, press: Press) => Promise<unknown>

const isFoldedOut: Look = (page, { words }) =>
  expect(page.locator('details[open] > summary').first()).toHaveText(words)

/**
 * The effect of each button on a public page, and the test that proves it; `look` checks that an
 * early press worked. An unlisted button fails the crawl.
 */
const buttons: readonly { label: RegExp; does: string; isOff?: true; look?: Look }[] = [
  {
    label: /\+–$/,
    does: 'folds out below',
    look: async (page, press) => {
      await isFoldedOut(page, press)
      const signs = page.locator('details[open] > summary [aria-hidden]').first()
      await expect(signs.getByText('–')).toBeVisible()
      await expect(signs.getByText('+')).toBeHidden()
    },
  },
  {
    label: /^In someone’s honor or memory$/,
    does: 'folds out the fields of a tribute (visitor-forms.test)',
    look: isFoldedOut,
  },
  { label: /^Skip$/, does: 'ends the opening (opening.spec)' },
  {
    label: /^(About|Menu)$/,
    does: 'folds out the menu (accessibility.spec)',
    look: isFoldedOut,
  },
  {
    // In the crawl with the label of a press that waits
    label: /^(Submit (Application|Proposal)|Subscribe|Send (Message|Pledge))(Loading…)?$/,
    does: 'sends the form (forms.spec)',
    // The form is empty.
    look: (page, { form }) =>
      expect(
        page.getByRole('form', { name: form }).locator('[aria-invalid=true], [role=alert]').first(),
      ).toBeVisible(),
  },
  {
    label: /^Clear this form$/,
    does: 'empties the form (submission-form.test)',
    look: (page) => expect(page.getByText('The form is empty again.').first()).toBeVisible(),
  },
  {
    label: /^Register( Now$| for )/,
    does: 'opens the registration (registration-dialog.test)',
    look: (page) => expect(page.getByRole('dialog', { name: /^Register for/ })).toBeVisible(),
  },
  {
    label: /^Go Back$/,
    does: 'leads to the page before (public-site.spec)',
    look: (page) => expect(page).toHaveURL('/'),
  },
  {
    label: /^Start$/,
    does: 'runs the demo (animated-logo-page.test)',
    look: (page) => expect(page.getByText('Step 1 of 5')).toBeVisible(),
  },
  {
    label: /^Export Guide$/,
    does: 'gives advice (animated-logo-page.test)',
    look: (page) => expect(toast(page, 'Export Guide')).toBeVisible(),
  },
  {
    label: /^Learn More about Adult Literacy$/,
    does: 'says why it is off (academy-program-card.test)',
    isOff: true,
  },
  // Both wait for something other than code.
  { label: /^Restart$/, does: 'runs the demo again (animated-logo-page.test)' },
  { label: /^(Confirm my subscription|Unsubscribe)$/, does: 'answers an email (campaigns.spec)' },
]

interface Control extends Press {
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

async function builtPages(
  page: Page,
  addresses: readonly string[],
): Promise<Map<string, BuiltPage>> {
  const built = await Promise.all(addresses.map(async (at) => [at, await htmlOf(at)] as const))
  const read = await page.evaluate(
    (all) =>
      all.map(([address, html]): [string, BuiltPage] => {
        const parsed = new DOMParser().parseFromString(html, 'text/html')
        const controls = parsed.querySelectorAll('a, area, [role=link], button, summary')
        return [
          address,
          {
            ids: [...parsed.querySelectorAll('[id]')].map(({ id }) => id),
            controls: [...controls].map((control) => ({
              words: (control.ariaLabel ?? control.textContent).replace(/\s+/g, ' ').trim(),
              form: control.closest('form')?.ariaLabel ?? '',
              isLink: !control.matches('button, summary'),
              href: control.getAttribute('href'),
              isOff: control.matches('[aria-disabled], :disabled'),
            })),
          },
        ]
      }),
    built,
  )
  return new Map(read)
}

const unknown = ['/404.html', '/programs/404.html']

test('every link and button of every public page arrives', async ({ page }, info) => {
  const pages = await builtPages(page, [...(await publicAddresses()), ...unknown])

  /** @throws the reason why it does not arrive */
  async function arrivalOf({ isLink, href, words, isOff }: Control, from: string): Promise<string> {
    if (!isLink) {
      const listed = buttons.find(({ label }) => label.test(words))
      if (!listed) throw new Error('does what?')
      if (isOff && !listed.isOff && !unlisted.includes(from)) throw new Error('is switched off')
      return listed.does
    }
    if (!href || isOff) throw new Error('leads nowhere')
    if (/^(mailto:[^@?]+@[^?]+|tel:\+\d{8,}|https:\/\/.)/.test(href)) return href
    const { pathname, hash, searchParams } = new URL(href, `https://site.example${from}`)
    const program = searchParams.get('program')
    if (program && !(program in programWays || programInterests.some(({ id }) => id === program))) {
      throw new Error('names a program that the application does not know')
    }
    if (extname(pathname)) await access(join(dist, pathname))
    // A page behind sign-in is a file without content.
    else if (!pages.has(pathname)) await htmlOf(pathname)
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

test('every button pressed before any code has loaded does what it says', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  const kinds = [...oneOfEachKind(await publicAddresses()), ...unknown]
  const known = new Set<string>()
  /** One press of each kind, and the address where it is made */
  const presses: [address: string, press: Press, look: Look][] = []
  for (const [address, { controls }] of await builtPages(page, kinds)) {
    for (const { words, form, isLink, isOff } of controls) {
      const button = buttons.find(({ label }) => !isLink && !isOff && label.test(words))
      if (!button?.look || known.has(form + button.does)) continue
      known.add(form + button.does)
      presses.push([address, { words, form }, button.look])
    }
  }
  expect(presses.length).toBeGreaterThan(15)

  async function pressEarly([address, press, look]: (typeof presses)[number]) {
    const early = await context.newPage()
    const release = await withhold(early, '**/assets/*.js')
    await early.goto(address)
    await early.evaluate(({ words, form }) => {
      const named = [...document.querySelectorAll<HTMLElement>('button, summary')].filter(
        (one) =>
          (one.ariaLabel ?? one.textContent).replace(/\s+/g, ' ').trim() === words &&
          (one.closest('form')?.ariaLabel ?? '') === form,
      )
      const tab = named[0]?.closest('[role=tabpanel][data-state=inactive]')?.id
      if (tab) document.querySelector<HTMLElement>(`[role=tab][href="#${tab}"]`)?.click()
      const button = named.find((one) => one.checkVisibility())
      if (!button) throw new Error(`There is no ${words}`)
      button.click()
    }, press)
    release()
    await look(early, press)
    await early.close()
  }
  const pressInTurn = async () => {
    for (let next = presses.pop(); next; next = presses.pop()) await pressEarly(next)
  }
  await Promise.all([pressInTurn(), pressInTurn(), pressInTurn()])
})

/** Visitors' first questions, and a part of each answer */
const firstQuestions = {
  'a parent': {
    'What if the price is too much?': 'pays what they can',
    'What is that in Liberian dollars?': 'L$71,000',
    'Where is the school?': 'behind the water tower of Sunday Market',
    'Can I call, or write on WhatsApp?': '+231 77 555 0100, WhatsApp',
    'By when must I apply?': 'by the end of July',
    'Can my child start in mid-year?': 'in January or April',
    'Is there a place for a child of 7 to 10?': '96 of 120 places in grades 1 to 4',
    'How many pupils are there?': '246',
    'Is there a uniform?': 'green shirt',
    'Which papers do I need?': 'birth certificate',
  },
  'a donor': {
    'Where do I send a check?': '100 Example Street, Austin, TX 78701',
    'Is my gift deductible?': '501(c)(3)',
    'How much is overhead?': '8% ran the office',
    'What did each program cost last year?': '$318,750, $3,750 a place',
    'Who pays what families don’t?': 'gifts and grants',
    'May I see your accounts?': 'tax return',
    'Can I choose where my gift goes?': 'needed most',
    'Can I give in someone’s honor?': 'whom we should tell',
    'Can I stop a monthly gift?': 'At any time',
    'Who decides about the money?': 'Ruth Adler (treasurer)',
  },
  'a volunteer': {
    'In my city, or from home?': 'Houston',
    'How old must I be?': 'age 16',
    'Is there a background check?': 'criminal records',
    'When can I start?': 'three weeks',
  },
  'a partner': {
    'Who are all your partners?': 'Pine Hollow Chapel',
    'May I see a sample agreement?': 'ask for the sample agreement',
  },
  'a journalist': {
    'Who answers the press?': 'press@kindlewell.example',
    'Which pictures may I use?': 'drawings of this site',
    'Can I have your figures as a file?': 'figures.csv',
    'Who is on your board?': 'Josephine Tarwoe',
    'Where are your filings?': 'EIN 00-0000000',
  },
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
  for (const [person, questions] of Object.entries(firstQuestions)) {
    for (const [question, answer] of Object.entries(questions)) {
      const fold = folds.find((text) => text.startsWith(question))
      expect(fold, `what ${person} asks: ${question}`).toContain(answer)
    }
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
