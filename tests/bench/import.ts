import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright/test'
import { launchOptions } from '../e2e/browser'
import { OwnServer } from './own-server'
import { signInAsAdmin } from './staff-page'

/*
 * Ten thousand mentors from a file in the browser, by the production build and the embedded backend: how
 * long each step takes, and the longest stop of the page while it does.
 */
const count = Number(process.env.ROWS ?? 10_000)
const lines = Array.from({ length: count }, (_, at) =>
  [
    `First ${at}`,
    `"Last, ${at}"`,
    `import.${at}@example.org`,
    `+231 77 ${String(at).padStart(7, '0')}`,
    'Mathematics; reading',
    '"Has taught for ""many"" years,\nand lives nearby."',
  ].join(','),
)
// By its path: Playwright would unpack a buffer in the page.
const file = join(tmpdir(), `import-${process.pid}.csv`)
await writeFile(file, `First name,Last name,Email,Phone,Expertise,Bio\r\n${lines.join('\r\n')}`)

const server = await OwnServer.start('memory')
const browser = await chromium.launch(launchOptions)
try {
  const page = await browser.newPage({ baseURL: server.url })
  await signInAsAdmin(page)
  await page.goto('/crm?tab=mentors')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const input = page.getByLabel('Choose a CSV file')
  await input.waitFor({ state: 'attached' })
  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({ type: 'longtask' })
  })
  const step = async (name: string, run: () => Promise<void>, done: string) => {
    const began = performance.now()
    await run()
    await page.getByRole('heading', { name: done }).waitFor({ timeout: 120_000 })
    const elapsed = ((performance.now() - began) / 1000).toFixed(1)
    const longest = await page.evaluate(() => {
      const { tasks } = window as unknown as { tasks: number[] }
      return Math.max(0, ...tasks.splice(0))
    })
    const stop = longest === 0 ? 'none over 50 ms' : `${longest.toFixed(0)} ms`
    console.log(`${name.padEnd(28)}${elapsed.padStart(6)} s, longest stop ${stop}`)
  }
  const click = (name: RegExp | string) => () => page.getByRole('button', { name }).last().click()
  await step('file read', () => input.setInputFiles(file), 'Match the columns')
  await step('rows checked', click('Check the rows'), 'Review the import')
  await step(`${count} rows stored`, click(/^Import [\d,]+ mentors/), 'Imported')
  await click('Undo import')()
  await page.getByText('unchanged and will be removed').waitFor({ timeout: 60_000 })
  const began = performance.now()
  await click(/^Remove [\d,]+ mentors/)()
  await page.getByText(/mentors removed/).waitFor({ timeout: 120_000 })
  console.log(`import undone               ${((performance.now() - began) / 1000).toFixed(1)} s`)
} finally {
  await browser.close()
  await server.stop()
  await rm(file)
}
