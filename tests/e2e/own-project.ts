import { spawn, type ChildProcess } from 'node:child_process'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright/test'
import { projectRoot } from '../../supabase/embedded/config'
import { limits } from '../limits'
import { expect } from './fixtures'

/**
 * The production build on an empty project, as `npm run db:reset -- --empty` leaves it. The test
 * ends it.
 */
export async function startEmpty(port: number): Promise<ChildProcess> {
  const server = spawn(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'preview', '--port', String(port), '--strictPort'],
    { cwd: projectRoot, env: { ...process.env, EMBEDDED_DATA: 'memory', EMBEDDED_EMPTY: 'true' } },
  )
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/rest/v1/`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: limits.setUp },
    )
    .toBeGreaterThan(0)
  return server
}

/**
 * Adds a second factor with the form that asks for its name.
 *
 * @returns the number of presses
 */
export async function setUpFactor(page: Page): Promise<number> {
  const press = (name: string) => page.getByRole('button', { name }).click()
  await press('Continue')
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await page.getByLabel('Code from your authenticator app').fill(totp.generate())
  await page.getByRole('button', { name: /^(Confirm|Continue)$/ }).click()
  await press('I’ve saved them')
  return 3
}
