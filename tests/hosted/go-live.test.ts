/** @module-tag ci */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { localKeys, projectRoot } from '../../supabase/embedded/config'
import { checks, diagnose, projectTarget } from '../../supabase/hosted/doctor'
import type { Target } from '../../supabase/hosted/checks/check'
import { goLive, plan, type Tools } from '../../supabase/hosted/go-live'
import type { Environment } from '../../supabase/hosted/config-values'
import type { Management } from '../../supabase/hosted/management'
import { run } from '../../supabase/hosted/supabase-cli'
import { faults } from './faults'
import { accessToken, imitateProject, project, type Imitation } from './imitation'
import { siteAt, toolsOn } from './tools'

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
let commands: string[]
let built: Environment[]
const log = (line: string) => void printed.push(line)

beforeAll(async () => {
  imitation = await imitateProject()
  ;({ tools, commands, built } = toolsOn(imitation, settings, log))
  management = tools.management
  quick = { ...tools, cli: () => Promise.resolve() }
  vi.stubGlobal('fetch', siteAt(site, imitation.url))
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
      '– Nobody has a right that no admin has confirmed (no admin has confirmed the list: All Users, "Accounts with rights")',
      '– Each admin has a second factor (none is required, and 1 without one: the page of all users shows who)',
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
    expect(printed.filter((line) => line.includes('it is so already'))).toHaveLength(3)
  })

  it('schedules a job that pg_cron lost, like the statements of the doctor do', async () => {
    const jobs = () => imitation.query('select jobname, schedule, command from cron.job order by 1')
    const before = await jobs()
    const lose = () => imitation.query("delete from cron.job where jobname = 'start_delivery'")
    await lose()
    expect(await goLive(settings, quick), printed.join('\n')).toBe(true)
    expect(printed).toContain('  scheduled start_delivery')
    expect(await jobs()).toEqual(before)

    await lose()
    const { mend } = checks.find(({ title }) => title.startsWith('The extensions'))!
    const statements = mend.match(/select cron\.schedule\(.*?\);/g)!
    for (const statement of statements) await imitation.query(statement)
    expect(statements.length).toBeGreaterThan(1)
    expect(await jobs()).toEqual(before)
  })

  it('continues after a lost connection, with the same secret', async () => {
    const before = await lasting()
    imitation.state.secrets.delete('DELIVER_MAIL_SECRET')
    imitation.faults.push({ path: /POST .*\/secrets$/, answer: 'hang up' })
    expect(await goLive(settings, quick)).toBe(false)
    expect(printed.join('\n')).toMatch(/Step 7 failed: .*is not reached/s)
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
    [
      {
        status: 401,
        body: '{"message":"Custom SMTP required to configure RATE_LIMIT_EMAIL_SENT."}',
      },
      'only for a project with its own mail server',
    ],
    [{ status: 402, body: '{"message":"exceed_db_size_quota"}' }, 'over a quota of its plan'],
    [{ status: 404, body: '' }, 'it may be of another organization'],
    [{ status: 503, body: 'upstream' }, 'has trouble: try again in a minute'],
    [{ status: 200, body: '<html>' }, 'answered no JSON'],
  ])('says what an answer like %j means', async (answer, reason) => {
    imitation.faults.push({ path: /\/secrets$/, answer })
    await expect(management.call('GET', '/secrets')).rejects.toThrow(reason)
  })

  it('stops at what the CLI says', async () => {
    imitation.faults.push({
      path: /^GET \/v1\/projects\/\w+\/api-keys$/,
      answer: { status: 401, body: '{}' },
    })
    expect(await goLive(settings, tools)).toBe(false)
    expect(printed.join('\n')).toMatch(/Step 2 failed: Link this folder/)
    expect(printed.join('\n')).not.toMatch(/^3\./m)
  })
})

