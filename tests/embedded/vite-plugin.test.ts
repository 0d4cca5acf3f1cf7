import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localKeys, projectRoot } from '../../supabase/embedded/config'
import { createFixture, type Fixture } from './support'

// Vite runs as people run it: as a separate process, with its own small site. Every browser test
// runs on `vite preview`.
let site: Fixture & { root: string }
const cleanUps: (() => unknown)[] = []

beforeEach(() => {
  const fixture = createFixture({})
  const root = path.dirname(fixture.sqlDirectory)
  site = { ...fixture, root }
  fs.writeFileSync(path.join(root, 'index.html'), '<title>The site</title>')
  const plugin = path.join(projectRoot, 'supabase/embedded/vite-plugin')
  const config = `import { embeddedBackend } from ${JSON.stringify(plugin)}
    export default { plugins: [embeddedBackend()] }`
  fs.writeFileSync(path.join(root, 'vite.config.ts'), config)
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
  site.remove()
})

/** Starts Vite on a taken port, so that it has to choose another. */
async function startVite() {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  cleanUps.push(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const vite = path.join(projectRoot, 'node_modules/vite/bin/vite.js')
  const child = spawn(
    process.execPath,
    [...process.execArgv, vite, site.root, '--host', '127.0.0.1', '--port', String(port)],
    {
      env: {
        ...process.env,
        VITEST: '',
        CI: 'true',
        NO_COLOR: '1',
        EMBEDDED_DATA: site.dataDirectory,
      },
    },
  )
  const exited = once(child, 'exit')
  cleanUps.push(() => child.kill('SIGKILL') && exited)
  let output = ''
  const printed = (text: string | RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = (data: unknown = '') => {
        output += String(data)
        if (output.match(text)) resolve(output)
      }
      check()
      child.stdout.on('data', check)
      child.stderr.on('data', check)
      void exited.then(() => reject(new Error(`Vite ended:\n${output}`)))
    })
  await printed(/Local.*\/\n/)
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)![0]
  expect(url).not.toContain(String(port))
  return {
    url,
    printed,
    end: async (signal: NodeJS.Signals) => {
      child.kill(signal)
      return ((await exited) as [number | null])[0]
    },
  }
}

const rest = (url: string) =>
  fetch(`${url}/rest/v1/programs?select=id`, { headers: { apikey: localKeys.secret } })
const html = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).text()

it('serves site and API at one address, and says how to get in', { tags: 'ci' }, async () => {
  const vite = await startVite()
  // The database is not ready yet.
  const early = await rest(vite.url)
  expect(early.status).toBe(200)
  expect(await html(vite.url)).toContain('The site')
  const output = await vite.printed('newcomer@kindlewell.test')
  expect(output).toMatch(/Local:[\s\S]*Emails +http/)
  expect(output).toContain(`${vite.url}/_dev/mail`)
  expect(output).toMatch(/admin@kindlewell\.test +admin\n/)

  const body = JSON.stringify({ email: 'supporter@kindlewell.test' })
  await fetch(`${vite.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { apikey: localKeys.publishable },
    body,
  })
  const [mail] = (await (await fetch(`${vite.url}/_dev/mail.json`)).json()) as { text: string }[]
  expect(mail?.text).toContain(`${vite.url}/reset-password#token_hash=`)
  expect(await vite.end('SIGINT')).toBe(0)
})

it('loads nothing when the site has another backend', async () => {
  fs.writeFileSync(path.join(site.root, '.env'), 'VITE_SUPABASE_URL=https://example.supabase.co')
  const vite = await startVite()
  expect((await rest(vite.url)).headers.get('content-type')).not.toContain('json')
  expect(await vite.end('SIGTERM')).not.toBe(99)
  expect(fs.existsSync(site.dataDirectory)).toBe(false)
})

it('serves the site when the backend cannot start, and says why', { tags: 'long' }, async () => {
  fs.mkdirSync(site.dataDirectory)
  fs.writeFileSync(path.join(site.dataDirectory, 'thesis.txt'), 'mine')
  const vite = await startVite()
  const refused = await rest(vite.url)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({
    message: expect.stringContaining('not a database') as string,
  })
  expect(await html(vite.url)).toContain('The site')
  await vite.printed('could not start')
  expect(await vite.end('SIGTERM')).toBe(0)
})
