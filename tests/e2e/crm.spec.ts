import type { Page, Request, Response } from '@playwright/test'
import { permissionNames, type PermissionName } from '../../src/shared/auth/permissions'
import { asService, signIn as apiSignIn, visit } from '../embedded/support'
import { expectAccessible } from './expect-accessible'
import {
  emailOf,
  expect,
  localPassword,
  signIn,
  signInWith,
  test,
  toast,
  uniqueName,
} from './fixtures'

const everyTab = [
  'Dashboard',
  'All Users',
  'Programs',
  'Mentors',
  'Mentees',
  'Trainers',
  'Donors',
  'Courses',
  'Campaigns',
]

interface Account {
  id: string
  name: string
  email: string
}

function newPerson(): Omit<Account, 'id'> {
  const name = uniqueName('Pat')
  return { name, email: `${name.replace(' ', '.').toLowerCase()}@example.org` }
}

async function confirmAddress(url: string, email: string): Promise<void> {
  const mails = (await (await fetch(`${url}/_dev/mail.json`)).json()) as {
    to: string
    text: string
  }[]
  const mail = mails.find(({ to }) => to === email)
  const link = /https?:\/\/[^\s"<]+/.exec(mail?.text ?? '')?.[0]
  expect(link, `an e-mail to ${email} with a link`).toBeDefined()
  await fetch(link ?? '', { redirect: 'manual' })
}

/** Somebody of the role user who holds these permissions and can sign in. */
async function newHolder(url: string, ...permissions: PermissionName[]): Promise<Account> {
  const person = newPerson()
  const { data, error } = await visit({ url }).auth.signUp({
    email: person.email,
    password: localPassword,
    options: { data: { full_name: person.name } },
  })
  if (error) throw error
  await confirmAddress(url, person.email)
  const admin = await apiSignIn({ url }, 'admin')
  const chosen = await admin
    .from('permissions')
    .select('id')
    .in('name', permissions)
    .overrideTypes<{ id: string }[], { merge: false }>()
    .throwOnError()
  const id = data.user?.id ?? ''
  await admin
    .from('user_permissions')
    .insert(chosen.data.map((permission) => ({ user_id: id, permission_id: permission.id })))
    .throwOnError()
  return { id, ...person }
}

async function openCrm(page: Page, tab: string): Promise<void> {
  await page.goto(`/crm?tab=${tab}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('CRM Dashboard')
}

function table(page: Page, name: string) {
  return page.getByRole('table', { name })
}

test.describe('who may enter', () => {
  test('a visitor signs in first, and is then where they wanted to be', async ({ page }) => {
    await page.goto('/crm?tab=programs')
    await expect(page).toHaveURL('/supporter-login')
    const form = page.getByRole('form', { name: 'Sign in' })
    await form.getByLabel('E-mail').fill(emailOf('admin'))
    await form.getByLabel(/^Password/).fill(localPassword)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/crm?tab=programs')
    await expect(page.getByRole('tab', { name: 'Programs', selected: true })).toBeVisible()
  })

  for (const account of ['supporter', 'director', 'program.manager'] as const) {
    test(`${account}, without any permission, ends on the account page`, async ({ page }) => {
      await signIn(page, account)
      const asked: string[] = []
      page.on('request', (request) => {
        if (/\/rest\/v1\/(?!profiles|user_)/.test(request.url())) asked.push(request.url())
      })
      await page.goto('/crm')
      await expect(page).toHaveURL('/admin')
      await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
      expect(asked).toEqual([])
    })
  }
})

test('an admin opens all nine tabs, and finds the open one in the address', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/crm?tab=nonsense')
  await expect(page.getByRole('tab', { name: 'Dashboard', selected: true })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(everyTab)
  for (const tab of everyTab) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
  }
  await expect(page).toHaveURL('/crm?tab=campaigns')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Campaigns', selected: true })).toBeVisible()
})

const allowed: Record<PermissionName, { tab?: string; tables: string[]; figures: string[] }> = {
  can_view_all_users: { tab: 'All Users', tables: ['profiles', 'user_roles'], figures: [] },
  can_edit_user_roles: { tables: [], figures: [] },
  can_manage_programs: { tab: 'Programs', tables: ['programs'], figures: [] },
  can_manage_courses: { tab: 'Courses', tables: ['courses'], figures: ['active_course_count'] },
  can_manage_mentors: { tab: 'Mentors', tables: ['mentors'], figures: ['mentor_count'] },
  can_manage_mentees: { tab: 'Mentees', tables: ['mentees'], figures: ['mentee_count'] },
  can_manage_trainers: { tab: 'Trainers', tables: ['trainers'], figures: [] },
  can_manage_donations: {
    tab: 'Donors',
    tables: ['donations', 'donations_by_month'],
    figures: ['donation_total'],
  },
  can_send_emails: {
    tab: 'Campaigns',
    tables: ['email_campaigns'],
    figures: ['campaign_count'],
  },
  can_view_analytics: { tables: [], figures: ['average_grade', 'grade_count'] },
}

for (const permission of permissionNames) {
  test(`a holder of ${permission} alone sees its tab and receives no other row`, async ({
    page,
    baseURL,
  }) => {
    const holder = await newHolder(baseURL ?? '', permission)
    const answers: Promise<{ table: string; rows: Record<string, unknown>[] }>[] = []
    page.on('response', (response) => {
      const [, source] = /\/rest\/v1\/(?:rpc\/)?(\w+)/.exec(response.url()) ?? []
      if (source) answers.push(rowsOf(response).then((rows) => ({ table: source, rows })))
    })
    await signInWith(page, holder.email)
    const { tab, tables, figures } = allowed[permission]
    const tabs = ['Dashboard', ...(tab ? [tab] : [])]
    await openCrm(page, 'dashboard')
    await expect(page.getByRole('tab')).toHaveText(tabs)
    // By hand as well: an address that names another tab opens the dashboard.
    for (const slug of ['users', 'programs', 'donors']) {
      await page.goto(`/crm?tab=${slug}`)
      await expect(page.getByRole('tab')).toHaveText(tabs)
    }
    const pending = new Set<Request>()
    page.on('request', (request) => pending.add(request))
    page.on('requestfinished', (request) => pending.delete(request))
    page.on('requestfailed', (request) => pending.delete(request))
    for (const name of tabs) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tabpanel', { name })).toBeVisible()
      // Whatever a tab asks for has to be answered before it can be judged.
      const series = tables.filter((table) => table.endsWith('_by_month'))
      const wanted = name === 'Dashboard' ? ['dashboard_stats', ...series] : tables
      await expect
        .poll(async () => (await Promise.all(answers)).map(({ table }) => table))
        .toEqual(expect.arrayContaining(wanted))
      await expect.poll(() => pending.size).toBe(0)
    }

    const received = (await Promise.all(answers)).filter(({ rows }) => rows.length > 0)
    const stats = received.filter((answer) => answer.table === 'dashboard_stats')
    expect(stats.length).toBeGreaterThan(0)
    for (const { rows } of stats) {
      const seen = Object.entries(rows[0] ?? {}).filter(([, figure]) => figure !== null)
      expect(seen.map(([name]) => name).sort()).toEqual(figures)
    }
    const own = [holder.email, permission, 'user']
    const foreign = received.filter(
      (answer) =>
        answer.table !== 'dashboard_stats' &&
        !tables.includes(answer.table) &&
        !(
          ['profiles', 'user_roles', 'user_permissions'].includes(answer.table) &&
          answer.rows.length === 1 &&
          own.some((text) => JSON.stringify(answer.rows).includes(text))
        ),
    )
    expect(foreign).toEqual([])
  })
}

async function rowsOf(response: Response): Promise<Record<string, unknown>[]> {
  const body: unknown = await response.json().catch(() => null)
  return body === null ? [] : ([body].flat() as Record<string, unknown>[])
}

test('a program manager who came in by another permission sees programs and adds one, no more', async ({
  page,
  baseURL,
}) => {
  const holder = await newHolder(baseURL ?? '', 'can_manage_trainers')
  const admin = await apiSignIn({ url: baseURL ?? '' }, 'admin')
  await admin
    .rpc('set_user_role', { target_user_id: holder.id, new_role: 'program_manager' })
    .throwOnError()
  await signInWith(page, holder.email)
  await openCrm(page, 'programs')
  await expect(table(page, 'Programs')).toBeVisible()
  await expect(page.getByRole('button', { name: /Manage People|Edit/ })).toHaveCount(0)
  const name = uniqueName('Evening school')
  await addProgram(page, name)
  await expect(toast(page, 'Program created successfully')).toBeVisible()
  await expect(page.getByRole('rowheader', { name })).toBeVisible()
})

test.describe('the dashboard', () => {
  test('shows the figures, the way to the goal, and the charts as tables', async ({
    page,
    baseURL,
  }) => {
    const admin = await apiSignIn({ url: baseURL ?? '' }, 'admin')
    const months = await admin.rpc('donations_by_month').throwOnError()
    await signIn(page, 'admin')
    await page.goto('/crm')
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect(figures.getByRole('listitem')).toHaveCount(6)
    await expect(figures.getByRole('listitem').filter({ hasText: 'Average Grade' })).toContainText(
      /\d\.\d%.*grades counted/,
    )
    const progress = page.getByRole('progressbar', { name: 'Fundraising Progress' })
    await expect(progress).toHaveAttribute('aria-valuetext', /^\d+\.\d%$/)
    await expect(page.getByText(/of \$50,000/)).toBeVisible()

    const chart = page.getByRole('region', { name: 'Donations per month' })
    await chart.getByText('Show as a table').click()
    const rows = table(page, 'Donations per month').getByRole('row')
    await expect(rows).toHaveCount(13)
    const latest = (months.data as { total: number }[]).at(-1)?.total ?? 0
    await expect(rows.last()).toContainText(
      new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency: 'USD',
        trailingZeroDisplay: 'stripIfInteger',
      }).format(latest),
    )
    await page
      .getByRole('region', { name: 'Submissions per week' })
      .getByText('Show as a table')
      .click()
    await expect(table(page, 'Submissions per week').getByRole('row')).toHaveCount(13)
  })

  test('is nothing but a word to who may see no figure', async ({ page, baseURL }) => {
    const holder = await newHolder(baseURL ?? '', 'can_edit_user_roles')
    await signInWith(page, holder.email)
    await openCrm(page, 'dashboard')
    await expect(page.getByRole('heading', { name: 'No figures for you here' })).toBeVisible()
  })

  test('says when there is nothing yet, and when the goal is exceeded', async ({ page }) => {
    await signIn(page, 'admin')
    let stats = {
      mentor_count: 0,
      mentee_count: 0,
      donation_total: 0,
      active_course_count: 0,
      campaign_count: 0,
      average_grade: 0,
      grade_count: 0,
    }
    await page.route('**/rpc/dashboard_stats*', (route) => route.fulfill({ json: stats }))
    await page.goto('/crm')
    await expect(page.getByText('0.0% of the goal')).toBeVisible()
    await expect(page.getByText('$50,000 remaining')).toBeVisible()
    await expect(page.getByText('No grades counted yet')).toBeVisible()
    stats = { ...stats, donation_total: 61_250 }
    await page.reload()
    await expect(page.getByText('122.5% of the goal')).toBeVisible()
    await expect(page.getByText('Goal reached, and $11,250 beyond it')).toBeVisible()
  })

  test('tells that figures could not be loaded, and tries again', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 500|Object|Error/)
    await signIn(page, 'admin')
    await page.route('**/rpc/dashboard_stats*', (route) => route.fulfill({ status: 500 }))
    await page.goto('/crm')
    await expect(toast(page, 'Failed to load dashboard figures')).toBeVisible()
    await page.unroute('**/rpc/dashboard_stats*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('progressbar', { name: 'Fundraising Progress' })).toBeVisible()
  })
})

test.describe('all users', () => {
  test('are listed newest first, and searched on the server by name or e-mail', async ({
    page,
  }) => {
    await signIn(page, 'admin')
    await openCrm(page, 'users')
    const search = page.getByRole('searchbox', { name: 'Search by name or e-mail' })
    await search.fill('kindlewell.TEST')
    await expect(page).toHaveURL('/crm?tab=users&q=kindlewell.TEST')
    const rows = table(page, 'Users').getByRole('row')
    await expect(rows).toHaveCount(15)
    await expect(rows.nth(1)).toContainText('Unnamed User')
    await expect(rows.nth(1)).toContainText('newcomer@kindlewell.test')
    await expect(rows.last()).toContainText(/Grace Tolbert.*Administrator.*\w{3} \d{1,2}, \d{4}/)

    await search.fill('Renée')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('donor@kindlewell.test')
    for (const text of ['100%_', 'a",)(*\\', 'nobody at all']) {
      await search.fill(text)
      await expect(page.getByText(`No user found for “${text}”`)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Show all users' }).click()
    await expect(search).toHaveValue('')
    await expect(table(page, 'Users')).toBeVisible()
  })

  test('a failed load is told, and can be tried again', async ({ page, expectedErrors }) => {
    expectedErrors.push(/Failed to (load|fetch)/)
    await signIn(page, 'admin')
    await page.route('**/rest/v1/profiles?*limit=*', (route) => route.abort())
    await openCrm(page, 'users')
    await expect(toast(page, 'Failed to load users')).toBeVisible()
    await page.unroute('**/rest/v1/profiles?*limit=*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(table(page, 'Users')).toBeVisible()
  })
})

test.describe('a new user', () => {
  async function openForm(page: Page) {
    await openCrm(page, 'users')
    await page.getByRole('button', { name: 'Create New User' }).click()
    return page.getByRole('form', { name: 'New user' })
  }

  async function fillForm(page: Page, person: Omit<Account, 'id'>, password = localPassword) {
    const form = page.getByRole('form', { name: 'New user' })
    await form.getByLabel('E-mail').fill(person.email)
    await form.getByLabel('Full name').fill(person.name)
    await form.getByLabel(/^Password/).fill(password)
    return form
  }

  async function roleOf(url: string, email: string): Promise<string[]> {
    const { data } = await asService({ url })
      .from('profiles')
      .select('full_name, user_roles(role)')
      .eq('email', email)
      .throwOnError()
    return data.map((profile) => JSON.stringify(profile))
  }

  test('is created, the admin stays signed in, and the new one can sign in', async ({
    page,
    newVisitor,
    baseURL,
  }) => {
    const url = baseURL ?? ''
    const person = newPerson()
    await signIn(page, 'admin')
    await openForm(page)
    const session = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))
    const before = await session()
    const form = await fillForm(page, { name: `  ${person.name} `, email: ` ${person.email} ` })
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Fundraiser')
    await form.getByText('Permissions (optional)').click()
    await form.getByRole('checkbox', { name: 'Can manage donations' }).check()
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, `User ${person.email} created successfully`)).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    const row = table(page, 'Users').getByRole('row').filter({ hasText: person.email })
    await expect(row).toContainText(person.name)
    await expect(row).toContainText('Fundraiser')
    expect(await session()).toBe(before)

    await page.getByRole('button', { name: 'Create New User' }).click()
    await expect(form.getByLabel('E-mail')).toHaveValue('')
    await expect(form.getByRole('combobox', { name: 'Role' })).toHaveValue('user')
    await page.reload()
    await expect(page.getByRole('tab')).toHaveText(everyTab)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Grace Tolbert')

    await confirmAddress(url, person.email)
    const other = await newVisitor()
    await signInWith(other, person.email)
    await other.goto('/crm')
    await expect(other.getByRole('tab')).toHaveText(['Dashboard', 'Donors'])
  })

  test('needs valid fields, and nothing is sent before', async ({ page }) => {
    await signIn(page, 'admin')
    const form = await openForm(page)
    await expect(form.getByRole('combobox', { name: 'Role' }).getByRole('option')).toHaveText([
      'User',
      'Administrator',
      'Program Manager',
      'Fundraiser',
      'Mentor',
      'Mentee',
      'Donor',
      'Supporter',
    ])
    const sent: string[] = []
    page.on('request', (request) => {
      if (/auth|rpc/.test(request.url())) sent.push(request.url())
    })
    await fillForm(page, { email: 'nonsense', name: ' A ' }, '1234567')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription('Invalid email address')
    await expect(form.getByLabel('Full name')).toHaveAccessibleDescription(
      'Name must be at least 2 characters',
    )
    await expect(form.getByLabel(/^Password/)).toHaveAccessibleDescription(
      'Password must be at least 8 characters',
    )
    await form.getByLabel('Full name').fill('A'.repeat(101))
    await expect(form.getByLabel('Full name')).toHaveAccessibleDescription('Name too long')
    for (const label of ['E-mail', 'Full name', /^Password/, /^Role/]) {
      await expect(form.getByLabel(label)).toHaveAttribute('aria-required', 'true')
    }
    expect(sent).toEqual([])
  })

  test('cannot have the address of somebody else; with another it is created', async ({
    page,
    expectedErrors,
    baseURL,
  }) => {
    expectedErrors.push(/already an account/)
    const before = await roleOf(baseURL ?? '', emailOf('supporter'))
    await signIn(page, 'admin')
    const form = await openForm(page)
    const person = newPerson()
    await fillForm(page, { ...person, email: emailOf('supporter').toUpperCase() })
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Administrator')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription(
      'There is already an account with this e-mail address.',
    )
    await expect(form.getByRole('button', { name: 'Finish this account' })).toBeHidden()
    expect(await roleOf(baseURL ?? '', emailOf('supporter'))).toEqual(before)

    await form.getByLabel('E-mail').fill(person.email)
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Donor')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, `User ${person.email} created successfully`)).toBeVisible()
  })

  test('with a password that the service finds weak is refused, then created', async ({
    page,
    expectedErrors,
    baseURL,
  }) => {
    expectedErrors.push(/status of 422|Weak/)
    const person = newPerson()
    await signIn(page, 'admin')
    const form = await openForm(page)
    await fillForm(page, person, 'password')
    await page.route('**/auth/v1/signup*', (route) =>
      route.fulfill({
        status: 422,
        json: {
          code: 422,
          error_code: 'weak_password',
          msg: 'Password is known to be weak and easy to guess.',
          weak_password: { reasons: ['pwned'] },
        },
      }),
    )
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, 'Password is known to be weak and easy to guess.')).toBeVisible()
    await expect(form.getByLabel(/^Password/)).toHaveAccessibleDescription(/easy to guess/)
    await expect(form.getByLabel('E-mail')).toHaveValue(person.email)
    expect(await roleOf(baseURL ?? '', person.email)).toEqual([])

    await page.unroute('**/auth/v1/signup*')
    await form.getByLabel(/^Password/).fill(localPassword)
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, `User ${person.email} created successfully`)).toBeVisible()
  })

  test('is finished by a second try when the answer to the sign-up was lost', async ({
    page,
    newVisitor,
    expectedErrors,
    baseURL,
  }) => {
    expectedErrors.push(/Failed to (load|fetch)|AuthRetryableFetchError/)
    const person = newPerson()
    await signIn(page, 'admin')
    const form = await openForm(page)
    await fillForm(page, person)
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Mentor')
    await page.route('**/auth/v1/signup*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, 'Failed to create user')).toBeVisible()
    await expect(form.getByRole('alert')).toContainText('Try again with the same e-mail address')
    expect(await roleOf(baseURL ?? '', person.email)).toHaveLength(1)

    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, `User ${person.email} created successfully`)).toBeVisible()
    expect(await roleOf(baseURL ?? '', person.email)).toEqual([expect.stringContaining('mentor')])
    await confirmAddress(baseURL ?? '', person.email)
    await signInWith(await newVisitor(), person.email)
  })

  test('is finished by a second try when role and permissions failed, also after a reload', async ({
    page,
    expectedErrors,
    baseURL,
  }) => {
    expectedErrors.push(/status of 500|Object|Error/)
    await signIn(page, 'admin')
    let form = await openForm(page)
    const first = newPerson()
    await fillForm(page, first)
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Mentee')
    await page.route('**/rpc/finish_user_creation*', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'The disk is full' } }),
    )
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, 'The disk is full')).toBeVisible()

    await page.reload()
    await page.unroute('**/rpc/finish_user_creation*')
    form = await openForm(page)
    await fillForm(page, first)
    await form.getByRole('combobox', { name: 'Role' }).selectOption('Mentee')
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(form.getByLabel('E-mail')).toHaveAccessibleDescription(/already an account/)
    await form.getByRole('button', { name: 'Finish this account' }).click()
    await expect(toast(page, `User ${first.email} created successfully`)).toBeVisible()
    expect(await roleOf(baseURL ?? '', first.email)).toEqual([expect.stringContaining('mentee')])
  })

  test('without a user in the answer is a failure', async ({ page, expectedErrors }) => {
    expectedErrors.push(/User creation failed/)
    await signIn(page, 'admin')
    const form = await openForm(page)
    await fillForm(page, newPerson())
    await page.route('**/auth/v1/signup*', (route) => route.fulfill({ json: {} }))
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, 'User creation failed')).toBeVisible()
  })
})

test.describe('permissions', () => {
  async function openPermissions(page: Page, account: Pick<Account, 'name' | 'email'>) {
    await page.goto(`/crm?tab=users&q=${encodeURIComponent(account.email)}`)
    await page.getByRole('button', { name: `Permissions of ${account.name}` }).click()
    return page.getByRole('dialog', { name: `Manage Permissions - ${account.name}` })
  }

  async function held(url: string, userId: string): Promise<string[]> {
    const { data } = await asService({ url })
      .from('user_permissions')
      .select('permissions(name)')
      .eq('user_id', userId)
      .throwOnError()
    return (data as unknown as { permissions: { name: string } }[])
      .map(({ permissions }) => permissions.name)
      .sort()
  }

  test('are granted and revoked at once', async ({ page, baseURL }) => {
    const url = baseURL ?? ''
    const holder = await newHolder(url, 'can_manage_mentors')
    await signIn(page, 'admin')
    const dialog = await openPermissions(page, holder)
    await expect(dialog.getByRole('group')).toHaveCount(6)
    const mentors = dialog.getByRole('checkbox', { name: 'Can manage mentors' })
    const donations = dialog.getByRole('checkbox', { name: 'Can manage donations' })
    await expect(mentors).toBeChecked()
    await donations.check()
    await expect(toast(page, 'Permission granted')).toBeVisible()
    expect(await held(url, holder.id)).toEqual(['can_manage_donations', 'can_manage_mentors'])
    await mentors.uncheck()
    await expect(toast(page, 'Permission revoked')).toBeVisible()
    expect(await held(url, holder.id)).toEqual(['can_manage_donations'])
  })

  test('that could not be changed are shown as they are', async ({
    page,
    baseURL,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to (load|fetch)|status of 403|Error|Object/)
    const url = baseURL ?? ''
    const holder = await newHolder(url, 'can_manage_mentors')
    await signIn(page, 'admin')
    const dialog = await openPermissions(page, holder)
    const donations = dialog.getByRole('checkbox', { name: 'Can manage donations' })
    await expect(donations).not.toBeChecked()
    await page.route('**/rest/v1/user_permissions*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    )
    await donations.click()
    await expect(toast(page, 'Failed to update permission')).toBeVisible()
    await expect(donations).not.toBeChecked()
    const mentors = dialog.getByRole('checkbox', { name: 'Can manage mentors' })
    await mentors.click()
    await expect(mentors).toBeChecked()
    expect(await held(url, holder.id)).toEqual(['can_manage_mentors'])
  })

  test('that could not be loaded are told', async ({ page, baseURL, expectedErrors }) => {
    expectedErrors.push(/Failed to (load|fetch)/)
    const holder = await newHolder(baseURL ?? '', 'can_manage_mentors')
    await signIn(page, 'admin')
    await page.route('**/rest/v1/permissions*', (route) => route.abort())
    await page.route(`**/user_permissions?*${holder.id}*`, (route) => route.abort())
    const dialog = await openPermissions(page, holder)
    await expect(toast(page, 'Failed to load permissions')).toBeVisible()
    await expect(toast(page, 'Failed to load user permissions')).toBeVisible()
    await expect(dialog.getByRole('checkbox')).toHaveCount(0)
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('are limited for an editor who is no admin', async ({ page, baseURL }) => {
    const url = baseURL ?? ''
    const editor = await newHolder(
      url,
      'can_view_all_users',
      'can_edit_user_roles',
      'can_manage_mentors',
    )
    const other = await newHolder(url, 'can_manage_courses')
    await signInWith(page, editor.email)

    let dialog = await openPermissions(page, editor)
    await expect(dialog.getByText('You cannot change your own permissions.')).toBeVisible()
    for (const box of await dialog.getByRole('checkbox').all()) await expect(box).toBeDisabled()

    dialog = await openPermissions(page, { name: 'Grace Tolbert', email: emailOf('admin') })
    await expect(dialog.getByText(/Only an administrator can change/)).toBeVisible()
    for (const box of await dialog.getByRole('checkbox').all()) await expect(box).toBeDisabled()

    dialog = await openPermissions(page, other)
    const donations = dialog.getByRole('checkbox', { name: 'Can manage donations' })
    await expect(donations).toBeDisabled()
    await expect(donations).toHaveAccessibleDescription(/only permissions that you hold/)
    await dialog.getByRole('checkbox', { name: 'Can manage mentors' }).check()
    await expect(toast(page, 'Permission granted')).toBeVisible()
    expect(await held(url, other.id)).toEqual(['can_manage_courses', 'can_manage_mentors'])

    await page.goto('/crm?tab=users')
    await page.getByRole('button', { name: 'Create New User' }).click()
    const form = page.getByRole('form', { name: 'New user' })
    await expect(form.getByRole('combobox', { name: 'Role' }).getByRole('option')).toHaveText([
      'User',
      'Fundraiser',
      'Mentor',
      'Mentee',
      'Donor',
      'Supporter',
    ])
    const person = newPerson()
    await form.getByLabel('E-mail').fill(person.email)
    await form.getByLabel('Full name').fill(person.name)
    await form.getByLabel(/^Password/).fill(localPassword)
    await form.getByRole('button', { name: 'Create User' }).click()
    await expect(toast(page, `User ${person.email} created successfully`)).toBeVisible()
  })

  test('are not offered to who may only look', async ({ page, baseURL }) => {
    const viewer = await newHolder(baseURL ?? '', 'can_view_all_users')
    await signInWith(page, viewer.email)
    await openCrm(page, 'users')
    await expect(table(page, 'Users')).toBeVisible()
    await expect(page.getByRole('button', { name: /Permissions|Create New User/ })).toHaveCount(0)
  })
})

async function addProgram(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Program' }).click()
  const form = page.getByRole('form', { name: 'Program' })
  await form.getByLabel('Name').fill(name)
  await form.getByRole('button', { name: 'Create Program' }).click()
}

test.describe('programs', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('are added and edited; their days stay the days that were entered', async ({ page }) => {
    await signIn(page, 'admin')
    await openCrm(page, 'programs')
    await page.getByRole('button', { name: 'Add Program' }).click()
    const form = page.getByRole('form', { name: 'Program' })
    await form.getByRole('button', { name: 'Create Program' }).click()
    await expect(form.getByLabel('Name')).toHaveAccessibleDescription('Please enter a name')
    await expect(form.getByLabel('Status')).toHaveValue('active')
    const name = uniqueName('Harvest')
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Start date').fill('2027-01-01')
    await form.getByLabel('End date').fill('2026-12-31')
    await form.getByRole('button', { name: 'Create Program' }).click()
    await expect(form.getByLabel('End date')).toHaveAccessibleDescription(
      'The end date is before the start date',
    )
    await form.getByLabel('End date').fill('2027-02-28')
    await form.getByRole('button', { name: 'Create Program' }).click()
    await expect(toast(page, 'Program created successfully')).toBeVisible()
    const row = table(page, 'Programs').getByRole('row').filter({ hasText: name })
    await expect(row).toContainText(/Jan 1, 2027.*Feb 28, 2027.*Active/)
    await expect(table(page, 'Programs').getByRole('row').nth(1)).toContainText(name)

    await row.getByRole('button', { name: `Edit ${name}` }).click()
    await expect(form.getByLabel('Start date')).toHaveValue('2027-01-01')
    await form.getByLabel('Start date').fill('')
    await form.getByLabel('Status').selectOption('Cancelled')
    await form.getByRole('button', { name: 'Save Program' }).click()
    await expect(toast(page, 'Program updated successfully')).toBeVisible()
    await expect(row).toContainText(/Feb 28, 2027.*Cancelled/)
    await expect(row).not.toContainText('Jan 1')
  })

  test('that the backend refuses stay in the form, with what it said', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status of 400|Object|Error/)
    await signIn(page, 'admin')
    await openCrm(page, 'programs')
    await page.route('**/rest/v1/programs*', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { code: '23514', message: 'No such program' } })
        : route.continue(),
    )
    const name = uniqueName('Refused')
    await addProgram(page, name)
    await expect(toast(page, 'Error')).toContainText('No such program')
    const form = page.getByRole('form', { name: 'Program' })
    await expect(form.getByLabel('Name')).toHaveValue(name)
    await page.unroute('**/rest/v1/programs*')
    await form.getByRole('button', { name: 'Create Program' }).click()
    await expect(page.getByRole('rowheader', { name })).toBeVisible()
  })

  test('are paged on the server', async ({ page, baseURL }) => {
    await asService({ url: baseURL ?? '' })
      .from('programs')
      .insert(
        Array.from({ length: 60 }, (_, index) => ({
          name: `Archived ${index}`,
          created_at: `2001-01-01T00:00:${String(index).padStart(2, '0')}Z`,
        })),
      )
      .throwOnError()
    await signIn(page, 'admin')
    await openCrm(page, 'programs')
    await expect(table(page, 'Programs').getByRole('row')).toHaveCount(26)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL('/crm?tab=programs&page=2')
    await expect(page.getByRole('rowheader', { name: 'Archived 30' })).toBeVisible()
    await page.getByRole('tab', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL('/crm?tab=dashboard')
  })
})

test.describe('assignments', () => {
  const kinds = ['mentee', 'mentor', 'trainer'] as const

  /** A program with six people of each kind who nobody else uses; the first two are assigned. */
  async function newProgram(url: string) {
    const service = asService({ url })
    const name = uniqueName('Circle')
    const program = await service
      .from('programs')
      .insert({ name })
      .select('id')
      .single()
      .throwOnError()
    const programId = String(program.data.id)
    const surname = uniqueName('Family')
    for (const kind of kinds) {
      const people = await service
        .from(`${kind}s`)
        .insert(
          ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'].map((first_name) => ({
            first_name,
            last_name: surname,
            email: `${first_name.toLowerCase()}@example.org`,
          })),
        )
        .select('id, first_name')
        .order('first_name')
        .throwOnError()
      const rows = people.data as { id: string }[]
      await service
        .from(`program_${kind}s`)
        .insert(rows.slice(0, 2).map(({ id }) => ({ program_id: programId, [`${kind}_id`]: id })))
        .throwOnError()
    }
    return { name, programId, surname }
  }

  /** "mentee Ada, mentee Ben, …" */
  async function assigned(url: string, programId: string): Promise<string> {
    const lists = await Promise.all(
      kinds.map(async (kind) => {
        const { data } = await asService({ url })
          .from(`program_${kind}s`)
          .select(`person:${kind}s(first_name)`)
          .eq('program_id', programId)
          .throwOnError()
        return (data as unknown as { person: { first_name: string } }[])
          .map(({ person }) => `${kind} ${person.first_name}`)
          .sort()
      }),
    )
    return lists.flat().join(', ')
  }

  function everyKind(...names: string[]): string {
    return kinds.flatMap((kind) => names.map((name) => `${kind} ${name}`)).join(', ')
  }

  async function openPeople(page: Page, program: string) {
    await openCrm(page, 'programs')
    await page.getByRole('button', { name: `Manage People of ${program}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Manage Program Assignments' })
    await expect(dialog.getByRole('tab')).toHaveCount(3)
    return dialog
  }

  /** In each of the three tabs, chooses exactly these of the family. */
  async function choose(page: Page, surname: string, ...names: string[]): Promise<void> {
    const dialog = page.getByRole('dialog')
    for (const tab of ['Mentees', 'Mentors', 'Trainers']) {
      await dialog.getByRole('tab', { name: tab }).click()
      await dialog.getByRole('searchbox').fill(surname)
      await expect(dialog.getByRole('checkbox')).toHaveCount(6)
      for (const name of ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn']) {
        await dialog
          .getByRole('checkbox', { name: `${name} ${surname}` })
          .setChecked(names.includes(name))
      }
    }
  }

  test('are searched, chosen in three lists and saved together', async ({ page, baseURL }) => {
    const { name, programId, surname } = await newProgram(baseURL ?? '')
    await signIn(page, 'admin')
    let dialog = await openPeople(page, name)
    await expect(dialog.getByRole('tab', { name: 'Mentees (2)' })).toBeVisible()
    await expect(
      dialog.getByRole('checkbox', { name: `Ada ${surname} (ada@example.org)` }),
    ).toBeChecked()
    await choose(page, surname, 'Ada', 'Dan', 'Finn')
    // A search that finds nobody loses nobody.
    await dialog.getByRole('searchbox').fill('nobody is called this')
    await expect(dialog.getByRole('checkbox')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Save Assignments' }).click()
    await expect(toast(page, 'Program assignments updated')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await assigned(baseURL ?? '', programId)).toBe(everyKind('Ada', 'Dan', 'Finn'))

    dialog = await openPeople(page, name)
    await expect(dialog.getByRole('tab', { name: 'Trainers (3)' })).toBeVisible()
    await choose(page, surname)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await assigned(baseURL ?? '', programId)).toBe(everyKind('Ada', 'Dan', 'Finn'))
  })

  test('of people who became inactive are shown as kept, and kept', async ({
    page,
    baseURL,
    newVisitor,
  }) => {
    const url = baseURL ?? ''
    const { name, programId, surname } = await newProgram(url)
    await asService({ url })
      .from('mentees')
      .update({ status: 'inactive' })
      .match({ first_name: 'Ben', last_name: surname })
      .throwOnError()
    await signIn(page, 'admin')
    const dialog = await openPeople(page, name)
    await expect(dialog.getByText(/kept in the program: Ben .*\(ben@example\.org\)/)).toBeVisible()
    await dialog.getByRole('searchbox').fill(surname)
    await expect(dialog.getByRole('checkbox')).toHaveCount(5)
    await dialog.getByRole('checkbox', { name: `Ada ${surname}` }).uncheck()
    await dialog.getByRole('button', { name: 'Save Assignments' }).click()
    await expect(toast(page, 'Program assignments updated')).toBeVisible()
    expect(await assigned(url, programId)).toBe(
      'mentee Ben, mentor Ada, mentor Ben, trainer Ada, trainer Ben',
    )

    // Who manages programs alone may not see who an inactive mentee is.
    const manager = await newHolder(url, 'can_manage_programs')
    const other = await newVisitor()
    await signInWith(other, manager.email)
    const theirs = await openPeople(other, name)
    await expect(theirs.getByText('kept in the program: 1 person.')).toBeVisible()
  })

  test('of two admins who save at once are those of one of them', async ({
    page,
    newVisitor,
    baseURL,
  }) => {
    const url = baseURL ?? ''
    const { name, programId, surname } = await newProgram(url)
    const other = await newVisitor()
    await Promise.all([signIn(page, 'admin'), signIn(other, 'admin')])
    await Promise.all([openPeople(page, name), openPeople(other, name)])
    await choose(page, surname, 'Ada', 'Cleo')
    await choose(other, surname, 'Ben', 'Dan', 'Eve')
    await Promise.all(
      [page, other].map((each) => each.getByRole('button', { name: 'Save Assignments' }).click()),
    )
    for (const each of [page, other]) {
      await expect(toast(each, 'Program assignments updated')).toBeVisible()
    }
    expect([everyKind('Ada', 'Cleo'), everyKind('Ben', 'Dan', 'Eve')]).toContain(
      await assigned(url, programId),
    )
  })

  test('survive a connection that breaks while they are saved', async ({
    page,
    baseURL,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to (load|fetch)/)
    const url = baseURL ?? ''
    const { name, programId, surname } = await newProgram(url)
    await signIn(page, 'admin')
    const dialog = await openPeople(page, name)
    await choose(page, surname, 'Eve')
    await page.route('**/rpc/save_program_assignments*', (route) => route.abort())
    await dialog.getByRole('button', { name: 'Save Assignments' }).click()
    await expect(toast(page, 'Error')).toBeVisible()
    expect(await assigned(url, programId)).toBe(everyKind('Ada', 'Ben'))
    await expect(dialog.getByRole('tab', { name: 'Mentees (1)' })).toBeVisible()

    await page.getByRole('button', { name: 'Close message' }).first().click()
    await page.unroute('**/rpc/save_program_assignments*')
    await dialog.getByRole('button', { name: 'Save Assignments' }).click()
    await expect(toast(page, 'Program assignments updated')).toBeVisible()
    expect(await assigned(url, programId)).toBe(everyKind('Eve'))
  })

  test('offer everybody, also beyond what one answer may hold', async ({ page, baseURL }) => {
    const { name } = await newProgram(baseURL ?? '')
    const people = Array.from({ length: 1_200 }, (_, index) => ({
      id: `20000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      first_name: 'Mentee',
      last_name: `No. ${index}`,
      email: null,
    }))
    await page.route('**/rest/v1/mentees?*', (route) => {
      const after = new URL(route.request().url()).searchParams.get('id')?.replace('gt.', '') ?? ''
      return route.fulfill({ json: people.filter(({ id }) => id > after).slice(0, 1_000) })
    })
    await signIn(page, 'admin')
    const dialog = await openPeople(page, name)
    await expect(dialog.getByText(/^1,200 active/)).toBeVisible()
    await dialog.getByRole('searchbox').fill('No. 1199')
    await expect(dialog.getByText(/^1 of 1,200 found/)).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Mentee No. 1199' }).check()
    await dialog.getByRole('searchbox').fill('')
    await expect(dialog.getByText('1,200 active, 1 chosen')).toBeVisible()
  })

  test('that could not be loaded cannot be saved', async ({ page, baseURL, expectedErrors }) => {
    expectedErrors.push(/Failed to (load|fetch)/)
    const { name } = await newProgram(baseURL ?? '')
    await signIn(page, 'admin')
    await page.route('**/rest/v1/program_mentors*', (route) => route.abort())
    await openCrm(page, 'programs')
    await page.getByRole('button', { name: `Manage People of ${name}` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('The people could not be loaded.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Save Assignments' })).toHaveCount(0)
    await page.unroute('**/rest/v1/program_mentors*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('button', { name: 'Save Assignments' })).toBeVisible()
  })
})

test.describe('accessible, and fitting every screen', () => {
  test.beforeEach(({}, info) => info.setTimeout(info.timeout * 3))

  test('the dashboard', async ({ page }) => {
    await signIn(page, 'admin')
    await openCrm(page, 'dashboard')
    await expect(page.getByRole('region', { name: 'Submissions per week' })).toBeVisible()
    await page.getByText('Show as a table').first().click()
    await expectAccessible(page)
  })

  test('all users, and their dialogs', async ({ page }) => {
    await signIn(page, 'admin')
    await openCrm(page, 'users')
    await expect(table(page, 'Users')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create New User' }).click()
    await page.getByText('Permissions (optional)').click()
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Create New User' })).toBeFocused()

    await page.goto(`/crm?tab=users&q=${emailOf('staff')}`)
    await page.getByRole('button', { name: 'Permissions of Daniel Okafor' }).click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Permissions of Daniel Okafor' })).toBeFocused()
  })

  test('programs, and their dialogs', async ({ page }) => {
    await signIn(page, 'admin')
    await openCrm(page, 'programs')
    await expect(table(page, 'Programs')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add Program' }).click()
    await page.getByRole('button', { name: 'Create Program' }).click()
    await expect(page.getByText('Please enter a name')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add Program' })).toBeFocused()

    const people = page.getByRole('button', { name: /^Manage People/ }).first()
    await people.click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(people).toBeFocused()
  })
})
