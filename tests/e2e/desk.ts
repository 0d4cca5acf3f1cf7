import type { Page } from 'playwright/test'
import { asService } from '../embedded/support'
import { expect, signIn } from './fixtures'

/* Checks that are typed at the gift desk, against what is stored. */

export interface Circumstances {
  checks: number
  /** Of each request, in milliseconds */
  latency: number
  /** Between two keys, in milliseconds */
  pause: number
  /** The checks during which the server is not reached, and the one after which the page is loaded again */
  cutFrom: number
  cutTo: number
  reloadAfter?: number
}

/** Types checks without waiting, sends failed ones again, and expects each as typed. */
export async function expectTypedIsStored(
  page: Page,
  baseURL: string | undefined,
  { checks, latency, pause, cutFrom, cutTo, reloadAfter }: Circumstances,
): Promise<void> {
  const batch = `batch${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'fundraiser')
  await page.goto('/enter-gifts')
  const donor = page.getByRole('combobox', { name: /^Donor/ })
  await expect(donor).toBeFocused()
  const cdp = await page.context().newCDPSession(page)
  const onLine = (offline: boolean) =>
    cdp.send('Network.emulateNetworkConditions', {
      offline,
      latency,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await onLine(false)
  /** Not awaited one by one: a key waits for no screen. */
  async function type(text: string) {
    const presses: Promise<unknown>[] = []
    for (const char of text) {
      const named = { '\t': 'Tab', '\r': 'Enter' }[char]
      const press = {
        key: named ?? char,
        code: named ?? '',
        text: char,
        // The code of a full stop would be the key Delete.
        windowsVirtualKeyCode: /[\w\s]/.test(char) ? char.toUpperCase().charCodeAt(0) : 0,
      }
      presses.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...press }))
      presses.push(cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...press }))
      if (pause) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    await Promise.all(presses)
  }
  const typed = Array.from({ length: checks }, (_, n) => ({
    donor_name: `${batch} Donor ${n}`,
    amount: 10 + n + 0.25,
    reference: String(1000 + n),
  }))
  for (const [n, { donor_name, amount, reference }] of typed.entries()) {
    if (n === cutFrom) await onLine(true)
    if (n === cutTo) await onLine(false)
    await type(`${donor_name}\t\t${amount.toFixed(2)}\t${reference}\r`)
    if (n === reloadAfter) {
      await page.reload()
      await expect(donor).toBeFocused()
    }
  }
  const stored = async () => {
    const { data } = await asService({ url: baseURL! })
      .from('donations')
      .select('donor_name,amount,reference')
      .like('donor_name', `${batch}%`)
      .order('reference')
      .throwOnError()
    return data
  }
  const saving = page.getByRole('rowgroup', { name: 'Gifts being saved' })
  await expect(async () => {
    await expect(saving.getByText('Saving...')).toHaveCount(0)
    const again = page.getByRole('button', { name: /^Send (?:all|again)/ })
    if ((await again.count()) > 0) await again.last().click()
    await expect(saving.getByText('Not saved')).toHaveCount(0)
    expect(await stored()).toEqual(typed)
  }).toPass()
}
