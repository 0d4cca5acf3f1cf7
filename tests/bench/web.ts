import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { chromium, devices } from 'playwright/test'
import { launchOptions } from '../e2e/browser'
import { serveStatic } from './static-server'
import { freePort } from '../../supabase/embedded/free-port.js'

/**
 * Lighthouse (mobile) on every public page of `dist`, served compressed: the median of its runs. Beside
 * it the largest paint of each page and of the same page without its scripts, in turn, on a browser
 * slowed down like Lighthouse's phone. Lighthouse's own figure is a simulation that jumps by a third
 * between two runs of the same page. `npm run bench:web -- /about` measures one page.
 */
const runs = 3
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const dist = path.join(import.meta.dirname, '../../dist')
const sitemap = await readFile(path.join(dist, 'sitemap.xml'), 'utf8')
const all = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(
  ([, address]) => address || '/',
)
const wanted = process.argv.slice(2)
const addresses = wanted.length > 0 ? wanted : all

/** The part of a report that we read. */
interface Result {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<
    string,
    {
      title: string
      displayValue?: string
      score: number | null
      details?: { items?: NetworkItem[] }
    }
  >
}
interface NetworkItem {
  url: string
  resourceType?: string
}

/** Lighthouse is downloaded here, because it would be a fifth of all installed files. */
async function measure(page: string, onlyCategories: string[]): Promise<Result> {
  const options = [`--port=${port}`, `--only-categories=${onlyCategories.join()}`, '--output=json']
  const command = ['--yes', 'lighthouse@12.8.2', page, ...options, '--quiet']
  const { stdout } = await promisify(execFile)('npx', command, { maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout) as Result
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** Lighthouse's throttling of a mid-range phone on slow 4G: core/config/constants.js, mobileSlow4G. */
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const cpuSlowdown = 4

/** The time of a first visit's largest paint in milliseconds, read once everything has run. */
async function largestPaint(address: string): Promise<number> {
  const context = await browser.newContext(devices['Moto G4'])
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.goto(url + address, { waitUntil: 'networkidle' })
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let last = NaN
          new PerformanceObserver((list) => {
            last = list.getEntries().at(-1)?.startTime ?? last
          }).observe({ type: 'largest-contentful-paint', buffered: true })
          setTimeout(() => resolve(last), 1_000)
        }),
    )
  } finally {
    await context.close()
  }
}

/** Brotli bytes of the scripts that a page loaded, without the headers of the answers. */
async function scriptBytes(result: Result): Promise<number> {
  const requests = result.audits['network-requests']?.details?.items ?? []
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script')
  const sizes = scripts.map(async ({ url: script }) => {
    const content = await readFile(path.join(dist, new URL(script).pathname))
    return brotliCompressSync(content).length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const port = await freePort()
const browser = await chromium.launch({
  ...launchOptions,
  args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
})
const { url, server } = await serveStatic(dist)
try {
  console.log('perf  a11y  best  seo   scripts   LCP      without scripts   page')
  for (const address of addresses) {
    const results: Result[] = []
    const withScripts: number[] = []
    const without: number[] = []
    for (let run = 0; run < runs; run += 1) {
      results.push(await measure(url + address, run > 0 ? ['performance'] : categories))
      withScripts.push(await largestPaint(address))
      without.push(await largestPaint(`${address}?without=scripts`))
    }
    const full = results[0]!
    const scores = categories.map((category) => {
      const all = results.flatMap((result) => result.categories[category]?.score ?? [])
      return String(Math.round(median(all) * 100)).padEnd(4)
    })
    const [lcp, bare] = [median(withScripts), median(without)]
    console.log(
      [
        ...scores,
        `${((await scriptBytes(full)) / 1024).toFixed(1)} KB`.padEnd(8),
        `${lcp.toFixed(0)} ms`.padEnd(7),
        `${bare.toFixed(0)} ms (${((lcp / bare - 1) * 100).toFixed(1)} %)`.padEnd(16),
        address,
      ].join('  '),
    )
    for (const { auditRefs } of Object.values(full.categories)) {
      for (const { id, weight } of auditRefs) {
        const audit = full.audits[id]
        if (weight > 0 && audit?.score != null && audit.score < 0.9) {
          console.log(`        ${id}: ${audit.title} ${audit.displayValue ?? ''}`)
        }
      }
    }
  }
} finally {
  server.close()
  await browser.close()
}
