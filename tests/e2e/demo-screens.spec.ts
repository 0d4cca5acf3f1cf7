import { expectAccessible } from './expect-accessible'
import { expect, test, toast } from './fixtures'

test.describe('seeding demo users', () => {
  test('reports on ten accounts in steps, and makes no call', async ({ page }) => {
    await page.clock.install()
    await page.goto('/seed-demo-users')
    const button = page.getByRole('button', { name: 'Create All Demo Users' })
    const accounts = page.getByRole('list', { name: 'Demo accounts' }).getByRole('listitem')
    await expect(accounts).toHaveCount(10)
    for (const role of [
      'Administrator',
      'Director',
      'Development Manager',
      'Accounting',
      'Staff',
      'Mentor',
      'Mentee',
      'Student',
      'Donor',
      'Supporter',
    ]) {
      await expect(accounts.getByText(role, { exact: true })).toHaveCount(1)
    }
    await expect(page.getByRole('link', { name: 'Go to the login page' })).toBeHidden()

    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    const result = page.getByText(
      'Demo user creation disabled. Use proper authentication with secure passwords.',
    )
    const progress = page.getByRole('progressbar', { name: 'Accounts gone through' })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
    await button.click()
    await expect(page.getByRole('button', { name: 'Creating accounts...' })).toBeDisabled()
    await page.clock.runFor(1)
    for (let done = 1; done <= 10; done += 1) {
      await expect(result).toHaveCount(done)
      await expect(page.getByText(`${done} of 10 accounts gone through`)).toBeVisible()
      await expect(progress).toHaveAttribute('value', String(done))
      await page.clock.runFor(499)
      await expect(result).toHaveCount(done)
      await page.clock.runFor(1)
    }
    await page.clock.resume()
    await expect(toast(page, 'Seeding Complete')).toContainText(
      'Successfully created/verified 0 out of 10 demo accounts',
    )
    expect(sent).toEqual([])

    await page.getByRole('link', { name: 'Go to the login page' }).click()
    await expect(page).toHaveURL('/supporter-login')
  })

  test('can be run again, from the beginning', async ({ page }) => {
    await page.clock.install()
    await page.goto('/seed-demo-users')
    const button = page.getByRole('button', { name: 'Create All Demo Users' })
    for (const run of [1, 2]) {
      await button.click()
      await page.clock.runFor(5_000)
      await expect(toast(page, 'Seeding Complete'), `run ${run}`).toHaveCount(1)
      await toast(page, 'Seeding Complete').getByRole('button').click()
      await page.clock.runFor(1_000)
      await expect(toast(page, 'Seeding Complete')).toHaveCount(0)
    }
  })

  test('is accessible before, during and after a run', async ({ page }) => {
    test.setTimeout(120_000)
    await page.goto('/seed-demo-users')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create All Demo Users' }).click()
    await expectAccessible(page)
    await expect(page.getByRole('link', { name: 'Go to the login page' })).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('the animated logo', () => {
  test('plays through its steps and says that it is done', async ({ page }) => {
    await page.clock.install()
    await page.goto('/animated-logo')
    const start = page.getByRole('button', { name: 'Start', exact: true })
    await expect(page.getByRole('button', { name: 'Restart' })).toBeDisabled()
    await start.click()
    await expect(page.getByText('Step 1 of 5: The ground')).toBeVisible()
    await expect(start).toBeDisabled()
    await page.clock.runFor(3_100)
    await expect(page.getByText('Step 3 of 5: The flame')).toBeVisible()
    await page.getByRole('button', { name: 'Restart' }).click()
    await expect(page.getByText('Step 1 of 5: The ground')).toBeVisible()
    await page.clock.runFor(7_000)
    await expect(page.getByText('Step 5 of 5: The tagline')).toBeVisible()
    await expect(toast(page, 'Animation completed!')).toHaveCount(1)
    await expect(start).toBeEnabled()
  })

  test('advises on recording it', async ({ page }) => {
    await page.goto('/animated-logo')
    await page.getByRole('button', { name: 'Export Guide' }).click()
    await expect(toast(page, 'Export Guide')).toContainText(
      'screen recording software at 1920x1080',
    )
    await expectAccessible(page)
  })
})
