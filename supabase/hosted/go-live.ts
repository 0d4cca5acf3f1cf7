import path from 'node:path'
import { organisation } from '../../src/shared/data/organisation'
import { projectRoot } from '../embedded/config'
import { providers } from '../functions/mail-events/providers'
import { scheduleMissingJobs } from './clock-jobs'
import { pushConfig } from './config-push'
import { configValue, configProblems, readConfig, type Environment } from './config-values'
import { diagnose, examine, checks, projectTarget } from './doctor'
import { browserUrlOf } from './hostname'
import { Management, sha256 } from './management'
import { ruleBehind } from './refusals'
import { cliProgram, CommandFailed, run } from './supabase-cli'

/** The substitute in tests. */
export interface Tools {
  management: Management
  /** Of the project's API, without a slash at its end */
  projectUrl: string
  cli: (args: readonly string[]) => Promise<void>
  /** The folder in which it runs. */
  folder: string
  build: (environment: Environment) => Promise<void>
  log: (line: string) => void
  /** How long the clock may take for its first round, in milliseconds. */
  patience: number
}

interface Step {
  title: string
  /** The fix when it fails. */
  mend: string
  /** Says what it did; nothing where the CLI does. */
  run: (tools: Tools, environment: Environment) => Promise<string | void>
}

const alreadySo = 'nothing to do: it is so already'

/** Each is idempotent. */
export const steps: readonly Step[] = [
  {
    title: 'Look at the project and its plan',
    mend: 'Check project reference and access token.',
    run: lookAtProject,
  },
  {
    title: 'Link this folder to the project',
    mend: 'Check project reference and access token.',
    run: ({ cli, management }) => cli(['link', '--project-ref', management.project]),
  },
  {
    title: 'Push the migrations',
    mend: '`npx supabase db push --remote --debug` says more. Pushed migrations stay, and are not pushed again.',
    run: ({ cli }) => cli(['db', 'push', '--remote', '--yes']),
  },
  {
    title: 'Schedule the jobs of the clock that are missing',
    mend: 'Dashboard → Database → Extensions: enable pg_cron.',
    run: async ({ management }) => {
      const made = await scheduleMissingJobs((sql) => management.query(sql))
      return made.length > 0 ? `scheduled ${made.join(', ')}` : alreadySo
    },
  },
  // Before the settings: a new Free project takes the texts of mails only with a mail server.
  {
    title: 'Give sign-in a mail server and its limit of mails, unless it has them',
    mend: 'Set them in the dashboard under Authentication → Emails → SMTP, then Rate Limits.',
    run: connectSignInMails,
  },
  {
    title: 'Push the settings of API and sign-in, with the texts of its mails',
    mend: 'Set what config.toml names, then `npm run config:push` pushes only this.',
    run: async ({ cli, folder, management, log }, environment) => {
      const problems = configProblems(readConfig(), environment)
      if (problems.length > 0) throw new Error(problems.join('\n'))
      const { smtp_host } = await management.call<SignInMails>('GET', '/config/auth')
      const hasMailServer = Boolean(smtp_host)
      await pushConfig({ cli, folder, args: ['--yes'], hasMailServer, log: (it) => log(`  ${it}`) })
    },
  },
  {
    title: "Store the clock's address and secret in Vault, and the secrets of the functions",
    mend: 'By hand: docs/deployment.md, "Secrets" and "The clock".',
    run: storeSecrets,
  },
  {
    title: 'Deploy the functions',
    mend: '`npx supabase functions deploy --use-api --debug` says more.',
    run: ({ cli }) => cli(['functions', 'deploy', '--use-api', '--yes']),
  },
  {
    title: 'Build the site into dist/',
    mend: '`npm run build` says more.',
    run: buildSite,
  },
  {
    title: 'Start the mail worker once, and wait for the clock',
    mend: "The doctor says what did not run; a worker's reason is in the logs of deliver-mail.",
    run: startWorker,
  },
]

/** Before anything is changed: it runs, the token may see it, and the site's address is its own. */
async function lookAtProject({ management, projectUrl }: Tools, environment: Environment) {
  const { name, plan } = await management.running()
  const address = await browserUrlOf(management, projectUrl, environment.VITE_SUPABASE_URL)
  const limits =
    plan === 'free'
      ? '. It is paused after a week with few visits, only reads from 500 MB on, and holds 1 GB of files'
      : ''
  return `${name}, ${plan ?? 'unknown'} plan, called at ${address}${limits}`
}

type SignInMails = Record<string, unknown> & { smtp_host?: string | null }

/**
 * The mail server of sign-in: Resend's takes the key of its API, and your own is that of the
 * functions.
 *
 * @returns undefined where the environment has no server, or not one for the auth service
 */
