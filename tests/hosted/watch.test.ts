import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../supabase/embedded/config'
import { watchNeeds, type Repository, type WatchJob } from '../../supabase/hosted/watch'

const workflow = fs.readFileSync(path.join(projectRoot, '.github/workflows/watch.yml'), 'utf8')
const guide = fs.readFileSync(path.join(projectRoot, 'docs/deployment.md'), 'utf8')

const now = new Date('2026-11-29T07:17:00Z')
const repository: Repository = {
  isPrivate: true,
  newestCommit: new Date('2026-08-01T12:00:00Z'),
  isOnGithub: true,
}
const everything = Object.fromEntries(
  [
    ...['SUPABASE_PROJECT_ID', 'VITE_SITE_URL', 'SUPABASE_ACCESS_TOKEN', 'BACKUP_DATABASE_URL'],
    ...['BACKUP_DATABASE_CA', 'BACKUP_STORAGE_KEY', 'BACKUP_PASSPHRASE'],
  ].map((name) => [name, 'set']),
)
const jobs: WatchJob[] = ['doctor', 'backup']

it.each(jobs)('lets %s run in a private repository, however quiet', (job) => {
  const lines = watchNeeds(job, everything, repository, now)
  expect(lines.filter((line) => !line.startsWith('✓'))).toEqual([])
})

it.each(jobs)('names what %s lacks: the workflow and the guide have it', (job) => {
  const [line] = watchNeeds(job, { BACKUP_PASSPHRASE: ' ' }, repository, now)
  const names = /missing: (.*?);/.exec(line!)![1]!.split(', ')
  expect(names.length).toBeGreaterThan(3)
  const night = guide.slice(guide.indexOf('## Every night'))
  for (const name of names) {
    expect(workflow).toMatch(new RegExp(`\\$\\{\\{ (vars|secrets)\\.${name} \\}\\}`))
    expect(night).toContain(`\`${name}\``)
  }
})

it('gives the site key of the captcha to the doctor, and an owner’s token to no other job', () => {
  expect(workflow).toContain('VITE_TURNSTILE_SITE_KEY: ${{ vars.VITE_TURNSTILE_SITE_KEY }}')
  const [shared, doctor, backup] = workflow.split(/^ {2}(?:doctor|backup):$/m)
  const token = 'secrets.SUPABASE_ACCESS_TOKEN'
  expect([shared, doctor, backup].map((part) => part!.includes(token))).toEqual([
    false,
    true,
    false,
  ])
})

it.each([
  ['2026-11-28', /^✓ The schedule goes on \(GitHub ends it on 2027-01-27/],
  ['2026-10-15', /^✓ .*2026-12-14/],
  ['2026-10-14', /^✗ .*2026-12-13.*push one, or enable Watch again/],
  ['2026-08-01', /^✗ .*2026-09-30/],
])('says when a public repository’s schedule ends after a commit of %s', (day, line) => {
  const newestCommit = new Date(`${day}T12:00:00Z`)
  const lines = watchNeeds(
    'doctor',
    everything,
    { ...repository, isPrivate: false, newestCommit },
    now,
  )
  expect(lines[1]).toMatch(/^✗ The repository is private/)
  expect(lines[2]).toMatch(line)
})

it('does not take a repository for private that the forge does not show', () => {
  const lines = watchNeeds('backup', everything, { ...repository, isPrivate: undefined }, now)
  expect(lines[1]).toMatch(/^\? The repository is private/)
  const elsewhere = { ...repository, isPrivate: undefined, isOnGithub: false }
  expect(watchNeeds('backup', everything, elsewhere, now)[2]).toBe('✓ The schedule goes on')
})
