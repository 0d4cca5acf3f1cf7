/** @module-tag ci */
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { localKeys, projectRoot } from '../../supabase/embedded/config'
import { checks, diagnose, projectTarget } from '../../supabase/hosted/doctor'
import { goLive, plan, type Tools } from '../../supabase/hosted/go-live'
import { Management } from '../../supabase/hosted/management'
import { cliProgram, run } from '../../supabase/hosted/supabase-cli'
import { faults } from './faults'
import { accessToken, imitateProject, project, type Imitation } from './imitation'

// In order: a new project goes live, gets its first admin, then things go wrong.

const site = 'https://www.kindlewell.example'
const mailKey = 're_a-key-that-nobody-sees'
const settings: Record<string, string> = {
  SUPABASE_PROJECT_ID: project,
  SUPABASE_ACCESS_TOKEN: accessToken,
  VITE_SITE_URL: site,
  MAIL_FROM: 'hello@kindlewell.example',
  RESEND_API_KEY: mailKey,
  MAIL_EVENTS_SECRET: localKeys.mailEvents,
  PAYMENT_EVENTS_SECRET: localKeys.paymentEvents,
}
const guide = fs.readFileSync(path.join(projectRoot, 'docs/deployment.md'), 'utf8')

let imitation: Imitation
let tools: Tools
/** Without the CLI. */
let quick: Tools
let management: Management
const printed: string[] = []
/** From the first run. */
let firstPrinted: string[] = []
const commands: string[] = []
const built: Record<string, string | undefined>[] = []
const log = (line: string) => void printed.push(line)

beforeAll(async () => {
  imitation = await imitateProject()
  const { url, databaseUrl, environment, folder } = imitation
  management = new Management(project, accessToken, url)
  tools = {
    management,
    projectUrl: url,
    cli: (args) => {
      commands.push(args.join(' '))
      const own = args.map((arg) => (arg === '--remote' ? `--remote=${databaseUrl}` : arg))
      return run(cliProgram, own, {
        environment: { ...environment, ...settings },
        cwd: folder,
        log,
      })
    },
    build: (buildEnvironment) => {
      built.push(buildEnvironment)
      return Promise.resolve()
    },
    log,
    patience: 5_000,
  }
  quick = { ...tools, cli: () => Promise.resolve() }
  const reach = globalThis.fetch
  vi.stubGlobal('fetch', (input: string | Request, init?: RequestInit) =>
    reach(typeof input === 'string' ? input.replace(site, `${url}/site`) : input, init),
  )
  return async () => {
    vi.unstubAllGlobals()
    await imitation.close()
  }
})
afterEach(() => {
  printed.splice(0)
  imitation.faults.splice(0)
})

