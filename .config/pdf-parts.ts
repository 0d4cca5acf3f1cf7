import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

/** Folders of pdf.js, and the files in them that a browser requests. Ours runs no WebAssembly. */
const parts: Readonly<Record<string, RegExp>> = {
  cmaps: /\.bcmap$|^LICENSE/,
  standard_fonts: /\.(pfb|ttf)$|^LICENSE/,
  wasm: /_nowasm_fallback\.js$|^LICENSE/,
}

/**
 * Copies the files that pdf.js downloads for some PDFs: fonts, character maps, and decoders of
 * scans.
 */
export function pdfParts(): Plugin {
  return {
    name: 'pdf-parts',
    apply: 'build',
    async generateBundle() {
      const { name, config } = this.environment
      if (name !== 'client') return
      const source = path.join(config.root, 'node_modules/pdfjs-dist')
      const manifest = await readFile(path.join(source, 'package.json'), 'utf8')
      const { version } = JSON.parse(manifest) as { version: string }
      for (const [folder, isPart] of Object.entries(parts)) {
        const files = await readdir(path.join(source, folder))
        for (const file of files.filter((it) => isPart.test(it))) {
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdf-${version}/${folder}/${file}`,
            source: await readFile(path.join(source, folder, file)),
          })
        }
      }
    },
  }
}
