import fs from 'node:fs'
import path from 'node:path'
import { largestFile } from '../../../src/shared/lib/file-content'
import { projectRoot } from '../../embedded/config'
import { configValue, readConfig } from '../config-values'
import { policyOf } from '../site-policy'
import { bad, good, notApplicable, ofProject, unless, type Check, type Verdict } from './check'

/** The checked part of GET /config/auth. */
type AuthConfig = Record<string, string | number | boolean | null> & {
  site_url?: string | null
  uri_allow_list?: string | null
}

export const authConfig = (
  title: string,
  mend: string,
  problems: (
    config: AuthConfig,
    site: string | undefined,
  ) => (string | false | undefined)[] | Verdict,
): Check => ({
  title,
  mend,
  run: ofProject(async ({ management, site }) => {
    const config = await management.call<AuthConfig>('GET', '/config/auth')
    const found = problems(config, site)
    return Array.isArray(found) ? unless(found) : found
  }),
})

/** The project's names for settings of config.toml, by section. */
const limits = {
  'auth.rate_limit': {
    email_sent: 'rate_limit_email_sent',
    sign_in_sign_ups: 'rate_limit_otp',
    token_verifications: 'rate_limit_verify',
    token_refresh: 'rate_limit_token_refresh',
  },
}
const accounts = {
  auth: {
    minimum_password_length: 'password_min_length',
    jwt_expiry: 'jwt_exp',
    enable_refresh_token_rotation: 'refresh_token_rotation_enabled',
    refresh_token_reuse_interval: 'security_refresh_token_reuse_interval',
    enable_manual_linking: 'security_manual_linking_enabled',
  },
  'auth.email': {
    require_current_password: 'security_update_password_require_current_password',
    secure_password_change: 'security_update_password_require_reauthentication',
    otp_length: 'mailer_otp_length',
    otp_expiry: 'mailer_otp_exp',
  },
  'auth.mfa': { max_enrolled_factors: 'mfa_max_enrolled_factors' },
  'auth.mfa.totp': {
    enroll_enabled: 'mfa_totp_enroll_enabled',
    verify_enabled: 'mfa_totp_verify_enabled',
  },
}

function differences(config: AuthConfig, settings: Readonly<Record<string, object>>): string[] {
  const toml = readConfig()
  return Object.entries(settings).flatMap(([section, names]) =>
    Object.entries(names as Record<string, string>).flatMap(([key, name]) => {
      const wanted = configValue(toml, section, key)
      return config[name] === wanted ? [] : [`${key} is ${config[name]}, not ${String(wanted)}`]
    }),
  )
}

const mails = [
  'confirmation',
  'invite',
  'recovery',
  'email_change',
  'magic_link',
  'reauthentication',
] as const

function differentMails(config: AuthConfig): string[] {
  const toml = readConfig()
  return mails.flatMap((mail) => {
    const value = (key: string) => configValue(toml, `auth.email.template.${mail}`, key) as string
    const content = fs.readFileSync(path.join(projectRoot, value('content_path')), 'utf8')
    return [
      ...(config[`mailer_subjects_${mail}`] === value('subject') ? [] : [`the subject of ${mail}`]),
      ...(config[`mailer_templates_${mail}_content`] === content ? [] : [`the text of ${mail}`]),
    ]
  })
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
      'only one of the two addresses confirms a change',
  ]),
  authConfig(
    'Mails of sign-in have a mail server',
    '`npm run go-live` with RESEND_API_KEY or SMTP_URL, or Dashboard → Authentication → Emails → SMTP; then `npm run config:push`. Until then two mails an hour go out, only to members of the organization: nobody else can confirm an account or set a new password',
    (config) => ['smtp_host', 'smtp_admin_email'].map((key) => !config[key] && `no ${key}`),
  ),
  authConfig(
    'The limits are those of config.toml',
    `${push}; email_sent under Dashboard → Authentication → Rate Limits, unless config.toml has the mail server`,
    // The platform changes the limit of mails only for a project with a mail server.
    (config) =>
      differences(config, limits).filter((it) => config.smtp_host || !it.startsWith('email_sent ')),
  ),
  authConfig('Passwords, tokens and second factors are those of config.toml', push, (config) =>
    differences(config, accounts),
  ),
  authConfig('Mails of sign-in have the texts of supabase/templates', push, (config) =>
    config.smtp_host
      ? differentMails(config)
      : notApplicable("without a mail server for sign-in they are the platform's own"),
  ),
  authConfig(
    'No hook changes sign-in',
    'Dashboard → Authentication → Auth Hooks: remove it, unless you made it',
    (config) =>
      Object.keys(config)
        .filter((key) => /^hook_\w+_enabled$/.test(key) && config[key] === true)
        .map((key) => `${key.replace(/^hook_|_enabled$/g, '')} is on`),
  ),
  {
    title: 'No bucket is public',
    mend: 'Dashboard → Storage → the bucket → Edit: make it private; anyone with a link to a file in it can open it',
    run: ofProject(async ({ query }) => {
      const buckets = await query<{ id: string }>(
        'select id from storage.buckets where public order by id',
      )
      return unless(buckets.map(({ id }) => `${id} is public`))
    }),
  },
  {
    title: 'Each file has its object, and each object its file',
    mend: '`npm run restore` brings a lost object back. Objects without a file are deleted within a day: look at the logs of check-files',
    run: ofProject(async ({ query }) => {
      const [counts] = await query<{ lost: number; left: number }>(
        `select
          (select count(*) from public.files where state = 'ready' and not exists (
            select from storage.objects where bucket_id = 'files' and objects.name = files.id::text
          ))::int as lost,
          (select count(*) from storage.objects
            where bucket_id = 'files' and created_at < now() - interval '2 days'
              and not exists (select from public.files where files.id::text = objects.name)
          )::int as left`,
      )
      return unless([
        counts!.lost > 0 && `${counts!.lost} files have no object`,
        counts!.left > 0 && `${counts!.left} objects belong to no file`,
      ])
    }),
  },
  {
    title: 'The storage service takes files of 20 MB',
    mend: 'Dashboard → Storage → Settings: raise the upload file size limit to 20 MB or more',
    run: ofProject(async ({ management }) => {
      const { fileSizeLimit } = await management.call<{ fileSizeLimit: number }>(
        'GET',
        '/config/storage',
      )
      return fileSizeLimit >= largestFile ? good() : bad(`it takes ${fileSizeLimit} bytes`)
    }),
  },
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
    run: ofProject(async ({ management, query, captchaKey, site }) => {
      const config = await management.call<AuthConfig>('GET', '/config/auth')
      const [row] = await query<{ is_required: boolean }>('select is_required from private.captcha')
      const { policy } = site ? await policyOf(site) : { policy: undefined }
      const places = {
        'the site that is online has it': (policy?.get('script-src') ?? []).includes(
          'https://challenges.cloudflare.com',
        ),
        'sign-in requires it': config.security_captcha_enabled === true,
        'the forms require it': row!.is_required,
      }
      const isOn = Object.values(places).some(Boolean)
      if (!isOn) return captchaKey ? bad('only VITE_TURNSTILE_SITE_KEY is set') : good('off')
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
        captchaKey ? 'on' : 'on; VITE_TURNSTILE_SITE_KEY is not set here: a build would lack it',
      )
    }),
  },
  {
    title: 'The API only shows the schema public',
    mend: push,
    run: ofProject(async ({ management }) => {
      const { db_schema } = await management.call<{ db_schema: string }>('GET', '/postgrest')
      return db_schema === 'public' ? good() : bad(`it shows ${db_schema}`)
    }),
  },
]
