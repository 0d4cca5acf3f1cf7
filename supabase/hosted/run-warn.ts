import { text } from 'node:stream/consumers'
import { Management } from './management'
import { complete, readCommand, runCommand } from './settings'
import { findingsIn } from './warn'

const usage = `npm run warn -- doctor < output
npm run warn -- backup < output
Writes to the admins of the project what a failed check printed.`

async function main(): Promise<number> {
  const args = process.argv.slice(2)
  const check = args.find((arg) => !arg.startsWith('--'))
  if (check !== 'doctor' && check !== 'backup') {
    console.error(usage)
    return 1
  }
  const { environment } = readCommand(args.filter((arg) => arg.startsWith('--')))
  const given = await complete(environment, ['project-ref', 'token'], undefined)
  const management = new Management(given.SUPABASE_PROJECT_ID!, given.SUPABASE_ACCESS_TOKEN!)
  const findings = findingsIn(await text(process.stdin))
  const [row] = await management.query<{ mails: number }>(
    'select private.warn_admins($1, $2) as mails',
    [check, findings],
  )
  console.log(`${row!.mails} mails to admins are on their way.`)
  return 0
}

await runCommand(main)
