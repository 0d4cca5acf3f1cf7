import { execFileSync } from 'node:child_process'
import { readVariables, type Environment } from './config-values'
import { reach, Unseen } from './refusals'
import { runCommand } from './settings'
import { watchNeeds, type WatchJob } from './watch'

const usage = `npm run watch-needs -- doctor
npm run watch-needs -- backup
Checks that the workflow Watch has what this job of it needs, and how long it will run.`

async function main(): Promise<number> {
  const [job, ...others] = process.argv.slice(2)
  if (!isJob(job) || others.length > 0) {
    console.error(usage)
    return 1
  }
  const environment = readVariables()
  const repository = {
    isPrivate: await isPrivate(environment),
    newestCommit: new Date(
      execFileSync('git', ['log', '-1', '--format=%cI'], { encoding: 'utf8' }),
    ),
    isOnGithub: environment.GITHUB_SERVER_URL === 'https://github.com',
  }
  const lines = watchNeeds(job, environment, repository, new Date())
  console.log(lines.join('\n'))
  return lines.every((line) => line.startsWith('✓')) ? 0 : 1
}

const isJob = (text: string | undefined): text is WatchJob => text === 'doctor' || text === 'backup'

/** Asked, because the event of a schedule does not always say. */
async function isPrivate(environment: Environment): Promise<boolean | undefined> {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN } = environment
  if (!GITHUB_API_URL || !GITHUB_REPOSITORY || !GITHUB_TOKEN) return undefined
  const response = await reach(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}`, {
    headers: { authorization: `Bearer ${GITHUB_TOKEN}` },
  }).catch((error: unknown) => {
    if (error instanceof Unseen) return undefined
    throw error
  })
  if (!response?.ok) return undefined
  const { private: isHidden } = (await response.json()) as { private?: boolean }
  return isHidden
}

await runCommand(main)
