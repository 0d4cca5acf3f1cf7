import { readFile } from 'node:fs/promises'
import { axeViolations, expectAccessible } from './expect-accessible'
import { expect, signIn, test, toast, uniqueName } from './fixtures'

const tabs = ['Mentors', 'Mentees', 'Trainers', 'Donors', 'Courses', 'Campaigns']

test('search, sort and page are in the address, and Back undoes them', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/crm?tab=donors')
  const rows = page.getByRole('rowheader')
  await expect(rows.first()).toHaveText('Renée Fontaine')

  await page.getByRole('button', { name: 'Amount' }).click()
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(page).toHaveURL(/\?tab=donors&sort=-amount$/)
  await expect(rows.first()).toHaveText('The Ferrow Family Foundation')
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByLabel('Search donations').fill('Church, Durham')
  await expect(rows).toHaveText(['Grace Church, Durham'])
  await expect(page).toHaveURL(/sort=-amount&q=Church%2C\+Durham$/)

  await page.goBack()
  await expect(page.getByLabel('Search donations')).toHaveValue('')
  await expect(page).toHaveURL(/\?tab=donors&sort=amount$/)
  await page.goForward()
  await expect(page.getByLabel('Search donations')).toHaveValue('Church, Durham')
  await expect(rows).toHaveText(['Grace Church, Durham'])
  await page.reload()
  await expect(rows).toHaveText(['Grace Church, Durham'])

  await page.getByRole('tab', { name: 'Courses' }).click()
  await expect(page).toHaveURL(/\?tab=courses$/)
  await expect(page.getByRole('rowheader', { name: 'Reading Together' })).toBeVisible()
})

test('an older answer never overwrites a newer one', async ({ page }) => {
  await signIn(page, 'admin')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/mentors\?.*Tom/, async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  await page.goto('/crm?tab=mentors')
  await expect(page.getByRole('rowheader', { name: 'Fatu Massaquoi' })).toBeVisible()
  const asked = page.waitForRequest(/mentors\?.*Tom/)
  await page.getByLabel('Search mentors').fill('Tom')
  await asked
  await page.getByLabel('Search mentors').fill('Fatu')
  await expect(page.getByRole('rowheader')).toHaveText(['Fatu Massaquoi'])
  release()
  await expect(page.getByRole('status')).toHaveText('1 mentor')
  await expect(page.getByRole('rowheader')).toHaveText(['Fatu Massaquoi'])
})

test('a course without a capacity is unlimited; a draft can be edited and a sent campaign not', async ({
  page,
}) => {
  await signIn(page, 'admin')
  await page.goto('/crm?tab=courses')
  await page.getByRole('button', { name: 'Add Course' }).click()
  const title = uniqueName('Course')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Capacity').fill('1.5')
  await page.getByRole('button', { name: 'Add Course' }).click()
  await expect(page.getByText('Please enter a whole number of 1 or more')).toBeVisible()
  await page.getByLabel('Capacity').fill('')
  await page.getByRole('button', { name: 'Add Course' }).click()
  await expect(toast(page, 'Course added successfully')).toBeVisible()
  await expect(page.getByRole('row', { name: title })).toContainText('Unlimited')

  await page.goto('/crm?tab=campaigns')
  await expect(page.getByRole('button', { name: 'Edit Year-end letter' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Term report' })).toContainText('139')
  await expect(page.getByRole('button', { name: 'Edit Term report' })).toHaveCount(0)
})

test('a mentor is deactivated and reactivated', async ({ page }) => {
  await signIn(page, 'mentors')
  await page.goto('/crm?tab=mentors&q=Nyumah')
  const row = page.getByRole('row', { name: 'Isaac Nyumah' })
  await row.getByRole('button', { name: 'Deactivate Isaac Nyumah' }).click()
  await expect(toast(page, 'Isaac Nyumah is inactive now')).toBeVisible()
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: 'Reactivate Isaac Nyumah' }).click()
  await expect(toast(page, 'Isaac Nyumah is active now')).toBeVisible()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
})

test('a lost connection keeps the dialog and all that was typed', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to (load resource|fetch)/)
  await signIn(page, 'admin')
  await page.goto('/crm?tab=trainers')
  await page.getByRole('button', { name: 'Add Trainer' }).click()
  const name = uniqueName('Trainer')
  await page.getByLabel('First name').fill(name)
  await page.getByLabel('Last name').fill('Lost')
  await page.route('**/rest/v1/trainers*', (route) => route.abort())
  await page.getByRole('button', { name: 'Add Trainer' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This was not saved.')
  await expect(page.getByLabel('First name')).toHaveValue(name)
  await page.unroute('**/rest/v1/trainers*')
  await page.getByRole('button', { name: 'Add Trainer' }).click()
  await expect(toast(page, 'Trainer added successfully')).toBeVisible()
  await expect(page.getByRole('row', { name })).toContainText('Active')
})

test('an export holds every donation, and can be cancelled', async ({ page }) => {
  await signIn(page, 'fundraiser')
  await page.goto('/crm?tab=donors')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export to CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^donations_\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  const shown = Number((await page.getByRole('status').first().textContent())?.split(' ')[0])
  expect(lines).toHaveLength(shown + 1)

  await page.route(/donations.*limit=1000/, () => {})
  await page.getByRole('button', { name: 'Export to CSV' }).click()
  await expect(page.getByRole('progressbar', { name: 'Rows exported' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(toast(page, 'Export cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeEnabled()
})

for (const tab of tabs) {
  test(`the list of ${tab}, for everybody`, async ({ page }) => {
    await signIn(page, 'admin')
    await page.goto(`/crm?tab=${tab.toLowerCase()}`)
    await expect(page.getByRole('table')).toBeVisible()
    await expectAccessible(page)
  })
}

test('menu and dialog of a list, for everybody', async ({ page }) => {
  await signIn(page, 'admin')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/crm?tab=mentees')
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Own contact' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add Mentee' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add Mentee' }).click()
  await expect(page.getByText('Please fill this in').first()).toBeVisible()
  await expectAccessible(page)
})
