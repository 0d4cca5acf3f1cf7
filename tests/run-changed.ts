/*
 * `npm run test:changed` runs the tests nearest to the uncommitted changes, or to the last commit:
 * changed tests, those beside a changed file, those that import it, and the pgTAP files that name a
 * changed table or function. `npm test` runs them all.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** The end of a module's import. */
const moduleName = (file: string) => `/${path.parse(file).name}'`
const sources = [...changed].filter((file) => /\.tsx?$/.test(file) && !isTest(file))
const tests = tracked.filter(
  (file) =>
    isTest(file) &&
    (changed.has(file) ||
      sources.some(
        (source) =>
          path.dirname(source) === path.dirname(file) || read(file).includes(moduleName(source)),
      )),
)

const sql = lines(git('diff', '-U0', base, '--', 'supabase/schemas', 'supabase/migrations'))
const names = new Set(sql.flatMap((line) => line.match(/\b(public|private)\.[a-z_]+/g) ?? []))
const tapFiles = tracked.filter(
  (file) =>
    file.startsWith('supabase/tests/') &&
    (changed.has(file) || [...names].some((name) => read(file).includes(name))),
)

const run = (...words: string[]) => {
  const { status } = spawnSync('npx', words, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
if (tests.length > 0) run('vitest', 'run', ...tests)
if (tapFiles.length > 0) run('tsx', 'tests/run-tap.ts', ...tapFiles)
if (tests.length + tapFiles.length === 0) console.log('No test is near to what changed.')
