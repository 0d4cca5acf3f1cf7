import { organisation } from '../../../src/shared/data/organisation'
import { configValue, readConfig } from '../config-values'
import { sha256 } from '../management'
import { ofProject, unless, type Check } from './check'
import { authConfig } from './project'

const push = 'VITE_SITE_URL=https://… npm run config:push'

/** What may be on in the settings of sign-in. Providers, hooks and the captcha have checks of their own. */
const mayBeOn =
  /^(mailer_secure_email_change_enabled|mailer_notifications_\w+_enabled|mfa_totp_(enroll|verify)_enabled|refresh_token_rotation_enabled|password_hibp_enabled|security_(update_password_require_(current_password|reauthentication)|manual_linking_enabled|captcha_enabled)|mailer_autoconfirm)$/
const ofOtherChecks = /^(external|saml|hook)_/

const hostOf = (address: string | undefined) =>
  address && URL.canParse(address) ? new URL(address).hostname : undefined

/** The host of sign-in's mail server: of config.toml, or of a named one, or the one that go-live sets. */
function wantedHost(named: string | undefined): string {
  const toml = readConfig()
  return toml.includes('\n[auth.email.smtp]\n')
    ? String(configValue(toml, 'auth.email.smtp', 'host'))
    : (named ?? 'smtp.resend.com')
}

/** A text that every SHA-256 has, so that the platform's digests can be compared with ours. */
export const isDigest = (text: string | undefined): boolean => /^[0-9a-f]{64}$/.test(text ?? '')

/** Secrets without which a function fails, and those that lead mails elsewhere. */
const needed = ['SITE_URL', 'MAIL_FROM', 'DELIVER_MAIL_SECRET']
const leading = ['MAIL_API_URL']

const names = (text: string | null | undefined) =>
  (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .join(', ')

export const signInChecks: readonly Check[] = [
  {
    title: 'Mails of sign-in leave by the server and sender that we know',
    mend: 'Dashboard → Authentication → Emails → SMTP. For a server that is not that of Resend, set AUTH_SMTP_HOST for the doctor, too',
    run: ofProject(async ({ management, known }) => {
      const config = await management.call<{
        smtp_host?: string | null
        smtp_admin_email?: string | null
      }>('GET', '/config/auth')
      const secrets = await management.secrets()
      const { smtp_host: host, smtp_admin_email: sender } = config
      if (!host || !sender) return unless([!host && 'there is no server', !sender && 'no sender'])
      const wanted = wantedHost(known.AUTH_SMTP_HOST ?? hostOf(known.SMTP_URL))
      const from = secrets.get('MAIL_FROM')
      const isSender =
        known.MAIL_FROM === undefined
          ? from === undefined
            ? sender === organisation.email
            : from === sha256(sender)
          : sender === known.MAIL_FROM
      return unless([
        host !== wanted && `the server is ${host}, not ${wanted}`,
        !isSender && `the sender is ${sender}, not that of all other mails`,
      ])
    }),
  },
  authConfig(
    'Sign-in has no other door',
    'Dashboard → Authentication: switch off what is named, unless you meant it',
    (config) =>
      Object.keys(config)
        .filter((key) => config[key] === true && !ofOtherChecks.test(key) && !mayBeOn.test(key))
        .sort()
        .map((key) => `${key} is on`),
  ),
  authConfig('Who may sign up is as config.toml has it', push, (config) => {
    const isOpen = configValue(readConfig(), 'auth', 'enable_signup')
    return [config.disable_signup === isOpen && `disable_signup is ${config.disable_signup}`]
  }),
  {
    title: 'The API takes as many rows, and searches the schemas, that config.toml has',
    mend: push,
    run: ofProject(async ({ management }) => {
      const api = await management.call<{ max_rows: number; db_extra_search_path: string }>(
        'GET',
        '/postgrest',
      )
      const toml = readConfig()
      const rows = configValue(toml, 'api', 'max_rows')
      const path = names((configValue(toml, 'api', 'extra_search_path') as string[]).join(','))
      return unless([
        api.max_rows !== rows && `max_rows is ${api.max_rows}, not ${String(rows)}`,
        names(api.db_extra_search_path) !== path &&
          `the extra search path is ${api.db_extra_search_path}, not ${path}`,
      ])
    }),
  },
  {
    title: 'The functions have their secrets',
    mend: '`npm run go-live` sets them; by hand see docs/deployment.md, "Secrets". A MAIL_API_URL of yours belongs in the environment of the doctor, too',
    run: ofProject(async ({ management, known, site }) => {
      const secrets = await management.secrets()
      const values: Record<string, string | undefined> = { ...known, SITE_URL: site }
      const differs = (name: string) => {
        const [digest, value] = [secrets.get(name), values[name]]
        return value !== undefined && isDigest(digest) && digest !== sha256(value)
      }
      const unnamed = [...secrets.keys()].filter(
        (name) => leading.includes(name) && values[name] === undefined,
      )
      const unseen = [...secrets.keys()].filter(
        (name) => !name.startsWith('SUPABASE_') && values[name] === undefined,
      )
      return unless(
        [
          ...needed.map((name) => !secrets.has(name) && `${name} is missing`),
          !secrets.has('RESEND_API_KEY') &&
            !secrets.has('SMTP_URL') &&
            'RESEND_API_KEY or SMTP_URL is missing',
          ...[...secrets.keys()].map((name) => differs(name) && `${name} has another value`),
          ...unnamed.map((name) => `${name} leads mails to a server that is not known here`),
        ],
        unseen.length > 0 ? `only present: ${unseen.sort().join(', ')}` : undefined,
      )
    }),
  },
]
