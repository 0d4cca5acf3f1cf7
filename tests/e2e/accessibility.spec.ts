import AxeBuilder from '@axe-core/playwright'
import { expectAccessible } from './expect-accessible'
import { expect, signIn, test } from './fixtures'

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

test('the home page and an unknown address', async ({ page, expectedErrors }) => {
  test.setTimeout(120_000)
  expectedErrors.push(/status of 404/)
  await page.goto('/')
  await expect(page.getByRole('tablist')).toHaveAttribute('tabindex', '0')
  await expectAccessible(page)
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expectAccessible(page)
})

test('the menu of small screens, opened', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/')
  await page.getByText('Menu', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Founder' })).toBeVisible()
  await expect(page.getByRole('tablist')).toHaveAttribute('tabindex', '0')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
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
  await expect(form.getByRole('button', { name: 'Submit Application' })).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
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
