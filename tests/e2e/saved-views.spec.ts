import { expect, signIn, test } from './fixtures'

test('a filter becomes a shared view with a weekly email in three clicks, and opens from the menu, by keyboard', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/crm?tab=mentors')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('inactive')
  await expect(page).toHaveURL(/status=inactive/)
  const views = page.getByRole('button', { name: 'Views', exact: true })
  await views.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.type('Share')
  await expect(page.getByRole('menuitem', { name: 'Share with a weekly email…' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save as a view' })
  await expect(dialog.getByRole('checkbox', { name: 'Share with colleagues' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: /^Email me/ })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'View: Inactive mentors' })).toBeVisible()

  await page.getByRole('tab', { name: 'Courses' }).click()
  const pin = page.getByRole('region', { name: 'Pinned views' }).getByRole('link')
  await expect(pin).toContainText('Inactive mentors')
  await pin.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('inactive')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('inactive')
})
