import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsAsAdmin } from './backend-access'
import { expect, test, toast } from './fixtures'
import { OwnServer } from './own-server'

test('with the backend gone mid-form nothing typed is lost, and a second try arrives once', async ({
  page,
  expectedErrors,
}) => {
  test.setTimeout(90_000)
  expectedErrors.push(/Failed to (load|fetch)/)
  const directory = await mkdtemp(join(tmpdir(), 'kindlewell-outage-'))
  const server = await OwnServer.start(join(directory, 'db'))
  try {
    await page.goto(`${server.url}/get-involved/volunteer`)
    const form = page.getByRole('form', { name: 'Volunteer application' })
    const answers = {
      'Last name': 'Outage',
      'Why would you like': 'A long text,\ntyped on a phone',
    }
    for (const [label, text] of Object.entries(answers)) await form.getByLabel(label).fill(text)
    await form.getByRole('checkbox', { name: 'Tutoring' }).check()

    const button = form.getByRole('button', { name: 'Submit Application' })
    await expect(button).toBeEnabled()
    await server.stop()
    await button.click()
    await expect(
      toast(page, 'There was an error submitting your application. Please try again.'),
    ).toBeVisible()
    for (const [label, text] of Object.entries(answers)) {
      await expect(form.getByLabel(label)).toHaveValue(text)
    }
    await expect(form.getByRole('checkbox', { name: 'Tutoring' })).toBeChecked()
    await expect(button).toBeEnabled()

    await server.start()
    await button.click()
    // The first request after a start waits until the database is up.
    await expect(toast(page, 'Application Submitted!')).toBeVisible({ timeout: 30_000 })
    expect(
      await rowsAsAdmin(
        server.url,
        'volunteer_applications?select=last_name,motivation&last_name=eq.Outage',
      ),
    ).toEqual([{ last_name: 'Outage', motivation: 'A long text,\ntyped on a phone' }])
  } finally {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
})
