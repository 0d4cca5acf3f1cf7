import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test, toast, uniqueName } from './fixtures'

const volunteerForm = (page: Page) => page.getByRole('form', { name: 'Volunteer application' })

async function fillVolunteerForm(page: Page, answers: Record<string, string>) {
  const form = volunteerForm(page)
  for (const [label, value] of Object.entries(answers)) await form.getByLabel(label).fill(value)
}

const card = (page: Page, title: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function volunteerCount(page: Page): Promise<number> {
  const tab = page.getByRole('tab', { name: /^Volunteers \(\d/ })
  await expect(tab).toBeVisible()
  return Number(/\(([\d,]+)\)/.exec((await tab.textContent()) ?? '')?.[1]?.replaceAll(',', ''))
}

test('what a visitor sends reaches the reviewer live, and the reviewer decides', async ({
  page: visitor,
  newVisitor,
}) => {
  const admin = await newVisitor()
  await signIn(admin, 'admin')
  await admin.goto('/form-submissions')
  const before = await volunteerCount(admin)

  const lastName = uniqueName('Tweh')
  await visitor.goto('/get-involved/volunteer')
  await fillVolunteerForm(visitor, {
    'First name': 'Élodie',
    'Last name': lastName,
    'E-mail': 'elodie@example.org',
    Phone: '+231 77 555 0101',
    Availability: 'Mondays, Tuesdays\nand "sometimes" Fridays',
    'Relevant experience': '=HYPERLINK("https://evil.example","click")',
    'Why would you like to volunteer with us?': 'Für die Kinder 🌱, and <b>joy</b>',
  })
  await volunteerForm(visitor).getByRole('checkbox', { name: 'Teaching' }).check()
  await volunteerForm(visitor).getByRole('checkbox', { name: 'Events' }).check()
  await volunteerForm(visitor).getByRole('button', { name: 'Submit Application' }).click()

  const newCard = card(admin, `Élodie ${lastName}`)
  await expect(toast(visitor, 'Application Submitted!')).toContainText(
    "Thank you for your interest in volunteering. We'll contact you within 2 business days.",
  )
  await expect(newCard).toBeVisible({ timeout: 1_000 })
  await expect(newCard).toContainText('Teaching, Events')
  await expect(newCard).toContainText('Für die Kinder 🌱, and <b>joy</b>')
  await expect(volunteerForm(visitor).getByLabel('Last name')).toHaveValue('')
  await expect(volunteerForm(visitor).getByRole('checkbox', { name: 'Teaching' })).not.toBeChecked()

  await newCard.getByLabel('Status of').selectOption('accepted')
  await expect(toast(admin, 'Status Updated')).toContainText(
    'The volunteer application status has been updated successfully',
  )
  await expect(newCard.getByText('Accepted').first()).toBeVisible()
  expect(await volunteerCount(admin)).toBeGreaterThan(before)

  const downloading = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Export to CSV' }).click()
  const download = await downloading
  const today = new Date()
  const fileName = `volunteer_applications_${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}.csv`
  expect(download.suggestedFilename()).toBe(fileName)
  await expect(toast(admin, 'Export Successful')).toContainText(`${fileName} has been downloaded`)

  const csv = await readFile(await download.path(), 'utf8')
  expect(csv.startsWith('\uFEFF')).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(csv.slice(1), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.find((row) => row.last_name === lastName)).toMatchObject({
    first_name: 'Élodie',
    email: 'elodie@example.org',
    phone: '+231 77 555 0101',
    interests: 'teaching, events',
    availability: 'Mondays, Tuesdays\nand "sometimes" Fridays',
    experience: `'=HYPERLINK("https://evil.example","click")`,
    motivation: 'Für die Kinder 🌱, and <b>joy</b>',
    status: 'accepted',
  })
  expect(data.length).toBe(await volunteerCount(admin))
})

test('a status that another reviewer sets appears without a reload', async ({
  page: first,
  newVisitor,
}) => {
  const second = await newVisitor()
  await Promise.all([signIn(first, 'admin'), signIn(second, 'admin')])
  await Promise.all([first.goto('/form-submissions'), second.goto('/form-submissions')])

  const name = 'Dana Fischer'
  await expect(card(second, name)).toContainText('Rejected')
  await card(first, name).getByLabel('Status of').selectOption('contacted')
  await expect(card(second, name).getByLabel('Status of')).toHaveValue('contacted')
})

test('a status that cannot be stored is told, and the old one stays', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/500|boom/)
  await signIn(page, 'admin')
  await page.goto('/form-submissions')
  const status = card(page, 'Henry Aldous').getByLabel('Status of')
  await expect(status).toHaveValue('contacted')
  await page.route('**/rest/v1/volunteer_applications?id=*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'boom' } }),
  )
  await status.selectOption('accepted')
  await expect(toast(page, 'Failed to update status')).toContainText('Error')
  await expect(status).toHaveValue('contacted')
  await expect(status).toBeEnabled()
})

