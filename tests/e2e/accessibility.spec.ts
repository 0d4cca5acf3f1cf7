import type { Page } from 'playwright/test'
import { areas } from '../../src/shared/auth/areas'
import { pageForms } from '../public-forms'
import { expectAccessible, expectNoViolations } from './expect-accessible'
import { insertRow, storedRows } from './backend-access'
import { emailOf, expect, hydrated, signIn, test } from './fixtures'
import { buttonOf, formOf, open } from './public-forms'

/* Every state of every page except public pages at rest, which are in public-site.spec.ts. */

const phone = { width: 360, height: 800 }

/** Looks at each tab of the page in turn. */
async function expectTabsAccessible(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await page.getByRole('tab', { name }).click()
    const panel = page.getByRole('tabpanel', { name })
    await expect(panel).toBeVisible()
    await expect(panel.getByText(/^Loading/)).toHaveCount(0)
    await expectAccessible(page, `${page.url()}, ${name}`)
  }
}

test('the forms of visitors, with errors', async ({ page }) => {
  await page.setViewportSize(phone)
  for (const form of pageForms) {
    await open(page, form)
    await formOf(page, form).getByLabel('Email').fill('nonsense')
    await buttonOf(page, form).click()
    await expect(formOf(page, form).getByText('Please enter a valid email address')).toBeVisible()
    // Moves the content above the form fully beneath the header.
    await page.evaluate(() => window.scrollBy(0, 100))
    await expectAccessible(page, form.name)
  }
})

test('tabs, dialog and menu of public pages, and an unknown address', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/)
  await page.goto('/')
  await hydrated(page.getByRole('tablist'))
  await expectTabsAccessible(page, 'Our Impact', 'Foundation')
  await page.goto('/academy')
  await hydrated(page.getByRole('tablist'))
  await expectTabsAccessible(page, 'Leadership', 'Programs')
  await page
    .getByRole('button', { name: /^Register/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'the registration')

  await page.goto('/no/such/page')
  await hydrated(page.getByRole('heading', { name: 'Page Not Found' }))
  await page.setViewportSize(phone)
  await page.getByText('Menu', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Founder' })).toBeVisible()
  await expectAccessible(page)
})

test(
  'signing in and up with errors, expired links, the seeding demo',
  { tag: '@ci' },
  async ({ page }) => {
    await page.goto('/admin#error=access_denied&error_code=otp_expired')
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await page.getByRole('button', { name: 'Create Account' }).click()
    await expectAccessible(page, 'signing up')
    await page.goto('/reset-password#error=access_denied&error_code=otp_expired')
    await page.getByRole('button', { name: 'Send a new link' }).click()
    await expectAccessible(page)
    await page.goto('/seed-demo-users')
    await page.getByRole('button', { name: 'Create All Demo Users' }).click()
    await expect(page.getByRole('link', { name: 'Go to the login page' })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'the account page and the staff dashboard of an admin and of a supporter',
  { tag: '@long' },
  async ({ page, newVisitor }) => {
    await signIn(page, 'admin')
    await page.goto('/admin')
    await expect(page.getByRole('link', { name: 'Form Submissions' })).toBeVisible()
    await expect(page.getByLabel('Volunteer applications')).toHaveValue('daily')
    await expectAccessible(page)
    await page.goto('/admin-dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expectAccessible(page)
    const supporter = await newVisitor()
    await signIn(supporter, 'donor')
    const receipt = supporter.getByRole('link', { name: /^Receipt for/ }).first()
    for (const [address, there] of [
      ['/admin', receipt],
      ['/admin-dashboard', supporter.getByRole('heading', { level: 1 })],
    ] as const) {
      await supporter.goto(address)
      await expect(there).toBeVisible()
      await expectAccessible(supporter)
    }
    await supporter.goto('/admin')
    await receipt.click()
    await expect(supporter.getByRole('table')).toBeVisible()
    await expectAccessible(supporter)
  },
)

test(
  'submissions, the dashboard of the CRM, and users with their dialogs',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, 'admin')
    await page.goto('/form-submissions')
    await expectTabsAccessible(page, 'Volunteers')
    await page.getByRole('tab', { name: 'Programs' }).click()
    await page.getByRole('link', { name: /A-\d+/ }).first().click()
    await page.getByRole('button', { name: 'Show the child’s details' }).click()
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(page.getByText('opened the child’s details')).toBeVisible()
    await page.getByRole('button', { name: 'Answer' }).click()
    await page.getByRole('combobox', { name: 'Template' }).selectOption('A place in the program')
    await expectAccessible(page, 'a submission that is being answered')
    await page.keyboard.press('Escape')
    await page.keyboard.press('x')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Help: Form Submissions' })).toBeVisible()
    await expectAccessible(page, 'the keys')
    await page.goto('/form-submissions?tab=seats')
    await page.getByRole('button', { name: 'Show the waitlist' }).click()
    await expect(page.getByRole('list', { name: 'Waiting' })).toBeVisible()
    await expectAccessible(page, 'the seats')
    await page.goto('/crm')
    await expect(page.getByRole('region', { name: 'Submissions per week' })).toBeVisible()
    await page.getByText('Show as a table').first().click()
    await expectAccessible(page)

    await page.getByRole('tab', { name: 'All Users' }).click()
    const create = page.getByRole('button', { name: 'Create New User' })
    await create.click()
    await page.getByText('Permissions (optional)').click()
    await page.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expectAccessible(page, 'a new user')
    await page.keyboard.press('Escape')
    await expect(create).toBeFocused()
    await page.getByLabel('Search users').fill(emailOf('staff'))
    await expect(page.getByRole('rowheader')).toHaveText(['Daniel Okafor'])
    await page.getByRole('button', { name: 'Permissions of Daniel Okafor' }).click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page, 'permissions')
  },
)

