import { spawn } from 'node:child_process'
import type { Locator } from 'playwright/test'
import { projectRoot } from '../../supabase/embedded/config'
import { setUpSteps } from '../../src/shared/data/set-up-steps'
import { expectNoViolations } from './expect-accessible'
import { expect, fillSignIn, signIn, test, type LocalAccount } from './fixtures'
import { setUpFactor, startEmpty } from './own-project'

const accounts: readonly LocalAccount[] = [
  'admin',
  'staff',
  'mentors',
  'program.manager',
  'fundraiser',
  'supporter',
  'director',
  'development',
  'accounting',
  'mentor',
  'mentee',
  'student',
  'donor',
  'newcomer',
]
/** Two different kinds of home; all of them in the long lane */
const short: readonly LocalAccount[] = ['program.manager', 'director']

for (const account of accounts) {
  const tag = short.includes(account) ? '@ci' : '@long'
  test(
    `home of ${account} is whole and accessible at every width, light and dark`,
    { tag },
    async ({ page }) => {
      await signIn(page, account)
      for (const [address, last] of [
        ['/admin-dashboard', page.getByRole('region', { name: 'Your Permissions' })],
        ['/admin', page.getByRole('button', { name: 'Sign Out' }).first()],
      ] as const) {
        await page.setViewportSize({ width: 360, height: 740 })
        await page.goto(address)
        await expect(last).toBeVisible()
        for (const width of [360, 768, 1280]) {
          await page.setViewportSize({ width, height: 740 })
          const overflow = () =>
            page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            )
          await expect.poll(overflow, `${address} at ${width}`).toBeLessThanOrEqual(0)
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            // Only staff choose an appearance.
            if ((await page.locator('html[data-staff]').count()) > 0)
              await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
            await expectNoViolations(page, `${address} of ${account} at ${width}, ${colorScheme}`)
          }
        }
      }
    },
  )
}

test('a reviewer’s overdue submissions and due tasks are on the first screen of a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'admin')
  await page.goto('/admin')
  const submissions = page.getByRole('region', { name: 'Submissions', exact: true })
  const overdue = submissions.getByRole('link', { name: /^\d+ overdue$/ })
  const tasks = page.getByRole('region', { name: 'Your tasks' })
  for (const line of [
    overdue,
    submissions.getByRole('link', { name: /assigned to you$/ }),
    tasks.getByRole('link', { name: /overdue$/ }),
    tasks.getByRole('link', { name: /due today$/ }),
  ]) {
    await expect(line).toBeInViewport()
  }
  await overdue.click()
  await expect(page).toHaveURL('/form-submissions?tab=all&view=overdue')
})

/** What the doctor names as open. */
async function askDoctor(url: string): Promise<string> {
  const doctor = spawn('npx', ['tsx', 'supabase/hosted/run-doctor.ts'], {
    cwd: projectRoot,
    env: { ...process.env, EMBEDDED_URL: url },
  })
  let told = ''
  doctor.stdout.on('data', (part: Buffer) => (told += part.toString()))
  await new Promise((resolve) => doctor.on('close', resolve))
  return told
}

test(
  'in the first hour an admin sets up an empty project by the texts on the screen',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const port = Number(new URL(baseURL!).port) + 1000
    const server = await startEmpty(port)
    const url = `http://127.0.0.1:${port}`
    let presses = 0
    const press = async (control: Locator) => {
      presses += 1
      await control.click()
    }
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const setUp = page.getByRole('region', { name: 'Set up' })
    const home = () => press(page.getByRole('link', { name: 'Home', exact: true }))
    const step = (name: string) => press(setUp.getByText(name, { exact: true }))
    const openSteps = () => setUp.getByRole('listitem').allInnerTexts()

    try {
      await page.goto(`${url}/supporter-login`)
      await fillSignIn(page, 'admin')
      presses += 1
      await expect(setUp).toContainText('2 of 9 steps are done')
      const told = await askDoctor(url)
      const titles = Object.values(setUpSteps).map(({ title }) => title)
      const onScreen = (await openSteps()).join('\n')
      expect(titles.filter((title) => told.includes(title))).toEqual(
        titles.filter((title) => onScreen.includes(title)),
      )

      await step('Send a test email')
      await press(button('Send a test email'))
      await expect(page.getByText('The mail server accepted it.')).toBeVisible()

      await home()
      await step('Add holidays')
      await page.getByLabel('Country').selectOption('United States of America')
      presses += 1
      await press(button(/^Add \d+ days$/))
      await expect(page.getByText('Holidays added')).toBeVisible()

      await step('Confirm the words of receipts')
      await press(button('Confirm the wording'))
      await press(page.getByRole('dialog').getByRole('button', { name: 'Confirm the wording' }))
      await expect(page.getByText(/^Confirmed/)).toBeVisible()

      await home()
      await step('Name a second administrator')
      await press(page.getByRole('rowheader', { name: 'Ruth Kollie' }))
      await page.getByLabel('Role of Ruth Kollie').selectOption('Administrator')
      presses += 1
      await press(button('Make Administrator'))
      await expect(page.getByText('User updated successfully')).toBeVisible()

      await home()
      await step('Set the seats of a program')
      const seats = page.getByLabel(/^Seats of/).first()
      await seats.fill('12')
      await press(page.getByRole('button', { name: /^Save seats of/ }).first())
      await expect(page.getByText(/^0 of 12 confirmed/)).toBeVisible()

      await home()
      await step('Add a second factor')
      await press(button('Set up'))
      presses += await setUpFactor(page)

      await home()
      await expect(setUp).toContainText('8 of 9 steps are done')
      expect(await openSteps()).toEqual([expect.stringContaining('Connect the payment provider')])
      expect(presses).toBeLessThanOrEqual(25)
    } finally {
      server.kill()
    }
  },
)
