import { linkOfLastMail } from '../e2e/mails'
import { localKeys } from '../../supabase/embedded/config'
import { expect, test } from './platform'

const email = 'newcomer@kindlewell.test'

test('a link that is too old or mutilated is explained, and a new one works', async ({
  page,
  request,
  platform: { auth, connect },
  expectedErrors,
}) => {
  expectedErrors.push(/status of (403|429)/)
  await auth('POST', 'recover', { email })
  const link = await linkOfLastMail(request, email)
  const follow = async (address: string) => {
    await page.goto('/about')
    await page.goto(address)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await follow(link.replace(/token_hash=..../, 'token_hash=0000'))
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')

  await connect()`
    update auth.users set recovery_sent_at = now() - interval '61 minutes' where email = ${email}`
  await follow(link)
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect.poll(() => linkOfLastMail(request, email)).not.toBe(link)

  await follow(await linkOfLastMail(request, email))
  await page.getByRole('textbox', { name: /^New password/ }).fill('a password of my own')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL('/admin')
  const known = { email, password: 'a password of my own' }
  expect((await auth('POST', 'token?grant_type=password', known)).status).toBe(200)
})

test('an invitation of the dashboard leads to a password', async ({
  page,
  request,
  platform: { auth, asServer },
}) => {
  const address = 'invited@example.org'
  expect((await asServer('POST', 'invite', { email: address })).status).toBe(200)
  await page.goto(await linkOfLastMail(request, address))
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByRole('textbox', { name: /^New password/ }).fill('a password of my own')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page).toHaveURL('/admin')
  const known = { email: address, password: 'a password of my own' }
  expect((await auth('POST', 'token?grant_type=password', known)).status).toBe(200)
})

test('a new address is confirmed from both mailboxes', async ({
  page,
  request,
  platform: { auth },
}) => {
  const current = 'student@kindlewell.test'
  const next = 'student.moved@example.org'
  const { body } = await auth('POST', 'token?grant_type=password', {
    email: current,
    password: 'kindlewell-local',
  })
  expect((await auth('PUT', 'user', { email: next }, body.access_token)).status).toBe(200)
  const confirm = async (address: string) => {
    await page.goto('/about')
    await page.goto(await linkOfLastMail(request, address))
    await page.getByRole('button', { name: 'Confirm the change' }).click()
  }
  await confirm(next)
  await expect(page.getByText('One of two addresses is confirmed.')).toBeVisible()
  await confirm(current)
  await expect(page).toHaveURL('/admin')
  const known = { email: next, password: 'kindlewell-local' }
  expect((await auth('POST', 'token?grant_type=password', known)).status).toBe(200)
})

test('an address follows thirty links at once, whatever config.toml allows in five minutes', async ({
  baseURL,
}) => {
  const follow = () =>
    fetch(`${baseURL}/auth/v1/verify`, {
      method: 'POST',
      headers: {
        apikey: localKeys.publishable,
        'content-type': 'application/json',
        'cf-connecting-ip': '203.0.113.30',
      },
      body: JSON.stringify({ type: 'recovery', token_hash: 'a guess' }),
    })
  const statuses = (await Promise.all(Array.from({ length: 45 }, follow))).map(
    ({ status }) => status,
  )
  const taken = statuses.filter((status) => status === 403).length
  // One comes back every five seconds.
  expect(taken).toBeGreaterThanOrEqual(30)
  expect(taken).toBeLessThan(35)
  expect(statuses.filter((status) => status === 429)).toHaveLength(45 - taken)
})
