import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { emailOf, expect, localPassword, signInByForm, test, toast, uniqueName } from './fixtures'
import { OwnServer } from './own-server'

test('a supporter signs in, is greeted, and signs out', async ({ page }) => {
  await signInByForm(page, 'supporter')
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Marcus Bell')
  await expect(page.getByText('Supporter', { exact: true })).toBeVisible()
  await expect(toast(page, 'Successfully logged in!')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Marcus Bell')
  await page.goto('/supporter-login')
  await expect(page).toHaveURL('/admin')

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/supporter-login')
  await page.goto('/admin')
  await expect(page).toHaveURL('/supporter-login')
})

test('signing out in one tab signs out the other', async ({ page, context }) => {
  await signInByForm(page, 'supporter')
  const other = await context.newPage()
  await other.goto('/admin')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Welcome, Marcus Bell')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other).toHaveURL('/supporter-login')
})

test('a wrong password is told, and the form keeps what was typed', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await page.goto('/supporter-login')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('E-mail').fill(emailOf('supporter'))
  await form.getByLabel(/^Password/).fill('wrong')
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(page, 'Login failed: Invalid login credentials')).toBeVisible()
  await expect(form.getByLabel('E-mail')).toHaveValue(emailOf('supporter'))
  await expect(form.getByLabel(/^Password/)).toHaveValue('wrong')
  await expect(form.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('a sign-in that does not reach the service is an unexpected error', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to (load|fetch)|AuthRetryableFetchError/)
  await page.goto('/supporter-login')
  await page.route('**/auth/v1/token?*', (route) => route.abort())
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('E-mail').fill(emailOf('supporter'))
  await form.getByLabel(/^Password/).fill(localPassword)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(page, 'An unexpected error occurred')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Sign In' })).toBeEnabled()
})

test('empty fields are named, each at its place, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/')) sent.push(request.url())
  })
  await page.goto('/supporter-login')
  const signInForm = page.getByRole('form', { name: 'Sign in' })
  await signInForm.getByRole('button', { name: 'Sign In' }).click()
  await expect(signInForm.getByLabel('E-mail')).toHaveAccessibleDescription(
    'Please enter your e-mail address',
  )
  await expect(signInForm.getByLabel(/^Password/)).toHaveAccessibleDescription(
    'Please enter your password',
  )

  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const signUpForm = page.getByRole('form', { name: 'Sign up' })
  const password = signUpForm.getByLabel(/^Password/)
  await expect(password).toHaveAccessibleDescription('Password must be at least 6 characters')
  await password.fill('12345')
  await signUpForm.getByRole('button', { name: 'Create Account' }).click()
  await expect(signUpForm.getByLabel('Full name')).toHaveAccessibleDescription(
    'Please enter your full name',
  )
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
})

