import path from 'node:path'
import { localKeys } from '../../supabase/embedded/config.js'
import { configValue, readConfig } from '../../supabase/hosted/config-values.js'

/** Of `supabase/config.toml`, by section and name: `auth.email.otp_length`. */
function readSettings(): (name: string) => unknown {
  const config = readConfig()
  return (name) => {
    const split = name.lastIndexOf('.')
    return configValue(config, name.slice(0, split), name.slice(split + 1))
  }
}

interface Places {
  databaseUrl: string
  /** Of the auth service itself */
  port: number
  /** The address that visitors see: the site, and the API below it */
  origin: string
  smtp: URL
}

/** The environment with which a hosted project of our `config.toml` runs the auth service. */
export function authEnvironment({
  databaseUrl,
  port,
  origin,
  smtp,
}: Places): Record<string, string> {
  const setting = readSettings()
  const templates = [
    'confirmation',
    'invite',
    'recovery',
    'email_change',
    'magic_link',
    'reauthentication',
  ].flatMap((name) => {
    const template = `auth.email.template.${name}`
    const file = path.basename(String(setting(`${template}.content_path`)))
    const key = name.toUpperCase()
    return [
      [`GOTRUE_MAILER_TEMPLATES_${key}`, `${origin}/_platform/templates/${file}`],
      [`GOTRUE_MAILER_SUBJECTS_${key}`, setting(`${template}.subject`)],
      [`GOTRUE_MAILER_URLPATHS_${key}`, `${origin}/auth/v1/verify`],
    ] as const
  })
  const environment = {
    GOTRUE_DB_DRIVER: 'postgres',
    GOTRUE_DB_DATABASE_URL: databaseUrl,
    GOTRUE_API_HOST: '127.0.0.1',
    GOTRUE_API_PORT: port,
    API_EXTERNAL_URL: `${origin}/auth/v1`,
    GOTRUE_LOG_LEVEL: 'error',

    // The variable that config.toml names is the address of the site.
    GOTRUE_SITE_URL: origin,
    GOTRUE_URI_ALLOW_LIST: (setting('auth.additional_redirect_urls') as string[]).join(','),
    GOTRUE_DISABLE_SIGNUP: !setting('auth.enable_signup'),
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: setting('auth.enable_anonymous_sign_ins'),
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: setting('auth.enable_manual_linking'),
    GOTRUE_PASSWORD_MIN_LENGTH: setting('auth.minimum_password_length'),
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: setting('auth.enable_refresh_token_rotation'),
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: setting('auth.refresh_token_reuse_interval'),

    GOTRUE_JWT_SECRET: localKeys.jwtSecret,
    GOTRUE_JWT_EXP: setting('auth.jwt_expiry'),
    GOTRUE_JWT_AUD: 'authenticated',
    GOTRUE_JWT_DEFAULT_GROUP_NAME: 'authenticated',
    GOTRUE_JWT_ADMIN_ROLES: 'service_role',

    GOTRUE_MFA_MAX_ENROLLED_FACTORS: setting('auth.mfa.max_enrolled_factors'),
    GOTRUE_MFA_TOTP_ENROLL_ENABLED: setting('auth.mfa.totp.enroll_enabled'),
    GOTRUE_MFA_TOTP_VERIFY_ENABLED: setting('auth.mfa.totp.verify_enabled'),

    GOTRUE_EXTERNAL_EMAIL_ENABLED: setting('auth.email.enabled'),
    GOTRUE_MAILER_AUTOCONFIRM: !setting('auth.email.enable_confirmations'),
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: setting('auth.email.double_confirm_changes'),
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: setting(
      'auth.email.require_current_password',
    ),
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: setting(
      'auth.email.secure_password_change',
    ),
    GOTRUE_MAILER_OTP_LENGTH: setting('auth.email.otp_length'),
    GOTRUE_MAILER_OTP_EXP: setting('auth.email.otp_expiry'),
    GOTRUE_SMTP_MAX_FREQUENCY: setting('auth.email.max_frequency'),
    GOTRUE_SMTP_HOST: smtp.hostname,
    GOTRUE_SMTP_PORT: smtp.port,
    GOTRUE_SMTP_ADMIN_EMAIL: 'hello@kindlewell.example',
    GOTRUE_SMTP_SENDER_NAME: 'Kindlewell',

    // A hosted project counts by the address that its proxy vouches for, in five minutes.
    GOTRUE_RATE_LIMIT_HEADER: 'cf-connecting-ip',
    GOTRUE_RATE_LIMIT_EMAIL_SENT: setting('auth.rate_limit.email_sent'),
    GOTRUE_RATE_LIMIT_OTP: setting('auth.rate_limit.sign_in_sign_ups'),
    GOTRUE_RATE_LIMIT_VERIFY: setting('auth.rate_limit.token_verifications'),
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: setting('auth.rate_limit.token_refresh'),
    ...Object.fromEntries(templates),
  }
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, String(value)]),
  )
}
