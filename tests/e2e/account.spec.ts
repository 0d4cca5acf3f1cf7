import type { Page } from 'playwright/test'
import { crmSections } from '../../src/shared/auth/areas'
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
import { linkOfLastMail, readMails } from './mails'

const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: /^Welcome/ })
const signInForm = (page: Page) => page.getByRole('form', { name: 'Sign in' })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL('/supporter-login')
}

test('a supporter signs in, stays signed in, and signs out in every tab', async ({
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

test('signing in returns to the requested page, and not for the next person on this computer; a shared one ends the session in every tab', async ({
  page,
  expectedErrors,
}) => {
  // A read at the moment of signing out, or from a second tab that also signs out, is refused.
  expectedErrors.push(/status of 40[13]|permission denied/)
  await page.goto('/crm?tab=programs')
  await expect(page).toHaveURL('/supporter-login')
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL('/crm?tab=programs')
  await expect(page.getByRole('tab', { name: 'Programs', selected: true })).toBeVisible()
  await signOut(page)
  await fillSignIn(page, 'supporter')
  await expect(page).toHaveURL('/admin')
  await expect(welcome(page)).toHaveText('Welcome, Marcus Bell')
  await signOut(page)

  await page.clock.install()
  await page.goto('/crm?tab=programs')
  await page.getByRole('checkbox', { name: 'This is a shared computer' }).check()
  await fillSignIn(page, 'admin')
  const programs = (tab: Page) => tab.getByRole('tab', { name: 'Programs', selected: true })
  await expect(programs(page)).toBeVisible()
  const copied = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('/crm?tab=programs'))
  const copy = await copied
  await expect(programs(copy)).toBeVisible()
  const reading = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('/about'))
  const reader = await reading
  const name = reader.getByRole('banner').getByRole('link', { name: /, your account$/ })
  await expect(name).toHaveAttribute('href', '/admin')

  const warning = (tab: Page) => tab.getByRole('alertdialog', { name: 'Are you still there?' })
  await page.clock.fastForward('29:10')
  await expect(warning(copy)).toBeVisible()
  await warning(page).getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning(copy)).toBeHidden()
  await page.clock.fastForward('30:00')
  for (const tab of [page, copy]) {
    await expect(tab).toHaveURL('/supporter-login')
    await expect(tab.getByText('You were signed out after 30 minutes without use.')).toBeVisible()
  }
  await expect(name).toHaveCount(0)
  for (const tab of [page, copy, reader]) {
    expect(await tab.evaluate(readStorages)).not.toMatch(/kindlewell\.test|token|draft/)
  }
  await fillSignIn(page, 'admin')
  await expect(page).toHaveURL('/crm?tab=programs')
  await expect(programs(page)).toBeVisible()
})

/** In the page: everything that it can read in the browser. */
async function readStorages(): Promise<string> {
  const databases = (await indexedDB.databases()).map(({ name }) => name)
  const responses: string[] = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      responses.push(request.url, await (await cache.match(request))!.text())
    }
  }
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, databases, responses])
}

test('a new supporter signs up, asks for the email once more, and follows it', async ({
  page,
  request,
  newVisitor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (400|403|429)/)
  const { name, email } = await signUp(page)
  await page.getByRole('tab', { name: 'Sign In' }).click()
  const form = signInForm(page)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel(/^Password/).fill(localPassword)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(page, 'Login failed: Email not confirmed')).toBeVisible()
  // The service refuses a second email within a minute, without a message.
  await form.getByRole('button', { name: 'Send a new confirmation email' }).click()
  await expect(toast(page, 'confirmation link')).toBeVisible()
  expect((await readMails(request)).filter(({ to }) => to === email)).toHaveLength(1)
  const link = await linkOfLastMail(request, email)
  await follow(page, link)
  await expect(welcome(page)).toHaveText(`Welcome, ${name}`)
  await expect(page).toHaveURL('/admin')

  // The link works once; on a second visit the owner signs in, and lands on their account.
  const other = await newVisitor()
  await follow(other, link)
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

test('the link of an email asks before it replaces another session, and no token is left in the history', async ({
  page,
  request,
  newVisitor,
}) => {
  const { name, email } = await signUp(page)
  const other = await newVisitor()
  await signIn(other, 'donor')
  await other.goto('/about')
  const link = await linkOfLastMail(request, email)
  await other.goto(link)
  await expect(other.getByText(`You are signed in as ${emailOf('donor')}`)).toBeVisible()
  await other.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(welcome(other)).toHaveText('Welcome, Renée Fontaine')
  await expect(other).toHaveURL('/admin')
  await other.goBack()
  await expect(other).toHaveURL('/about')

  await other.goto(link)
  await other.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(welcome(other)).toHaveText(`Welcome, ${name}`)
  await other.goBack()
  await expect(other).toHaveURL('/about')
})

test('a link survives a scanner, a double click and a lost connection', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to (load|fetch)|AuthRetryableFetchError/)
  const { name, email } = await signUp(page)
  const link = await linkOfLastMail(request, email)
  const verifications: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/auth/v1/verify')) verifications.push(sent.method())
  })
  for (const visit of [() => page.goto(link), () => page.reload()]) {
    await visit()
    await expect(page.getByRole('button', { name: 'Confirm my address' })).toBeEnabled()
  }
  // As a scanner does it.
  await request.get(link)
  expect(verifications).toEqual([])

  const button = page.getByRole('button', { name: 'Confirm my address' })
  await page.route('**/auth/v1/verify', (route) => route.abort(), { times: 1 })
  await button.press('Enter')
  await expect(toast(page, 'An unexpected error occurred')).toBeVisible()
  await expect(button).toBeEnabled()
  expect(page.url()).toBe(link)
  await button.dblclick()
  await expect(welcome(page)).toHaveText(`Welcome, ${name}`)
  expect(verifications).toEqual(['POST', 'POST'])
  expect(page.url()).not.toContain('#')
})

