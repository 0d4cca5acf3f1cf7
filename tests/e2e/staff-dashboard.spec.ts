import { expectAccessible } from './expect-accessible'
import { expect, fillSignIn, signIn, test, type LocalAccount } from './fixtures'

const fundraising = ['Total Donations', 'Donation Management']
const programming = ['Active Programs', 'Program Management']
const allCards = ['Total Donations', 'Active Programs', 'Donation Management', 'Program Management']

/** The cards of every local account, besides "Your Permissions"; a card "CRM" is the link there. */
const cardsOf: Record<LocalAccount, readonly string[]> = {
  admin: [...allCards, 'Form Submissions', 'CRM', 'Demo Users'],
  staff: [...programming, 'CRM'],
  mentors: [...programming, 'CRM'],
  'program.manager': [],
  fundraiser: ['CRM'],
  director: allCards,
  development: allCards,
  accounting: fundraising,
  mentor: programming,
  mentee: [],
  student: [],
  supporter: [],
  donor: [],
  newcomer: [],
}

const supporters: readonly LocalAccount[] = ['mentee', 'student', 'supporter', 'donor', 'newcomer']

for (const account of Object.keys(cardsOf) as LocalAccount[]) {
  test(`${account} sees what the role is for, and reaches nothing else`, async ({ page }) => {
    const people: string[] = []
    page.on('request', (request) => {
      // One's own profile is read everywhere.
      if (/profiles\?select=id|_applications|_proposals/.test(request.url())) {
        people.push(request.url())
      }
    })
    await signIn(page, account)
    await page.goto('/admin')
    const isSupporter = supporters.includes(account)
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Give' })).toHaveCount(
      isSupporter ? 1 : 0,
    )
    await expect(page.getByText('$23,450')).toHaveCount(isSupporter ? 0 : 1)

    await page.goto('/admin-dashboard')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([
      ...cardsOf[account],
      'Your Permissions',
    ])

    for (const [address, card] of [
      ['/demo-users', 'Demo Users'],
      ['/form-submissions', 'Form Submissions'],
    ] as const) {
      const admitted = cardsOf[account].includes(card)
      await page.goto(address)
      await expect(page).toHaveURL(admitted ? address : '/')
      await expect(page.getByRole('heading', { level: 1, name: card })).toHaveCount(
        admitted ? 1 : 0,
      )
    }
    if (account !== 'admin') expect(people).toEqual([])
  })
}

test('the sample dashboard says everywhere that it is one', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/admin')
  await expect(page.getByRole('main').getByText('Every figure, name and date')).toBeVisible()
  const donors = page.getByRole('region', { name: 'Donors' })
  await expect(donors).toContainText('342')
  const overview = page.getByRole('tabpanel', { name: 'Overview' })
  const cards = overview.getByRole('region')
  await expect(cards).toHaveCount(4)
  for (const card of await cards.all()) await expect(card).toContainText('Sample data')
  await expect(overview.getByText('Urgent', { exact: true })).toHaveCount(1)
  await expect(overview.getByText('On Track', { exact: true })).toHaveCount(2)

  await page.getByRole('tab', { name: 'Donations' }).click()
  await expect(page.getByRole('heading', { name: 'Donations will be listed here' })).toBeVisible()
  await page.getByRole('tab', { name: 'Programs' }).click()
  const programs = page.getByRole('tabpanel', { name: 'Programs' })
  await expect(programs.getByText('Filling Fast')).toHaveCount(1)
  for (const card of await programs.getByRole('listitem').all()) {
    await expect(card).toContainText('Sample data')
  }
  await page.getByRole('tab', { name: 'Projects' }).click()
  await expect(page.getByRole('heading', { name: 'Projects will be listed here' })).toBeVisible()

  await page.getByRole('link', { name: 'Open the staff dashboard' }).click()
  await expect(page).toHaveURL('/admin-dashboard')
})

test('the menu of small screens leads everywhere, and signs out', async ({ page }) => {
  await signIn(page, 'admin')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin-dashboard')
  const menu = page.getByText('Menu', { exact: true })
  await menu.click()
  const nav = page.getByRole('navigation', { name: 'Staff' })
  await expect(nav.getByRole('link')).toHaveText([
    'Dashboard',
    'Form Submissions',
    'CRM',
    'Demo Users',
    'Your account',
  ])
  await nav.getByRole('link', { name: 'Form Submissions' }).click()
  await expect(page).toHaveURL('/form-submissions')
  await expect(nav).toBeHidden()
  await menu.click()
  await page.keyboard.press('Escape')
  await expect(nav).toBeHidden()
  await menu.click()
  await nav.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/supporter-login')
})

test('after signing out on a staff page the next person lands on their own', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/form-submissions')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/supporter-login')
  await fillSignIn(page, 'supporter')
  await expect(page).toHaveURL('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Marcus Bell' })).toBeVisible()
})

test('the dashboards are accessible, for an admin and for a supporter', async ({ page }) => {
  test.setTimeout(240_000)
  await signIn(page, 'admin')
  await page.goto('/admin')
  for (const tab of ['Overview', 'Donations', 'Programs']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectAccessible(page)
  }
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByText('Menu', { exact: true }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/supporter-login')
  await signIn(page, 'supporter')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/admin-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
  await expectAccessible(page)
})