export function mailServerOf({
  RESEND_API_KEY,
  MAIL_API_URL,
  SMTP_URL,
}: Environment): Record<string, string> | undefined {
  if (RESEND_API_KEY && !MAIL_API_URL) {
    return {
      ...{ smtp_host: 'smtp.resend.com', smtp_port: '465' },
      ...{ smtp_user: 'resend', smtp_pass: RESEND_API_KEY },
    }
  }
  if (!SMTP_URL || !URL.canParse(SMTP_URL)) return undefined
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL)
  // The auth service encrypts from the start only at port 465.
  if (protocol === 'smtps:' && port !== '465' && port !== '') return undefined
  return {
    ...{ smtp_host: hostname, smtp_port: port || (protocol === 'smtps:' ? '465' : '587') },
    ...{ smtp_user: decodeURIComponent(username), smtp_pass: decodeURIComponent(password) },
  }
}

async function connectSignInMails({ management }: Tools, environment: Environment) {
  const config = await management.call<SignInMails>('GET', '/config/auth')
  const server = config.smtp_host ? {} : mailServerOf(environment)
  if (!server) {
    return 'left out: the environment has no mail server for it. Two mails an hour go out, only to members of the organization: nobody else can confirm an account, accept an invitation or set a new password'
  }
  const wanted = {
    ...server,
    ...(!config.smtp_host && {
      smtp_admin_email: environment.MAIL_FROM,
      smtp_sender_name: organisation.fullName,
    }),
    // The CLI pushes it only where config.toml has the mail server.
    rate_limit_email_sent: configValue(readConfig(), 'auth.rate_limit', 'email_sent'),
  }
  if (Object.entries(wanted).every(([key, value]) => config[key] === value)) return alreadySo
  await management.call('PATCH', '/config/auth', wanted)
  return `set ${Object.keys(wanted).join(', ')}`
}

/** @throws where forms and sign-in require a captcha that the built site would lack */
async function buildSite({ build, management, projectUrl }: Tools, environment: Environment) {
  const { security_captcha_enabled: signIn } = await management.call<Record<string, unknown>>(
    'GET',
    '/config/auth',
  )
  const [forms] = await management.query<{ is_required: boolean }>(
    'select is_required from private.captcha',
  )
  if ((signIn === true || forms?.is_required) && !environment.VITE_TURNSTILE_SITE_KEY) {
    throw new Error(
      'The project requires a captcha, and VITE_TURNSTILE_SITE_KEY is not set: in the site built now no form would work.',
    )
  }
  await build({
    ...environment,
    VITE_SUPABASE_URL: environment.VITE_SUPABASE_URL || projectUrl,
    VITE_SUPABASE_ANON_KEY: await management.publishableKey(),
  })
  return 'put dist/ online next'
}

/** Vault makes the secret that clock and function share, once, and keeps it. */
async function storeSecrets({ management, projectUrl }: Tools, environment: Environment) {
  const done: string[] = []
  const address = `${projectUrl}/functions/v1/deliver-mail`
  const read = async () => {
    const rows = await management.query<{ name: string; id: string; secret: string }>(
      `select name, id, decrypted_secret as secret from vault.decrypted_secrets
      where name in ('deliver_mail_url', 'deliver_mail_secret')`,
    )
    return new Map(rows.map((row) => [row.name, row]))
  }
  const stored = await read()
  const place = stored.get('deliver_mail_url')
  if (!stored.has('deliver_mail_secret')) {
    await management.query(
      `select vault.create_secret(
        encode(extensions.gen_random_bytes(32), 'hex'), 'deliver_mail_secret'
      )`,
    )
    done.push('made deliver_mail_secret')
  }
  if (!place) {
    await management.query("select vault.create_secret($1, 'deliver_mail_url')", [address])
    done.push('stored deliver_mail_url')
  } else if (place.secret !== address) {
    await management.query('select vault.update_secret($1::uuid, $2)', [place.id, address])
    done.push('corrected deliver_mail_url')
  }
  const secret = (await read()).get('deliver_mail_secret')?.secret
  if (!secret) throw new Error('Vault did not keep deliver_mail_secret.')
  const optional = [
    ...['RESEND_API_KEY', 'SMTP_URL', 'MAIL_API_URL', 'MAIL_PATIENCE'],
    ...Object.values(providers).map(({ secret }) => secret),
    ...['PAYMENT_EVENTS_SECRET', 'PAYMENT_PORTAL_URL', 'TURNSTILE_SECRET_KEY'],
  ]
  const wanted = {
    SITE_URL: environment.VITE_SITE_URL,
    MAIL_FROM: environment.MAIL_FROM,
    DELIVER_MAIL_SECRET: secret,
    ...Object.fromEntries(optional.map((name) => [name, environment[name]])),
  }
  const there = await management.secrets()
  const changed = Object.entries(wanted).flatMap(([name, value]) =>
    value && there.get(name) !== sha256(value) ? [{ name, value }] : [],
  )
  if (changed.length > 0) {
    await management.call('POST', '/secrets', changed)
    done.push(`set ${changed.map(({ name }) => name).join(', ')}`)
  }
  return done.join('; ') || alreadySo
}

