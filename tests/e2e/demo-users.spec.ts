import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible'
import { emailOf, expect, localPassword, signIn, test, toast, uniqueName } from './fixtures'

const publishableKey = 'sb_publishable_local_development_only'

/** Signs somebody up by the service itself, for a test to change. Nobody else has the name. */
async function newUser(page: Page, fullName: string): Promise<void> {
  const response = await page.request.post('/auth/v1/signup', {
    headers: { apikey: publishableKey },
    data: {
      email: `${fullName.replaceAll(/\W+/g, '.').toLowerCase()}@example.org`,
      password: 'long-enough',
      data: { full_name: fullName },
    },
  })
  expect(response.ok()).toBe(true)
}

async function openUsers(page: Page, search = ''): Promise<void> {
  await page.goto(`/demo-users${search && `?q=${encodeURIComponent(search)}`}`)
  await expect(page.getByRole('list', { name: 'Users' })).toBeVisible()
}

/** The role of an account, as the database has it. */
async function storedRole(page: Page, fullName: string): Promise<string | undefined> {
  const signedIn = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: publishableKey },
    data: { email: emailOf('admin'), password: localPassword },
  })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const rows = await page.request.get(
    `/rest/v1/profiles?select=role&full_name=eq.${encodeURIComponent(fullName)}`,
    { headers: { apikey: publishableKey, authorization: `Bearer ${token}` } },
  )
  return ((await rows.json()) as { role: string }[])[0]?.role
}

test.beforeEach(async ({ page }) => {
  await signIn(page, 'admin')
})

test('lists every account with its role, oldest first', async ({ page }) => {
  await openUsers(page)
  const rows = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await expect(rows.first()).toContainText('Grace Tolbert')
  await expect(rows.first()).toContainText(emailOf('admin'))
  await expect(page.getByLabel('Role of Ruth Kollie')).toHaveValue('director')
  await expect(page.getByLabel(`Role of ${emailOf('newcomer')}`)).toHaveValue('user')
  await expect(rows.filter({ hasText: emailOf('newcomer') })).toContainText('Unnamed User')
})

test('a role is changed in place', async ({ page }) => {
  const name = uniqueName('Zainab')
  await newUser(page, name)
  await openUsers(page, name)
  const select = page.getByLabel(`Role of ${name}`)
  await expect(select.getByRole('option')).toHaveCount(13)
  await select.focus()
  await select.selectOption('Program Manager')
  await expect(toast(page, 'Success')).toContainText('User updated successfully')
  await expect(select).toHaveValue('program_manager')
  await expect(select).toBeFocused()
  expect(await storedRole(page, name)).toBe('program_manager')

  await page.reload()
  await expect(page.getByLabel(`Role of ${name}`)).toHaveValue('program_manager')
})

for (const [situation, answer] of [
  ['no connection', 'abort'],
  ['an error of the server', 500],
] as const) {
  test(`with ${situation} a role rolls back and says so`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to (load|fetch)|status of 500|Error/)
    const name = uniqueName('Yaw')
    await newUser(page, name)
    await openUsers(page, name)
    await page.route('**/rest/v1/rpc/set_user_role', (route) =>
      answer === 'abort' ? route.abort() : route.fulfill({ status: answer, json: {} }),
    )
    const select = page.getByLabel(`Role of ${name}`)
    await select.selectOption('Mentor')
    await expect(toast(page, 'Error')).toContainText('Failed to update user')
    await expect(select).toHaveValue('user')
    expect(await storedRole(page, name)).toBe('user')

    await page.unroute('**/rest/v1/rpc/set_user_role')
    await select.selectOption('Mentor')
    await expect(toast(page, 'Success')).toContainText('User updated successfully')
    expect(await storedRole(page, name)).toBe('mentor')
  })
}

test('the last admin stays one, with the reason beside the role', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400|last admin/)
  await openUsers(page, 'Grace Tolbert')
  const select = page.getByLabel('Role of Grace Tolbert')
  await select.selectOption('Supporter')
  await expect(toast(page, 'Error')).toContainText('Failed to update user')
  await expect(select).toHaveValue('admin')
  await expect(select).toHaveAccessibleDescription(
    'The last admin can neither be demoted nor removed.',
  )
  expect(await storedRole(page, 'Grace Tolbert')).toBe('admin')
  await expectAccessible(page)
})

