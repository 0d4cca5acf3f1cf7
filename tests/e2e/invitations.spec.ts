import type { Page } from 'playwright/test'
import { localKeys } from '../../supabase/embedded/config'
import { asService } from '../embedded/support'
import { expect, fillSignIn, localPassword, signIn, test, toast, uniqueName } from './fixtures'
import { linkIn, linkOfLastMail, readMails } from './mails'
import { setUpFactor, startEmpty } from './own-project'

const welcome = (page: Page) => page.getByRole('heading', { level: 1, name: /^Welcome/ })
const accept = (page: Page) => page.getByRole('button', { name: 'Accept the invitation' })
const newPassword = (page: Page) => page.getByRole('textbox', { name: /^New password/ })

interface Invited {
  name: string
  email: string
}

/** An admin invites someone with the role and the preset of a fundraiser. */
async function invite(page: Page, url = ''): Promise<Invited> {
  const name = uniqueName('Ama')
  const email = `${name.replace(' ', '.').toLowerCase()}@example.org`
  await page.goto(`${url}/crm?tab=users`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const form = page.getByRole('form', { name: 'Invitation' })
  await form.getByLabel(/^Email/).fill(email)
  await form.getByLabel('Full name').fill(name)
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Fundraiser')
  await form.getByRole('combobox', { name: 'Preset for a job' }).selectOption('Fundraiser')
  await expect(form.getByRole('checkbox', { name: 'Can manage donations' })).toBeChecked()
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(toast(page, `Invitation sent to ${email}`)).toBeVisible()
  return { name, email }
}

/** Finds an invitation in the list, which it opens. */
async function listed(page: Page, { email }: Invited) {
  await page.getByRole('button', { name: 'Invitations' }).click()
  const list = page.getByRole('dialog', { name: 'Invitations' })
  return list.getByRole('listitem').filter({ hasText: email })
}

/** Role, permissions and last visit of an account, past every policy. */
async function rightsOf(baseURL: string | undefined, { email }: Invited) {
  const service = asService({ url: baseURL! })
  const { data: account } = await service
    .from('profiles')
    .select('id, role, offered_role, confirmed')
    .eq('email', email)
    .single()
    .throwOnError()
  const { data: held } = await service
    .from('user_permissions')
    .select('permissions(name)')
    .eq('user_id', account.id)
    .throwOnError()
  return { ...account, permissions: held.length }
}

async function choosePassword(page: Page): Promise<void> {
  await newPassword(page).fill(localPassword)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(toast(page, 'Your new password is set.')).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
}

test(
  'who is invited chooses a password and lands at home with the rights; a scanner’s visit uses up nothing, and the link works once',
  { tag: '@ci' },
  async ({ page, request, newVisitor, baseURL, expectedErrors }) => {
    expectedErrors.push(/status of 403/)
    await signIn(page, 'admin')
    const invited = await invite(page)
    const link = await linkOfLastMail(request, invited.email)
    const before = await rightsOf(baseURL, invited)
    expect(before).toMatchObject({ role: 'user', offered_role: 'fundraiser', permissions: 0 })
    expect(before.confirmed).toBe(false)

    // A scanner: the address is fetched, and opened in a browser without a press.
    await request.get(link)
    const scanner = await newVisitor()
    const sent: string[] = []
    scanner.on('request', (one) => {
      if (one.url().includes('/auth/v1/verify')) sent.push(one.method())
    })
    await scanner.goto(link)
    await expect(accept(scanner)).toBeEnabled()
    expect(sent).toEqual([])
    expect(await rightsOf(baseURL, invited)).toEqual(before)

    const person = await newVisitor()
    await person.goto(link)
    await accept(person).click()
    await expect(person.getByText('Grace Tolbert invites you to work with us.')).toBeVisible()
    await expect(person.getByText(`For the account ${invited.email}`)).toBeVisible()
    expect(await rightsOf(baseURL, invited)).toMatchObject({ role: 'user', permissions: 0 })
    await choosePassword(person)
    await expect(welcome(person)).toHaveText(`Welcome, ${invited.name}`)
    await expect(person.getByRole('region', { name: 'Gifts' })).toBeVisible()
    await person.goto('/crm?tab=donors')
    await expect(person.getByRole('tab', { name: 'Donors', selected: true })).toBeVisible()
    const after = await rightsOf(baseURL, invited)
    expect(after).toMatchObject({ role: 'fundraiser', offered_role: null })
    expect(after.permissions).toBeGreaterThan(0)

    await accept(scanner).click()
    await expect(scanner.getByText('This link is no longer valid.')).toBeVisible()
    await expect(newPassword(scanner)).toHaveCount(0)
    expect(await rightsOf(baseURL, invited)).toEqual(after)
    await page.reload()
    await expect(await listed(page, invited)).toContainText('Accepted')
  },
)

test(
  'a link that is too late sends another in one press, and the role comes with that one',
  { tag: '@ci' },
  async ({ page, request, newVisitor, baseURL, expectedErrors }) => {
    expectedErrors.push(/status of 403/)
    await signIn(page, 'admin')
    const invited = await invite(page)

    const person = await newVisitor()
    // The service answers the same to a link after its hour and to one that it does not know.
    await person.route(
      '**/auth/v1/verify',
      (route) =>
        route.continue({
          postData: JSON.stringify({ type: 'signup', token_hash: crypto.randomUUID() }),
        }),
      { times: 1 },
    )
    await person.goto(await linkOfLastMail(request, invited.email))
    await accept(person).click()
    await expect(person.getByText('This link is no longer valid.')).toBeVisible()
    const again = person.getByRole('form', { name: 'New link' })
    await expect(again.getByLabel('Email')).toHaveValue(invited.email)
    expect(await rightsOf(baseURL, invited)).toMatchObject({ role: 'user', permissions: 0 })
    await again.getByRole('button', { name: 'Send a new link' }).click()
    await expect(toast(person, 'Please check your email')).toBeVisible()

    const [second] = (await readMails(request)).filter(({ to }) => to === invited.email)
    expect(second?.subject).toBe('You are invited to Kindlewell')
    await person.goto(linkIn(second)!)
    await accept(person).click()
    await choosePassword(person)
    expect(await rightsOf(baseURL, invited)).toMatchObject({ role: 'fundraiser' })
  },
)

test(
  'an invitation that was taken back says so and brings no right',
  { tag: '@long' },
  async ({ page, request, newVisitor, baseURL }) => {
    await signIn(page, 'admin')
    const invited = await invite(page)
    const row = await listed(page, invited)
    await row.getByRole('button', { name: /^Take back/ }).click()
    await expect(toast(page, `Invitation of ${invited.name} taken back`)).toBeVisible()
    await expect(row).toHaveCount(0)

    const person = await newVisitor()
    await person.goto(await linkOfLastMail(request, invited.email))
    await accept(person).click()
    const ended = person.getByRole('alert').filter({ hasText: 'Your invitation was taken back.' })
    await expect(ended).toContainText('Ask for a new invitation: Grace Tolbert')
    await choosePassword(person)
    expect(await rightsOf(baseURL, invited)).toMatchObject({
      role: 'user',
      offered_role: null,
      permissions: 0,
    })
    await person.goto('/crm?tab=donors')
    await expect(toast(person, 'You can’t open')).toBeVisible()
    await expect(person).not.toHaveURL(/\/crm/)
  },
)

test(
  'where a second factor is required, nobody invites without one, and the role opens nothing before it',
  { tag: '@long' },
  async ({ page, newVisitor, baseURL, expectedErrors }) => {
    expectedErrors.push(/status of 403/)
    const port = Number(new URL(baseURL!).port) + 1500
    const server = await startEmpty(port)
    const url = `http://127.0.0.1:${port}`
    try {
      await page.goto(`${url}/supporter-login`)
      await fillSignIn(page, 'admin')
      await expect(welcome(page)).toBeVisible()
      const passwordOnly = await heldToken(page)
      await page.goto(`${url}/admin-account`)
      await page.getByRole('button', { name: 'Set up' }).click()
      await setUpFactor(page)
      await page.goto(`${url}/crm?tab=users`)
      await page.getByRole('button', { name: 'Second factor' }).click()
      await page.getByRole('button', { name: 'Require a second factor' }).click()
      await expect(page.getByRole('dialog')).toContainText('A second factor is required')
      await page.keyboard.press('Escape')

      const address = 'nobody@example.org'
      const refused = await callAs(url, passwordOnly, 'begin_invitation', {
        address,
        new_role: 'fundraiser',
      })
      expect(refused.status).toBe(403)
      expect(
        await asService({ url }).from('profiles').select('id').eq('email', address),
      ).toMatchObject({
        data: [],
      })

      const invited = await invite(page, url)
      const person = await newVisitor()
      await person.goto(await linkOfLastMail(page.request, invited.email, url))
      await accept(person).click()
      await choosePassword(person)
      expect(await rightsOf(url, invited)).toMatchObject({ role: 'fundraiser' })
      await person.goto(`${url}/crm?tab=donors`)
      await expect(person.getByRole('form', { name: 'Set up a second factor' })).toBeVisible()
      await expect(person.getByRole('tab')).toHaveCount(0)
      const fund = { id: crypto.randomUUID(), name: 'Mine' }
      const write = await fetch(`${url}/rest/v1/funds`, {
        method: 'POST',
        headers: headersOf(await heldToken(person)),
        body: JSON.stringify(fund),
      })
      expect(write.status).toBe(403)
      expect((await asService({ url }).from('funds').select('id').eq('id', fund.id)).data).toEqual(
        [],
      )

      await setUpFactor(person)
      await expect(person.getByRole('tab', { name: 'Donors', selected: true })).toBeVisible()
      // Before the server ends: each has a line to it.
      await Promise.all([person.close(), page.close()])
    } finally {
      server.kill()
    }
  },
)

/** The token of the page's session. */
const heldToken = (page: Page) =>
  page.evaluate(() => {
    const [, session = '{}'] =
      Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token')) ?? []
    return (JSON.parse(session as string) as { access_token: string }).access_token
  })

const headersOf = (token: string) => ({
  apikey: localKeys.publishable,
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

const callAs = (url: string, token: string, name: string, args: object) =>
  fetch(`${url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify(args),
  })
