import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import type { Locator, Page } from 'playwright/test'
import { expect, signIn, test, toast, uniqueName } from './fixtures'

const volunteerForm = (page: Page) => page.getByRole('form', { name: 'Volunteer application' })

async function fillVolunteerForm(page: Page, answers: Record<string, string>) {
  const form = volunteerForm(page)
  for (const [label, value] of Object.entries(answers)) await form.getByLabel(label).fill(value)
}

const row = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'List' }).getByRole('link', { name: title })

async function volunteerCount(page: Page): Promise<number> {
  const tab = page.getByRole('tab', { name: /^Volunteers \(\d/ })
  await expect(tab).toBeVisible()
  return Number(/\(([\d,]+)\)/.exec((await tab.textContent()) ?? '')?.[1]?.replaceAll(',', ''))
}

test('a submission reaches the reviewer live, and the reviewer decides', async ({
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
    Email: 'elodie@example.org',
    Phone: '+231 77 555 0101',
    Availability: 'Mondays, Tuesdays\nand "sometimes" Fridays',
    'Relevant experience': '=HYPERLINK("https://evil.example","click")',
    'Why would you like to volunteer with us?': 'Für die Kinder 🌱, and <b>joy</b>',
  })
  await volunteerForm(visitor).getByRole('checkbox', { name: 'Teaching' }).check()
  await volunteerForm(visitor).getByRole('checkbox', { name: 'Events' }).check()
  await volunteerForm(visitor).getByRole('button', { name: 'Submit Application' }).click()

  const newRow = row(admin, `Élodie ${lastName}`)
  const opened = admin.getByRole('region', { name: 'Submission' })
  await expect(toast(visitor, 'Application Submitted!')).toContainText(
    "Thank you for your interest in volunteering. We'll contact you within 2 business days.",
  )
  await expect(newRow).toBeVisible()
  await newRow.click()
  await expect(opened).toContainText('Teaching, Events')
  await expect(opened).toContainText('Für die Kinder 🌱, and <b>joy</b>')
  await visitor.getByRole('button', { name: 'Send another application' }).click()
  await expect(volunteerForm(visitor).getByLabel('Last name')).toHaveValue('')
  await expect(volunteerForm(visitor).getByRole('checkbox', { name: 'Teaching' })).not.toBeChecked()

  await opened.getByRole('link', { name: 'See everything from this person' }).click()
  const person = admin.getByRole('complementary').filter({ hasText: 'elodie@example.org' })
  await person.getByRole('button', { name: 'Call', exact: true }).click()
  await person.getByRole('textbox').fill('Can start in May')
  await person.getByRole('button', { name: 'Add call' }).click()
  const newest = person.getByRole('list', { name: 'Events' }).getByRole('listitem').first()
  await expect(newest).toContainText('Can start in May')
  await person.getByRole('button', { name: 'Close' }).click()

  await opened.getByLabel('Status of').selectOption('accepted')
  await expect(toast(admin, 'Status Updated')).toContainText(
    'The volunteer application status has been updated successfully',
  )
  await expect(newRow).toContainText('Accepted')
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
  expect(data.length).toBeGreaterThan(before)
})
