import { configNumber, readConfig } from '../config-values'
import { bad, good, ofProject, unless, type Check } from './check'

/** The checked part of GET /config/auth. */
type AuthConfig = Record<string, string | number | boolean | null> & {
  site_url?: string | null
  uri_allow_list?: string | null
}

const authConfig = (
  title: string,
  mend: string,
  problems: (config: AuthConfig, site: string | undefined) => (string | false | undefined)[],
): Check => ({
  title,
  mend,
  run: ofProject(async ({ management, site }) => {
    const config = await management.call<AuthConfig>('GET', '/config/auth')
    return unless(problems(config, site))
  }),
})

/** The names of the limits of config.toml in the project. */
const limits = {
  email_sent: 'rate_limit_email_sent',
  sign_in_sign_ups: 'rate_limit_otp',
  token_verifications: 'rate_limit_verify',
  token_refresh: 'rate_limit_token_refresh',
}

const push = 'VITE_SITE_URL=https://… npm run config:push'

export const projectChecks: readonly Check[] = [
  authConfig('Mails of sign-in lead to the site', push, (config, site) => [
    config.site_url !== site && `site_url is ${config.site_url}, the site ${site}`,
    Boolean(config.uri_allow_list) && `they may lead to ${config.uri_allow_list}, too`,
  ]),
  authConfig('Addresses are confirmed', push, (config) => [
    config.mailer_autoconfirm !== false && 'accounts are confirmed without a mail',
    config.mailer_secure_email_change_enabled !== true &&
      'a change of address is confirmed by one of the two alone',
  ]),
  authConfig(
    'Mails of sign-in have a mail server',
    '`npm run go-live` with RESEND_API_KEY, or Dashboard → Authentication → Emails → SMTP',
    (config) => ['smtp_host', 'smtp_admin_email'].map((key) => !config[key] && `no ${key}`),
  ),
  authConfig(
    'The limits are those of config.toml',
    `${push}; email_sent under Dashboard → Authentication → Rate Limits, unless config.toml has the mail server`,
    (config) =>
      Object.entries(limits).map(([key, name]) => {
        const wanted = configNumber(readConfig(), 'auth.rate_limit', key)
        return config[name] !== wanted && `${key} is ${config[name]}, not ${wanted}`
      }),
  ),
  authConfig(
    'Email is the only way to sign in',
    'Dashboard → Authentication → Sign In / Providers: switch the others off',
    (config) => [
      config.external_email_enabled !== true && 'email is off',
      ...Object.keys(config)
        .filter((key) => /^(external|saml)_(.*_)?enabled$/.test(key) && config[key] === true)
        .filter(
          (key) => !['external_email_enabled', 'external_anonymous_users_enabled'].includes(key),
        )
        .map((key) => `${key.replace(/^external_|_enabled$/g, '')} is on`),
    ],
  ),
  authConfig('Anonymous sign-in is off', push, (config) => [
    config.external_anonymous_users_enabled !== false && 'anonymous sign-in is on',
  ]),
  {
    title: 'The captcha is on everywhere, or nowhere',
    mend: 'docs/deployment.md, "A captcha"',
    run: ofProject(async ({ management, query, captchaKey }) => {
      const config = await management.call<AuthConfig>('GET', '/config/auth')
      const [row] = await query<{ is_required: boolean }>('select is_required from private.captcha')
      const places = {
        'the site has VITE_TURNSTILE_SITE_KEY': Boolean(captchaKey),
        'sign-in demands it': config.security_captcha_enabled === true,
        'the forms demand it': row!.is_required,
      }
      const isOn = Object.values(places).some(Boolean)
      if (!isOn) return good('off')
      const { security_captcha_provider: provider } = config
      const secrets = await management.secrets()
      return unless(
        [
          ...Object.entries(places).map(([name, holds]) => !holds && `not so: ${name}`),
          provider !== 'turnstile' &&
            config.security_captcha_enabled === true &&
            `the provider of sign-in is ${provider}, not turnstile`,
          !secrets.has('TURNSTILE_SECRET_KEY') &&
            'TURNSTILE_SECRET_KEY of the functions is missing',
        ],
        'on',
      )
    }),
  },
  {
    title: 'The API shows the schema public alone',
    mend: push,
    run: ofProject(async ({ management }) => {
      const { db_schema } = await management.call<{ db_schema: string }>('GET', '/postgrest')
      return db_schema === 'public' ? good() : bad(`it shows ${db_schema}`)
    }),
  },
]
