import { configProblems, readConfig, readVariables } from './config-values'
import { cliProgram, CommandFailed, run } from './supabase-cli'

/** `supabase config push` with the arguments given here, unless a value of config.toml is missing. */
async function main(): Promise<number> {
  const environment = readVariables()
  const problems = configProblems(readConfig(), environment)
  if (problems.length > 0) {
    console.error(['Nothing was pushed.', ...problems].join('\n'))
    return 1
  }
  const args = ['config', 'push', ...process.argv.slice(2)]
  return run(cliProgram, args, { environment, log: console.log }).then(
    () => 0,
    (error: unknown) => {
      // The CLI has printed the reason.
      if (!(error instanceof CommandFailed)) throw error
      return 1
    },
  )
}

process.exitCode = await main()
