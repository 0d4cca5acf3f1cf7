import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'
import { bootScripts, scriptHash } from './boot-scripts.js'

interface HeaderRule {
  /** The path it applies to; `*` stands for any characters. */
  path: string
  headers: Record<string, string>
}

interface Site {
  /** The hashes of its inline scripts */
  scripts?: readonly string[]
  /** The Supabase project's address, where it is not the site's own */
  backend?: string | undefined
  /** The page that takes gifts */
  donations?: string | undefined
  /** Whether forms load Cloudflare Turnstile */
  hasCaptcha?: boolean
}

/**
 * Scripts come only from the site (and from Cloudflare, with a captcha), and an inline one needs
 * its hash. Inline styles are allowed, because sonner and Radix Dialog write theirs into the page.
 * The donate page's form posts to the page that takes gifts.
 */
function contentSecurityPolicy({ scripts = [], backend, donations, hasCaptcha }: Site): string {
  const { origin } = backend ? new URL(backend) : {}
  const connections = origin ? `'self' ${origin} ${origin.replace(/^http/, 'ws')}` : "'self'"
  const captcha = hasCaptcha ? ['https://challenges.cloudflare.com'] : []
  const policy = {
    'default-src': "'none'",
    'script-src': ["'self'", ...scripts, ...captcha].join(' '),
    ...(hasCaptcha && { 'frame-src': captcha.join(' ') }),
    'worker-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'media-src': "'self'",
    'manifest-src': "'self'",
    'connect-src': connections,
    'base-uri': "'none'",
    'form-action': donations ? `'self' ${new URL(donations).origin}` : "'self'",
  }
  return Object.entries(policy)
    .map((directive) => directive.join(' '))
    .join('; ')
}

const referrerPolicy = 'no-referrer'

/**
 * For files whose names change with their content. Cloudflare and Vercel also send it with a 404,
 * so it is not `immutable`: a file that was missing once is requested again after an hour. Until
 * then, and during that request, the browser uses its copy.
 */
export const assetCaching = 'public, max-age=3600, stale-while-revalidate=31536000'

/** The headers that a static host sends with the site. */
export function headerRules(site: Site = {}): HeaderRule[] {
  return [
    {
      path: '/*',
      headers: {
        'Content-Security-Policy': `${contentSecurityPolicy(site)}; frame-ancestors 'none'`,
        'Strict-Transport-Security': 'max-age=63072000',
        'X-Content-Type-Options': 'nosniff',
        'X-Frame-Options': 'DENY',
        'Referrer-Policy': referrerPolicy,
        'Permissions-Policy':
          'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Resource-Policy': 'same-origin',
      },
    },
    { path: '/assets/*', headers: { 'Cache-Control': assetCaching } },
    // Mails show it inside other sites.
    { path: '/icon-192.png', headers: { 'Cross-Origin-Resource-Policy': 'cross-origin' } },
    { path: '/images/*', headers: { 'Cache-Control': 'public, max-age=86400' } },
    { path: '/intro.*', headers: { 'Cache-Control': 'public, max-age=86400' } },
  ]
}

/**
 * Writes the headers in each host's format (`_headers` for Netlify and Cloudflare Pages,
 * `vercel.json` for Vercel), and sends them in preview. For hosts that read neither file, each page
 * has the policies that a page itself can set.
 */
export function hostHeaders(): Plugin {
  let site: Site = {}
  return {
    name: 'host-headers',
    async configResolved({ env, root, command, build }) {
      if (command !== 'build' || build.ssr) return
      const {
        VITE_SUPABASE_URL: backend,
        VITE_DONATE_URL: donations,
        VITE_TURNSTILE_SITE_KEY: captchaKey,
      } = env as Partial<Record<string, string>>
      const scripts = Object.values(await bootScripts(root)).map(scriptHash)
      site = { scripts, backend, donations, hasCaptcha: Boolean(captchaKey) }
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, { server }) =>
        // The development server writes scripts into the page.
        server
          ? []
          : [
              {
                tag: 'meta',
                attrs: {
                  'http-equiv': 'Content-Security-Policy',
                  content: contentSecurityPolicy(site),
                },
                injectTo: 'head',
              },
              {
                tag: 'meta',
                attrs: { name: 'referrer', content: referrerPolicy },
                injectTo: 'head',
              },
            ],
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      const rules = headerRules(site)
      this.emitFile({ type: 'asset', fileName: '_headers', source: headersFile(rules) })
      this.emitFile({ type: 'asset', fileName: vercel, source: vercelFile(rules) })
    },
    configurePreviewServer({ config, middlewares }) {
      const file = resolve(config.root, config.build.outDir, vercel)
      const { headers: rules } = JSON.parse(readFileSync(file, 'utf8')) as VercelHeaders
      middlewares.use((request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split('?')
        for (const { source, headers } of rules) {
          if (!new RegExp(`^${source}$`).test(path)) continue
          for (const { key, value } of headers) response.setHeader(key, value)
        }
        next()
      })
    },
  }
}

function headersFile(rules: HeaderRule[]): string {
  return rules
    .map(({ path, headers }) =>
      [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join(
        '\n',
      ),
    )
    .join('')
}

const vercel = 'vercel.json'

interface VercelHeaders {
  /** `source` is a regular expression. */
  headers: { source: string; headers: { key: string; value: string }[] }[]
}

function vercelFile(rules: HeaderRule[]): string {
  const headers: VercelHeaders['headers'] = rules.map(({ path, headers }) => ({
    source: path.replaceAll('.', '\\.').replaceAll('*', '(.*)'),
    headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  }))
  return `${JSON.stringify({ trailingSlash: false, headers }, null, 2)}\n`
}
