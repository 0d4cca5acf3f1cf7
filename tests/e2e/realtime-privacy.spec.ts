import type { Page } from '@playwright/test'
import { expect, signIn, test, uniqueName } from './fixtures'

/**
 * Subscribes to the application table as an attacker would: by hand, from the browser's console, with
 * the token of the signed-in user. The events that arrive are kept in the page.
 */
async function subscribeByHand(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const stored = Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token'))
    const token = (
      JSON.parse((stored?.[1] as string | undefined) ?? '{}') as { access_token?: string }
    ).access_token
    const socket = new WebSocket(
      `${location.origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=sb_publishable_local_development_only&vsn=2.0.0`,
    )
    const events: unknown[] = []
    Object.assign(window, { events })
    await new Promise((resolve) => (socket.onopen = resolve))
    const joined = new Promise<void>((resolve) => {
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        const [, , , event, payload] = JSON.parse(data) as [string, string, string, string, unknown]
        if (event === 'postgres_changes') events.push(payload)
        if (event === 'system') resolve()
      }
    })
    const changes = [{ event: '*', schema: 'public', table: 'volunteer_applications' }]
    socket.send(
      JSON.stringify([
        '1',
        '1',
        'realtime:by-hand',
        'phx_join',
        { config: { postgres_changes: changes }, access_token: token },
      ]),
    )
    await joined
  })
}

const received = (page: Page) =>
  page.evaluate(() => (window as unknown as { events: unknown[] }).events.length)

test('a supporter who subscribes to applications receives nothing, while an admin does', async ({
  page: visitor,
  newVisitor,
}) => {
  const [supporter, staff, admin] = await Promise.all([newVisitor(), newVisitor(), newVisitor()])
  await signIn(supporter, 'supporter')
  await signIn(staff, 'staff')
  await signIn(admin, 'admin')
  await Promise.all([supporter, staff, admin].map(subscribeByHand))

  await visitor.goto('/get-involved/volunteer')
  const form = visitor.getByRole('form', { name: 'Volunteer application' })
  for (const attempt of ['first', 'second']) {
    await form.getByLabel('First name').fill(uniqueName(attempt))
    await form.getByRole('button', { name: 'Submit Application' }).click()
    await expect(form.getByLabel('First name')).toHaveValue('')
  }
  // Events are sent in order: when the admin has the second, the others would have had the first.
  await expect.poll(() => received(admin)).toBeGreaterThanOrEqual(2)
  expect(await received(supporter)).toBe(0)
  expect(await received(staff)).toBe(0)
})
