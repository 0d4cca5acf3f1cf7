import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'playwright/test'
import { createLogger, resolveConfig } from 'vite'
import { scriptHash } from '../../.config/boot-scripts'
import { checkEnvironment } from '../../.config/environment'
import { headerRules } from '../../.config/headers'
import { sampleContent } from '../../.config/sample-content'

const dist = join(import.meta.dirname, '../../dist')

test('the production build holds neither the embedded backend nor a secret', async () => {
  const files = (await readdir(dist, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  expect(files.some(({ name }) => name.endsWith('.js'))).toBe(true)
  expect(files.filter(({ name }) => /\.(wasm|data|sql|map)$/.test(name))).toEqual([])

  const secrets =
    /sb_secret_|service_role|jwtSecret|local-dev-only|kindlewell-local|kindlewell\.test/
  const backend = /pglite|supabase\/lite|postgres\.wasm|schema_migrations/i
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'latin1')
    expect(secrets.exec(text)?.[0], name).toBeUndefined()
    expect(backend.exec(text)?.[0], name).toBeUndefined()
  }
})

const inlineScript = /<script(?: data-entry="[^"]*")?>(.*?)<\/script>/gs

/** The hashes of the inline scripts of a page. */
async function hashesOf(name: string): Promise<string[]> {
  const html = await readFile(join(dist, name), 'utf8')
  return [...html.matchAll(inlineScript)].map(([, code = '']) => scriptHash(code))
}

const ownHashes = async () => [
  ...(await hashesOf('index.html')),
  ...(await hashesOf('crm/index.html')),
]

test('a page holds no script but the one that the policy names, and tells the browser so', async () => {
  const pages = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(20)
  const scripts = await ownHashes()
  expect(scripts).toHaveLength(2)
  const sent = headerRules({ scripts })[0]?.headers['Content-Security-Policy']
  for (const name of pages) {
    const html = await readFile(join(dist, name), 'utf8')
    for (const hash of await hashesOf(name)) expect(scripts, name).toContain(hash)
    const others = html.replace(inlineScript, '').matchAll(/<script\b([^>]*)>/g)
    for (const [tag] of others) expect(tag, name).toMatch(/src=|application\/ld\+json/)
    const [, policy] =
      /<meta http-equiv="Content-Security-Policy" content="([^"]*)/.exec(html) ?? []
    expect(policy?.length, name).toBeGreaterThan(0)
    expect(sent, name).toContain(policy?.replaceAll('&#39;', "'"))
    expect(html.indexOf('http-equiv'), name).toBeLessThan(html.indexOf('<script'))
    expect(html, name).toContain('<meta name="referrer" content="no-referrer"')
  }
})

test('every answer of the site carries the headers that each host is told to send', async ({
  request,
}) => {
  const netlify = await readFile(join(dist, '_headers'), 'utf8')
  const vercel = await readFile(join(dist, 'vercel.json'), 'utf8')
  const rules = headerRules({ scripts: await ownHashes() })
  for (const [name, value] of Object.entries(rules[0]?.headers ?? {})) {
    expect(netlify).toContain(`  ${name}: ${value}\n`)
    expect(vercel).toContain(JSON.stringify({ key: name, value }, null, 2).split('\n')[1])
    for (const address of ['/', '/about', '/admin', '/no/such/page', '/favicon.svg']) {
      const response = await request.get(address, { headers: { accept: 'text/html' } })
      expect(response.headers()[name.toLowerCase()], `${name} of ${address}`).toBe(value)
    }
  }
})

test('an asset that is missing now is not missing for long', async ({ request }) => {
  const seconds = async (address: string) => {
    const caching = (await request.get(address)).headers()['cache-control'] ?? ''
    expect(caching).not.toContain('immutable')
    return Number(/max-age=(\d+)/.exec(caching)?.[1])
  }
  const [name] = (await readdir(join(dist, 'assets'))).filter((file) => file.endsWith('.js'))
  expect(await seconds(`/assets/${name}`)).toBe(3600)
  expect(await seconds('/assets/gone.js')).toBeLessThanOrEqual(3600)
})

test('each address is answered as on a static host', async ({ request }) => {
  for (const [address, status, text = ''] of [
    ['/about', 200, 'About us'],
    ['/about/', 200, 'About us'],
    ['/no/such/page', 404, 'Page Not Found'],
    ['/no/such.html', 404, 'Page Not Found'],
    ['/assets/gone.js', 404, 'Page Not Found'],
    ['/programs/basket-weaving', 404, 'Program Not Found'],
    ['/%E0%A4%A', 400],
  ] as const) {
    for (const accept of ['text/html', '*/*']) {
      const response = await request.get(address, { headers: { accept } })
      expect(response.status(), address).toBe(status)
      expect(await response.text(), address).toContain(text)
    }
  }
  const capitals = await request.get('/About?from=print', { maxRedirects: 0 })
  expect(capitals.status()).toBe(301)
  expect(capitals.headers().location).toBe('/about?from=print')
})

