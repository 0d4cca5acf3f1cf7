import type { Browser, Page } from 'playwright/test'
import { localKeys } from '../../supabase/embedded/config'

const latency = 300

export interface ColdLoad {
  /** Milliseconds from opening the address until the content shows. */
  elapsed: number
  /**
   * The longest chain of requests for scripts, styles and data after the document, each sent once
   * the previous one was answered, even if it only waited for a free connection.
   */
  roundTrips: number
  requests: number
}

interface Request {
  /** Milliseconds since the page was opened */
  sent: number
  answered: number
}

/**
 * Opens a staff address as the signed-in admin in a browser without cached files, on a line where
 * every answer takes 300 ms longer.
 * @param seen text that only the content has
 */
export async function timeColdLoad(
  browser: Browser,
  url: string,
  address: string,
  seen: string,
): Promise<ColdLoad> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await storeSession(page)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const began = performance.now()
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction((text) => document.body?.innerText.includes(text), seen)
  const elapsed = performance.now() - began
  const requests = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.(js|css)$|\/rest\/|\/auth\//.test(name))
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ requestStart, responseEnd }) => ({ sent: requestStart, answered: responseEnd })),
  )
  await context.close()
  return { elapsed, requests: requests.length, roundTrips: longestRow(requests) }
}

/** A session from the auth service, stored where the app keeps its own. */
async function storeSession(page: Page): Promise<void> {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: localKeys.publishable },
    data: { email: 'admin@kindlewell.test', password: 'kindlewell-local' },
  })
  await page.goto('/robots.txt')
  await page.evaluate(
    (session) => localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, session),
    await answer.text(),
  )
}

/** Always the request that is answered first of those that were sent after the one before. */
function longestRow(requests: readonly Request[]): number {
  let length = 0
  let end = 0
  for (const { sent, answered } of requests.toSorted((a, b) => a.answered - b.answered)) {
    if (sent < end) continue
    length += 1
    end = answered
  }
  return length
}
