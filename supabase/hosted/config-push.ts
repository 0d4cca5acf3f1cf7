import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { CommandFailed } from './supabase-cli'

/** A config.toml without the texts of sign-in mails; settings that it lacks stay as they are. */
export const withoutMailTexts = (config: string): string =>
  config.replace(/^\[auth\.email\.template\.\w+\]\n(?:(?!\[).*\n)*/gm, '')

/** The part that stays with the platform, for people. */
export const leftOut =
  "Left out: the texts of sign-in mails. Set up a mail server for sign-in, then push again; until then the platform's own texts go out, two mails an hour, only to members of the organization."

interface Push {
  /** The CLI, with the arguments of a command. */
  cli: (args: readonly string[]) => Promise<void>
  /** The linked folder, which has `supabase/config.toml`. */
  folder: string
  /** Arguments of `config push` */
  args: readonly string[]
  /** Undefined where only the platform's answer shows it. */
  hasMailServer: boolean | undefined
  log: (line: string) => void
}

/**
 * `supabase config push`. A new Free project without its own mail server takes no texts of sign-in
 * mails, and refuses all other settings of the same request: they are pushed without them.
 *
 * @throws CommandFailed
 */
export async function pushConfig({ cli, folder, args, hasMailServer, log }: Push): Promise<void> {
  const command = ['config', 'push', ...args]
  if (hasMailServer !== false) {
    try {
      return await cli(command)
    } catch (error) {
      const isRule =
        error instanceof CommandFailed && /email template modification/i.test(error.output)
      if (!isRule || hasMailServer) throw error
    }
  }
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'config-push-'))
  try {
    const own = path.join(folder, 'supabase')
    fs.mkdirSync(path.join(copy, 'supabase'))
    const config = fs.readFileSync(path.join(own, 'config.toml'), 'utf8')
    fs.writeFileSync(path.join(copy, 'supabase/config.toml'), withoutMailTexts(config))
    // The project that the folder is linked to.
    const linked = path.join(own, '.temp/project-ref')
    if (fs.existsSync(linked)) {
      fs.mkdirSync(path.join(copy, 'supabase/.temp'))
      fs.copyFileSync(linked, path.join(copy, 'supabase/.temp/project-ref'))
    }
    await cli([...command, '--workdir', copy])
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
  }
  log(leftOut)
}
