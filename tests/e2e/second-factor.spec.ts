import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright/test'
import { expect, fillSignIn, test } from './fixtures'
import { linkOfLastMail, readMails } from './mails'

const email = 'mentee@kindlewell.test'
const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: /^Welcome/ })
const challenge = (page: Page) => page.getByRole('heading', { name: 'Enter your code' })

async function enterCode(page: Page, secret: string, shift = 0) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page
    .getByLabel('Code from your authenticator app')
    .fill(totp.generate({ timestamp: Date.now() + shift }))
  await page.getByRole('button', { name: /^(Confirm|Continue)$/ }).click()
}

test(
  'a second factor is set up, asked for after a password and a mail, and replaced by a recovery code',
  { tag: '@ci' },
  async ({ page, request, newVisitor, expectedErrors }) => {
    expectedErrors.push(/status of 422/)
    await page.goto('/supporter-login')
    await fillSignIn(page, 'mentee')
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    // A clock that is two minutes slow
    await enterCode(page, secret, -120_000)
    await expect(page.getByText('check that your phone sets its clock automatically')).toBeVisible()
    await enterCode(page, secret)
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const [recoveryCode = ''] = await codes.allInnerTexts()
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(page.getByRole('button', { name: 'Remove My phone' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()

    await fillSignIn(page, 'mentee')
    await expect(challenge(page)).toBeVisible()
    await expect(welcome(page)).toHaveCount(0)
    await enterCode(page, secret)
    await expect(welcome(page)).toBeVisible()

    // The mailbox opens nothing either.
    const thief = await newVisitor()
    await thief.goto('/supporter-login')
    await thief.getByRole('textbox', { name: 'Email' }).fill(email)
    await thief.getByRole('button', { name: 'Forgot your password' }).click()
    await expect
      .poll(async () =>
        (await readMails(request)).some(
          ({ to, subject }) => to === email && subject === 'Set a new password',
        ),
      )
      .toBe(true)
    await thief.goto(await linkOfLastMail(request, email))
    await thief.getByRole('button', { name: 'Continue' }).click()
    await expect(challenge(thief)).toBeVisible()
    await thief.getByRole('button', { name: 'I cannot use my app' }).click()
    const recovery = thief.getByRole('form', { name: 'Recovery code' })
    await recovery.getByRole('textbox').fill('0000-0000-0000-0000')
    await recovery.getByRole('button', { name: 'Continue' }).click()
    await expect(recovery.getByText('This is not one of your recovery codes.')).toBeVisible()

    // The owner lost the phone, and is on a new computer.
    const owner = await newVisitor()
    await owner.goto('/supporter-login')
    await fillSignIn(owner, 'mentee')
    await owner.getByRole('button', { name: 'I cannot use my app' }).click()
    await owner.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCode)
    await owner.getByRole('button', { name: 'Continue' }).click()
    await expect(welcome(owner)).toBeVisible()
    await expect(owner.getByRole('button', { name: 'Set up' })).toBeVisible()
  },
)
