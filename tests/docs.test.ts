import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
const guides = files.filter((name) => name.endsWith('.md') && existsSync(name))

/** A pattern's matches in the guides, each with its guide. */
function said(form: RegExp): { guide: string; words: string }[] {
  return guides.flatMap((guide) =>
    Array.from(readFileSync(guide, 'utf8').matchAll(form), ([, words]) => ({
      guide,
      words: words!,
    })),
  )
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

it('each link in a guide leads to a file and one of its headings', () => {
  const anchors = said(/^#+ (.*)$/gm).map(({ guide, words }) => `${guide}#${anchorOf(words)}`)
  const broken = said(/\]\((?!https?:|mailto:)([^)]+)\)/g).filter(({ guide, words }) => {
    const [to, anchor] = words.split('#')
    const target = to ? path.join(path.dirname(guide), to) : guide
    return !existsSync(target) || (anchor && !anchors.includes(`${target}#${anchor}`))
  })
  expect(broken).toEqual([])
})

it('each file or folder that a guide names exists', () => {
  const isPath =
    /^(?:(?:src|app|features|shared|supabase|tests|docs|\.config)\/|[\w./-]+\.(?:tsx?|sql|md)$)/
  const missing = said(/`([\w./-]+)`/g).filter(({ words }) => {
    const part = `/${words.replace(/\/$/, '')}`
    const named = [part, `${part}.`, `${part}/`]
    return (
      isPath.test(words) &&
      !files.some((file) =>
        named.some((end, at) => (at ? `/${file}`.includes(end) : `/${file}`.endsWith(end))),
      )
    )
  })
  expect(missing).toEqual([])
})

it('each name of the database or the code in a guide exists', () => {
  const code = files.filter(
    (name) => /\.(?:[cm]?tsx?|sql|toml|sh|html|c)$/.test(name) && !name.endsWith('docs.test.ts'),
  )
  const names = new Set(code.flatMap((name) => readFileSync(name, 'utf8').match(/\w+/g) ?? []))
  const ofOthers = ['mfa_verification_attempt', 'pg_dump', '_dmarc']
  const unknown = said(/`(?:private\.|public\.|auth\.)?(\w*(?:_|[a-z][A-Z])\w*)(?:\(\))?`/g).filter(
    ({ words }) => !names.has(words) && !ofOthers.includes(words),
  )
  expect(unknown).toEqual([])
})
