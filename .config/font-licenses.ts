import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

const fonts = ['@fontsource/fraunces', '@fontsource-variable/source-sans-3']

/** Writes the licenses of the fonts beside the site; Vite's own list only has scripts. */
export function fontLicenses(): Plugin {
  return {
    name: 'font-licenses',
    apply: 'build',
    async generateBundle() {
      if (this.environment.name !== 'client') return
      const licenses = fonts.map((name) =>
        readFile(path.join(this.environment.config.root, 'node_modules', name, 'LICENSE'), 'utf8'),
      )
      const source = (await Promise.all(licenses)).join('\n\n')
      this.emitFile({ type: 'asset', fileName: 'licenses-fonts.txt', source })
    },
  }
}
