/*
 * `npm run test:changed` runs the tests nearest to what is not committed yet, or to the last commit:
 * changed tests, those beside a changed file, those that import it, and the pgTAP files that name a
 * changed table or function most often. It says which it leaves to `npm test`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** What an idle machine runs in half a minute, the start of the database included. */
const most = { tests: 8, tapFiles: 4 }

const root = fileURLToPath(new URL('..', import.meta.url))
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' })
const lines = (text: string) => text.split('\n').filter((line) => line !== '')

const uncommitted = lines(git('status', '--porcelain', '--untracked-files=all'))
const base = uncommitted.length > 0 ? 'HEAD' : 'HEAD~1'
const untracked = lines(git('ls-files', '--others', '--exclude-standard'))
const changed = new Set([
  ...lines(git('diff', '--name-only', '--diff-filter=d', base)),
  ...untracked,
])

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const tracked = [...lines(git('ls-files', 'src', 'tests', 'supabase/tests')), ...untracked].filter(
  (file) => fs.existsSync(path.join(root, file)),
)
const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) && !file.includes('.long.') && !file.startsWith('tests/platform/')

/** The end of each import of a module. */
const moduleName = (file: string) => `/${path.parse(file).name}'`
const sources = [...changed].filter((file) => /\.tsx?$/.test(file) && !isTest(file))

/** The nearer, the higher: the test itself, a test of the same name, one that imports it, one beside it. */
function nearness(test: string): number {
  if (changed.has(test)) return 4
  const text = read(test)
  return sources.reduce((best, source) => {
    const isBeside = path.dirname(source) === path.dirname(test)
    const isNamesake = path.parse(source).name === path.basename(test).split('.')[0]
    const isImported = text.includes(moduleName(source))
    return Math.max(best, isBeside && isNamesake ? 3 : isImported ? 2 : isBeside ? 1 : 0)
  }, 0)
}

const sql = lines(git('diff', '-U0', base, '--', 'supabase/schemas'))
const names = [...new Set(sql.flatMap((line) => line.match(/\b(public|private)\.[a-z_]+/g) ?? []))]
const mentions = (file: string) =>
  changed.has(file)
    ? Infinity
    : names.reduce((sum, name) => sum + read(file).split(name).length - 1, 0)

/** The best of them, best first, and how many others there are. */
function nearest(files: string[], score: (file: string) => number, count: number) {
  const found = files
    .map((file) => ({ file, score: score(file) }))
    .filter((it) => it.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ file }) => file)
  return { chosen: found.slice(0, count), left: found.slice(count) }
}

const tests = nearest(tracked.filter(isTest), nearness, most.tests)
const tapFiles = nearest(
  tracked.filter((file) => file.startsWith('supabase/tests/')),
  mentions,
  most.tapFiles,
)
const chosen = [...tests.chosen, ...tapFiles.chosen]
const left = [...tests.left, ...tapFiles.left]
console.log(chosen.length > 0 ? `Nearest: ${chosen.join(', ')}` : 'No test is near the change.')
if (left.length > 0) console.log(`Left to \`npm test\`: ${left.join(', ')}`)

const run = (...words: string[]) => {
  const { status } = spawnSync('npx', words, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
if (tests.chosen.length > 0) run('vitest', 'run', ...tests.chosen)
if (tapFiles.chosen.length > 0) run('tsx', 'tests/run-tap.ts', ...tapFiles.chosen)