test('the policy lets the app reach its Supabase project, its gifts their page, and nothing else', () => {
  const policy = headerRules({
    backend: 'https://abc.supabase.co/',
    donations: 'https://give.example.org/kindlewell?campaign=site',
  })[0]?.headers['Content-Security-Policy']
  expect(policy).toContain("connect-src 'self' https://abc.supabase.co wss://abc.supabase.co;")
  expect(policy).toContain("default-src 'none'; script-src 'self';")
  expect(policy).toContain("form-action 'self' https://give.example.org;")
  expect(policy).toContain("frame-ancestors 'none'")
})

test('no build leads to a page elsewhere that is not https', async () => {
  const build = () =>
    resolveConfig(
      { configFile: false, plugins: [checkEnvironment()], logLevel: 'silent' },
      'build',
      'production',
      'production',
    )
  for (const name of ['VITE_DONATE_URL', 'VITE_SCHEDULING_URL', 'VITE_YOUTUBE_URL']) {
    for (const address of ['http://give.example.org', 'javascript:alert(1)', '#']) {
      process.env[name] = address
      await expect(build(), `${name}=${address}`).rejects.toThrow(name)
    }
    process.env[name] = 'https://give.example.org/?campaign=site'
    await build()
    delete process.env[name]
  }
})

test('the build lists modules of sample content', async () => {
  const warnings: string[] = []
  const customLogger = { ...createLogger(), warn: (message: string) => warnings.push(message) }
  await resolveConfig(
    { configFile: false, root: join(dist, '..'), plugins: [sampleContent()], customLogger },
    'build',
    'production',
    'production',
  )
  expect(warnings.join()).toContain('src/features/site/content/programs/early-childhood.ts\n')
  expect(warnings.join()).toContain('src/shared/data/organisation.ts\n')
})

/** Those that begin with rows */
const staffScreens = [
  'admin-dashboard',
  'change-log',
  'crm',
  'faults',
  'form-submissions',
  'mail',
  'retention',
  'tasks',
  'thank-you-letters',
  'year-end-receipts',
]

test('a staff screen requests all its first files at once, in two rounds of six', async () => {
  for (const place of staffScreens) {
    // The browser waits for nothing that only paper needs.
    const html = (await readFile(join(dist, place, 'index.html'), 'utf8')).replace(
      /<link rel="stylesheet"[^>]*media="print"[^>]*>/,
      '',
    )
    const files =
      html.match(/<(script|link rel="(modulepreload|stylesheet)")[^>]*(src|href)=/g) ?? []
    expect(files.length, place).toBeGreaterThan(6)
    expect(files.length, place).toBeLessThanOrEqual(12)
    const styles = html.indexOf('rel="stylesheet"')
    // After them, a script in the page would block the rest.
    expect(html.slice(styles), place).not.toMatch(inlineScript)
  }
})

test('the page of mentors adds at most 60 KB of scripts to sign-in, and its worker keeps only that page', async () => {
  const scriptsOf = async (place: string) => {
    const html = await readFile(join(dist, place, 'index.html'), 'utf8')
    return new Set([...html.matchAll(/\/(assets\/[^"]+\.js)"/g)].map(([, name]) => name!))
  }
  const known = await scriptsOf('supporter-login')
  let sum = 0
  for (const name of await scriptsOf('mentor')) {
    if (!known.has(name)) sum += (await readFile(join(dist, name))).length
  }
  expect(sum).toBeGreaterThan(0)
  expect(sum).toBeLessThanOrEqual(60 * 1024)

  const worker = await readFile(join(dist, 'mentor-worker.js'), 'utf8')
  const kept = [...worker.matchAll(/url:"([^"]+)"/g)].map(([, url]) => url!)
  expect(kept).toContain('/mentor/index.html')
  const others = kept.filter(
    (url) => !/^\/(mentor\/index\.html|assets\/[^/]+\.(js|css))$/.test(url),
  )
  expect(others).toEqual([])
})

test('the first scripts of a staff screen are at most 205 KB', async () => {
  const known = new Map<string, number>()
  const weightOf = async (name: string) => {
    const weight = known.get(name) ?? brotliCompressSync(await readFile(join(dist, name))).length
    known.set(name, weight)
    return weight
  }
  for (const place of staffScreens) {
    const html = await readFile(join(dist, place, 'index.html'), 'utf8')
    const names = new Set(
      [...html.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name),
    )
    expect(names.size, place).toBeGreaterThan(5)
    let sum = 0
    for (const name of names) sum += await weightOf(name)
    expect(sum, place).toBeLessThanOrEqual(205 * 1024)
  }
})
