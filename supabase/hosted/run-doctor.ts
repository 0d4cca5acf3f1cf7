import { diagnose, embeddedTarget, projectTarget, tellSetUp } from './doctor'
import type { Target } from './checks/check'
import { Management } from './management'
import { ask, complete, readCommand, runCommand } from './settings'

/** The doctor for the named or linked project; without one, for the embedded backend. */
async function main(): Promise<number> {
  const { environment, switches } = readCommand(process.argv.slice(2))
  const { EMBEDDED_URL: running, SUPABASE_PROJECT_ID: project } = environment
  if (switches.has('embedded') || running || !project) {
    console.log(running ?? 'The embedded backend, in memory')
    const { target, close } = await embeddedTarget(running)
    try {
      return await examined(target)
    } finally {
      await close()
    }
  }
  const given = await complete(environment, ['project-ref', 'site-url', 'token'], ask)
  const management = new Management(project, given.SUPABASE_ACCESS_TOKEN!)
  console.log(`Project ${project}`)
  const target = await projectTarget(management, given)
  return examined(target)
}

async function examined(target: Target): Promise<number> {
  const failed = await diagnose(target, console.log)
  await tellSetUp(target, console.log)
  return failed > 0 ? 1 : 0
}

await runCommand(main)
