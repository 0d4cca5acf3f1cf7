import { readFile } from 'node:fs/promises'
import type { Page, Request } from 'playwright/test'
import { asService } from '../embedded/support'
import { emailOf, expect, signIn, test, toast, uniqueName } from './fixtures'

const table = (page: Page, name: string) => page.getByRole('table', { name })

test('the dashboard shows figures, the way to the goal, and charts that can be read as tables', async ({
  page,
}) => {
  await signIn(page, 'admin')
  const palette = page.waitForResponse(/command-palette/)
  await page.goto('/crm')
  await test.step('the palette loads before it is needed', () => palette)
  const figures = page.getByRole('region', { name: 'Figures' })
  await expect(figures.getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('progressbar', { name: 'Fundraising Progress' })).toHaveAttribute(
    'aria-valuetext',
    /^\d+\.\d%$/,
  )
  for (const chart of ['Donations per month', 'Submissions per week']) {
    const region = page.getByRole('region', { name: chart })
    await expect(region.locator('svg path, svg rect').first()).toBeAttached()
    await region.getByText('Show as a table').click()
    await expect(table(page, chart).getByRole('row')).toHaveCount(13)
  }
})

test('a list requests at once everything its rows need', async ({ page }) => {
  await signIn(page, 'admin')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/rest/v1/**', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  const asked = ['profiles', 'list_columns', 'mentors'].map((name) =>
    page.waitForRequest((request) => request.url().includes(`/rest/v1/${name}?`)),
  )
  await page.goto('/crm?tab=mentors')
  await Promise.all(asked)
  release()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
})

test('sort is in the address and search in its state, Back undoes them, and a late answer changes nothing', async ({
  page,
}) => {
  await signIn(page, 'admin')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const isFirstSearch = (request: Request) =>
    request.url().includes('/rpc/search_donations') &&
    (request.postData()?.includes('fontaine') ?? false)
  await page.route('**/rpc/search_donations?*', async (route) => {
    if (isFirstSearch(route.request())) await held
    await route.continue().catch(() => {})
  })
  await page.goto('/crm?tab=donors')
  const rows = page.getByRole('rowheader')
  await expect(rows.first()).toHaveText('Renée Fontaine')
  await page.getByRole('button', { name: 'Amount' }).click()
  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(page).toHaveURL(/\?tab=donors&sort=-amount$/)
  await expect(rows.first()).toHaveText('The Ferrow Family Foundation')

  const asked = page.waitForRequest(isFirstSearch)
  await page.getByLabel('Search donations').fill('Fontaine')
  await asked
  await page.getByLabel('Search donations').fill('Church, Durham')
  await expect(rows).toHaveText(['Grace Church, Durham'])
  release()
  await expect(rows).toHaveText(['Grace Church, Durham'])

  await page.goBack()
  await expect(page.getByLabel('Search donations')).toHaveValue('')
  await expect(page).toHaveURL(/\?tab=donors&sort=amount$/)
  await page.goForward()
  await expect(rows).toHaveText(['Grace Church, Durham'])
  await page.reload()
  await expect(rows).toHaveText(['Grace Church, Durham'])
  await expect(page).toHaveURL(/\?tab=donors&sort=-amount$/)
  await page.getByRole('tab', { name: 'Courses' }).click()
  await expect(page).toHaveURL(/\?tab=courses$/)
  await expect(page.getByRole('rowheader', { name: 'Reading Together' })).toBeVisible()
})

test('input while the palette loads becomes its text, and no shortcut of the page', async ({
  page,
}) => {
  await signIn(page, 'admin')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/command-palette/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/form-submissions?tab=all')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('mee')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('ntors')
  release()
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('mentors')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/crm\?tab=mentors$/)
})