it('warns the admins by the address of the database, when the token has run out', async () => {
  // The mail stays where it is: later tests look at what the calls of the clock were answered.
  await imitation.query('alter table private.outbox disable trigger deliver_soon')
  const tsx = path.join(projectRoot, 'node_modules/tsx/dist/cli.mjs')
  const said = await imitation.whileNobodyAsks(() => {
    const child = spawn(process.execPath, [tsx, 'supabase/hosted/run-warn.ts', 'doctor'], {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, BACKUP_DATABASE_URL: imitation.databaseUrl },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end('✓ Links\n✗ The access token is not accepted\n')
    return text(child.stdout)
  })
  expect(said).toBe('1 mails to admins are on their way.\n')
  expect(
    await imitation.query(
      "delete from private.outbox where kind = 'warning' returning recipient, data -> 'findings' as findings",
    ),
  ).toEqual([{ recipient: 'you@example.org', findings: ['✗ The access token is not accepted'] }])
  await imitation.query('alter table private.outbox enable trigger deliver_soon')
})

describe('npm run config:push', () => {
  const push = (address: string, more: Record<string, string> = {}) => {
    imitation.recorded.splice(0)
    const { environment, folder } = imitation
    return run(
      path.join(projectRoot, 'node_modules/tsx/dist/cli.mjs'),
      ['supabase/hosted/run-config-push.ts', '--yes'],
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

  it('accepts a custom domain once it is active', async () => {
    const browserUrl = 'https://data.kindlewell.example'
    const own = checks.filter(({ title }) => /^The site calls|^The site's content/.test(title))
    imitation.state.site.policy = `connect-src ${browserUrl}`
    imitation.state.hostname = {
      status: '4_origin_setup_completed',
      custom_hostname: 'data.kindlewell.example',
    }
    const seenAs = (target: Target) => ({ ...target, browserUrl })
    expect(await examineAll(seenAs, own)).toEqual([own[0]!.title])
    expect(printed[0]).toContain('the custom domain is origin setup completed')
    imitation.state.hostname.status = '5_services_reconfigured'
    printed.splice(0)
    expect(await examineAll(seenAs, own)).toEqual([])
    imitation.state.site.policy = undefined
  })

  it('says that a captcha is on and its site key missing here', async () => {
    const { state } = imitation
    const kept = { ...state.auth }
    Object.assign(state.auth, {
      security_captcha_enabled: true,
      security_captcha_provider: 'turnstile',
    })
    await imitation.query('update private.captcha set is_required = true where true')
    state.secrets.set('TURNSTILE_SECRET_KEY', 'secret')
    state.site.policy = "script-src 'self' https://challenges.cloudflare.com"
    const captcha = checks.filter(({ title }) => title.startsWith('The captcha'))
    expect(await examineAll(undefined, captcha)).toEqual([])
    expect(printed[0]).toContain('VITE_TURNSTILE_SITE_KEY is not set here')
    const failed = await goLive(settings, quick)
    expect(failed).toBe(false)
    expect(printed.join('\n')).toMatch(/Step 9 failed: .*in the site built now no form would work/s)
    await imitation.query('update private.captcha set is_required = false where true')
    Object.assign(state.auth, kept)
    state.secrets.delete('TURNSTILE_SECRET_KEY')
    state.site.policy = undefined
  })

  const service = (title: string, path: RegExp, unseen: readonly string[]) =>
    [title, path, unseen] as const
  it.each([
    service('the functions', /\/functions\/v1\//, [
      ...['check-files', 'deliver-mail', 'mail-events'],
      ...['payment-events', 'unsubscribe', 'verify-captcha'],
    ]),
    service('the API', /\/rest\/v1\//, ['The mail settings', 'A search for']),
    service('the site', /GET \/site/, ['The captcha', "The site's content", 'An unknown address']),
    service('one setting', /GET .*\/readonly$/, ['The database takes writes']),
    service('Realtime', /^never$/, [
      "A visitor's join",
      "A supporter's join",
      'There are no public',
    ]),
  ])('leaves unknown what it cannot ask without %s', async (title, path, unseen) => {
    imitation.faults.push({ path, answer: 'hang up' })
    imitation.state.realtimeIsDown = title === 'Realtime'
    const target = await projectTarget(management, settings, imitation.url)
    expect(await diagnose(target, log)).toBe(unseen.length)
    imitation.state.realtimeIsDown = false
    const lines = printed.filter((line) => /^[✗?] /.test(line))
    expect(lines).toHaveLength(unseen.length)
    for (const [place, start] of unseen.entries()) {
      expect(lines[place]!.startsWith(`? ${start}`), lines[place]).toBe(true)
    }
    expect(printed.at(-1)).toContain('could not be checked')
  })

  it('names the permission that a token lacks', async () => {
    const body = JSON.stringify({ message: 'Forbidden', missing_permissions: ['auth_config_read'] })
    imitation.faults.push({ path: /GET .*\/config\/auth$/, answer: { status: 403, body } })
    expect(await examineAll()).toEqual([])
    expect(printed.join('\n')).toMatch(/\? Addresses are confirmed .*it lacks auth_config_read/)
  })

  it('prints no address of a person', async () => {
    const error = 'Key (email)=(jo@example.org) of <ann.lee+x@mail.example.co.uk> exists'
    await imitation.query(`insert into net._http_response (error_msg) values ('${error}')`)
    await examineAll(
      undefined,
      checks.filter(({ title }) => title.startsWith('The functions')),
    )
    await imitation.query('delete from net._http_response where error_msg is not null')
    expect(printed[0]).toContain('Key (email)=(•••) of <•••> exists')
  })

  it('has a fault for each check', () => {
    const seen = [
      ...faults.flatMap(({ fails }) => fails),
      'There is an admin',
      'Nobody has a right that no admin has confirmed',
      'Each admin has a second factor',
    ]
    const unseen = checks.filter(({ title }) => !seen.some((start) => title.startsWith(start)))
    expect(unseen.map(({ title }) => title)).toEqual([])
  })

  it('shows the fix beside each failure, and the refused requests', async () => {
    imitation.faults.push({ path: /GET .*\/config\/auth$/, answer: { status: 400, body: '' } })
    expect(await examineAll()).not.toEqual([])
    const lines = printed.join('\n')
    expect(lines).toMatch(
      /✗ Addresses are confirmed \(The management API refuses.*GET \/config\/auth: 400/,
    )
    for (const title of failing()) {
      const { mend } = checks.find((check) => check.title === title)!
      expect(lines).toContain(`    ${mend}`)
    }
  })
})
