import type { Plugin } from 'vite'
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

/** Name and colors where a browser reads them outside the page: its bar and the installed icon. */
export function identity(): Plugin {
  return {
    name: 'identity',
    transformIndexHtml: () => [
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
