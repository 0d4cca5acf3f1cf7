import type { APIRequestContext, Page } from '@playwright/test'
import {
  emailOf,
  expect,
  fillSignIn,
  localPassword,
  signIn,
  test,
  toast,
  uniqueName,
} from './fixtures'

const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: /^Welcome/ })
const signInForm = (page: Page) => page.getByRole('form', { name: 'Sign in' })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/supporter-login')
}

test('a supporter signs in, stays so, and signs out in every tab', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await page.goto('/supporter-login')
  await signInForm(page).getByLabel('Email').fill(emailOf('supporter'))
  await signInForm(page)
    .getByLabel(/^Password/)
    .fill('wrong')
  await signInForm(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(page, 'Login failed: Invalid login credentials')).toBeVisible()
  await signInForm(page)
    .getByLabel(/^Password/)
    .fill(localPassword)
  await signInForm(page).getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/admin')
  await expect(welcome(page)).toHaveText('Welcome, Marcus Bell')
  await expect(toast(page, 'Successfully logged in!')).toBeVisible()

  await page.goto('/supporter-login')
  await expect(page).toHaveURL('/admin')
  await expect(welcome(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/admin')
  await expect(welcome(other)).toHaveText('Welcome, Marcus Bell')
  const reader = await context.newPage()
  await reader.goto('/about')
  const toAccount = reader.getByRole('banner').getByRole('link', { name: 'Marcus Bell' })
  await expect(toAccount).toHaveAttribute('href', '/admin')
  await signOut(page)
  await expect(other).toHaveURL('/supporter-login')
  await expect(toAccount).toHaveCount(0)
  await expect(reader.getByRole('link', { name: 'Supporter Login' })).toBeVisible()
  await page.goto('/admin')
  await expect(page).toHaveURL('/supporter-login')
})

test('who was sent to sign in returns to where they were headed; who follows them on this computer does not', async ({
  page,
}) => {
  await page.goto('/crm?tab=programs')
  await expect(page).toHaveURL('/supporter-login')
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL('/crm?tab=programs')
  await expect(page.getByRole('tab', { name: 'Programs', selected: true })).toBeVisible()
  await signOut(page)
  await fillSignIn(page, 'supporter')
  await expect(page).toHaveURL('/admin')
  await expect(welcome(page)).toHaveText('Welcome, Marcus Bell')
})

test('a new supporter signs up, asks for the email once more, and follows it', async ({
  page,
  request,
  newVisitor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (400|429)/)
  const { name, email } = await signUp(page)
  const first = await linkOfLastMail(request, email)
  await page.getByRole('tab', { name: 'Sign In' }).click()
  const form = signInForm(page)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel(/^Password/).fill(localPassword)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(page, 'Login failed: Email not confirmed')).toBeVisible()
  // The service wants a second between two emails, and says so until then.
  await expect(async () => {
    await form.getByRole('button', { name: 'Send a new confirmation email' }).click()
    await expect(toast(page, 'confirmation link')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  const link = await linkOfLastMail(request, email)
  expect(link).not.toBe(first)
  await page.goto(link)
  await expect(welcome(page)).toHaveText(`Welcome, ${name}`)
  await expect(page).toHaveURL('/admin')

  // The link works once; whoever opens it again signs in, and lands on their account.
  const other = await newVisitor()
  await other.goto(link)
  await expect(other).toHaveURL('/supporter-login')
  await expect(other.getByText('This link is no longer valid.')).toBeVisible()
  await signInForm(other).getByLabel('Email').fill(email)
  await signInForm(other)
    .getByLabel(/^Password/)
    .fill(localPassword)
  await signInForm(other).getByRole('button', { name: 'Sign In' }).click()
  await expect(welcome(other)).toHaveText(`Welcome, ${name}`)
  expect(new URL(other.url()).hash).toBe('')
})

test('the link of an email asks before it replaces somebody else, and no token is left in the history', async ({
  page,
  request,
  newVisitor,
}) => {
  const { email } = await signUp(page)
  const other = await newVisitor()
  await signIn(other, 'donor')
  await other.goto('/about')
  await other.goto(await linkOfLastMail(request, email))
  await expect(other.getByText(`The link that was opened signs in ${email} instead.`)).toBeVisible()
  await expect(other).toHaveURL('/admin')
  await other.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(welcome(other)).toHaveText('Welcome, Renée Fontaine')
  await other.reload()
  await expect(welcome(other)).toHaveText('Welcome, Renée Fontaine')
  await other.goBack()
  await expect(other).toHaveURL('/about')
})

test('a forgotten password is replaced by way of an email, whose link works once', async ({
  page,
  request,
  newVisitor,
}) => {
  const { name, email } = await signUp(page)
  await page.goto(await linkOfLastMail(request, email))
  await expect(welcome(page)).toHaveText(`Welcome, ${name}`)
  await signOut(page)
  const form = signInForm(page)
  await form.getByRole('button', { name: 'Forgot your password' }).click()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter your email address',
  )
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Forgot your password' }).click()
  await expect(toast(page, 'Please check your email')).toBeVisible()

  const link = await linkOfLastMail(request, email)
  await page.goto(link)
  await expect(page.getByText(`For the account ${email}`)).toBeVisible()
  await page.getByRole('textbox', { name: /^New password/ }).fill('my new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(page, 'Your new password is set.')).toBeVisible()
  await expect(page).toHaveURL('/admin')

  const other = await newVisitor()
  await other.goto(link)
  await expect(other.getByText('This link is no longer valid.')).toBeVisible()
  const newLink = other.getByRole('form', { name: 'New link' })
  await newLink.getByLabel('Email').fill(email)
  await newLink.getByRole('button', { name: 'Send a new link' }).click()
  await expect(toast(other, 'Please check your email')).toBeVisible()
  await other.goto('/supporter-login')
  await signInForm(other).getByLabel('Email').fill(email)
  await signInForm(other)
    .getByLabel(/^Password/)
    .fill('my new password')
  await signInForm(other).getByRole('button', { name: 'Sign In' }).click()
  await expect(other).toHaveURL('/admin')
})

test('a stranger who signed up as a future colleague gains nothing from the role that staff give', async ({
  page: stranger,
  newVisitor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (400|401|403)|already an account/)
  const { name, email } = await signUp(stranger)
  const colleague = await newVisitor()
  await colleague.goto(await linkOfLastMail(stranger.request, email))
  await expect(welcome(colleague)).toBeVisible()
  const signInAsStranger = async () => {
    await stranger.goto('/supporter-login')
    await signInForm(stranger).getByLabel('Email').fill(email)
    await signInForm(stranger)
      .getByLabel(/^Password/)
      .fill(localPassword)
    await signInForm(stranger).getByRole('button', { name: 'Sign In' }).click()
  }
  await signInAsStranger()
  await expect(welcome(stranger)).toBeVisible()

  const admin = await newVisitor()
  await signIn(admin, 'admin')
  await admin.goto('/crm?tab=users')
  await admin.getByRole('button', { name: 'Create New User' }).click()
  const form = admin.getByRole('form', { name: 'New user' })
  await form.getByLabel(/^Email/).fill(email)
  await form.getByLabel('Full name').fill(name)
  await form.getByLabel(/^Password/).fill(localPassword)
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Program Manager')
  await form.getByRole('button', { name: 'Create User' }).click()
  await form.getByRole('button', { name: 'Ask for a new password' }).click()
  await admin.getByRole('button', { name: 'Send the Link' }).click()
  await expect(toast(admin, `A link was sent to ${email}`)).toBeVisible()
  await expect(admin.getByRole('dialog')).toBeHidden()
  const row = admin.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Waiting for a new password')
  await expect(row).not.toContainText('Program Manager')

  await colleague.goto(await linkOfLastMail(stranger.request, email))
  await colleague.getByRole('textbox', { name: /^New password/ }).fill('my new password')
  await colleague.getByRole('button', { name: 'Set password' }).click()
  await expect(colleague.getByText('Program Manager')).toBeVisible()
  await colleague.goto('/crm?tab=programs')
  await expect(colleague.getByRole('tab', { name: 'Programs', selected: true })).toBeVisible()
  await expect(colleague.getByRole('row').nth(1)).toBeVisible()

  await stranger.goto('/crm?tab=programs')
  await expect(stranger.getByRole('row')).toHaveCount(0)
  await stranger.context().clearCookies()
  await stranger.evaluate(() => localStorage.clear())
  await signInAsStranger()
  await expect(toast(stranger, 'Login failed: Invalid login credentials')).toBeVisible()
  await admin.reload()
  await expect(row).toContainText('Program Manager')
  await expect(row).not.toContainText('Waiting')
})

test('a password is changed by who knows it, which signs out other devices; and all are signed out together', async ({
  page,
  newVisitor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (400|403)|Refresh Token/i)
  const { email } = await signUp(page)
  await page.goto(await linkOfLastMail(page.request, email))
  await expect(welcome(page)).toBeVisible()
  await signOut(page)
  const signInTo = async (visitor: Page, password: string) => {
    await visitor.goto('/supporter-login')
    await signInForm(visitor).getByLabel('Email').fill(email)
    await signInForm(visitor)
      .getByLabel(/^Password/)
      .fill(password)
    await signInForm(visitor).getByRole('button', { name: 'Sign In' }).click()
    await expect(welcome(visitor)).toBeVisible()
  }
  const other = await newVisitor()
  await signInTo(page, localPassword)
  await signInTo(other, localPassword)

  await page.getByText('Password and devices').click()
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByRole('textbox', { name: /^New password/ }).fill('my new password')
  await form.getByRole('textbox', { name: /^Current password/ }).fill('a guess')
  await form.getByRole('button', { name: 'Change password' }).click()
  const current = form.getByRole('textbox', { name: /^Current password/ })
  await expect(current).toHaveAccessibleDescription('This is not your password')
  await current.fill(localPassword)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(toast(page, 'Your new password is set.')).toBeVisible()
  await page.reload()
  await expect(welcome(page)).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL('/supporter-login')

  await signInTo(other, 'my new password')
  await page.getByText('Password and devices').click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/supporter-login')
  await other.reload()
  await expect(other).toHaveURL('/supporter-login')
})

/** Makes an account on the sign-up page, whose address waits to be confirmed. */
async function signUp(page: Page): Promise<{ name: string; email: string }> {
  const name = uniqueName('Ngozi')
  const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
  await page.goto('/supporter-login')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const form = page.getByRole('form', { name: 'Sign up' })
  await form.getByLabel('Full name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel(/^Password/).fill(localPassword)
  await form.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Account created! Please check your email to confirm.')).toBeVisible()
  return { name, email }
}

async function linkOfLastMail(request: APIRequestContext, address: string): Promise<string> {
  const mails = (await (await request.get('/_dev/mail.json')).json()) as {
    to: string
    text: string
  }[]
  const link = /https?:\/\/[^\s"<]+/.exec(mails.find(({ to }) => to === address)?.text ?? '')?.[0]
  expect(link, `an email to ${address} with a link`).toBeDefined()
  return link ?? ''
}
