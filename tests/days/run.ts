/*
 * `npm run test:days` runs the database, unit and screen tests at moments that hurt: holidays, ends of
 * months and years, both changes of the clock. Arguments choose moments by part of their name.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { clockAt, moments } from './moments'

const root = fileURLToPath(new URL('../..', import.meta.url))
const wanted = process.argv.slice(2).map((word) => word.toLowerCase())
const chosen = (Object.keys(moments) as (keyof typeof moments)[]).filter((name) =>
  wanted.every((word) => name.toLowerCase().includes(word)),
)

let failed = 0
for (const name of chosen) {
  console.log(`\n${name}: ${moments[name]}`)
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--reporter=dot', '--project=pgtap', '--project=app', '--project=screens'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        TEST_MOMENT: name,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${clockAt(name)}`,
      },
    },
  )
  if (status !== 0) failed += 1
  console.log(`${status === 0 ? 'ok' : 'not ok'}: ${name}`)
}
console.log(`\n${chosen.length - failed} passed, ${failed} failed`)
if (chosen.length === 0 || failed > 0) process.exitCode = 1
