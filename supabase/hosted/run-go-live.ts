import { createTools, goLive, plan } from './go-live'
import type { Management } from './management'
import { ask, complete, readCommand, runCommand } from './settings'

async function main(): Promise<number> {
  const { environment, switches } = readCommand(process.argv.slice(2))
  if (switches.has('dry-run')) {
    console.log(
      plan(await complete(environment, ['project-ref', 'site-url', 'mail-from'], ask)).join('\n'),
    )
    return 0
  }
  const known = await complete(environment, ['project-ref', 'site-url', 'mail-from', 'token'], ask)
  const { management } = createTools(known, console.log)
  await management.running()
  const needsKey = !known.RESEND_API_KEY && !known.SMTP_URL && !(await sendsMails(management))
  const settings = needsKey ? await complete(known, ['mail-key'], ask) : known
  console.log(plan(settings).join('\n'))
  if (!switches.has('yes')) {
    if (!ask) throw new Error('There is no terminal to ask: --yes goes on.')
    if (!/^y(es)?$/i.test(await ask('\nGo on? (y/N) ', false))) return 1
  }
  return (await goLive(settings, createTools(settings, console.log))) ? 0 : 1
}

/** Whether an earlier run set up sending, for the functions and for sign-in. */
async function sendsMails(management: Management): Promise<boolean> {
  const secrets = await management.secrets()
  const signIn = await management.call<{ smtp_host?: string | null }>('GET', '/config/auth')
  return (secrets.has('RESEND_API_KEY') || secrets.has('SMTP_URL')) && Boolean(signIn.smtp_host)
}

await runCommand(main)