test('the other pages of staff', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/form-submissions')
  await expectTabsAccessible(page, 'Partnerships', 'Programs')
  await page.goto('/form-submissions?tab=seats')
  for (const name of ['Templates', 'Holidays']) {
    await page.getByRole('button', { name: /^(Seats|Templates)$/ }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    await expectAccessible(page, name)
  }
  await page.goto('/demo-dashboard')
  await expectTabsAccessible(page, 'Overview', 'Donations', 'Programs')
  await page.goto('/demo-users')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await page.getByText('History', { exact: true }).click()
  await expect(page.getByText(/^Added/).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/change-log')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/mail')
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText('The mail server accepted it.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/enter-gifts')
  await expect(
    page.getByRole('rowgroup', { name: 'Latest gifts' }).or(page.getByText('No gifts entered')),
  ).toBeVisible()
  await expect(page.getByRole('list', { name: 'Funds' })).toBeVisible()
  await page.getByRole('button', { name: 'Enter gift' }).click()
  await expectAccessible(page, 'a gift with errors')
  await page.goto('/thank-you-letters')
  await page.getByRole('checkbox').first().check()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page, 'letters')
  await page.goto('/year-end-receipts')
  await expect(page.getByRole('button', { name: /^Email \d+ receipts/ })).toBeVisible()
  await expectAccessible(page, 'year-end receipts')
  await page.getByRole('link', { name: 'Wording of receipts' }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await expectAccessible(page, 'the wording of receipts')
  await page.goto('/journal')
  await expect(page.getByRole('table', { name: 'By fund' })).toBeVisible()
  await expectAccessible(page, 'the journal')
  await page.goto('/clearances')
  await page.getByRole('button', { name: 'Teneh Johnson' }).click()
  await expect(page.getByRole('list', { name: 'Evidence' })).toBeVisible()
  await expectAccessible(page, 'the clearances of a trainer')
  await page.goto('/faults')
  await page.getByRole('rowheader').first().click()
  await expect(page.getByRole('complementary')).toBeVisible()
  await expectAccessible(page, 'a fault')
  await page.goto('/retention')
  await page.getByRole('button', { name: 'Change how long we keep: Messages' }).click()
  await expect(page.getByText(/^With 24 months/)).toBeVisible()
  await expectAccessible(page, 'a retention period')
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'Add a task' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a task' })).toBeVisible()
  await expectAccessible(page, 'a new task')
})

test('every list of the CRM', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/crm?tab=nonsense')
  await expect(page.getByRole('tab', { name: 'Dashboard', selected: true })).toBeVisible()
  await expectTabsAccessible(page, ...Object.values(areas).map(({ tab }) => tab))
})

