import { expect, signIn, test } from './fixtures'

test('the wording page asks before a link, Back and the sign-out lose its text', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/year-end-receipts')
  await page.getByRole('link', { name: 'Wording of receipts' }).click()
  const title = page.getByRole('textbox', { name: /^Title/ })
  await title.fill('Receipt for your gifts')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const menu = page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Tasks' })
  const stay = question.getByRole('button', { name: 'Stay' })

  await menu.click()
  await stay.click()
  await expect(question).toHaveCount(0)
  await expect(title).toHaveValue('Receipt for your gifts')

  for (let presses = 0; presses < 2; presses += 1) {
    await page.goBack()
    await stay.click()
    await expect(question).toHaveCount(0)
    await expect(page).toHaveURL(/receipt-wording/)
    await expect(title).toHaveValue('Receipt for your gifts')
  }

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(title).toHaveValue('Receipt for your gifts')

  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Year-end receipts')
  await page.goForward()
  await expect(title).not.toHaveValue('Receipt for your gifts')
  await title.fill('Receipt for your gifts')
  await menu.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/tasks/)
})

test('an open editor asks before Back leaves it', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/mail')
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('button', { name: 'Add a task' }).click()
  const editor = page.getByRole('dialog', { name: 'Add a task' })
  await editor.getByRole('textbox').first().fill('Call the printer')
  await page.goBack()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await expect(editor.getByRole('textbox').first()).toHaveValue('Call the printer')
})
