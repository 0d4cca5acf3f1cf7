import type { APIRequestContext, Page } from 'playwright/test'
import { localKeys } from '../../supabase/embedded/config'
import { asService } from '../embedded/support'
import { deleteRows, storedRows } from './backend-access'
import { expectNoViolations } from './expect-accessible'
import {
  emailOf,
  expect,
  hydrated,
  localPassword,
  signIn,
  test,
  toast,
  uniqueName,
} from './fixtures'

test('a page whose code a newer site has taken away reloads once, and shows its HTML', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/404|Failed to fetch dynamically imported module/)
  await page.goto('/')
  const about = page.getByRole('banner').getByRole('link', { name: 'Academy' })
  await hydrated(about)
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.route('**/assets/academy-page-*.js', (route) => route.fulfill({ status: 404 }))
  await about.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kindlewell Academy' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'A school that stays open' })).toBeVisible()
  await expect.poll(() => loads).toBe(1)

  await page.getByRole('banner').getByRole('link', { name: 'Programs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Programs' })).toBeVisible()
  await expect.poll(() => loads).toBe(2)
})

async function editMentor(page: Page, name: string, bio: string) {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByLabel('Bio').fill(bio)
}

async function newMentor(url: string): Promise<string> {
  const surname = uniqueName('Okoro')
  await asService({ url })
    .from('mentors')
    .insert({ first_name: 'Ada', last_name: surname })
    .throwOnError()
  return surname
}

async function biosOf(url: string, surname: string): Promise<unknown[]> {
  const { data } = await asService({ url })
    .from('mentors')
    .select('bio')
    .eq('last_name', surname)
    .throwOnError()
  return data.map(({ bio }) => bio as unknown)
}

/** Ends the session of a page as from another device: its browser does not know. */
async function endElsewhere(page: Page, request: APIRequestContext): Promise<void> {
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('-auth-token'))!
    return (JSON.parse(localStorage.getItem(key)!) as { access_token: string }).access_token
  })
  const headers = { apikey: localKeys.publishable, authorization: `Bearer ${token}` }
  expect((await request.post('/auth/v1/logout?scope=local', { headers })).status()).toBe(204)
}

test('a session that ended elsewhere keeps list and form, and the save goes on after the password', async ({
  page,
  request,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[03]/)
  const surname = await newMentor(baseURL!)
  await signIn(page, 'admin')
  await page.goto('/crm?tab=mentors')
  await page.getByLabel('Search mentors').fill(surname)
  await expect(page.getByRole('rowheader')).toHaveText([`Ada ${surname}`])
  await editMentor(page, `Ada ${surname}`, 'A long text')
  await endElsewhere(page, request)
  await page.getByRole('button', { name: 'Save Changes' }).dblclick()

  const question = page.getByRole('dialog', { name: 'Sign in again' })
  const password = question.getByRole('textbox', { name: 'Password' })
  await expect(question.getByLabel('Email')).toHaveValue(emailOf('admin'))
  await expect(password).toBeFocused()
  await expectNoViolations(page)
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(question.getByText('Login failed: Invalid login credentials')).toBeVisible()
  expect(await biosOf(baseURL!, surname)).toEqual([null])
  await password.fill(localPassword)
  await question.getByRole('button', { name: 'Sign In' }).click()
  await expect(toast(page, 'Mentor updated successfully')).toBeVisible()
  await expect(question).toBeHidden()
  expect(await biosOf(baseURL!, surname)).toEqual(['A long text'])
  await expect(page.getByRole('rowheader')).toHaveText([`Ada ${surname}`])

  // Closed without an answer, the form is unchanged.
  await editMentor(page, `Ada ${surname}`, 'A longer text')
  await endElsewhere(page, request)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(password).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByText('You are signed out. Sign in again, then try again.')).toBeVisible()
  await expect(page.getByLabel('Bio')).toHaveValue('A longer text')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await question.getByRole('button', { name: 'Sign Out' }).click()
  const loss = page.getByRole('dialog', { name: 'Sign out without saving?' })
  await loss.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Sign Out' }).click()
  await loss.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/supporter-login')
  expect(await biosOf(baseURL!, surname)).toEqual(['A long text'])
})

test('a token that expired early is replaced while a dialog saves', async ({
  page,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 401/)
  const surname = await newMentor(baseURL!)
  await signIn(page, 'admin')
  await page.goto('/crm?tab=mentors')
  await page.getByLabel('Search mentors').fill(surname)
  await editMentor(page, `Ada ${surname}`, 'Saved all the same')
  let refusals = 0
  await page.route('**/rest/v1/mentors?*', (route) => {
    if (route.request().method() !== 'PATCH' || refusals > 0) return route.fallback()
    refusals += 1
    return route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } })
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Mentor updated successfully')).toBeVisible()
  expect(refusals).toBe(1)
  expect(await biosOf(baseURL!, surname)).toEqual(['Saved all the same'])
})

test('a fault in a visitor’s browser reaches the admins, once its reporter can be downloaded', async ({
  page,
  newVisitor,
  baseURL,
  expectedErrors,
}) => {
  expectedErrors.push(/Teresa|Failed to load resource|ERR_FAILED/)
  await deleteRows(baseURL!, 'faults?page=neq.none')
  const reporters: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/report-fault')) reporters.push(request.method())
  })
  await page.route('**/assets/report-fault-*.js', (route) => route.abort())
  // The app moves the focus after each step to another page.
  const fail = async () => {
    await page.goto('/contact')
    const about = page.getByRole('banner').getByRole('link', { name: 'Academy' })
    await hydrated(about)
    const before = reporters.length
    await page.evaluate(() => {
      HTMLElement.prototype.focus = () => {
        throw new TypeError('No "Teresa Vance" to focus')
      }
    })
    await about.click()
    await expect.poll(() => reporters.length).toBe(before + 1)
  }
  await fail()
  expect(await storedRows(baseURL!, 'faults?select=id')).toEqual([])

  await page.unroute('**/assets/report-fault-*.js')
  await fail()
  const stored = () => storedRows(baseURL!, 'faults?select=place,page,message,stack,occurrences')
  await expect.poll(async () => (await stored()).length).toBe(1)
  expect(await stored()).toEqual([
    {
      place: 'public',
      page: '/academy',
      message: 'TypeError: No … to focus',
      stack: expect.stringMatching(/^assets\/[\w-]+\.js:\d+:\d+/),
      occurrences: 1,
    },
  ])

  const office = await newVisitor()
  await signIn(office, 'admin')
  await office.goto('/faults')
  await office.getByRole('rowheader', { name: 'TypeError: No … to focus' }).click()
  const panel = office.getByRole('complementary', { name: 'TypeError: No … to focus' })
  await expect(panel.getByLabel('Lines of our code')).toContainText(/assets\/[\w-]+\.js:\d+:\d+/)
  await panel.getByRole('button', { name: /^Mark as fixed/ }).click()
  await expect(toast(office, 'Marked as fixed')).toBeVisible()
  await expect(panel.getByText('Fixed', { exact: true })).toBeVisible()
  await fail()
  await office.reload()
  await expect(panel.getByText('Open', { exact: true })).toBeVisible()
})
