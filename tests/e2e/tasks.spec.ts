import type { Locator, Page } from '@playwright/test'
import { localKeys } from '../../supabase/embedded/config'
import { expect, signIn, test, toast, uniqueName } from './fixtures'
import { linkOfLastMail } from './mails'

/* Follow-ups, without a mouse. */

/** Presses a key until this has the focus. */
async function tabTo(page: Page, part: Locator, key = 'Tab') {
  await expect(part).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await part.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(part).toBeFocused({ timeout: 1 })
}

const asVisitor = { headers: { apikey: localKeys.publishable } }

/** A message arrives, and is opened in the queue by keyboard. */
async function openMessage(page: Page): Promise<{ name: string; email: string }> {
  const name = uniqueName('Zora')
  const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
  const data = { name, email, message: 'May I visit you?' }
  const sent = await page.request.post('/rest/v1/contact_messages', { ...asVisitor, data })
  expect(sent.ok()).toBe(true)
  await signIn(page, 'admin')
  await page.goto('/form-submissions?tab=messages&view=waiting')
  const list = page.getByRole('region', { name: 'List' })
  await expect(list.getByRole('link', { name })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(list.getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  return { name, email }
}

test('t gives a colleague a task on the open submission, who does it from home', async ({
  page,
  newVisitor,
}) => {
  const { name } = await openMessage(page)
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Add a task' })
  await expect(dialog.getByRole('textbox', { name: /^What is to be done/ })).toBeFocused()
  const words = `Call ${name}`
  await page.keyboard.type(words)
  await tabTo(page, dialog.getByRole('button', { name: 'Tomorrow' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Today' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await tabTo(page, dialog.getByRole('combobox', { name: 'Assignee' }))
  await page.keyboard.type('Peter')
  await tabTo(page, dialog.getByRole('button', { name: 'Add task' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: `Tasks on ${name}` })).toContainText(
    /due today.*Peter/,
  )

  const colleague = await newVisitor()
  await signIn(colleague, 'development')
  await colleague.goto('/admin-dashboard')
  const due = colleague.getByRole('main').getByRole('link', { name: 'Your tasks' })
  await expect(due.locator('..')).toContainText(/\d due today/)
  await tabTo(colleague, due)
  await colleague.keyboard.press('Enter')
  await tabTo(colleague, colleague.getByRole('checkbox', { name: words }))
  await colleague.keyboard.press('Space')
  await expect(colleague.getByRole('region', { name: /^Done/ })).toContainText(words)
})

test('h puts a submission off until tomorrow, and it waits again at once when its sender writes', async ({
  page,
}) => {
  const { name, email } = await openMessage(page)
  const link = await linkOfLastMail(page.request, email)
  const views = page.getByRole('group', { name: 'Views' })
  await page.keyboard.press('h')
  await expect(
    page.getByRole('dialog').getByRole('button', { name: 'Tomorrow', exact: true }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, `${name}: until`)).toBeVisible()
  const row = page.getByRole('region', { name: 'List' }).getByRole('link', { name })
  await expect(row).toBeHidden()
  const putOff = views.getByRole('button', { name: /^Put off ?[1-9]/ })
  await tabTo(page, putOff, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('put off until')

  const data = { token: link.split('#')[1], body: 'We are three.' }
  await page.request.post('/rest/v1/rpc/add_message', { ...asVisitor, data })
  await expect(row).toBeHidden()
  await tabTo(page, views.getByRole('button', { name: /^Waiting/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(row).toBeVisible()
})
