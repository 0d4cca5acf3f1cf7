import { chromium, type Page } from 'playwright/test'
import { localKeys } from '../../supabase/embedded/config'
import { launchOptions } from '../e2e/browser'
import { OwnServer } from './own-server'
import { heapMegabytes, openQueue, signInAsAdmin } from './staff-page'

/*
 * 2,000 volunteer applications, sent as visitors' browsers send them, while four reviewers have the
 * list open. At its end each reviewer must count all of them, and the pages hold no more memory.
 */

const submissions = 2_000
const atOnce = 4
const reviewers = 4

const figures = (values: number[]) => values.map((value) => value.toFixed(1)).join(' ')

const server = await OwnServer.start('memory', { EMBEDDED_TRUST_PROXY: 'true' })
const browser = await chromium.launch(launchOptions)
try {
  const pages: Page[] = []
  for (let n = 0; n < reviewers; n += 1) {
    const page = await browser.newPage({ baseURL: server.url })
    await signInAsAdmin(page)
    await openQueue(page)
    pages.push(page)
  }
  const before = await Promise.all(pages.map(countOfVolunteers))
  const heapBefore = await Promise.all(pages.map(heapMegabytes))
  const began = performance.now()
  let next = 1
  const refused: string[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next <= submissions) {
        const answer = await send(next++)
        if (answer.status !== 201) refused.push(`${answer.status} ${await answer.text()}`)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const expected = before.map((count) => count + submissions)
  await Promise.all(
    pages.map((page, index) =>
      page
        .getByRole('tab', { name: `Volunteers (${expected[index]?.toLocaleString('en-US')})` })
        .waitFor({ timeout: 30_000 }),
    ),
  )
  const heapAfter = await Promise.all(pages.map(heapMegabytes))
  console.log(
    `${submissions} sent in ${seconds.toFixed(1)} s, ${refused.length} refused; ` +
      `all counted by ${reviewers} reviewers ${((performance.now() - began) / 1000 - seconds).toFixed(1)} s later`,
  )
  console.log(`heap of their pages, MB, before ${figures(heapBefore)}, after ${figures(heapAfter)}`)
  for (const line of new Set(refused)) console.error(line)
  if (refused.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await server.stop()
}

function send(n: number): Promise<Response> {
  return fetch(`${server.url}/rest/v1/volunteer_applications`, {
    method: 'POST',
    headers: {
      apikey: localKeys.publishable,
      'content-type': 'application/json',
      // Visitors with an address each.
      'cf-connecting-ip': `10.1.${Math.floor(n / 250)}.${n % 250}`,
    },
    body: JSON.stringify({
      first_name: `Soak ${n}`,
      last_name: 'Visitor',
      email: `${n}@example.org`,
    }),
  })
}

async function countOfVolunteers(page: Page): Promise<number> {
  const tab = await page.getByRole('tab', { name: /^Volunteers \(/ }).textContent()
  return Number(tab?.replace(/\D/g, ''))
}
