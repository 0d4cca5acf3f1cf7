import type { Page } from 'playwright/test'

/** Signs in by the form; the context needs a base URL. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto('/supporter-login')
  await page.getByLabel('Email').fill('admin@kindlewell.test')
  await page.getByLabel(/^Password/).fill('kindlewell-local')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
}

/** The queue as it opens, once its rows are there. */
export async function openQueue(page: Page): Promise<void> {
  await page.goto('/form-submissions')
  await page.getByRole('link', { name: /^Naomi Whitaker/ }).waitFor()
}

/** Heap of the page after garbage collection. */
export async function heapMegabytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}
