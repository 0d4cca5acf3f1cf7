import { execFileSync } from 'node:child_process'
import type { Plugin } from 'vite'
import manifestOfApp from '../package.json' with { type: 'json' }
import { organisation } from '../src/shared/data/organisation.js'
import { palette } from '../src/shared/data/palette.js'

const { paper, forest } = palette

const manifest = JSON.stringify({
  name: organisation.fullName,
  short_name: organisation.name,
  start_url: '/',
  display: 'browser',
  background_color: paper.DEFAULT,
  theme_color: forest[800],
  icons: [192, 512].map((size) => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
  })),
})

/** As in "0.9.0-1a2b3c4": the commit as the host names it, or as git does; without either, only the version. */
function versionOf(environment: NodeJS.ProcessEnv): string {
  const { COMMIT_REF, CF_PAGES_COMMIT_SHA, VERCEL_GIT_COMMIT_SHA, GITHUB_SHA } = environment
  const commit =
    COMMIT_REF ?? CF_PAGES_COMMIT_SHA ?? VERCEL_GIT_COMMIT_SHA ?? GITHUB_SHA ?? commitOfGit()
  return [manifestOfApp.version, commit.slice(0, 7)].filter(Boolean).join('-')
}

function commitOfGit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}

/**
 * The name and colors for the browser's bar and the installed icon, and the version for fault
 * reports.
 */
export function identity(): Plugin {
  return {
    name: 'identity',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'version', content: versionOf(process.env) } },
      { tag: 'meta', attrs: { name: 'theme-color', content: paper.DEFAULT } },
      { tag: 'link', attrs: { rel: 'manifest', href: '/site.webmanifest' } },
    ],
    generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: 'site.webmanifest', source: manifest })
    },
    configureServer(server) {
      server.middlewares.use('/site.webmanifest', (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json')
        response.end(manifest)
      })
    },
  }
}
