import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { launchOptions } from './browser'
import { expectAccessible } from './expect-accessible'
import { expect, fillSignIn, signIn, test, uniqueName } from './fixtures'

test.use({
  expectedErrors: [/Failed to (load resource|fetch)|ERR_INTERNET_DISCONNECTED/],
  serviceWorkers: 'allow',
})

/** The worker has the page, its scripts and its styles. */
const isKept = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/mentor')
    return registration?.active?.state === 'activated'
  })

test('a mentor logs a meeting in one press, also without network and after the tab was closed', async ({
  page,
  context,
}) => {
  await signIn(page, 'mentor')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Mentoring' }).click()
  await expect(page.getByRole('heading', { name: 'Chloe N.' })).toBeVisible()
  await expectAccessible(page, 'the page of a mentor')
  await expect.poll(() => isKept(page)).toBe(true)

  await context.setOffline(true)
  await page.close()
  const later = await context.newPage()
  await later.goto('/mentor')
  await expect(later.getByRole('heading', { name: 'Mentee 1' })).toBeVisible()
  await expect(later.getByText('Chloe')).toHaveCount(0)
  await later.getByRole('button', { name: /^Met(?: again)?, 60 min: Mentee 1/ }).click()
  const waits = later.getByRole('status').filter({ hasText: '1 meeting waits on this device' })
  await expect(waits).toBeVisible()
  await later.close()

  await context.setOffline(false)
  const back = await context.newPage()
  // A line that takes no answers: signing out asks.
  await back.route('**/rpc/log_own_meeting', (route) => route.abort())
  await back.goto('/mentor')
  await expect(back.getByRole('heading', { name: 'Chloe N.' })).toBeVisible()
  await back.getByRole('button', { name: 'Sign Out' }).click()
  const question = back.getByRole('dialog', { name: 'Sign out before they are sent?' })
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await back.unroute('**/rpc/log_own_meeting')
  await back.getByRole('button', { name: 'Send now' }).click()
  const logged = back.getByRole('region', { name: 'Logged meetings: Chloe N.' })
  // The other test's device may log one too.
  await expect(logged.getByRole('button', { name: /^Correct, note: Today/ }).first()).toBeVisible()
  await expect(back.getByText('waits on this device')).toHaveCount(0)
})

test('a copied browser profile has no name of a child and no note, while the page is open and after a kill', async ({
  baseURL,
}) => {
  const note = uniqueName('Quietly')
  const root = mkdtempSync(join(tmpdir(), 'mentor-profile-'))
  const [profile, copies] = [
    join(root, 'profile'),
    ['open', 'killed'].map((name) => join(root, name)),
  ]
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(baseURL && { baseURL }),
  })
  try {
    const page = await context.newPage()
    await page.goto('/mentor')
    await fillSignIn(page, 'mentor')
    await expect(page.getByRole('heading', { name: 'Chloe N.' })).toBeVisible()
    await page.getByRole('button', { name: /^Met(?: again)?, 60 min/ }).click()
    await page
      .getByRole('button', { name: /^Correct, note/ })
      .first()
      .click()
    const text = page.getByRole('textbox', { name: /^Note/ })
    await text.fill(note)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(note)).toBeVisible()
    await page
      .getByRole('button', { name: /^Correct: Today/ })
      .first()
      .click()
    await text.fill(`${note} again`)
    await expect.poll(() => isKept(page)).toBe(true)
    cpSync(profile, copies[0]!, { recursive: true, filter: isFile })
    killBrowserOf(profile)
    await expect.poll(() => page.isClosed()).toBe(true)
    cpSync(profile, copies[1]!, { recursive: true, filter: isFile })
    for (const copy of copies) {
      expect(filesWith(copy, 'mentoring')).not.toEqual([])
      for (const word of ['Chloe', note])
        expect(filesWith(copy, word), `${word} in ${copy}`).toEqual([])
    }
  } finally {
    await context.close().catch(() => {})
    rmSync(root, { recursive: true, force: true })
  }
})

/** Locks and sockets of the running browser can't be copied. */
const isFile = (path: string) => !/Singleton/.test(path)

/** The browser whose command line names this profile, without a chance to tidy up. */
function killBrowserOf(profile: string): void {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
      if (command.includes(profile) && Number(id) !== process.pid)
        process.kill(Number(id), 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

/** The files of a folder that have a word, as UTF-8 or UTF-16. */
function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path)
      return bytes.includes(word) || bytes.includes(Buffer.from(word, 'utf16le'))
    })
}