test('a list of the CRM, its menu, editor and question', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/crm?tab=mentees')
  await expectTabsAccessible(page, areas.mentees.tab)
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('checkbox', { name: 'Programs' })).toBeVisible()
  await expectAccessible(page, 'the columns')
  await page.keyboard.press('Escape')
  const add = page.getByRole('button', { name: 'Add Mentee' })
  await add.click()
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Email', { exact: true }).fill('no address')
  await editor.getByRole('button', { name: 'Add Mentee' }).click()
  await expect(page.getByText('Please enter a valid email address').first()).toBeVisible()
  await expectAccessible(page, 'the editor')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  await expectAccessible(page, 'the question')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(add).toBeFocused()
  await page.getByRole('button', { name: 'More for mentees' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Same person?' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Possible duplicates' })).toBeVisible()
  await expectAccessible(page, 'all who may be the same')
  await page
    .getByRole('listitem')
    .filter({ hasText: /@.* may be the same as .*@/ })
    .getByRole('button', { name: /^Same person/ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: /^Merge / })).toBeVisible()
  await expectNoViolations(page, 'what differs before a merge')
  await page.goto('/crm?tab=donors&by=donor')
  await page.getByRole('button', { name: 'More for donors' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Labels and letters' }).press('Enter')
  await expect(page.getByText(/no complete postal address/)).toBeVisible()
  await expectAccessible(page, 'labels and letters')
  await page.keyboard.press('Escape')
  await page.getByRole('row').nth(1).click()
  const panel = page.getByRole('complementary')
  await expect(panel.getByRole('link', { name: /^Receipt for/ }).first()).toBeVisible()
  await expectAccessible(page, 'the panel of a donor')
  await page.goto('/crm?tab=donors')
  await page.getByRole('row').nth(1).click()
  await expect(panel).toBeVisible()
  await expect(panel.getByText(/^Loading/)).toHaveCount(0)
  await expectAccessible(page, 'the panel of a gift')
})

