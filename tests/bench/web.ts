import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { launchOptions } from '../e2e/browser'
import { serveStatic } from './static-server'
import { freePort } from '../../supabase/embedded/free-port.js'

/**
 * Lighthouse (mobile) on every public page of `dist`, served compressed, and the largest paint of each
 * beside that of the same page without its scripts. `npm run bench:web -- /about` measures one page.
 */
const runs = 3
const dist = path.join(import.meta.dirname, '../../dist')
const sitemap = await readFile(path.join(dist, 'sitemap.xml'), 'utf8')
const all = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(
  ([, address]) => address || '/',
)
const wanted = process.argv.slice(2)
const addresses = wanted.length > 0 ? wanted : all

async function measure(url: string, categories: string[]): Promise<Result> {
  const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  return result.lhr
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const paint = (result: Result) => result.audits['largest-contentful-paint']?.numericValue ?? NaN

interface NetworkItem {
  url: string
  resourceType?: string
}
/** Brotli bytes of the scripts that a page loaded, without the headers of the answers. */
async function scriptBytes(result: Result): Promise<number> {
  const details = result.audits['network-requests']?.details as
    { items?: NetworkItem[] } | undefined
  const scripts = (details?.items ?? []).filter(({ resourceType }) => resourceType === 'Script')
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
    const full = await measure(url + address, [
      'performance',
      'accessibility',
      'best-practices',
      'seo',
    ])
    const withScripts = [paint(full)]
    const without: number[] = []
    for (let run = 0; run < runs; run += 1) {
      if (run > 0) withScripts.push(paint(await measure(url + address, ['performance'])))
      without.push(paint(await measure(`${url}${address}?without=scripts`, ['performance'])))
    }
    const scores = Object.values(full.categories).map(({ score }) =>
      String(Math.round((score ?? 0) * 100)).padEnd(4),
    )
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
