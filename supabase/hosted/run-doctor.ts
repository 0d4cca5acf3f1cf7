import { readVariables } from './config-values'
import { diagnose, embeddedTarget, projectTarget } from './doctor'
import { Management } from './management'
import { applyFlags, askInTerminal, complete, linkedProject } from './settings'

/** The doctor of the project that is named or linked; without one, of the embedded backend. */
async function main(): Promise<number> {
  const { environment, switches } = applyFlags(readVariables(), process.argv.slice(2))
  environment.SUPABASE_PROJECT_ID ||= linkedProject()
  const { EMBEDDED_URL: running, SUPABASE_PROJECT_ID: project } = environment
  if (switches.has('embedded') || running || !project) {
    console.log(running ?? 'The embedded backend, in memory')
    const { target, close } = await embeddedTarget(running)
    try {
      return (await diagnose(target, console.log)) > 0 ? 1 : 0
    } finally {
      await close()
    }
  }
  const ask = process.stdin.isTTY ? askInTerminal : undefined
  const given = await complete(environment, ['project-ref', 'site-url', 'token'], ask)
  const management = new Management(project, given.SUPABASE_ACCESS_TOKEN!)
  console.log(`Project ${project}`)
  const target = await projectTarget(management, given)
  return (await diagnose(target, console.log)) > 0 ? 1 : 0
}

// Only now: closing the database sets an exit code of its own.
process.exitCode = await main().catch((error: unknown) => {
  console.error((error as Error).message)
  return 1
})
