import type { Locator, Page } from 'playwright/test'
import { expectAccessible } from './expect-accessible'
import { expect, signIn, test, uniqueName } from './fixtures'

test.use({ expectedErrors: [/Failed to (load resource|fetch)/] })

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, part: Locator) {
  await expect(part).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await part.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(part).toBeFocused({ timeout: 1 })
}

test('without a mouse staff report a concern, a lead follows it up, and nobody else reads it', async ({
  page,
  newVisitor,
}) => {
  const words = uniqueName('Bruise')
  await signIn(page, 'staff')
  await page.goto('/admin-dashboard')
  await tabTo(page, page.getByRole('link', { name: 'Report a concern' }))
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Report a concern' })
  const danger = form.getByRole('combobox', { name: /^Is the child in danger now/ })
  await tabTo(page, danger)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(form.getByRole('alert')).toContainText('Call 911 first')
  await page.keyboard.press('ArrowUp')
  await expect(form.getByText('Call 911 first')).toHaveCount(0)
  await tabTo(page, form.getByRole('textbox', { name: /^Which child/ }))
  await page.keyboard.type('Fatu in the reading group')
  await tabTo(page, form.getByRole('textbox', { name: /^What did you see/ }))
  await page.keyboard.type(`She has a bruise: ${words}`)
  await tabTo(page, form.getByRole('textbox', { name: /^When and where/ }))
  await page.keyboard.type('Today, at the academy')
  await expectAccessible(page, 'the form for a concern')

  const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  expect(await page.evaluate(stored)).not.toContain(words)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()

  await page.route('**/rpc/report_concern', (route) => route.abort(), { times: 1 })
  const send = form.getByRole('button', { name: 'Send to the leads' })
  await tabTo(page, send)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toContainText('The concern was not sent.')
  await expect(form.getByRole('textbox', { name: /^What did you see/ })).toHaveValue(
    `She has a bruise: ${words}`,
  )
  await send.focus()
  await page.keyboard.press('Enter')
  const sent = page.getByRole('status').filter({ hasText: /Concern CN-\d{6} was sent/ })
  await expect(sent).toBeVisible()
  const reference = /CN-\d{6}/.exec((await sent.textContent())!)![0]
  const own = page.getByRole('region', { name: 'Your concerns' }).getByRole('listitem')
  await expect(own.filter({ hasText: reference })).toContainText('Reported')

  const lead = await newVisitor()
  await signIn(lead, 'director')
  await lead.goto('/concerns')
  await expect(lead.getByRole('row').filter({ hasText: reference })).toContainText('Daniel Okafor')
  await expectAccessible(lead, 'the concerns')
  await tabTo(lead, lead.getByRole('link', { name: reference }))
  await lead.keyboard.press('Enter')
  await expect(lead.getByText(words)).toBeVisible()
  await tabTo(lead, lead.getByRole('button', { name: 'Acknowledge' }))
  await lead.keyboard.press('Enter')
  await expect(lead.getByText(/acknowledged it$/)).toBeVisible()
  await lead.getByRole('textbox', { name: 'What was done' }).fill('Called her grandmother')
  await lead.getByRole('button', { name: 'Add step' }).press('Enter')
  await expect(lead.getByRole('listitem').getByText('Called her grandmother')).toBeVisible()
  await expectAccessible(lead, 'an open concern')
  await lead.getByRole('button', { name: 'Close this concern' }).press('Enter')
  await lead
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Outcome/ })
    .fill('She is safe')
  await lead.keyboard.press('Tab')
  await lead.getByRole('button', { name: 'Close concern' }).press('Enter')
  await expect(lead.getByRole('button', { name: 'Reopen' })).toBeVisible()

  await page.reload()
  await expect(own.filter({ hasText: reference })).toContainText('Acknowledged')
  await expect(page.getByText('Called her grandmother')).toHaveCount(0)

  const admin = await newVisitor()
  await signIn(admin, 'admin')
  await admin.goto(lead.url())
  await expect(admin.getByText('so you can’t read concerns')).toBeVisible()
  await expect(admin.getByText(reference)).toHaveCount(0)
  await expectAccessible(admin, 'the safeguarding leads')
})
