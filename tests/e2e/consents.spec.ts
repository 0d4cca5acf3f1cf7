import qrcode from 'qrcode-generator'
import type { Browser, Locator, Page } from 'playwright/test'
import { asService } from '../embedded/support'
import { expectAccessible } from './expect-accessible'
import { expect, signIn, test } from './fixtures'
import { linkOfLastMail } from './mails'

/** A press of an ordinary typist, and a tap of a thumb that first reads three short texts, in seconds */
const press = 0.25
const tap = 10
const allowed = 60

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** A mentee whose record names a mother, and the panel open. */
async function openChild(page: Page, url: string, last_name: string): Promise<Locator> {
  const { data } = await asService({ url })
    .from('mentees')
    .insert({
      first_name: 'Nia',
      last_name,
      parent_name: `Mara ${last_name}`,
      parent_email: `mara.${last_name.toLowerCase()}@example.org`,
    })
    .select('id')
    .single()
    .throwOnError()
  await signIn(page, 'admin')
  await page.goto(`/crm?tab=mentees&open=${data.id}`)
  const part = page.getByRole('region', { name: 'Family' })
  await expect(part.getByRole('button', { name: 'Show the family' })).toBeVisible()
  return part
}

type Links = [{ token: string }]

const answered = async (page: Page): Promise<Links> =>
  (await (await page.waitForResponse(/rpc\/ask_consent/)).json()) as Links

/** The link in the code on the screen: that of the answer, if the code was drawn from it. */
async function scan(page: Page, answer: Promise<Links>): Promise<string> {
  const [{ token }] = await answer
  const link = `${new URL(page.url()).origin}/consent#${token}`
  const code = qrcode(0, 'M')
  code.addData(link)
  code.make()
  const size = code.getModuleCount()
  const rows = [...Array(size).keys()]
  const dark = rows.flatMap((y) =>
    rows.filter((x) => code.isDark(y, x)).map((x) => `M${x} ${y}h1v1h-1z`),
  )
  const drawn = page.getByRole('img', { name: /^QR code for Nia/ }).locator('path')
  await expect(drawn).toHaveAttribute('d', dark.join(''))
  return link
}

async function onPhone(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(link)
  return page
}

const question = (page: Page, name: string) => page.getByRole('region', { name })

test('a parent consents by a code on the screen within 60 seconds, in a few presses', async ({
  page,
  baseURL,
  browser,
}) => {
  const part = await openChild(page, baseURL!, 'Code')
  let presses = 0
  const key = async (name: string) => {
    presses += 1
    await page.keyboard.press(name)
  }
  const go = async (target: Locator) => {
    await expect(target).toBeVisible()
    const isFocused = () => target.evaluate((node) => node === document.activeElement)
    for (let steps = 0; !(await isFocused()); steps += 1) {
      expect(steps, `tabs to ${target.toString()}`).toBeLessThan(40)
      await key('Tab')
    }
    await key('Enter')
  }
  await part.getByRole('button', { name: 'Show the family' }).focus()
  await key('Enter')
  await go(part.getByRole('button', { name: 'Ask for consent' }))
  const dialog = page.getByRole('dialog')
  const asked = answered(page)
  await go(dialog.getByRole('button', { name: 'Show code' }))
  const link = await scan(page, asked)
  await expectAccessible(page, 'the code')

  const parent = await onPhone(browser, link)
  let taps = 1
  for (const [name, answer] of [
    ['Photos and videos', 'Yes'],
    ['Trips', 'Yes'],
    ['What we keep about a child', 'No'],
  ] as const) {
    taps += 1
    await question(parent, name)
      .getByRole('button', { name: new RegExp(`^${answer}\\b`) })
      .tap()
    await expect(question(parent, name).getByRole('status')).toContainText(
      `You said ${answer.toLowerCase()} on `,
    )
  }
  await parent.context().close()
  const seen = dialog.getByRole('region', { name: /^Nia/ }).getByRole('status')
  await expect(seen).toContainText('Photos and videos: yes')
  await expect(seen).toContainText('What we keep about a child: no')
  const seconds = presses * press + taps * tap
  console.log(`by code: ${presses} presses and ${taps} taps, ${seconds} s`)
  expect(seconds).toBeLessThanOrEqual(allowed)

  await key('Enter')
  const consents = part.getByRole('region', { name: 'Consents' })
  await expect(consents).toContainText(/Photos and videos ?Yes ?Mara Code: yes, .*, by code/)
  await expect(consents).toContainText(/What we keep about a child ?No ?Mara Code: no, .*, by code/)
})

