import fs from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const guide = 'docs/recipes.md'

/** The code of one file in a recipe. */
export interface Block {
  recipe: string
  file: string
  /** Of its fence in the guide */
  line: number
  /** Edits of a file that exists; otherwise all of a new one. */
  isDiff: boolean
  text: string
}

/** Says what does not fit, for the person who follows a recipe. */
export class Misfit extends Error {}

/** The text of a file of the repository, or undefined. */
export type Read = (file: string) => string | undefined

export const readFile: Read = (file) => {
  const name = path.join(root, file)
  return fs.existsSync(name) ? fs.readFileSync(name, 'utf8') : undefined
}

/** The blocks of `docs/recipes.md` whose fences name a file. */
export function readBlocks(read: Read = readFile): Block[] {
  const blocks: Block[] = []
  let recipe = ''
  let open: (Block & { indent: string }) | undefined
  for (const [at, line] of (read(guide) ?? '').split('\n').entries()) {
    if (!open) {
      recipe = /^## (.*)/.exec(line)?.[1] ?? recipe
      const [, indent, language, file] = /^( *)```(\w+) (\S+)$/.exec(line) ?? []
      if (file) {
        open = {
          recipe,
          file,
          line: at + 1,
          isDiff: language === 'diff',
          text: '',
          indent: indent!,
        }
      }
    } else if (line === `${open.indent}\`\`\``) {
      const { indent: _, ...block } = open
      blocks.push(block)
      open = undefined
    } else {
      open.text += `${line.slice(open.indent.length)}\n`
    }
  }
  return blocks
}

/** The texts of the files after a recipe, by name. */
export function follow(blocks: readonly Block[], read: Read = readFile): Map<string, string> {
  const written = new Map<string, string>()
  for (const block of blocks) {
    const text = written.get(block.file) ?? read(block.file)
    written.set(block.file, block.isDiff ? edited(block, text) : made(block, text))
  }
  return written
}

function made({ file, text }: Block, there: string | undefined): string {
  if (there !== undefined) throw new Misfit(`${file} exists already.`)
  return text
}

function edited({ file, line, text }: Block, before: string | undefined): string {
  if (before === undefined) throw new Misfit(`${guide}:${line}: ${file} does not exist.`)
  return text
    .split(/^@@\n/m)
    .reduce(
      (now, hunk) => withHunk(now, hunk.split('\n').slice(0, -1), `${guide}:${line}: ${file}`),
      before,
    )
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * A line of a diff as a pattern of its own group. `…` stands for any text within a line, and as a line
 * for any number of lines, as few as fit.
 */
function patternOf(line: string): string {
  const text = line.slice(1)
  if (line.startsWith('-')) return `${text.split('…').map(escaped).join('(.*)')}\\n`
  return text === '…' ? '((?:.*\\n)*?)' : `(${text.split('…').map(escaped).join('.*')}\\n)`
}

function withHunk(text: string, hunk: readonly string[], where: string): string {
  const old = hunk.filter((line) => !line.startsWith('+'))
  const found = (lines: readonly string[]) =>
    Array.from(text.matchAll(new RegExp(`^${lines.map(patternOf).join('')}`, 'gm')))
  const matches = found(old)
  if (matches.length === 0) {
    const missing = old.find((_, at) => found(old.slice(0, at + 1)).length === 0)
    throw new Misfit(`${where} lacks this line, or has it elsewhere: ${missing?.slice(1).trim()}`)
  }
  if (matches.length > 1) {
    throw new Misfit(`${where} has these lines ${matches.length} times: ${old.join('\n').trim()}`)
  }
  const [match] = matches
  const groups = match!.slice(1)
  const taken: string[] = []
  const lines = hunk.map((line) => {
    const body = line.slice(1)
    if (line.startsWith('-')) {
      taken.push(...groups.splice(0, body.split('…').length - 1))
      return ''
    }
    if (!line.startsWith('+')) return groups.shift()!
    return `${taken.length > 0 ? body.replaceAll('…', () => taken.shift() ?? '…') : body}\n`
  })
  return text.slice(0, match!.index) + lines.join('') + text.slice(match!.index + match![0].length)
}

/** The lines that a block adds. */
export function addedBy({ isDiff, text }: Block): string[] {
  const lines = text.split('\n').slice(0, -1)
  return isDiff ? lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1)) : lines
}

/** A block with other words in its file's name and in what it adds. */
export function reworded(block: Block, words: (text: string) => string): Block {
  const lines = block.text.split('\n')
  return {
    ...block,
    file: words(block.file),
    text: lines
      .map((line) => (block.isDiff && !line.startsWith('+') ? line : words(line)))
      .join('\n'),
  }
}
