import type { Page } from 'playwright/test'
import { asService } from '../embedded/support'
import { expectAccessible, expectNoViolations } from './expect-accessible'
import { emailOf, expect, signIn, test, toast, uniqueName } from './fixtures'

/** Opens a campaign to partners, and returns how many people it would reach. */
async function openDraft(page: Page, name: string): Promise<number> {
  await page.goto('/crm?tab=campaigns')
  await page.getByRole('row').filter({ hasText: name }).click()
  const panel = page.getByRole('region', { name: 'Sending' })
  return Number.parseInt((await panel.locator('strong').textContent())!)
}

test(
  'queuing and cancelling are followed on a phone and by the keyboard',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const name = uniqueName('Large')
    await asService({ url: baseURL! })
      .from('email_campaigns')
      .insert({ name, subject: name, content: 'x', status: 'sent' })
      .throwOnError()
    // A hundred thousand recipients are too many for this server, so the progress is faked here.
    const progress = {
      status: 'sending',
      is_cancelling: false,
      unqueued: 88_000,
      waiting: 11_900,
      sent: 100,
      failed: 0,
      suppressed: 0,
      cancelled: 0,
      rate_per_minute: 1_000,
      addresses_shown: true,
    }
    await page.route('**/rpc/campaign_progress*', (route) => route.fulfill({ json: progress }))
    await page.route('**/rpc/cancel_campaign', async (route) => {
      progress.is_cancelling = true
      await route.fulfill({ status: 204 })
    })
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, 'admin')
    await page.goto(`/crm?tab=campaigns&search=${encodeURIComponent(name)}`)
    await page.getByText(name).first().click()
    const panel = page.getByRole('region', { name: 'Sending' })
    await expect(panel.getByRole('status')).toHaveText('Preparing 12,000 of 100,000')
    progress.unqueued = 50_000
    await expect(panel.getByRole('status')).toHaveText('Preparing 12,000 of 62,000')
    await expectAccessible(page, 'queuing')
    await panel.getByRole('button', { name: 'Cancel the rest' }).focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Cancel the rest?' })
    await expect(question).toContainText('61,900 people')
    await question.getByRole('button', { name: 'Cancel the rest' }).focus()
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('status')).toHaveText('Cancelling, 61,900 left')
    await expect(panel.getByRole('button', { name: 'Pause' })).toHaveCount(0)
    await expectAccessible(page, 'cancelling')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(360)
  },
)

