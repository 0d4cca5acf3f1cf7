import { axeViolations, expectAccessible } from './expect-accessible'
import { expect, hydrated, signIn, test } from './fixtures'

test('the volunteer page, empty and with errors', async ({ page }) => {
  await page.goto('/get-involved/volunteer')
  const form = page.getByRole('form', { name: 'Volunteer application' })
  await expect(form).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('E-mail').fill('nonsense')
  await form.getByRole('button', { name: 'Submit Application' }).click()
  await expect(form.getByText('Please enter a valid e-mail address')).toBeVisible()
  await expectAccessible(page)
})

for (const [path, forms] of [
  ['/get-involved/join-programs', { 'Program application': 'Submit Application' }],
  ['/get-involved/partner', { 'Partnership proposal': 'Submit Proposal' }],
  ['/contact', { Newsletter: 'Subscribe', 'Contact message': 'Send Message' }],
] as const) {
  test(`the forms of ${path}, with errors`, async ({ page }) => {
    await page.goto(path)
    for (const [name, button] of Object.entries(forms)) {
      const form = page.getByRole('form', { name, exact: true })
      await form.hover()
      await form.getByRole('button', { name: button }).click()
      await expect(form.getByText('Please enter your e-mail address')).toBeVisible()
    }
    await expectAccessible(page)
  })
}

test('every tab of the home page, and an unknown address', async ({ page, expectedErrors }) => {
  test.setTimeout(120_000)
  expectedErrors.push(/status of 404/)
  await page.goto('/')
  await hydrated(page.getByRole('tablist'))
  for (const tab of ['Our Work', 'Our Impact', 'Foundation']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await expectAccessible(page)
  }
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessible(page)
})

test('the menu of small screens, opened', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/')
  await page.getByText('Menu', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Founder' })).toBeVisible()
  await hydrated(page.getByRole('tablist'))
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Founder' })).toBeHidden()
})

test('both tabs of the sign-in page, with errors', async ({ page }) => {
  await page.goto('/supporter-login')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectAccessible(page)
})

test('the account page and every tab of the review screen', async ({ page }) => {
  test.setTimeout(180_000)
  await signIn(page, 'admin')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/form-submissions')
  for (const tab of ['Volunteers', 'Partnerships', 'Programs']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('list', { name: tab })).toBeVisible()
    await expectAccessible(page)
  }
})

test('the path by keyboard alone', async ({ page }) => {
  await page.goto('/get-involved/volunteer')
  const form = page.getByRole('form', { name: 'Volunteer application' })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('First name')).toBeFocused()
  for (const text of ['Keyboard', 'Only', 'keyboard@example.org', '+1 512 555 0100']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(form.getByRole('checkbox', { name: 'Teaching' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(form.getByRole('checkbox', { name: 'Teaching' })).toBeChecked()
})

test('the academy: its tabs, and registration in its dialog', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto('/academy')
  await hydrated(page.getByRole('tablist'))
  for (const tab of ['Leadership', 'Programs']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    await expectAccessible(page)
  }
  await page
    .getByRole('button', { name: /^Register/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('menu, tabs and dialog by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await hydrated(page.getByRole('tablist'))
  const about = page.getByRole('banner').getByText('About', { exact: true }).first()
  for (let stops = 0; stops < 3; stops += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const founder = page.getByRole('banner').getByRole('link', { name: 'Founder' })
  await expect(founder).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(founder).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(founder).toBeHidden()
  await expect(about).toBeFocused()

  await page.goto('/academy')
  await hydrated(page.getByRole('tablist'))
  const overview = page.getByRole('tab', { name: 'Overview' })
  while (!(await overview.evaluate((tab) => tab === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ArrowLeft')
  const programs = page.getByRole('tab', { name: 'Programs' })
  await expect(programs).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Programs' })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(overview).toBeFocused()
  await page.keyboard.press('End')
  await expect(programs).toBeFocused()

  const register = page.getByRole('button', { name: /^Register/ }).first()
  while (!(await register.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let stops = 0; stops < 25; stops += 1) {
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(register).toBeFocused()
})
