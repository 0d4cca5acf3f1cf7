import type { Locator, Page } from 'playwright/test'
import { localKeys } from '../../supabase/embedded/config'
import { expect, signIn, test, toast, uniqueName } from './fixtures'
import { linkOfLastMail } from './mails'

/** Presses a key until this has the focus. */
async function tabTo(page: Page, part: Locator, key = 'Tab') {
  await expect(part).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    if (await part.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(part).toBeFocused({ timeout: 1 })
}

test('without a mouse a submission gets a task, which its assignee does from home, and is snoozed until its sender writes', async ({
  page,
  newVisitor,
}) => {
  const name = uniqueName('Zora')
  const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
  const asVisitor = { headers: { apikey: localKeys.publishable } }
  await page.request.post('/rest/v1/contact_messages', {
    ...asVisitor,
    data: { name, email, message: 'May I visit you?' },
  })
  await signIn(page, 'admin')
  await page.goto('/form-submissions?tab=messages&view=waiting')
  const list = page.getByRole('region', { name: 'List' })
  const row = list.getByRole('link', { name })
  await expect(row).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(name)
  await expect(list.getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('o')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()

  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  const today = dialog.getByRole('button', { name: 'Today' })
  await expect(dialog.getByRole('textbox', { name: /^What to do/ })).toBeFocused()
  await page.keyboard.type(`Call ${name}`)
  await tabTo(page, dialog.getByRole('button', { name: 'Tomorrow' }))
  await page.keyboard.press('Space')
  await expect(today).toHaveAttribute('aria-pressed', 'false')
  await tabTo(page, today, 'Shift+Tab')
  await page.keyboard.press('Space')
  const assignee = dialog.getByRole('combobox', { name: 'Assignee' })
  await expect(assignee.getByRole('option', { name: /^Peter/ })).toBeAttached()
  await tabTo(page, assignee)
  await page.keyboard.type('Peter')
  await tabTo(page, dialog.getByRole('button', { name: 'Add task' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: `Tasks on ${name}` })).toContainText(
    /due today.*Peter/,
  )

  await page.keyboard.press('h')
  await expect(dialog.getByRole('button', { name: 'Tomorrow', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, `${name}: until`)).toBeVisible()
  await expect(row).toBeHidden()
  const views = page.getByRole('group', { name: 'Views' })
  await tabTo(page, views.getByRole('button', { name: /^Snoozed ?[1-9]/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('snoozed until')
  const link = await linkOfLastMail(page.request, email)
  await page.request.post('/rest/v1/rpc/add_message', {
    ...asVisitor,
    data: { token: link.split('#')[1], body: 'We are three.' },
  })
  await expect(row).toBeHidden()
  await tabTo(page, views.getByRole('button', { name: /^Waiting/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(row).toBeVisible()

  const colleague = await newVisitor()
  await signIn(colleague, 'development')
  await colleague.goto('/admin-dashboard')
  const ofColleague = colleague.getByRole('main').getByRole('region', { name: 'Your tasks' })
  const due = ofColleague.getByRole('link', { name: /^\d due today$/ })
  await tabTo(colleague, due)
  await colleague.keyboard.press('Enter')
  // The home page, which has the same checkbox, is shown until the page of tasks has arrived.
  await expect(colleague.getByRole('heading', { level: 1, name: 'Tasks' })).toBeFocused()
  await tabTo(colleague, colleague.getByRole('checkbox', { name: `Call ${name}` }))
  await colleague.keyboard.press('Space')
  await expect(colleague.getByRole('region', { name: /^Done/ })).toContainText(name)
})