const failing = () =>
  printed.flatMap((line) => (line.startsWith('✗') ? [line.slice(2).replace(/ \(.*/s, '')] : []))

/** The state that a second run must not change. */
const lasting = async () => ({
  vault: await imitation.query('select name, secret from vault.secrets order by name'),
  migrations: await imitation.query('select version from supabase_migrations.schema_migrations'),
  secrets: [...imitation.state.secrets],
  auth: { ...imitation.state.auth },
  api: { ...imitation.state.api },
})

/** Signs up a new user on the site, and signs them in by an email link. */
async function auth(method: string, place: string, body: object, token?: string) {
  const authorization = `Bearer ${token ?? localKeys.publishable}`
  const response = await fetch(`${imitation.url}/auth/v1/${place}`, {
    method,
    headers: { apikey: localKeys.publishable, authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status, await response.clone().text()).toBe(200)
}
async function followLastMail(): Promise<string> {
  const link = /#(token_hash=\S+)/.exec(imitation.backend.outbox.mails[0]!.text)![1]
  const response = await fetch(`${imitation.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { apikey: localKeys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(new URLSearchParams(link))),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

describe('a new project', () => {
  let secret: string

  it('lacks nothing but its first admin once go-live is through', async () => {
    expect(await goLive(settings, tools)).toBe(false)
    expect(failing(), printed.join('\n')).toEqual(['There is an admin'])
    firstPrinted = [...printed]
    secret = imitation.state.secrets.get('DELIVER_MAIL_SECRET')!
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(built).toMatchObject([
      { VITE_SUPABASE_URL: imitation.url, VITE_SUPABASE_ANON_KEY: localKeys.publishable },
    ])
  })

  it('was sent no reference in place of a value, and the secrets in no other request', () => {
    const sent = imitation.recorded.map(({ body }) => JSON.stringify(body) ?? '')
    expect(sent.filter((body) => body.includes('"env('))).toEqual([])
    expect(imitation.state.auth.site_url).toBe(site)
    const withKey = imitation.recorded.filter((_, index) => sent[index]!.includes(mailKey))
    expect(withKey.map((it) => `${it.method} ${it.path}`)).toEqual([
      'PATCH /config/auth',
      'POST /secrets',
    ])
  })

  it('has no secret in what was printed, in arguments of programs or in files', () => {
    const files = fs
      .readdirSync(imitation.folder, { recursive: true, withFileTypes: true })
      .filter((it) => it.isFile() && !it.name.endsWith('.tar'))
      .map((it) => fs.readFileSync(path.join(it.parentPath, it.name), 'utf8'))
    for (const hidden of [accessToken, mailKey, secret]) {
      const places = [firstPrinted, commands, plan(settings), files]
      expect(places.map((texts) => texts.length)).not.toContain(0)
      expect(places.flat().filter((text) => text.includes(hidden))).toEqual([])
    }
  })

  it('received every module that its functions import', () => {
    const uploads = imitation.recorded.filter(({ files }) => files.size > 0)
    expect(uploads.map(({ body }) => (body as { name: string }).name).sort()).toEqual(
      fs
        .readdirSync(path.join(projectRoot, 'supabase/functions'))
        .filter((it) => /^[a-z-]+$/.test(it)),
    )
    for (const { files, body } of uploads) {
      const { name, verify_jwt } = body as { name: string; verify_jwt: boolean }
      expect(verify_jwt).toBe(false)
      const settled = JSON.parse(files.get(`supabase/functions/${name}/deno.json`)!) as {
        imports: Record<string, string>
      }
      const imports = [...files].flatMap(([file, text]) =>
        [...text.matchAll(/^(?:import|export|\}) .*?from '([^']+)'/gm)].map(([, from]) => ({
          file,
          from: from!,
        })),
      )
      expect(imports.length).toBeGreaterThan(0)
      for (const { file, from } of imports) {
        const known = from.startsWith('.')
          ? files.has(path.posix.join(path.posix.dirname(file), from))
          : Object.hasOwn(settled.imports, from)
        expect(known, `${file} imports ${from}`).toBe(true)
      }
    }
  })

  it('is set up by hand with the same commands', () => {
    const byHand = [
      ...guide.matchAll(/^\s*npx supabase ((?:link|db push|functions deploy).*?) *(?:#.*)?$/gm),
    ]
      .map(([, command]) => command!.replace('<project-ref>', project))
      .filter((command) => !command.includes('--dry-run'))
    const own = commands.map((command) => command.replace(' --yes', ''))
    expect([...new Set(byHand)]).toEqual(own.filter((it) => it !== 'config push'))
    expect(guide).toMatch(/^\s*npm run config:push$/m)
  })

  it('is healthy with the first admin, made as the guide says', async () => {
    const email = 'you@example.org'
    await auth('POST', 'signup', { email, password: 'a-first-password' })
    const [, sql] = /```sql\n(select private\.record_offer.*?)\n```/s.exec(guide)!
    expect(await imitation.query(sql!)).toHaveLength(1)
    await auth('POST', 'recover', { email })
    await auth('PUT', 'user', { password: 'an-own-password' }, await followLastMail())

    await auth('POST', 'signup', { email: 'supporter@example.org', password: 'a-first-password' })
    settings.SUPPORTER_TOKEN = await followLastMail()

    expect(await goLive(settings, quick), printed.join('\n')).toBe(true)
    expect(printed.filter((line) => line.startsWith('–'))).toEqual([
      '– Each admin has a second factor (none is required, and you@example.org has none)',
    ])
  })
})

describe('a second run', () => {
  it('changes nothing and makes no new secret', async () => {
    const before = await lasting()
    imitation.recorded.splice(0)
    expect(await goLive(settings, tools)).toBe(true)
    expect(await lasting()).toEqual(before)
    const writes = imitation.recorded.filter(({ method }) => method !== 'GET')
    const paths = new Set(writes.map(({ path: place }) => place))
    expect([...paths].sort()).toEqual(['/database/query', '/functions', '/functions/deploy'])
  })

  it('continues after a lost connection, with the same secret', async () => {
    const before = await lasting()
    imitation.state.secrets.delete('DELIVER_MAIL_SECRET')
    imitation.faults.push({ path: /POST .*\/secrets$/, answer: 'hang up' })
    expect(await goLive(settings, quick)).toBe(false)
    expect(printed.join('\n')).toMatch(/Step 5 failed: .*is not reached/s)
    expect(imitation.state.secrets.has('DELIVER_MAIL_SECRET')).toBe(false)
    imitation.faults.splice(0)
    expect(await goLive(settings, quick)).toBe(true)
    const after = await lasting()
    expect({ ...after, secrets: after.secrets.sort() }).toEqual({
      ...before,
      secrets: before.secrets.sort(),
    })
  })

  it.each([
    [{ status: 401, body: '{"message":"Unauthorized"}' }, 'The access token is not accepted'],
    [{ status: 403, body: '' }, 'its owner must own or administer the project'],
    [{ status: 503, body: 'upstream' }, 'has trouble: try again in a minute'],
    [{ status: 200, body: '<html>' }, 'answered no JSON'],
  ])('says what an answer like %j means', async (answer, reason) => {
    imitation.faults.push({ path: /\/secrets$/, answer })
    await expect(management.call('GET', '/secrets')).rejects.toThrow(reason)
  })

  it('stops at what the CLI says', async () => {
    imitation.faults.push({
      path: /^GET \/v1\/projects\/\w+$/,
      answer: { status: 401, body: '{}' },
    })
    expect(await goLive(settings, tools)).toBe(false)
    expect(printed.join('\n')).toMatch(/Step 1 failed: Link this folder/)
    expect(printed.join('\n')).not.toMatch(/^2\./m)
  })
})

describe('npm run config:push', () => {
  const push = (address: string, more: Record<string, string> = {}) => {
    imitation.recorded.splice(0)
    const { environment, folder } = imitation
    return run(
      path.join(projectRoot, 'node_modules/tsx/dist/cli.mjs'),
      ['supabase/hosted/config-push.ts', '--yes'],
      {
        environment: { ...environment, SUPABASE_WORKDIR: folder, VITE_SITE_URL: address, ...more },
        log,
      },
    )
  }

  it('sends nothing without an address', async () => {
    await expect(push('')).rejects.toThrow('site_url is env(VITE_SITE_URL), which is not set')
    expect(imitation.recorded).toEqual([])
    expect(imitation.state.auth.site_url).toBe(site)
  })

  it('pushes a new address, and the captcha of sign-in once it is no longer a comment', async () => {
    expect(imitation.state.auth.security_captcha_enabled).not.toBe(true)
    const file = path.join(imitation.folder, 'supabase/config.toml')
    const config = fs.readFileSync(file, 'utf8')
    const block = /# \[auth\.captcha\]\n(# .*\n)+/.exec(config)![0]
    fs.writeFileSync(file, config.replace(block, block.replace(/^# /gm, '')))
    const kept = { ...imitation.state.auth }
    await push('https://new.kindlewell.example', { TURNSTILE_SECRET_KEY: 'turnstile-secret' })
    fs.writeFileSync(file, config)
    expect(imitation.state.auth).toMatchObject({
      site_url: 'https://new.kindlewell.example',
      security_captcha_enabled: true,
      security_captcha_provider: 'turnstile',
      security_captcha_secret: 'turnstile-secret',
    })
    Object.assign(imitation.state.auth, kept)
  })
})

describe('the doctor', () => {
  const examineAll = async (seenAs?: (typeof faults)[number]['seenAs'], chosen = checks) => {
    const target = await projectTarget(management, settings, imitation.url)
    await diagnose(seenAs?.(target) ?? target, log, chosen)
    return failing()
  }
  const does = (action: (typeof faults)[number]['make']) =>
    typeof action === 'string' ? imitation.query(action) : action(imitation)

  it.each(faults)('sees that $name', async ({ fails, make, undo, seenAs }) => {
    const isNamed = ({ title }: (typeof checks)[number]) =>
      fails.some((start) => title.startsWith(start))
    await does(make)
    const seen = await examineAll(seenAs, checks.filter(isNamed))
    await does(undo)
    expect(seen.map((title) => fails.find((start) => title.startsWith(start)))).toEqual(fails)
  })

  it('finds no problem once everything is fixed', async () => {
    expect(await examineAll()).toEqual([])
  })

  it('has a fault for each check', () => {
    const seen = [
      ...faults.flatMap(({ fails }) => fails),
      'There is an admin',
      'Each admin has a second factor',
    ]
    const unseen = checks.filter(({ title }) => !seen.some((start) => title.startsWith(start)))
    expect(unseen.map(({ title }) => title)).toEqual([])
  })

  it('shows the fix beside each failure, and the refused requests', async () => {
    imitation.faults.push({ path: /GET .*\/config\/auth$/, answer: { status: 500, body: '' } })
    await examineAll()
    const lines = printed.join('\n')
    expect(lines).toMatch(
      /✗ Addresses are confirmed \(The management API has trouble.*GET \/config\/auth: 500/,
    )
    for (const title of failing()) {
      const { mend } = checks.find((check) => check.title === title)!
      expect(lines).toContain(`    ${mend}`)
    }
  })
})
