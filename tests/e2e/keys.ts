import type { Page } from 'playwright/test'
import { Constants } from '../../src/shared/supabase/database.types'
import { asService } from '../embedded/support'
import { expect, signIn } from './fixtures'

/* Compares the screen at each key with the stored result. */

export interface Circumstances {
  /** Of each request, in milliseconds */
  latency: number
  /** How many times slower the processor is */
  slowness: number
  /** Between two keys, in milliseconds */
  pause: number
  /** Of the list */
  address: string
  /** How many there are, and the one at which the keys begin; from 0 */
  count: number
  from: number
}

const { application_status, message_status } = Constants.public.Enums

interface Press {
  key: string
  heading: string | null
}

/** Submissions of two kinds in turn, newest first, marked by a word. */
async function sendMixed(count: number, url: string): Promise<string> {
  const batch = `batch${crypto.randomUUID().slice(0, 8)}`
  const now = Date.now()
  const all = Array.from({ length: count }, (_, n) => ({
    n,
    email: `n${n}.${batch}@example.org`,
    created_at: new Date(now - n * 60_000).toISOString(),
  }))
  const service = asService({ url })
  const volunteers = all
    .filter(({ n }) => n % 2 === 0)
    .map(({ n, ...row }) => ({ ...row, first_name: `Number${n}`, last_name: 'Tweh' }))
  const messages = all
    .filter(({ n }) => n % 2 === 1)
    .map(({ n, ...row }) => ({ ...row, name: `Number${n} Dahn`, message: 'May I come?' }))
  await service.from('volunteer_applications').insert(volunteers).throwOnError()
  await service.from('contact_messages').insert(messages).throwOnError()
  return batch
}

/**
 * Types statuses until every row from one on is decided; expects the stored statuses to match the
 * screen.
 */
export async function expectSeenIsStored(
  page: Page,
  baseURL: string | undefined,
  { latency, slowness, pause, address, count, from }: Circumstances,
): Promise<readonly Press[]> {
  const batch = await sendMixed(count, baseURL!)
  await signIn(page, 'admin')
  await page.goto(`/form-submissions${address}`)
  const list = page.getByRole('region', { name: 'List' })
  await page.getByRole('searchbox', { name: /^Search/ }).fill(batch)
  await expect(list.getByRole('status').filter({ hasText: `${count} submissions` })).toBeVisible()
  await expect(list).toHaveAttribute('aria-busy', 'false')
  const skipped = (await list.getByRole('link').locator('span[dir]').allTextContents()).slice(
    0,
    from,
  )
  await list.getByRole('link').nth(from).click()
  const detail = page.getByRole('region', { name: 'Submission' })
  await expect(detail.getByRole('combobox', { name: /^Status of Number/ })).toBeVisible()

  const cdp = await page.context().newCDPSession(page)
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 }
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.evaluate(() => {
    const presses: Press[] = []
    Object.assign(window, { presses })
    const show = ({ key }: KeyboardEvent) => {
      const heading = document.querySelector('[aria-label="Submission"] h2:not(article *)')
      presses.push({ key, heading: heading?.textContent ?? null })
    }
    window.addEventListener('keydown', show, { capture: true })
  })
  /** Not awaited one by one: a key waits for no screen. */
  async function type(keys: string) {
    const presses: Promise<unknown>[] = []
    for (const key of keys) {
      const press = { key, text: key, windowsVirtualKeyCode: key.charCodeAt(0) }
      presses.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...press }))
      presses.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press }))
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    await Promise.all(presses)
  }
  async function stored() {
    const { data } = await asService({ url: baseURL! })
      .from('submissions')
      .select('name,kind,status')
      .like('email', `%${batch}%`)
      .throwOnError()
    return data as { name: string; kind: string; status: string }[]
  }

  await expect(async () => {
    await type('3234')
    const undecided = (await stored()).filter(({ status }) => status === 'new')
    expect(undecided.map(({ name }) => name).filter((name) => !skipped.includes(name))).toEqual([])
  }).toPass({ intervals: [0] })

  const presses = await page.evaluate(() => (window as unknown as { presses: Press[] }).presses)
  const kindOf = Object.fromEntries((await stored()).map(({ name, kind }) => [name, kind]))
  const seen = Object.fromEntries(Object.keys(kindOf).map((name) => [name, 'new']))
  for (const { key, heading } of presses) {
    if (heading === null) continue
    const statuses = kindOf[heading] === 'message' ? message_status : application_status
    seen[heading] = statuses[Number(key) - 1]!
  }
  const statuses = async () =>
    Object.fromEntries((await stored()).map(({ name, status }) => [name, status]))
  await expect.poll(statuses).toEqual(seen)
  const headings = presses.flatMap(({ heading }) => heading ?? [])
  // Filtered rows do not show again.
  if (/status|view/.test(address)) expect(headings).toEqual([...new Set(headings)])
  return presses
}
