import { loadEnv, type Plugin } from 'vite'
import { z } from 'zod'
import { organisation } from '../src/shared/data/organisation.js'
import { copyrightYears } from '../src/shared/lib/copyright-years.js'

const optional = (value: unknown) => (value === '' ? undefined : value)
const optionalPage = z.preprocess(optional, z.url({ protocol: /^https$/ }).optional())

const schema = z
  .object({
    VITE_DONATE_URL: optionalPage,
    VITE_SCHEDULING_URL: optionalPage,
    VITE_FACEBOOK_URL: optionalPage,
    VITE_TWITTER_URL: optionalPage,
    VITE_INSTAGRAM_URL: optionalPage,
    VITE_LINKEDIN_URL: optionalPage,
    VITE_YOUTUBE_URL: optionalPage,
    VITE_SUPABASE_URL: z.preprocess(optional, z.url().optional()),
    VITE_SUPABASE_ANON_KEY: z.preprocess(
      optional,
      z
        .string()
        .refine((key) => !isSecret(key), 'is a secret key: it would be in every visitor’s browser')
        .optional(),
    ),
    VITE_SITE_URL: z.preprocess(optional, z.url().optional()),
    // Secrets are longer by half.
    VITE_TURNSTILE_SITE_KEY: z.preprocess(
      optional,
      z
        .string()
        .regex(/^\dx[\w-]{10,25}$/, 'is no site key of Cloudflare Turnstile')
        .optional(),
    ),
  })
  .refine((env) => !env.VITE_SUPABASE_URL || env.VITE_SUPABASE_ANON_KEY, {
    path: ['VITE_SUPABASE_ANON_KEY'],
    message: 'is missing, though VITE_SUPABASE_URL is set',
  })

/** Stops a start or build whose `VITE_…` variables are wrong, and says which one and why. */
export function checkEnvironment(): Plugin {
  return {
    name: 'check-environment',
    config(config, { mode }) {
      // In the process, so that the second build, which prerenders, has the same.
      process.env.VITE_COPYRIGHT_YEARS ||= copyrightYears(
        organisation.copyrightYear,
        new Date().getFullYear(),
      )
      const directory = config.envDir === false ? false : (config.envDir ?? process.cwd())
      const result = schema.safeParse(directory === false ? {} : loadEnv(mode, directory))
      if (result.success) return
      const problems = result.error.issues.map(
        ({ path, message }) => `  ${path.join('.')}: ${message}`,
      )
      throw new Error(`The environment is not right (see .env.example):\n${problems.join('\n')}`)
    },
    configResolved({ command, isProduction, env, logger, build }) {
      if (command === 'build' && isProduction && !build.ssr && !env.VITE_SUPABASE_URL) {
        logger.warn(
          'VITE_SUPABASE_URL is not set: this build looks for its backend at its own origin.',
        )
      }
    },
  }
}

/** A secret key of the new kind, or a token whose role bypasses row-level security. */
function isSecret(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true
  const payload = key.split('.')[1]
  if (!payload) return false
  return Buffer.from(payload, 'base64url').toString().includes('service_role')
}