test('a parent answers by the link of an email, comes back and changes the answer as easily', async ({
  page,
  baseURL,
  browser,
  request,
}) => {
  const part = await openChild(page, baseURL!, 'Mail')
  await part.getByRole('button', { name: 'Show the family' }).click()
  await part.getByRole('button', { name: 'Ask for consent' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The email goes to mara.mail@example.org.')
  await expectAccessible(page, 'asking')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(dialog.getByRole('status')).toContainText('It went to mara.mail@example.org.')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(part.getByRole('region', { name: 'Consents' })).toContainText(
    /Photos and videos ?Not given ?Mara Mail: asked .*, by email/,
  )

  let link = ''
  await expect
    .poll(
      async () => (link = await linkOfLastMail(request, 'mara.mail@example.org').catch(() => '')),
    )
    .toContain('/consent#')
  const parent = await onPhone(browser, link)
  const token = link.split('#')[1]!
  const addresses: string[] = []
  parent.on('request', (sent) => addresses.push(sent.url(), JSON.stringify(sent.headers())))
  await expect(parent.getByText('Kindlewell asks you about Nia.')).toBeVisible()
  await expect(parent.getByText('Mail', { exact: true })).toHaveCount(0)
  const photos = question(parent, 'Photos and videos')
  const [yes, no] = ['Yes', 'No'].map((name) =>
    photos.getByRole('button', { name: new RegExp(`^${name}\\b`) }),
  ) as [Locator, Locator]
  const sizeOf = async (button: Locator) => {
    const { width, height } = (await button.boundingBox())!
    return [Math.round(width), Math.round(height)]
  }
  expect(await sizeOf(yes)).toEqual(await sizeOf(no))
  await expectAccessible(parent, 'the questions')
  await yes.tap()
  const said = photos.getByRole('status')
  await expect(said).toContainText('You said yes on ')
  await expect(said).toBeFocused()

  await parent.reload()
  await expect(said).toContainText('You said yes on ')
  await expectAccessible(parent, 'answered')
  await photos.getByRole('button', { name: /^Change my answer to no/ }).tap()
  await expect(said).toContainText('You withdrew your yes on ')
  await photos.getByRole('button', { name: /^Change my answer to yes/ }).tap()
  await expect(said).toContainText('You said yes on ')
  expect(addresses.filter((sent) => sent.includes(token))).toEqual([])
  await parent.context().close()
})

test(
  'a link that no longer opens anything says so in one sentence, without the child',
  { tag: '@ci' },
  async ({ page, baseURL, browser }) => {
    const part = await openChild(page, baseURL!, 'Gone')
    await part.getByRole('button', { name: 'Show the family' }).click()
    await part.getByRole('button', { name: 'Ask for consent' }).click()
    const asked = answered(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Show code' }).click()
    const link = await scan(page, asked)

    const parent = await onPhone(browser, link)
    await expect(question(parent, 'Trips')).toBeVisible()
    const change = link.endsWith('0') ? '1' : '0'
    for (const wrong of [
      link.slice(0, -1) + change,
      link.slice(0, -1),
      `${link.split('#')[0]}#no`,
    ]) {
      await parent.goto('about:blank')
      await parent.goto(wrong)
      await expect(parent.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
      await expect(parent.getByRole('main')).not.toContainText('Nia')
    }
    await parent.goto('about:blank')
    await parent.goto(link.split('#')[0]!)
    await expect(
      parent.getByRole('heading', { name: 'Please open the link in our email' }),
    ).toBeVisible()

    // The mother must not be contacted any more, while her page is open.
    await parent.goto('about:blank')
    await parent.goto(link)
    await expect(question(parent, 'Trips')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await part
      .getByRole('button', { name: /^Change/ })
      .first()
      .click()
    const form = page.getByRole('form', { name: 'Family' })
    await form.getByRole('checkbox', { name: /^Must not be contacted.*Mara Gone/ }).check()
    await form.getByRole('button', { name: 'Save family' }).click()
    await expect(part.getByText('Must not be contacted')).toBeVisible()
    await question(parent, 'Trips')
      .getByRole('button', { name: /^Yes\b/ })
      .tap()
    await expect(parent.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await expect(parent.getByRole('main')).not.toContainText('Nia')
    await expect(part.getByRole('region', { name: 'Consents' })).not.toContainText('Mara Gone: yes')
    await parent.context().close()
  },
)