test('a program in all its parts', { tag: '@long' }, async ({ page, baseURL }) => {
  const [program] = await storedRows(baseURL!, 'programs?select=id&name=eq.Youth%20Mentorship')
  const address = `/crm?tab=programs&program=${String(program!.id)}`
  await signIn(page, 'admin')
  const list = (name: string) => page.getByRole('list', { name })
  for (const [part, there] of [
    ['mentees', list('Mentees')],
    ['mentors', list('Mentors')],
    ['trainers', page.getByText('No trainers yet')],
    ['matches', list('Open matches')],
    ['matches&matches=quiet', list('Quiet matches')],
    ['meetings', list('All meetings')],
    ['meetings&meetings=hours', page.getByRole('row', { name: 'Meetings of groups' })],
    ['work', page.getByRole('button', { name: 'Add files' })],
    ['history', page.getByText(/^Added by/).first()],
  ] as const) {
    await page.goto(`${address}&part=${part}`)
    await expect(there).toBeVisible()
    await expectAccessible(page, `the part ${part}`)
  }
  await page.goto(`${address}&part=matches`)
  await page.getByRole('button', { name: 'Josephine Carter and Chloe Nguyen' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Guardian said yes')).toBeVisible()
  await expectAccessible(page, 'a match')
  await page.goto(`${address}&part=matches&pairing=1`)
  await list('Mentees without a match').getByRole('button', { name: 'Diego Morales' }).click()
  await expect(list('Mentors for Diego Morales').getByRole('button').first()).toBeVisible()
  await expectAccessible(page, 'the pairing')
  await page.goto(`${address}&part=meetings`)
  await page.getByRole('link', { name: 'Career afternoon' }).click()
  await expect(list('Attendance')).toBeVisible()
  await expectAccessible(page, 'the attendance')
  await page.getByRole('link', { name: 'Going Home' }).click()
  await expect(page.getByText('Must not collect: Keith Whitfield')).toBeVisible()
  await expectAccessible(page, 'going home')
  await page.getByRole('button', { name: 'Print or Export' }).click()
  await expect(dialog.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  await expectAccessible(page, 'print or export')
})

test(
  'the page of a mentor, its forms and what waits',
  { tag: '@ci' },
  async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 503|^PostgrestError/)
    await signIn(page, 'mentor')
    await page.route('**/rpc/log_own_meeting', (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto('/mentor')
    await page.getByRole('button', { name: /^Met/ }).click()
    await expect(page.getByText('1 meeting waits on this device')).toBeVisible()
    await page.getByRole('button', { name: 'Another day or length' }).click()
    await page.getByLabel('Minutes').fill('721')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('A meeting takes 5 to 720 minutes.')).toBeVisible()
    await page.getByRole('button', { name: /^Change the label/ }).click()
    await expect(page.getByRole('form', { name: 'Label on this device' })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'a list and its panel, a search and a person in the dark',
  { tag: '@long' },
  async ({ page }) => {
    await signIn(page, 'admin')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/crm?tab=programs')
    await page.getByRole('row').nth(1).click()
    await expect(page.getByText(/^Added by/).first()).toBeVisible()
    const list = page.getByRole('region', { name: 'Programs' })
    await expect(list.getByRole('columnheader', { name: 'Status' })).toBeInViewport({ ratio: 1 })
    expect(await list.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0)
    await expectAccessible(page, 'a list and its panel in the dark')
    const people = page.getByRole('button', { name: /^Manage People/ }).first()
    await people.click()
    await page.keyboard.press('Escape')
    await expect(people).toBeFocused()
    await people.click()
    await expect(page.getByRole('checkbox').first()).toBeVisible()
    await expectAccessible(page, 'the people of a program in the dark')

    await page.goto('/admin-dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('renee donor@')
    await expect(page.getByRole('option')).toHaveText([/^Renée Fontaine.*Donor/])
    await expectAccessible(page, 'a search for people in the dark')
    await page.getByRole('option').click()
    const person = page.getByRole('complementary', { name: 'Renée Fontaine' })
    await expect(person.getByRole('list', { name: 'Events' })).toBeVisible()
    await expectAccessible(page, 'a person in the dark')
    await page.keyboard.press('Escape')
    await expect(person).toHaveCount(0)
  },
)

test(
  'names of 200 letters fit at any width, and turned ones turn no text beside them',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const long = 'W'.repeat(200)
    const turning = 'Eve \u202eesrever'
    const volunteer = (first_name: string, last_name: string) =>
      insertRow(baseURL!, 'volunteer_applications', {
        first_name,
        last_name,
        email: `${'w'.repeat(60)}@${'x'.repeat(60)}.example.org`,
      })
    const [sent, mentor] = [
      await volunteer(long.slice(100), long.slice(100)),
      await insertRow(baseURL!, 'mentors', { first_name: turning, last_name: 'Open' }),
    ]
    await insertRow(baseURL!, 'donations', {
      donor_name: long,
      donor_email: 'long@example.org',
      amount: 5,
      donation_type: 'one-time',
      // Other tests read the newest.
      created_at: '2020-02-03T12:00:00Z',
    })
    await signIn(page, 'admin')
    for (const path of [
      `/form-submissions?open=${sent}`,
      '/thank-you-letters',
      '/handed-over?of=long@example.org',
    ]) {
      await page.goto(path)
      await expect(page.getByText(/W{100}/).first()).toBeVisible()
      for (const width of [1280, 1024, 320]) {
        await page.setViewportSize({ width, height: 800 })
        const overflow = () =>
          page.evaluate(() => {
            const narrow = [...document.querySelectorAll('html, main section')]
            return Math.max(...narrow.map((part) => part.scrollWidth - part.clientWidth))
          })
        await expect
          .poll(overflow, `sideways overflow of ${path} at ${width} px`)
          .toBeLessThanOrEqual(0)
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/crm?tab=mentors&open=${mentor}`)
    const heading = page.getByRole('heading', { name: /Open/ })
    await expect(heading).toHaveText(`\u2068${turning}\u2069 Open`)
  },
)

test('menu, tabs and dialog only by keyboard', async ({ page }) => {
  await page.goto('/')
  await hydrated(page.getByRole('tablist'))
  const about = page.getByRole('banner').getByText('About', { exact: true }).first()
  for (let stops = 0; stops < 3; stops += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const founder = page.getByRole('banner').getByRole('link', { name: 'Founder' })
  await expect(founder).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(founder).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(founder).toBeHidden()
  await expect(about).toBeFocused()

  await page.goto('/academy')
  await hydrated(page.getByRole('tablist'))
  const overview = page.getByRole('tab', { name: 'Overview' })
  while (!(await overview.evaluate((tab) => tab === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ArrowLeft')
  const programs = page.getByRole('tab', { name: 'Programs' })
  await expect(programs).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Programs' })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(overview).toBeFocused()
  await page.keyboard.press('End')
  await expect(programs).toBeFocused()

  const register = page.getByRole('button', { name: /^Register/ }).first()
  while (!(await register.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (let stops = 0; stops < 25; stops += 1) {
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(register).toBeFocused()
})