test('a name is edited in a dialog that keeps what was typed when it fails', async ({
  page,
  expectedErrors,
}) => {
  test.setTimeout(120_000)
  expectedErrors.push(/Failed to (load|fetch)|Error/)
  const name = uniqueName('Wim')
  await newUser(page, name)
  await openUsers(page, name)
  const button = page.getByRole('button', { name: `Edit the name of ${name}` })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Edit name' })
  const field = dialog.getByLabel('Full name')
  await expect(field).toHaveValue(name)
  await expectAccessible(page)

  await field.fill('x'.repeat(101))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(field).toHaveAccessibleDescription(/Please keep this to 100 characters/)

  const renamed = `${name} <b>“Ñ” 🌱</b>`
  await field.fill(renamed)
  await page.route('**/rest/v1/profiles?*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Error')).toContainText('Failed to update user')
  await expect(field).toHaveValue(renamed)

  await page.unroute('**/rest/v1/profiles?*')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Success')).toContainText('User updated successfully')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: renamed })).toBeVisible()
  expect(await storedRole(page, renamed)).toBe('user')
})

test('creation is disabled, and says how accounts are made', async ({ page }) => {
  await openUsers(page)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.getByRole('button', { name: 'Create Demo User' }).click()
  await expect(toast(page, 'Feature Disabled')).toContainText(
    'Demo user creation has been disabled for security. Please create users through proper authentication flows with secure passwords.',
  )
  expect(sent).toEqual([])
})

test('searches names and e-mails, takes what is typed literally, and can be taken back', async ({
  page,
}) => {
  await openUsers(page)
  const search = page.getByRole('searchbox', { name: 'Search by name or e-mail' })
  const rows = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await search.fill('fontaine')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Renée Fontaine')
  await expect(page).toHaveURL('/demo-users?q=fontaine')
  await search.fill(emailOf('program.manager'))
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Samuel Weah')

  for (const text of ['%', '*', 'a,b)', '"x"', '\\']) {
    await search.fill(text)
    await expect(page.getByText(`No user found for “${text}”`)).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all users' }).click()
  await expect(search).toHaveValue('')
  await expect(rows.first()).toContainText('Grace Tolbert')
})

test('pages on the server', async ({ page }) => {
  test.setTimeout(120_000)
  const batch = uniqueName('Page')
  for (let number = 10; number < 36; number += 1) await newUser(page, `${batch} ${number}`)
  await openUsers(page, batch)
  await expect(page.getByText('26 users', { exact: true })).toBeVisible()
  const rows = page.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await expect(rows).toHaveCount(25)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`${batch} 35`)

  // A page beyond the last leads to the last.
  await page.goto(`/demo-users?q=${encodeURIComponent(batch)}&page=99`)
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(rows).toHaveCount(1)
})

for (const [situation, answer] of [
  ['no connection', 'abort'],
  ['an error of the server', 500],
] as const) {
  test(`with ${situation} the list says so and can be tried again`, async ({
    page,
    expectedErrors,
  }) => {
    test.setTimeout(120_000)
    expectedErrors.push(/Failed to (load|fetch)|status of 500|Error/)
    const list = '**/rest/v1/profiles?select=id*'
    await page.route(list, (route) =>
      answer === 'abort' ? route.abort() : route.fulfill({ status: answer, json: {} }),
    )
    await page.goto('/demo-users')
    await expect(page.getByText('Loading users...')).toBeVisible()
    await expect(toast(page, 'Error')).toContainText('Failed to load demo users')
    await expect(page.getByText('The users could not be loaded.')).toBeVisible()
    await expectAccessible(page)

    await page.unroute(list)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('list', { name: 'Users' })).toContainText('Grace Tolbert')
  })
}

test('is accessible with its list', async ({ page }) => {
  await openUsers(page)
  await expectAccessible(page)
})
