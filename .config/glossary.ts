import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const FILE = 'docs/glossary.md?terms'

/** The meanings of the terms in the first table of the glossary, as plain text. */
export function termsOf(glossary: string): Record<string, string> {
  const [table = ''] = /^\|[^]*?(?=\n\n)/m.exec(glossary) ?? []
  const rows = Array.from(table.matchAll(/^\| (?!Term |-)(.*?) *\| (.*?) *\|/gm))
  return Object.fromEntries(rows.map(([, term = '', meaning = '']) => [term, plain(meaning)]))
}

const plain = (markdown: string) =>
  markdown
    .replaceAll(/\[(.*?)\]\(.*?\)/g, '$1')
    .replaceAll(/(?<!\w)_(.+?)_(?!\w)/g, '“$1”')
    .replaceAll('`', '')

/** `import meanings from '…/docs/glossary.md?terms'`: what screens show is what the docs have. */
export function glossary(): Plugin {
  return {
    name: 'glossary',
    async load(id) {
      if (!id.endsWith(FILE)) return undefined
      const file = id.slice(0, -'?terms'.length)
      this.addWatchFile(file)
      const terms = termsOf(await readFile(file, 'utf8'))
      return { code: `export default ${JSON.stringify(terms)}`, moduleType: 'js' }
    },
  }
}