test('a menu opened before its code has loaded appears with it, unless the user moves on', async ({
  page,
}) => {
  await signIn(page, 'admin')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/menu-popup/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/crm?tab=mentors')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const account = page.getByRole('button', { name: /^Account of/ })
  const views = page.getByRole('button', { name: 'Views' })
  await views.click()
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(account).toHaveAttribute('aria-haspopup', 'menu')
  await expect(account).toHaveAttribute('aria-expanded', 'false')
  release()
  await expect(page.getByRole('menu', { name: /^Account of/ })).toBeVisible()
  await expect(account).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('menuitem', { name: 'Your account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(account).toBeFocused()
  await views.click()
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
  await views.click()
  await expect(page.getByRole('menu')).toHaveCount(0)
})

test('a dialog whose code cannot load says so, and opens with the next click', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_FAILED/)
  await signIn(page, 'admin')
  let isCut = true
  await page.route(/on-demand|\/$/, (route) =>
    isCut && route.request().resourceType() !== 'document' ? route.abort() : route.continue(),
  )
  await page.goto('/crm?tab=mentors')
  const add = page.getByRole('button', { name: 'Add Mentor' })
  await add.click()
  await expect(toast(page, 'This could not be loaded.')).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  isCut = false
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Add Mentor' })).toBeVisible()
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

test.describe('a program', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('is added with its days, and its people are chosen in three lists and saved together', async ({
    page,
    baseURL,
  }) => {
    const service = asService({ url: baseURL! })
    const family = uniqueName('Family')
    for (const kind of ['mentees', 'mentors', 'trainers']) {
      const people = ['Ada', 'Ben'].map((first_name) => ({ first_name, last_name: family }))
      await service.from(kind).insert(people).throwOnError()
    }
    await signIn(page, 'admin')
    await page.goto('/crm?tab=programs')
    await page.getByRole('button', { name: 'Add Program' }).click()
    const editor = page.getByRole('dialog')
    const name = uniqueName('Harvest')
    await editor.getByLabel('Name').fill(name)
    await editor.getByLabel('Start date').fill('2027-01-01')
    await editor.getByLabel('End date').fill('2027-02-28')
    await editor.getByRole('button', { name: 'Add Program' }).click()
    await expect(toast(page, 'Program created successfully')).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(/Jan 1, 2027.*Feb 28, 2027.*Active/)

    await row.getByRole('button', { name: `Manage People of ${name}` }).click()
    const people = page.getByRole('dialog', { name: 'Manage Program Assignments' })
    for (const [tab, chosen] of [
      ['Mentees', 'Ada'],
      ['Mentors', 'Ben'],
      ['Trainers', 'Ada'],
    ] as const) {
      await people.getByRole('tab', { name: tab }).click()
      await people.getByRole('searchbox').fill(family)
      await people.getByRole('checkbox', { name: `${chosen} ${family}` }).check()
      await expect(people.getByRole('tab', { name: `${tab} (1)` })).toBeVisible()
    }
    // An empty search result keeps the people chosen.
    await people.getByRole('searchbox').fill('nobody is called this')
    await expect(people.getByRole('checkbox')).toHaveCount(0)
    await people.getByRole('button', { name: 'Save Assignments' }).click()
    await expect(toast(page, 'Program assignments updated')).toBeVisible()
    await expect(people).toBeHidden()
    for (const [kind, chosen] of [
      ['mentees', 'Ada'],
      ['mentors', 'Ben'],
      ['trainers', 'Ada'],
    ] as const) {
      const { data } = await service
        .from('programs')
        .select(`people:program_${kind}(${kind}(first_name))`)
        .eq('name', name)
        .throwOnError()
      expect(data, kind).toEqual([{ people: [{ [kind]: { first_name: chosen } }] }])
    }
  })
})

test('the list changes a role and keeps the focus; the last admin stays one, and a message shows why', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400|last admin/)
  await signIn(page, 'admin')
  await page.goto('/demo-users')
  const rows = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await expect(rows.first()).toContainText(emailOf('admin'))
  const admin = page.getByLabel('Role of Grace Tolbert')
  const choose = async (...keys: string[]) => {
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => admin.evaluate((select) => select.matches(':open'))).toBe(true)
    for (const key of keys) await page.keyboard.press(key)
  }
  await admin.focus()
  await choose('Enter')
  await expect(admin).toHaveValue('admin')
  await choose('ArrowDown', 'Enter')
  const question = page.getByRole('dialog', { name: 'Remove Grace Tolbert as an administrator?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(admin).toHaveValue('admin')
  await expect(admin).toBeFocused()
  await admin.selectOption('Supporter')
  await question.getByRole('button', { name: 'Change the Role' }).click()
  await expect(toast(page, 'Error')).toContainText('Failed to update user')
  await expect(admin).toHaveValue('admin')
  await expect(admin).toHaveAccessibleDescription(
    'The last admin can neither be demoted nor removed.',
  )

  await page.getByLabel('Search users').fill(emailOf('newcomer'))
  await expect(rows).toHaveCount(1)
  const select = page.getByLabel(`Role of ${emailOf('newcomer')}`)
  await select.focus()
  await select.selectOption('Mentee')
  await expect(toast(page, 'Success')).toContainText('User updated successfully')
  await expect(select).toBeFocused()
  await page.reload()
  await expect(select).toHaveValue('mentee')
  await select.selectOption('User')
  await expect(select).toHaveValue('user')
  await page.getByRole('button', { name: 'Create Demo User' }).click()
  await expect(toast(page, 'Feature Disabled')).toContainText(
    'Demo user creation has been disabled for security.',
  )
})

test('the menu of small screens leads everywhere, and signs out', async ({ page }) => {
  await signIn(page, 'admin')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin-dashboard')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const nav = page.getByRole('navigation', { name: 'Staff' })
  for (const place of ['Demo Users', 'Change Log', 'Your account', 'Form Submissions']) {
    await expect(nav.getByRole('link', { name: place })).toBeVisible()
  }
  await nav.getByRole('link', { name: 'Mentees' }).click()
  await expect(page).toHaveURL('/crm?tab=mentees')
  await expect(nav).toBeHidden()
  await menu.click()
  await nav.getByRole('tab', { name: 'Donors' }).click()
  await expect(page.getByRole('heading', { name: 'Donors' })).toBeVisible()
  await menu.click()
  await page.keyboard.press('Escape')
  await expect(nav).toBeHidden()
  await menu.click()
  await nav.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/supporter-login')
})
