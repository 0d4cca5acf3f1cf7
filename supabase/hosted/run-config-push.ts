import { pushConfig } from './config-push'
import { configProblems, readConfig, readVariables } from './config-values'
import { projectRoot } from '../embedded/config'
import { ruleBehind } from './refusals'
import { cliProgram, CommandFailed, run } from './supabase-cli'

/** `supabase config push` with the arguments given here, unless a value of config.toml is missing. */
async function main(): Promise<number> {
  const environment = readVariables()
  const problems = configProblems(readConfig(), environment)
  if (problems.length > 0) {
    console.error(['Nothing was pushed.', ...problems].join('\n'))
    return 1
  }
  return pushConfig({
    cli: (args) => run(cliProgram, args, { environment, log: console.log }),
    folder: environment.SUPABASE_WORKDIR ?? projectRoot,
    args: process.argv.slice(2),
    hasMailServer: undefined,
    log: console.log,
  }).then(
    () => 0,
    (error: unknown) => {
      // The CLI has printed the reason.
      if (!(error instanceof CommandFailed)) throw error
      const rule = ruleBehind(error.output)
      if (rule) console.error(rule)
      return 1
    },
  )
}

process.exitCode = await main()