/** Calls the function like the clock does, even without waiting mails. */
async function startWorker(tools: Tools, environment: Environment) {
  const { management, projectUrl, patience } = tools
  const secrets = await management.secrets()
  if (!secrets.has('RESEND_API_KEY') && !secrets.has('SMTP_URL')) {
    return 'left out: the functions have neither RESEND_API_KEY nor SMTP_URL, so no receipt and no notice is sent yet'
  }
  await management.query(
    `select net.http_post(
      url := place.decrypted_secret,
      headers := jsonb_build_object('authorization', 'Bearer ' || secret.decrypted_secret)
    )
    from vault.decrypted_secrets place
    join vault.decrypted_secrets secret on secret.name = 'deliver_mail_secret'
    where place.name = 'deliver_mail_url'`,
  )
  const target = await projectTarget(management, environment, projectUrl)
  const awaited = checks.filter(({ title }) => /^The mail worker|^Each task/.test(title))
  const until = Date.now() + patience
  for (const check of awaited) {
    while ((await examine(check, target)).is === 'bad' && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(5_000, patience / 10)))
    }
  }
  return 'called it; the doctor says whether it came'
}

/** The preview: each step and its settings. */
export function plan(environment: Environment): string[] {
  const { SUPABASE_PROJECT_ID, VITE_SITE_URL, MAIL_FROM, RESEND_API_KEY, SMTP_URL } = environment
  return [
    `Project       ${SUPABASE_PROJECT_ID}`,
    `Site          ${VITE_SITE_URL}`,
    `Mails from    ${MAIL_FROM}`,
    `Sent by       ${RESEND_API_KEY ? 'the mail API' : SMTP_URL ? 'your mail server' : 'what is set already, or nothing'}`,
    ...steps.map(({ title }, index) => `${index + 1}. ${title}`),
    `${steps.length + 1}. npm run doctor`,
  ]
}

/**
 * Runs the steps and the doctor. The log shows no secrets from the environment.
 *
 * @returns whether all of it went well
 */
export async function goLive(environment: Environment, tools: Tools): Promise<boolean> {
  const log = concealing(environment, tools.log)
  const concealed = { ...tools, log }
  for (const [index, { title, mend, run: work }] of steps.entries()) {
    log(`${index + 1}. ${title}`)
    try {
      const done = await work(concealed, environment)
      if (done) log(`  ${done}`)
    } catch (error) {
      const { message } = error as Error
      const rule = error instanceof CommandFailed ? ruleBehind(error.output) : undefined
      const reason = rule ? `${message}\n${rule}.` : message
      log(`\nStep ${index + 1} failed: ${title}\n${reason}\n${mend}`)
      log('`npm run go-live` goes on from here: what is done is not done again.')
      return false
    }
  }
  log(`${steps.length + 1}. npm run doctor\n`)
  const target = await projectTarget(tools.management, environment, tools.projectUrl)
  return (await diagnose(target, log)) === 0
}

function concealing(environment: Environment, log: Tools['log']): Tools['log'] {
  const secrets = Object.entries(environment).flatMap(([name, value]) =>
    /KEY|SECRET|TOKEN|PASSWORD|SMTP_URL/.test(name) &&
    !name.startsWith('VITE_') &&
    value &&
    value.length > 5
      ? [value]
      : [],
  )
  return (line) => log(secrets.reduce((text, secret) => text.replaceAll(secret, '•••'), line))
}

/** The real ones. */
export function createTools(environment: Environment, log: Tools['log']): Tools {
  const project = environment.SUPABASE_PROJECT_ID!
  const management = new Management(project, environment.SUPABASE_ACCESS_TOKEN!)
  const indented = (line: string) => log(`  ${line}`)
  return {
    management,
    projectUrl: `https://${project}.supabase.co`,
    cli: (args) => run(cliProgram, args, { environment, log: indented }),
    folder: projectRoot,
    build: (buildEnvironment) =>
      run(path.join(projectRoot, 'node_modules/vite/bin/vite.js'), ['build'], {
        environment: buildEnvironment,
        log: indented,
      }),
    log,
    patience: 120_000,
  }
}
