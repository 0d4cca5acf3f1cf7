import { emailOf, expect, localPassword, signIn, test, toast, uniqueName } from './fixtures'

test('a supporter signs in, is greeted, and signs out', async ({ page }) => {
  await signIn(page, 'supporter')
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
  await signIn(page, 'supporter')
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
  const name = uniqueName('Ngozi')
  const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
  await page.goto('/supporter-login')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const form = page.getByRole('form', { name: 'Sign up' })
  await form.getByLabel('Full name').fill(name)
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel(/^Password/).fill('longenough')
  await form.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Account created! Please check your email to confirm.')).toBeVisible()

  await page.goto(await linkOfLastMail(request, email))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${name}`)
  await expect(page).toHaveURL(/\/admin#?$/)
})

test('a forgotten password is replaced by way of an e-mail', async ({
  page,
  request,
  newVisitor,
}) => {
  await page.goto('/supporter-login')
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByRole('button', { name: 'Forgot your password' }).click()
  await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription(
    'Please enter your e-mail address',
  )
  await form.getByLabel('E-mail').fill(emailOf('newcomer'))
  await form.getByRole('button', { name: 'Forgot your password' }).click()
  await expect(toast(page, 'Please check your e-mail')).toBeVisible()

  const link = await linkOfLastMail(request, emailOf('newcomer'))
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
  await otherForm.getByLabel('E-mail').fill(emailOf('newcomer'))
  await otherForm.getByLabel(/^Password/).fill('my new password')
  await otherForm.getByRole('button', { name: 'Sign In' }).click()
  await expect(other).toHaveURL('/admin')
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
      await signIn(page, account)
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
