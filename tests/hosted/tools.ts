import type { Environment } from '../../supabase/hosted/config-values'
import type { Tools } from '../../supabase/hosted/go-live'
import { Management } from '../../supabase/hosted/management'
import { cliProgram, run } from '../../supabase/hosted/supabase-cli'
import { accessToken, project, type Imitation } from './imitation'

/** Going live on an imitation by the real CLI, with what it ran and built. */
export function toolsOn(
  { url, databaseUrl, environment, folder, whileNobodyAsks }: Imitation,
  settings: Environment,
  log: (line: string) => void,
) {
  const commands: string[] = []
  const built: Environment[] = []
  const tools: Tools = {
    management: new Management(project, accessToken, url),
    projectUrl: url,
    cli: (args) => {
      commands.push(args.join(' '))
      const own = args.map((arg) => (arg === '--remote' ? `--remote=${databaseUrl}` : arg))
      const work = () =>
        run(cliProgram, own, { environment: { ...environment, ...settings }, cwd: folder, log })
      return args[0] === 'db' ? whileNobodyAsks(work) : work()
    },
    folder,
    build: (buildEnvironment) => {
      built.push(buildEnvironment)
      return Promise.resolve()
    },
    log,
    patience: 5_000,
  }
  return { tools, commands, built }
}

/** Lets requests for the site's address reach the imitation's. */
export function siteAt(site: string, url: string): typeof fetch {
  const { fetch } = globalThis
  return (input, init) =>
    fetch(typeof input === 'string' ? input.replace(site, `${url}/site`) : input, init)
}
