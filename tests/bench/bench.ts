import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright/test'
import { launchOptions } from '../e2e/browser'
import { OwnServer } from './own-server'
import { timeColdLoad } from './cold-load'
import { openQueue, signInAsAdmin } from './staff-page'

const submissions = 50
/** Staff addresses, and something that only shows with their content. */
const coldLoads = [
  ['/crm?tab=mentors', '@example.org'],
  ['/crm', 'Total Donations'],
  ['/form-submissions', `Bench ${submissions}.`],
  ['/admin-dashboard', 'Your Permissions'],
] as const
const root = join(import.meta.dirname, '../..')

/** Milliseconds from starting Vite to the last line of what it prints about the backend. */
async function timeStart(dataDirectory: string): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', '0'], {
    cwd: root,
    env: { ...process.env, CI: 'true', EMBEDDED_DATA: dataDirectory },
  })
  let output = ''
  const elapsed = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('newcomer@kindlewell.test')) resolve(performance.now() - began)
    })
    child.once('exit', () => reject(new Error(`Vite ended early:\n${output}`)))
  })
  child.removeAllListeners('exit')
  child.kill('SIGTERM')
  await once(child, 'exit')
  return elapsed
}

/** Milliseconds from sending an application to its card on the reviewer's open screen. */
async function timeSubmissions(server: OwnServer): Promise<number[]> {
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage({ baseURL: server.url })
  await signInAsAdmin(page)
  await openQueue(page)

  const times: number[] = []
  for (let n = 1; n <= submissions; n += 1) {
    const name = `Bench ${n}.`
    const seen = page.waitForFunction((text) => document.body.innerText.includes(text), name)
    const began = performance.now()
    const response = await fetch(`${server.url}/rest/v1/volunteer_applications`, {
      method: 'POST',
      headers: {
        apikey: 'sb_publishable_local_development_only',
        'content-type': 'application/json',
        'cf-connecting-ip': `10.0.0.${n}`,
      },
      body: JSON.stringify({
        first_name: name,
        last_name: 'Example',
        email: `bench.${n}@example.org`,
      }),
    })
    if (!response.ok) throw new Error(`The application was refused: ${await response.text()}`)
    await seen
    times.push(performance.now() - began)
  }
  await browser.close()
  return times
}

function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN
}

async function countLines(folder: string): Promise<number> {
  const names = await readdir(folder)
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0)
}

const directory = await mkdtemp(join(tmpdir(), 'kindlewell-bench-'))
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
try {
  await rm(join(root, 'supabase/.temp/snapshots'), { recursive: true, force: true })
  await rm(join(root, 'node_modules/.vite'), { recursive: true, force: true })
  console.log(`start, nothing there yet    ${seconds(await timeStart(join(directory, 'cold')))}`)
  console.log(`start, from a snapshot      ${seconds(await timeStart(join(directory, 'copied')))}`)
  console.log(`start, with existing data   ${seconds(await timeStart(join(directory, 'cold')))}`)

  const server = await OwnServer.start('memory', { EMBEDDED_TRUST_PROXY: 'true' })
  try {
    const times = await timeSubmissions(server)
    console.log(
      `submission until seen       p50 ${percentile(times, 0.5).toFixed(0)} ms, ` +
        `p95 ${percentile(times, 0.95).toFixed(0)} ms, of ${times.length}`,
    )
    const browser = await chromium.launch(launchOptions)
    for (const [address, seen] of coldLoads) {
      const { elapsed, roundTrips, requests } = await timeColdLoad(
        browser,
        server.url,
        address,
        seen,
      )
      console.log(
        `cold ${address.padEnd(23)}${seconds(elapsed)}, ${roundTrips} round trips, ${requests} requests`,
      )
    }
    await browser.close()
  } finally {
    await server.stop()
  }
  console.log(`lines of supabase/embedded  ${await countLines(join(root, 'supabase/embedded'))}`)
} finally {
  await rm(directory, { recursive: true, force: true })
}