test('submissions that cannot be fetched are told, and can be tried again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/500|boom/)
  await signIn(page, 'admin')
  await page.route('**/rest/v1/volunteer_applications?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'XX000', message: 'boom' } }),
  )
  await page.goto('/form-submissions')
  await expect(page.getByText('Loading submissions...')).toBeVisible()
  await expect(toast(page, 'Failed to fetch submissions')).toContainText('Error')
  await page.unroute('**/rest/v1/volunteer_applications?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Henry Aldous')).toBeVisible()
})

test('a list without submissions says so and offers no export', async ({ page }) => {
  await signIn(page, 'admin')
  await page.route(/rest\/v1\/(volunteer|program|partnership)_\w+\?/, (route) =>
    route.fulfill({ json: [], headers: { 'content-range': '*/0' } }),
  )
  await page.goto('/form-submissions')
  for (const [tab, text] of [
    ['Volunteers (0)', 'No volunteer applications yet'],
    ['Partnerships (0)', 'No partnership proposals yet'],
    ['Programs (0)', 'No program applications yet'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText(text)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeDisabled()
  }
})

test('each tab has its count and cards, and the open one is in the address', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/form-submissions')
  await page.getByRole('tab', { name: /^Partnerships \(\d+\)$/ }).click()
  await expect(page).toHaveURL(/\?tab=partnerships$/)
  const proposal = card(page, 'City of Bensonville')
  await expect(proposal).toContainText('Hon. Mary Tarr, Commissioner for Education')
  await expect(proposal.getByLabel('Status of').getByRole('option')).toHaveText([
    'New',
    'Contacted',
    'In progress',
    'Accepted',
    'Rejected',
  ])
  await page.getByRole('tab', { name: /^Programs \(\d+\)$/ }).click()
  const application = card(page, 'Deborah Cooper')
  await expect(application).toContainText('Wears a hearing aid on the left ear.')
  await expect(application.getByText('Sensitive').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: /^Programs \(/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})

test('what is wrong with an answer is said at its field, and nothing is sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await page.goto('/get-involved/volunteer')
  await fillVolunteerForm(page, {
    'E-mail': 'not an address',
    'Relevant experience': 'x'.repeat(5_001),
  })
  await volunteerForm(page).getByRole('button', { name: 'Submit Application' }).click()
  const email = volunteerForm(page).getByLabel('E-mail')
  await expect(email).toHaveAccessibleDescription('Please enter a valid e-mail address')
  await expect(email).toBeFocused()
  await expect(volunteerForm(page).getByLabel('Relevant experience')).toHaveAccessibleDescription(
    'Please keep this to 5,000 characters',
  )
  expect(sent).toEqual([])
})

test('what is typed before the scripts have arrived is kept and sent', async ({ page }) => {
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/get-involved/volunteer')
  await fillVolunteerForm(page, { 'First name': 'Early', 'Relevant experience': 'Typed at once' })
  await volunteerForm(page).getByRole('checkbox', { name: 'Events' }).check()
  const button = volunteerForm(page).getByRole('button', { name: 'Submit Application' })
  await expect(button).toBeDisabled()
  const sent = page.waitForRequest('**/rest/v1/volunteer_applications**')
  release()
  await button.click()
  expect((await sent).postDataJSON()).toMatchObject({
    first_name: 'Early',
    last_name: '',
    interests: ['events'],
    experience: 'Typed at once',
  })
  await expect(toast(page, 'Application Submitted!')).toBeVisible()
})

test('the sixth application from one address in ten minutes is refused and kept in the form', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/429|Too many submissions/)
  await page.goto('/get-involved/volunteer')
  const button = volunteerForm(page).getByRole('button', { name: 'Submit Application' })
  for (let sent = 1; sent <= 5; sent += 1) {
    await fillVolunteerForm(page, { 'First name': `Number ${sent}` })
    await button.click()
    await expect(volunteerForm(page).getByLabel('First name')).toHaveValue('')
  }
  await fillVolunteerForm(page, { 'First name': 'Number 6' })
  const response = page.waitForResponse('**/rest/v1/volunteer_applications**')
  await button.click()
  expect((await response).status()).toBe(429)
  expect(Number((await response).headers()['retry-after'])).toBeGreaterThan(0)
  await expect(
    toast(page, 'There was an error submitting your application. Please try again.'),
  ).toBeVisible()
  await expect(volunteerForm(page).getByLabel('First name')).toHaveValue('Number 6')
})
