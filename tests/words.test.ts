import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const home = 'docs/writing.md'

/** A phrase as people write it: in any case, with any space between words; `…` is up to eight words. */
const phrase = (words: string) =>
  String.raw`(?<![\w-]|\w/)${words.replaceAll(' ', String.raw`\s+`).replaceAll(String.raw`…\s+`, String.raw`(?:\S+\s+){0,8}?`)}(?![\w-]|/\w)`

/** The table of the guide: phrases to avoid, and phrases with one of them in it that are fine. */
function phrases() {
  const table = /## Not these words\n(.*?)\n## /s.exec(readFileSync(home, 'utf8'))![1]!
  const rows = Array.from(table.matchAll(/^\| (?!Not |-)(.*?) *\|.*?\| *(.*?) *\|$/gm))
  return { avoid: rows.map((row) => row[1]!), fine: rows.flatMap((row) => row[2]!.split(', ')) }
}

/** Texts and code that keep such words, each with the reason. */
const exempt = [
  // A person without colleagues, not "only".
  'for what cannot be learned alone',
  // The name of a parameter.
  'alone boolean default',
  'if alone then',
]

const written = /^(?:supabase\/migrations\/|docs\/tables\.md|.*database\.types\.ts)/
const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((name) => /\.(?:[cm]?tsx?|sql|css|toml|sh|md)$/.test(name) && !written.test(name))
  .filter((name) => existsSync(name) && ![home, 'tests/words.test.ts'].includes(name))

it('texts, comments and docs have no word that the guide on writing rejects', () => {
  const { avoid, fine } = phrases()
  expect(avoid).toContain('anew')
  const rejected = new RegExp(avoid.map(phrase).join('|'), 'gi')
  const accepted = new RegExp([...fine.filter(Boolean), ...exempt].map(phrase).join('|'), 'gi')
  const found = files.flatMap((name) => {
    // A comment goes on in the next line, after its mark.
    const text = readFileSync(name, 'utf8').replaceAll(/\n[ \t]*(?:\*|\/\/|--|#)?[ \t]*/g, ' ')
    if (text.search(rejected) < 0) return []
    const left = text.replaceAll(accepted, (words) => '·'.repeat(words.length))
    return Array.from(left.matchAll(rejected), ({ index }) => {
      const around = text.slice(Math.max(0, index - 40), index + 60)
      return `${name}: …${around}…`
    })
  })
  expect(found).toEqual([])
})