test('the password can be shown and hidden', async ({ page }) => {
  await page.goto('/supporter-login')
  const form = page.getByRole('form', { name: 'Sign in' })
  const password = form.getByLabel(/^Password/)
  await password.fill('secret')
  await expect(password).toHaveAttribute('type', 'password')
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await form.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('a new supporter signs up, follows the e-mail and is signed in', async ({ page, request }) => {
  const { name, email } = await signUp(page)
  await page.goto(await linkOfLastMail(request, email))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`)
  await expect(page).toHaveURL(/\/admin#?$/)
})

test('a forgotten password is replaced by way of an e-mail', async ({
  page,
  request,
  newVisitor,
}) => {
  const { email } = await signUp(page)
  await page.goto(await linkOfLastMail(request, email))
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/supporter-login')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByRole('button', { name: 'Forgot your password' }).click()
  await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription(
    'Please enter your e-mail address',
  )
  await form.getByLabel('E-mail').fill(email)
  await form.getByRole('button', { name: 'Forgot your password' }).click()
  await expect(toast(page, 'Please check your e-mail')).toBeVisible()

  const link = await linkOfLastMail(request, email)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password')
  await page
    .getByRole('form')
    .getByLabel(/^New password/)
    .fill('my new password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(page, 'Your new password is set.')).toBeVisible()
  await expect(page).toHaveURL('/admin')

  const other = await newVisitor()
  await other.goto(link)
  await expect(other.getByText('This link is no longer valid.')).toBeVisible()
  await other.goto('/supporter-login')
  const otherForm = other.getByRole('form', { name: 'Sign in' })
  await otherForm.getByLabel('E-mail').fill(email)
  await otherForm.getByLabel(/^Password/).fill('my new password')
  await otherForm.getByRole('button', { name: 'Sign In' }).click()
  await expect(other).toHaveURL('/admin')
})

test.describe('a link that no longer works', () => {
  test('of a confirmation is explained, and a new one can be asked for', async ({
    page,
    request,
    newVisitor,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 429/)
    const { email, name } = await signUp(page)
    const used = await linkOfLastMail(request, email)
    await page.goto(used)
    await expect(page).toHaveURL(/\/admin#?$/)

    const other = await newVisitor()
    const waiting = await signUp(other)
    await other.goto(used)
    await expect(other).toHaveURL('/supporter-login')
    await expect(other.getByText('This link is no longer valid.')).toBeVisible()
    await expectAccessible(other)
    const form = other.getByRole('form', { name: 'Sign in' })
    await form.getByLabel('E-mail').fill(waiting.email)
    const before = await linkOfLastMail(request, waiting.email)
    await resendConfirmation(other)
    const link = await linkOfLastMail(request, waiting.email)
    expect(link).not.toBe(before)
    await other.goto(link)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${waiting.name}`)
    expect(name).not.toBe(waiting.name)
  })

  test('of a confirmation leads to the own account after signing in', async ({ page, request }) => {
    const { email, password, name } = await signUp(page)
    const link = await linkOfLastMail(request, email)
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/supporter-login')

    await page.goto(link)
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()
    const form = page.getByRole('form', { name: 'Sign in' })
    await form.getByLabel('E-mail').fill(email)
    await form.getByLabel(/^Password/).fill(password)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`)
    expect(new URL(page.url()).hash).toBe('')
  })

  test('of a recovery gets a new one on the spot', async ({ page, request }) => {
    const { email, name } = await signUp(page)
    await page.goto(await linkOfLastMail(request, email))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/supporter-login')

    await page.goto('/reset-password#error=access_denied&error_code=otp_expired')
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()
    await expectAccessible(page)
    const form = page.getByRole('form', { name: 'New link' })
    await form.getByRole('button', { name: 'Send a new link' }).click()
    await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription(
      'Please enter your e-mail address',
    )
    await form.getByLabel('E-mail').fill(email)
    await form.getByRole('button', { name: 'Send a new link' }).click()
    await expect(toast(page, 'Please check your e-mail')).toBeVisible()
    await page.goto(await linkOfLastMail(request, email))
    await expect(page.getByText(`For the account ${email}`)).toBeVisible()
    await expectAccessible(page)
  })

  test('of a recovery is explained to the signed-in as well', async ({ page }) => {
    await signInByForm(page, 'supporter')
    await page.goto('/reset-password#error=access_denied&error_code=otp_expired')
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  })
})

test('an address that is not confirmed yet gets the e-mail again', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/status of (400|429)/)
  const { email, password, name } = await signUp(page)
  await page.getByRole('tab', { name: 'Sign In' }).click()
  const form = page.getByRole('form', { name: 'Sign in' })
  await expect(form.getByRole('button', { name: 'Send a new confirmation e-mail' })).toBeHidden()
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel(/^Password/).fill(password)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(page, 'Login failed: Email not confirmed')).toBeVisible()
  const before = await linkOfLastMail(request, email)
  await resendConfirmation(page)
  expect(await linkOfLastMail(request, email)).not.toBe(before)
  await page.goto(await linkOfLastMail(request, email))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`)
})

