/*
 * Runs tests at moments that hurt: holidays, ends of months and years, both changes of the clock.
 *
 * `npm run test:days` runs the database, unit and screen tests at each, `-- --one` only the database
 * tests at one of them, another each day. Words after it choose moments by a part of their name.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The office is in America/Chicago, six hours behind UTC in winter and five in summer. */
const moments = {
  'the day before Thanksgiving': '2026-11-25T18:00:00Z',
  Thanksgiving: '2026-11-26T18:00:00Z',
  'the day after Thanksgiving': '2026-11-27T18:00:00Z',
  'the day before Christmas': '2026-12-24T18:00:00Z',
  Christmas: '2026-12-25T18:00:00Z',
  'the day after Christmas': '2026-12-26T18:00:00Z',
  'the last minutes of the year in UTC': '2026-12-31T23:58:00Z',
  'the first minutes of the year in UTC': '2027-01-01T00:02:00Z',
  'the last minutes of the office’s year': '2027-01-01T05:58:00Z',
  'the first minutes of the office’s year': '2027-01-01T06:02:00Z',
  'a Saturday': '2027-01-16T18:00:00Z',
  'a Sunday': '2027-01-17T18:00:00Z',
  'the end of February': '2027-02-28T18:00:00Z',
  'an hour before clocks go forward': '2027-03-14T07:00:00Z',
  'clocks go forward during the run': '2027-03-14T07:59:30Z',
  'an hour after clocks went forward': '2027-03-14T09:00:00Z',
  'the last evening of August': '2027-09-01T04:30:00Z',
  'a 31st in UTC, the 30th in the office': '2027-10-31T04:30:00Z',
  'an hour before clocks go back': '2027-11-07T06:00:00Z',
  'the hour that comes twice': '2027-11-07T07:30:00Z',
  'an hour after clocks went back': '2027-11-07T09:00:00Z',
  'the leap day': '2028-02-29T18:00:00Z',
  'five years ahead': '2031-06-01T12:00:00Z',
}
const zones = ['UTC', 'America/Chicago', 'Africa/Monrovia', 'Pacific/Kiritimati']
const day = 24 * 60 * 60_000

const root = fileURLToPath(new URL('../..', import.meta.url))
const clock = new URL('shift-clock.mjs', import.meta.url).href

const [flag, ...rest] = process.argv.slice(2)
const isOne = flag === '--one'
const wanted = (isOne ? rest : process.argv.slice(2)).map((word) => word.toLowerCase())
const all = Object.entries(moments)
const chosen = isOne
  ? [all[Math.floor(Date.now() / day) % all.length]!]
  : all.filter(([name]) => wanted.every((word) => name.toLowerCase().includes(word)))

let failed = 0
for (const [name, moment] of chosen) {
  const place = all.findIndex(([it]) => it === name)
  const zone = zones[place % zones.length]!
  console.log(`\n${name}: ${moment}, in ${zone}`)
  const projects = isOne ? ['pgtap'] : ['pgtap', 'app', 'screens']
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--reporter=dot', ...projects.map((project) => `--project=${project}`)],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        TZ: zone,
        TEST_MOMENT: moment,
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${clock}`,
      },
    },
  )
  if (status !== 0) failed += 1
  console.log(`${status === 0 ? 'ok' : 'not ok'}: ${name}`)
}
console.log(`\n${chosen.length - failed} passed, ${failed} failed`)
if (chosen.length === 0 || failed > 0) process.exitCode = 1
