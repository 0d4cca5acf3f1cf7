import { expectAccessible } from './expect-accessible'
import { expect, signIn, test, toast, uniqueName } from './fixtures'

/* A question, its receipt, the page of its link, and the answer, without a reload. */

// The pictures of a mail in the frame of /_dev/mail, which has no origin.
test.use({ expectedErrors: [/NotSameOrigin/] })

test(
  'a reviewer answers a visitor, and both sides see it',
  { tag: '@ci' },
  async ({ page, newVisitor }) => {
    const name = uniqueName('Ada')
    const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
    const mails = await newVisitor()
    const mailWith = (text: string) =>
      mails.getByRole('article').filter({ hasText: email }).filter({ hasText: text })

    const staff = await newVisitor()
    await signIn(staff, 'admin')
    await staff.goto('/form-submissions?tab=messages')
    await expect(
      staff.getByRole('region', { name: 'List' }).getByRole('link').first(),
    ).toBeVisible()

    await page.goto('/contact')
    const form = page.getByRole('form', { name: 'Contact message' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Message').fill('May I visit you?')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(toast(page, 'Message sent!')).toBeVisible()

    const row = staff.getByRole('region', { name: 'List' }).getByRole('link', { name })
    await row.click()
    const detail = staff.getByRole('region', { name: 'Submission' })
    await expect(detail.getByRole('heading', { level: 2 })).toHaveText(name)

    await expect(async () => {
      await mails.goto('/_dev/mail')
      await expect(mailWith('We received your message')).toBeVisible({ timeout: 2_000 })
    }).toPass()
    const link = mailWith('We received your message').getByRole('link', { name: /\/status#/ })
    await page.goto((await link.getAttribute('href'))!)
    const main = page.getByRole('main')
    await expect(main.getByText('Waiting for our answer')).toBeVisible()
    await main.getByLabel('Add a message').fill('We are three.\nOne uses a wheelchair.')
    await main.getByRole('button', { name: 'Add Message' }).click()
    await expect(main.getByText('Your message has been added.')).toBeVisible()
    await expect(main.getByText('You can add 19 more messages.')).toBeVisible()

    const history = detail.getByRole('list', { name: 'History' })
    await expect(history).toContainText('One uses a wheelchair.')
    await staff.keyboard.press('r')
    const answer = staff.getByRole('form', { name: 'Answer' })
    await answer.getByLabel('Template').selectOption('Visits to the academy')
    await expect(answer.getByRole('region', { name: 'As it will be sent' })).toContainText(
      `Dear ${name},`,
    )
    await answer.getByRole('button', { name: 'Send Answer' }).click()
    await expect(toast(staff, 'Answer sent')).toContainText(email)
    await detail.getByRole('button', { name: 'Previous submission' }).click()
    await expect(history).toContainText('Groups come on Thursdays')
    await expect(history.getByText('Sent', { exact: true })).toBeVisible()
    await expect(detail.getByRole('combobox', { name: /^Status/ })).toHaveValue('contacted')

    await mails.goto('/_dev/mail')
    await expect(mailWith('Your visit to us')).toContainText(`Dear ${name},`)
    await expect(mailWith('Your visit to us').locator('pre')).toContainText(
      'Reply-To: hello@kindlewell.example',
    )

    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(main.getByText('Answered', { exact: true })).toBeVisible()
    await expect(main.getByRole('list').filter({ hasText: 'Groups come' })).toContainText(
      'We are three.',
    )
    await main.getByRole('button', { name: 'Withdraw your message' }).click()
    await expectAccessible(page)
  },
)
