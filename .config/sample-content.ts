import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const folders = ['src/features/site/content', 'src/shared/data']
const mark = '// Sample content'

/** The modules that still begin with the mark of sample content. */
export function sampleFiles(root: string): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.posix.join(folder, name))
      .filter((file) => readFileSync(path.join(root, file), 'utf8').startsWith(mark)),
  )
}

/** Lists the modules with sample content, on each build. */
export function sampleContent(): Plugin {
  return {
    name: 'sample-content',
    configResolved({ command, isProduction, build, logger, root }) {
      if (command !== 'build' || !isProduction || build.ssr) return
      const files = sampleFiles(root)
      if (files.length === 0) return
      logger.warn(
        `People, figures and stories of ${files.length} files are made up: see docs/make-it-yours.md.\n${files.map((file) => `  ${file}\n`).join('')}`,
      )
    },
  }
}