test('where no e-mail is asked for, signing up signs in', async ({ page }) => {
  test.setTimeout(120_000)
  const server = await OwnServer.start('memory', { EMBEDDED_CONFIRM_EMAILS: 'false' })
  try {
    await page.goto(`${server.url}/supporter-login`)
    const { name } = await fillSignUp(page)
    // The first request after a start waits until the database is up.
    await expect(toast(page, 'Successfully logged in!')).toBeVisible({ timeout: 30_000 })
    await expect(toast(page, 'Account created!')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`, {
      timeout: 30_000,
    })
    await expect(page).toHaveURL(`${server.url}/admin`)
  } finally {
    await server.stop()
  }
})

for (const [situation, answer, told] of [
  ['refused by the service', 422, 'Sign up failed: Signups not allowed for this instance'],
  ['not answered', 'abort', 'An unexpected error occurred'],
] as const) {
  test(`a sign-up that is ${situation} keeps what was typed`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 422|Failed to (load|fetch)|AuthRetryableFetchError/)
    await page.goto('/supporter-login')
    await page.route('**/auth/v1/signup*', (route) =>
      answer === 'abort'
        ? route.abort()
        : route.fulfill({
            status: answer,
            json: {
              code: answer,
              error_code: 'signup_disabled',
              msg: 'Signups not allowed for this instance',
            },
          }),
    )
    const { name, email, password } = await fillSignUp(page)
    await expect(toast(page, told)).toBeVisible()
    const form = page.getByRole('form', { name: 'Sign up' })
    await expect(form.getByLabel('Full name')).toHaveValue(name)
    await expect(form.getByLabel('E-mail')).toHaveValue(email)
    await expect(form.getByLabel(/^Password/)).toHaveValue(password)
    await expect(form.getByRole('button', { name: 'Create Account' })).toBeEnabled()
  })
}

test('a session that has expired asks to sign in, and returns to the staff page', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400|AuthApiError/)
  await signInByForm(page, 'admin')
  await page.goto('/form-submissions?tab=partnerships')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form Submissions')
  // As it is found weeks later: past its time, with a refresh token that is no longer known.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => /^sb-.*-auth-token$/.test(name))) {
      const session = JSON.parse(localStorage.getItem(key)!) as object
      localStorage.setItem(
        key,
        JSON.stringify({ ...session, expires_at: 1, refresh_token: 'forgotten' }),
      )
    }
  })
  await page.reload()
  await expect(page).toHaveURL('/supporter-login')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('E-mail').fill(emailOf('admin'))
  await form.getByLabel(/^Password/).fill(localPassword)
  await form.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/form-submissions?tab=partnerships')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form Submissions')
})

test('a sign-out that does not reach the service is told, and can be tried again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to (load|fetch)|AuthRetryableFetchError/)
  await signInByForm(page, 'supporter')
  await page.route('**/auth/v1/logout?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toast(page, 'An unexpected error occurred')).toBeVisible()
  await page.unroute('**/auth/v1/logout?*')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/supporter-login')
})

test('the sign-in page leads home and to giving', async ({ page }) => {
  await page.goto('/supporter-login')
  await expect(
    page.getByText('By signing in you agree to the terms of service and privacy policy.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Donate here' }).click()
  await expect(page).toHaveURL('/get-involved/donate')
  await page.goBack()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('the review screen', () => {
  test('sends a visitor to sign in, and back after it', async ({ page }) => {
    await page.goto('/form-submissions?tab=programs')
    await expect(page).toHaveURL('/supporter-login')
    const form = page.getByRole('form', { name: 'Sign in' })
    await form.getByLabel('E-mail').fill(emailOf('admin'))
    await form.getByLabel(/^Password/).fill(localPassword)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/form-submissions?tab=programs')
  })

  for (const account of ['staff', 'director', 'fundraiser', 'supporter'] as const) {
    test(`sends ${account} home and shows nothing`, async ({ page }) => {
      await signInByForm(page, account)
      const fetched: string[] = []
      page.on('request', (request) => {
        if (/_applications|_proposals/.test(request.url())) fetched.push(request.url())
      })
      await page.goto('/form-submissions')
      await expect(page).toHaveURL('/')
      expect(fetched).toEqual([])
    })
  }
})

interface NewAccount {
  name: string
  email: string
  password: string
}

/** Fills and sends the sign-up form of the page that is open. */
async function fillSignUp(page: Page): Promise<NewAccount> {
  const name = uniqueName('Ngozi')
  const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
  const password = 'longenough'
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const form = page.getByRole('form', { name: 'Sign up' })
  await form.getByLabel('Full name').fill(name)
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel(/^Password/).fill(password)
  await form.getByRole('button', { name: 'Create Account' }).click()
  return { name, email, password }
}

/** Makes an account whose address waits to be confirmed. */
async function signUp(page: Page): Promise<NewAccount> {
  await page.goto('/supporter-login')
  const account = await fillSignUp(page)
  await expect(toast(page, 'Account created! Please check your email to confirm.')).toBeVisible()
  return account
}

/** The service wants a second between two e-mails, and says so until then. */
async function resendConfirmation(page: Page): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Send a new confirmation e-mail' }).click()
    await expect(toast(page, 'Please check your e-mail')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
}

interface Mail {
  to: string
  text: string
}

async function linkOfLastMail(
  request: { get: (url: string) => Promise<{ json: () => Promise<unknown> }> },
  address: string,
): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const mails = (await (await request.get('/_dev/mail.json')).json()) as Mail[]
    const mail = mails.find(({ to }) => to === address)
    link = /https?:\/\/[^\s"<]+/.exec(mail?.text ?? '')?.[0]
    expect(link).toBeDefined()
  }).toPass({ timeout: 5_000 })
  return link ?? ''
}
