/** @module-tag ci */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { localKeys, projectRoot } from '../../supabase/embedded/config'
import type { Environment } from '../../supabase/hosted/config-values'
import { checks, diagnose, projectTarget } from '../../supabase/hosted/doctor'
import { Management } from '../../supabase/hosted/management'
import { cliProgram, run } from '../../supabase/hosted/supabase-cli'
import { accessToken, imitateProject, project, type Imitation } from './imitation'
import { siteAt } from './tools'

// The guide, followed by hand on a project as the Free plan gives it.

const guide = fs.readFileSync(path.join(projectRoot, 'docs/deployment.md'), 'utf8')
const section = (title: string) => new RegExp(`^#+ ${title}\\n(.*?)(?=^#+ )`, 'ms').exec(guide)![1]!

const site = 'https://www.your-organization.org'
const secret = 'a-secret-that-openssl-makes'

let imitation: Imitation
/** Of the terminal: it answers each question with yes, and lacks the token, which `login` stores. */
let environment: Environment
const printed: string[] = []
const log = (line: string) => void printed.push(line)

beforeAll(async () => {
  imitation = await imitateProject()
  const { SUPABASE_ACCESS_TOKEN: _, ...terminal } = imitation.environment as Environment
  environment = { ...terminal, SUPABASE_WORKDIR: imitation.folder, SUPABASE_YES: 'true' }
  vi.stubGlobal('fetch', siteAt(site, imitation.url))
  return async () => {
    vi.unstubAllGlobals()
    await imitation.close()
  }
})

/** A line of a terminal. The browser that `login` opens is a token here. */
async function type(line: string): Promise<void> {
  const command = line
    .replace(/ +#.*/, '')
    .replace('<project-ref>', project)
    .replace('<file>', path.join(imitation.folder, 'secrets'))
  const [, name, value] = /^export (\w+)=(\S+)$/.exec(command) ?? []
  if (name) {
    environment[name] = value
    return
  }
  const settings = { environment, log }
  if (command === 'npm run config:push') {
    const tsx = path.join(projectRoot, 'node_modules/tsx/dist/cli.mjs')
    return run(tsx, ['supabase/hosted/run-config-push.ts'], settings)
  }
  const [, args] = /^npx supabase (.+)$/.exec(command) ?? []
  if (!args) throw new Error(`The guide has a line that nobody can type here: ${line}`)
  // The CLI would look the project's database up on the internet.
  const given = args
    .split(' ')
    .map((arg) => (arg === '--remote' ? `--remote=${imitation.databaseUrl}` : arg))
  const token = args === 'login' ? ['--token', accessToken] : []
  const work = () => run(cliProgram, [...given, ...token], { ...settings, cwd: imitation.folder })
  return args.startsWith('db ') ? imitation.whileNobodyAsks(work) : work()
}

const linesOf = (text: string) =>
  [...text.matchAll(/^( *)```sh\n(.*?)^ *```/gms)].flatMap(([, , block]) =>
    block!
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )

/** A step that has no command, by the words with which the guide says what to do. */
const inTheDashboard: Record<string, () => Promise<unknown>> = {
  'For Resend that is `smtp.resend.com`, 465, `resend` and the key.': async () => {
    await dashboard({
      ...{ smtp_host: 'smtp.resend.com', smtp_port: '465', smtp_user: 'resend' },
      ...{ smtp_pass: 're_key', smtp_admin_email: 'hello@your-organization.org' },
      smtp_sender_name: 'Your organization',
    })
    await dashboard({ rate_limit_email_sent: 100 })
  },
  'The [secrets](#secrets) of the functions, and the [clock](#the-clock).': async () => {
    const values = {
      SITE_URL: site,
      MAIL_FROM: 'hello@your-organization.org',
      DELIVER_MAIL_SECRET: secret,
      RESEND_API_KEY: 're_key',
      MAIL_EVENTS_SECRET: localKeys.mailEvents,
      PAYMENT_EVENTS_SECRET: localKeys.paymentEvents,
    }
    const names = [...section('Secrets').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(values)))
    fs.writeFileSync(
      path.join(imitation.folder, 'secrets'),
      Object.entries(values)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    for (const line of linesOf(section('Secrets'))) await type(line)
    const [, sql] = /```sql\n(.*?)```/s.exec(section('The clock'))!
    for (const statement of sql!.trim().split('\n')) {
      await imitation.query(
        statement
          .replace('https://<project-ref>.supabase.co', imitation.url)
          .replace('<the DELIVER_MAIL_SECRET>', secret),
      )
    }
  },
}

/** The project's settings as its dashboard changes them. */
const dashboard = (body: object) =>
  new Management(project, accessToken, imitation.url).call('PATCH', '/config/auth', body)

it('leads to the same project, word by word', { tags: 'long' }, async () => {
  const steps = section('By hand')
    .split(/^(?=\d\. )/m)
    .slice(1)
  expect(steps).toHaveLength(6)
  const done: string[] = []
  for (const step of steps) {
    for (const line of linesOf(step)) await type(line)
    for (const [words, act] of Object.entries(inTheDashboard)) {
      if (!step.includes(words)) continue
      await act()
      done.push(words)
    }
  }
  expect(done).toEqual(Object.keys(inTheDashboard))
  expect(steps[5]).toContain('[The site](#4-the-site)')

  const management = new Management(project, accessToken, imitation.url)
  const target = await projectTarget(management, { VITE_SITE_URL: site }, imitation.url)
  printed.splice(0)
  await diagnose(
    target,
    log,
    // A worker comes with the first mail.
    checks.filter(({ title }) => !title.startsWith('The mail worker')),
  )
  const failed = printed.filter((line) => /^[✗?] /.test(line))
  expect(failed).toEqual([expect.stringMatching(/^✗ There is an admin/)])
})

it('refuses the texts of mails where its order is turned around', async () => {
  const body = { mailer_subjects_recovery: 'Set a new password' }
  const kept = { ...imitation.state.auth }
  imitation.state.auth.smtp_host = null
  await expect(dashboard(body)).rejects.toThrow('The Free plan takes texts of sign-in mails only')
  await expect(dashboard({ rate_limit_email_sent: 100 })).rejects.toThrow(
    'only for a project with its own mail server',
  )
  expect(imitation.state.auth).toEqual({ ...kept, smtp_host: null })
})