test('a campaign is written, looked at, tested, sent to the number that was confirmed, and its reader unsubscribes', async ({
  page,
  baseURL,
}) => {
  const service = asService({ url: baseURL! })
  const subject = uniqueName('News')
  const readers = ['ada', 'bea'].map((name) => `${name}.${subject.slice(5)}@example.org`)
  const proposal = {
    organization_name: 'Story',
    contact_title: 'Head',
    phone: '1',
    organization_type: 'other',
    partnership_type: 'ngo',
    description: 'x',
    goals: 'x',
    status: 'accepted',
  }
  await service
    .from('partnership_proposals')
    .insert(readers.map((email) => ({ ...proposal, email, contact_name: 'Paul Partner' })))
    .throwOnError()
  const mails = async () => (await page.request.get('/_dev/mail')).text()

  await signIn(page, 'admin')
  await page.goto('/crm?tab=campaigns')
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Name', { exact: false }).first().fill(subject)
  await editor.getByLabel('Target audience').selectOption('partners')
  await editor.getByLabel('Subject').fill(subject)
  await editor.getByLabel('Content').fill('Dear {{name}},\n\nthe shelves are full.')
  await editor.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(toast(page, 'Campaign created successfully')).toBeVisible()

  const count = await openDraft(page, subject)
  expect(count).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Preview' }).click()
  const mail = page.frameLocator('iframe[title="The email"]')
  await expect(mail.getByText(/^Dear \w.*,$/)).toBeVisible()
  await expectAccessible(page, 'the preview')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect(page.getByText(`on its way to ${emailOf('admin')}`)).toBeVisible()
  await expect.poll(mails).toContain(`[Test] ${subject}`)

  await page.getByRole('button', { name: 'Send now' }).click()
  await expectAccessible(page, 'the question')
  await page.getByRole('button', { name: `Send to ${count} people` }).click()
  await expect(page.getByText(`${count} of ${count} sent`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: subject })).toContainText(
    `Sent${count} of ${count}`,
  )
  await page.getByRole('button', { name: 'Outcomes' }).click()
  await page.getByLabel('Search addresses').fill(readers[1]!.toUpperCase())
  const outcomes = page.getByRole('list', { name: 'Outcomes' }).getByRole('listitem')
  await expect(outcomes).toHaveCount(1)
  await expect(outcomes).toContainText(`${readers[1]}Sent`)
  await expectAccessible(page, 'the outcomes')

  await page.goto('/_dev/mail')
  const article = page
    .getByRole('article')
    .filter({ hasText: readers[0]! })
    .filter({ hasText: subject })
  await expect(article).toContainText('Dear Paul Partner,')
  const link = await article.getByRole('link', { name: /unsubscribe#/ }).getAttribute('href')
  const token = link!.split('#')[1]!
  await expect(article.locator('pre')).toContainText(`/functions/v1/unsubscribe?token=${token}`)
  const oneClick = { form: { 'List-Unsubscribe': 'One-Click' } }
  const answer = await page.request.post(`/functions/v1/unsubscribe?token=${token}`, oneClick)
  expect(answer.status()).toBe(200)
  expect(await openDraft(page, 'Partner breakfast')).toBe(count - 1)
  await expect(page.getByText(/Left out: .*1 unsubscribed/)).toBeVisible()
})

test(
  'lapsed donors are written to with what they gave',
  { tag: '@ci' },
  async ({ page, baseURL }) => {
    const name = uniqueName('Giver')
    const view = uniqueName('Lapsed')
    const email = `${name.replaceAll(' ', '.')}@example.org`
    // After so many years a donor has lapsed on every day.
    await asService({ url: baseURL! })
      .from('donations')
      .insert({
        donor_name: name,
        donor_email: email,
        amount: 1234.5,
        donation_type: 'one-time',
        created_at: '2019-03-05T18:00:00Z',
      })
      .throwOnError()

    await signIn(page, 'admin')
    await page.goto('/crm?tab=donors&by=donor&frequency=lapsed')
    await page.getByRole('searchbox').fill(name)
    await expect(page.getByRole('status').filter({ hasText: /^1 donor$/ })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
    // A list that still loads is pale.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Write a campaign to them…' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(view)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectNoViolations(page, 'the view to write to')
    await page.getByRole('button', { name: 'Save and write' }).click()
    const editor = page.getByRole('dialog', { name: 'Create Campaign' })
    await expect(editor.getByLabel('Target audience')).toContainText(`Donors: ${view}`)
    await editor.getByLabel('Name', { exact: false }).first().fill(name)
    await editor.getByLabel('Subject').fill(name)
    await editor.getByLabel('Content').fill('On {{last_gift_day}} you gave {{last_gift}}.')
    await expect(page.getByText('Partner breakfast').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page, 'the campaign')
    await editor.getByRole('button', { name: 'Create Campaign' }).click()
    await expect(toast(page, 'Campaign created successfully')).toBeVisible()

    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(`Donors: ${view}`)
    await row.click()
    await page.getByRole('button', { name: 'Preview' }).click()
    const mail = page.frameLocator('iframe[title="The email"]')
    await expect(mail.getByText('On March 5, 2019 you gave $1,234.50.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByRole('button', { name: 'Send to 1 person' }).click()
    await expect(page.getByText('1 of 1 sent')).toBeVisible()
    const sent = async () => (await page.request.get('/_dev/mail')).text()
    await expect.poll(sent).toContain('On March 5, 2019 you gave $1,234.50.')
  },
)
