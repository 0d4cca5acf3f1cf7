import fs from 'node:fs'
import path from 'node:path'
import readline from 'node:readline'
import { Writable } from 'node:stream'
import { projectRoot } from '../embedded/config'
import { withoutAddresses } from './without-addresses'
import { addressProblem, readVariables, type Environment } from './config-values'

interface Setting {
  name: string
  question: string
  /** Never set by a flag, because other users of the computer see those. */
  isSecret?: boolean
  /** Nothing is a value, too. */
  isOptional?: boolean
  problem: (value: string) => string | undefined
}

const matches = (pattern: RegExp, problem: string) => (value: string) =>
  pattern.test(value) ? undefined : problem

/** The settings by flag name; each has an environment variable. */
const settings = {
  'project-ref': {
    name: 'SUPABASE_PROJECT_ID',
    question: 'Project reference (the twenty letters in the address of its dashboard)',
    problem: matches(/^[a-z]{20}$/, 'is not twenty lowercase letters'),
  },
  'site-url': {
    name: 'VITE_SITE_URL',
    question: 'Address of the site (https://www.your-organization.org)',
    problem: addressProblem,
  },
  'mail-from': {
    name: 'MAIL_FROM',
    question: 'Address that mails are from',
    problem: matches(/^[^\s@"']+@[^\s@"']+\.[^\s@"']+$/, 'is no email address'),
  },
  'mail-key': {
    name: 'RESEND_API_KEY',
    question: 'Key of the mail API (re_…; empty: no mail for now)',
    isSecret: true,
    isOptional: true,
    problem: matches(/^\S+$/, 'has blanks in it'),
  },
  token: {
    name: 'SUPABASE_ACCESS_TOKEN',
    question: 'Supabase access token (sbp_…, https://supabase.com/dashboard/account/tokens)',
    isSecret: true,
    problem: matches(/^sbp_\S+$/, 'does not begin with sbp_'),
  },
  running: {
    name: 'EMBEDDED_URL',
    question: 'Address of a running `npm run dev` or `npm run preview`',
    problem: matches(/^http:\/\/[^/]+$/, 'is not like http://localhost:5173'),
  },
} satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

/**
 * The environment with the values of flags, for example `--site-url=https://…`.
 *
 * @throws at an unknown flag; secrets have none
 */
export function applyFlags(
  environment: Environment,
  args: readonly string[],
): { environment: Environment; switches: Set<string> } {
  const switches = new Set<string>()
  const result = { ...environment }
  for (const arg of args) {
    const [, flag = '', value] = /^--([\w-]+)(?:=(.*))?$/.exec(arg) ?? []
    const setting: Setting | undefined = Object.hasOwn(settings, flag)
      ? settings[flag as SettingName]
      : undefined
    if (setting && !setting.isSecret && value !== undefined) result[setting.name] = value
    else if (['dry-run', 'yes', 'embedded'].includes(flag) && value === undefined)
      switches.add(flag)
    else if (setting?.isSecret) throw new Error(`${setting.name} is set only in the environment.`)
    else throw new Error(`${arg} is not known. Flags are written --site-url=https://…`)
  }
  return { environment: result, switches }
}

/** The project that `supabase link` linked to this folder. */
function linkedProject(): string | undefined {
  const file = path.join(projectRoot, 'supabase/.temp/project-ref')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined
}

/**
 * Asks for each setting that the environment lacks; an optional one may stay empty.
 * @param ask undefined without a terminal
 * @throws naming missing or wrong ones
 */
export async function complete(
  environment: Environment,
  needed: readonly SettingName[],
  ask: ((question: string, isSecret: boolean) => Promise<string>) | undefined,
): Promise<Environment> {
  const result = { ...environment }
  const problems: string[] = []
  for (const flag of needed) {
    const { name, question, isSecret = false, isOptional, problem }: Setting = settings[flag]
    const given = result[name]?.trim() || (await ask?.(`${question}: `, isSecret))?.trim()
    const wrong = given ? problem(given) : !isOptional && 'is not set'
    if (wrong) problems.push(`${name} ${wrong}${isSecret ? '' : ` (or --${flag}=…)`}`)
    result[name] = given || undefined
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return result
}

/** Asks in the terminal, without echo for a secret. */
async function askInTerminal(question: string, isSecret: boolean): Promise<string> {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = readline.createInterface({
    input: process.stdin,
    output: isSecret ? silent : process.stdout,
    terminal: true,
  })
  const answer = await new Promise<string>((resolve, reject) => {
    terminal.once('line', resolve).once('SIGINT', () => reject(new Error('Stopped.')))
  })
  terminal.close()
  if (isSecret) process.stdout.write('\n')
  return answer
}

/** Undefined without a terminal. */
export const ask = process.stdin.isTTY ? askInTerminal : undefined

/** The variables and flags of a command for the named or linked project. */
export function readCommand(args: readonly string[]): ReturnType<typeof applyFlags> {
  const command = applyFlags(readVariables(), args)
  command.environment.SUPABASE_PROJECT_ID ||= linkedProject()
  return command
}

/** Ends the process with the code of `main`, or with the message of its error and 1. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  // Set last, because closing the database sets its own exit code.
  process.exitCode = await main().catch((error: unknown) => {
    console.error(withoutAddresses((error as Error).message))
    return 1
  })
}
