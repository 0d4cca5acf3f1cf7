import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { projectRoot } from '../embedded/config'
import type { Environment } from './config-values'

/** The Supabase CLI of this repository. */
export const cliProgram = path.join(projectRoot, 'node_modules/supabase/dist/supabase.js')

/** A program ended with another code than 0; the message is its error, or the end of its output. */
export class CommandFailed extends Error {
  readonly output: string
  constructor(code: number | null, lines: readonly string[]) {
    const errors = lines.filter((line) => /^error\b/i.test(line))
    const told = errors.length > 0 ? errors : lines.slice(-5)
    super(told.join('\n') || `It ended with ${code}.`)
    this.output = lines.join('\n')
  }
}

/**
 * Runs a Node program in the repository. Pass secrets in the environment: other users of the
 * computer see arguments.
 * @param options.log told each line as it is printed
 * @throws CommandFailed
 */
export async function run(
  program: string,
  args: readonly string[],
  options: { environment: Environment; cwd?: string; log: (line: string) => void },
): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd ?? projectRoot,
    env: options.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      if (!line.trim()) return
      lines.push(line)
      options.log(line)
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  if (code !== 0) throw new CommandFailed(code, lines)
}