test('a link that the auth service sent to the root of the site leads to the page for it', async ({
  page,
  request,
}) => {
  const { email } = await signUp(page)
  await follow(page, await linkOfLastMail(request, email))
  await expect(welcome(page)).toBeVisible()
  await signOut(page)
  await signInForm(page).getByLabel('Email').fill(email)
  await signInForm(page).getByRole('button', { name: 'Forgot your password' }).click()
  await expect(toast(page, 'a link to set a new password')).toBeVisible()
  const { hash } = new URL(await linkOfLastMail(request, email))
  await page.goto(`/${hash}`)
  await expect(page).toHaveURL(`/reset-password${hash}`)
  const token = new URLSearchParams(hash.slice(1)).get('token_hash')
  const arrival = await request.get(`/auth/v1/verify?type=recovery&token=${token}`, {
    maxRedirects: 0,
  })
  const { hash: session } = new URL(arrival.headers().location!)
  await page.goto('/about')
  await page.goto(`/${session}`)
  await expect(page.getByText(`For the account ${email}`)).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/reset-password')
})

test('a forgotten password is replaced by way of an email, whose link works once', async ({
  page,
  request,
  newVisitor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (403|429)/)
  const { name, email } = await signUp(page)
  await follow(page, await linkOfLastMail(request, email))
  await expect(welcome(page)).toHaveText(`Welcome, ${name}`)
  await signOut(page)
  const form = signInForm(page)
  await form.getByRole('button', { name: 'Forgot your password' }).click()
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
    'Please enter your email address',
  )
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Forgot your password' }).click()
  await expect(toast(page, 'a link to set a new password')).toBeVisible()

  const link = await linkOfLastMail(request, email)
  await follow(page, link)
  await expect(page.getByText(`For the account ${email}`)).toBeVisible()
  await page.getByRole('textbox', { name: /^New password/ }).fill('my new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(page, 'Your new password is set.')).toBeVisible()
  await expect(page).toHaveURL('/admin')

  const other = await newVisitor()
  await follow(other, link)
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

test('a new user is created, the admin stays signed in, and the new one sees what they may', async ({
  page,
  newVisitor,
}) => {
  const name = uniqueName('Pat')
  const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
  await signIn(page, 'admin')
  await page.goto('/crm?tab=users')
  await page.getByRole('button', { name: 'Create New User' }).click()
  const session = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))
  const before = await session()
  const form = page.getByRole('form', { name: 'New user' })
  await form.getByLabel(/^Email/).fill(` ${email} `)
  await form.getByLabel('Full name').fill(`  ${name} `)
  await form.getByLabel(/^Password/).fill(localPassword)
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Fundraiser')
  await form.getByText('Permissions (optional)').click()
  await form.getByRole('checkbox', { name: 'Can manage donations' }).check()
  await form.getByRole('button', { name: 'Create User' }).click()
  await expect(toast(page, `User ${email} created successfully`)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText(name)
  await expect(row).toContainText('Fundraiser')
  expect(await session()).toBe(before)
  await page.reload()
  await expect(page.getByRole('tab')).toHaveCount(crmSections.length)

  await row.getByRole('button', { name: `Permissions of ${name}` }).click()
  const permissions = page.getByRole('dialog', { name: `Manage Permissions - ${name}` })
  await expect(permissions.getByRole('checkbox', { name: 'Can manage donations' })).toBeChecked()
  await permissions.getByRole('checkbox', { name: 'Can manage courses' }).check()
  await expect(toast(page, 'Permission granted')).toBeVisible()

  const other = await newVisitor()
  await follow(other, await linkOfLastMail(page.request, email))
  await expect(welcome(other)).toBeVisible()
  await other.goto('/crm')
  await expect(other.getByRole('tab', { name: 'Donors' })).toBeVisible()
  await expect(other.getByRole('tab', { name: 'Courses' })).toBeVisible()
  await expect(other.getByRole('tab', { name: 'Mentors' })).toHaveCount(0)
})

test('a session with an old token continues with a new one', async ({ page }) => {
  await signIn(page, 'supporter')
  await page.goto('/admin')
  await expect(welcome(page)).toBeVisible()
  const stored = async () => {
    const entries = await page.evaluate(() => Object.entries(localStorage) as [string, string][])
    const [key, text] = entries.find(([name]) => name.endsWith('auth-token'))!
    return { key, session: JSON.parse(text) as Record<string, unknown> }
  }
  const { key, session } = await stored()
  await page.evaluate(
    ([name, text]) => localStorage.setItem(name!, text!),
    [key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 })],
  )
  await page.reload()
  await expect(welcome(page)).toHaveText('Welcome, Marcus Bell')
  expect((await stored()).session.refresh_token).not.toBe(session.refresh_token)
})

test('a password change needs the current one and signs out other devices; all can be signed out together', async ({
  page,
  newVisitor,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (400|403)|Refresh Token/i)
  const { email } = await signUp(page)
  await follow(page, await linkOfLastMail(page.request, email))
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
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/supporter-login')
  await other.reload()
  await expect(other).toHaveURL('/supporter-login')
})

/** Opens the link of a mail and clicks its button. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: /^(Confirm my address|Continue)$/ }).click()
}

/** Makes an account on the sign-up page, with an unconfirmed address. */
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
