import { text } from 'node:stream/consumers'
import { overServer } from '../backup/database'
import type { Environment } from './config-values'
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
  const findings = findingsIn(await text(process.stdin))
  const [row] = await query<{ mails: number }>(
    environment,
    `select private.warn_admins($1, array(select jsonb_array_elements_text($2::text::jsonb))) as mails`,
    [check, JSON.stringify(findings)],
  )
  console.log(`${row!.mails} mails to admins are on their way.`)
  return 0
}

/** By the database's own address where it is known: an access token may be what has run out. */
async function query<Row>(
  environment: Environment,
  statement: string,
  parameters: string[],
): Promise<Row[]> {
  const { BACKUP_DATABASE_URL: address, BACKUP_DATABASE_CA: certificate } = environment
  if (address) {
    const database = overServer(address, certificate)
    try {
      return await database.transaction('write', (session) =>
        session.query<Row>(statement, parameters),
      )
    } finally {
      await database.close()
    }
  }
  const given = await complete(environment, ['project-ref', 'token'], undefined)
  return new Management(given.SUPABASE_PROJECT_ID!, given.SUPABASE_ACCESS_TOKEN!).query<Row>(
    statement,
    parameters,
  )
}

await runCommand(main)
