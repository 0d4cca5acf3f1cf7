import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright/test'
import { serveBackend } from '../../supabase/embedded/server'
import { launchOptions } from '../e2e/browser'
import { OwnServer } from './own-server'
import { fillTable, type LargeTable } from './large-tables'
import { heapMegabytes, signInAsAdmin } from './staff-page'

/*
 * The waiting times of the staff with 100,000 donations and submissions: how long a list
 * takes to appear, and how long an export of everything blocks the page.
 */

const rows = 100_000

interface Screen {
  table: LargeTable
  address: string
  /** A part of the first row. */
  first: string
}

const screens: readonly Screen[] = [
  {
    table: 'donations',
    address: '/crm?tab=donors',
    first: 'donor.1@',
  },
  {
    table: 'submissions',
    address: '/form-submissions',
    first: 'Given c4ca4238',
  },
]

const directory = await mkdtemp(join(tmpdir(), 'kindlewell-bench-'))
try {
  const dataDirectory = join(directory, 'data')
  const backend = await serveBackend({ dataDirectory })
  try {
    for (const { table } of screens) {
      await backend.exclusive((pg) => fillTable(pg, table, rows))
    }
  } finally {
    await backend.stop()
  }
  const server = await OwnServer.start(dataDirectory)
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await browser.newPage({ baseURL: server.url })
    await signInAsAdmin(page)
    for (const screen of screens) await measure(page, screen)
  } finally {
    await browser.close()
    await server.stop()
  }
} finally {
  await rm(directory, { recursive: true, force: true })
}

async function measure(page: Page, { table, address, first }: Screen): Promise<void> {
  const began = performance.now()
  await page.goto(address)
  await page.getByText(first).first().waitFor()
  console.log(
    `${table}: page opened, first rows seen  ${(performance.now() - began).toFixed(0)} ms`,
  )

  const exportAll = () => {
    const download = page.waitForEvent('download', { timeout: 300_000 })
    return page
      .getByRole('button', { name: 'Export to CSV' })
      .click()
      .then(() => download)
  }
  const exportBegan = performance.now()
  await exportAll()
  const seconds = (performance.now() - exportBegan) / 1000

  // Reading the heap size collects garbage, which takes time.
  const before = await heapMegabytes(page)
  await watchFrames(page)
  const download = exportAll()
  let highest = before
  let ended = false
  const file = download.then((done) => {
    ended = true
    return done
  })
  while (!ended) {
    highest = Math.max(highest, await heapMegabytes(page))
    await Promise.race([download, page.waitForTimeout(500)])
  }
  const text = await readFile(await (await file).path(), 'utf8')
  const { longest, late } = await watchedFrames(page)
  console.log(
    `${table}: export ${seconds.toFixed(1)} s, ` +
      `${text.trimEnd().split('\r\n').length - 1} rows; longest wait for a frame ` +
      `${longest.toFixed(0)} ms, ${late} over 200 ms; heap ${before.toFixed(1)} MB, ` +
      `highest ${highest.toFixed(1)} MB`,
  )
}

/** From now on records how long the page goes without drawing. */
async function watchFrames(page: Page): Promise<void> {
  // As text: the compiler's marks of function names mean nothing in the page.
  await page.evaluate(`
    window.frameGaps = []
    let last = performance.now()
    requestAnimationFrame(function note(now) {
      window.frameGaps.push(now - last)
      last = now
      requestAnimationFrame(note)
    })
  `)
}

async function watchedFrames(page: Page): Promise<{ longest: number; late: number }> {
  const gaps = await page.evaluate(() => (window as unknown as { frameGaps: number[] }).frameGaps)
  return { longest: Math.max(...gaps), late: gaps.filter((gap) => gap > 200).length }
}
