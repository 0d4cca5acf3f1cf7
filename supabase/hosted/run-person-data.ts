import { readEnvironment } from '../embedded/config'
import { openDatabase } from '../embedded/database'
import { Management } from './management'
import { erasePerson, exportPerson, type Query } from './person-data'
import { ask, complete, readCommand, runCommand } from './settings'

const usage = `npm run person-data -- export <address>
npm run person-data -- erase <address> [asked | parent_asked | consent_withdrawn | no_longer_needed | unlawful] [--yes]
Of the project that is named or linked; with --embedded, of the local database.`

async function connect(
  flags: readonly string[],
): Promise<{ query: Query; isSure: boolean; close: () => Promise<void> }> {
  const { environment, switches } = readCommand(flags)
  const project = environment.SUPABASE_PROJECT_ID
  const isSure = switches.has('yes')
  if (switches.has('embedded') || !project) {
    const { pg, close } = await openDatabase({ dataDirectory: readEnvironment().dataDirectory })
    const query: Query = async <Row>(sql: string, parameters: unknown[]) =>
      (await pg.query<Row>(sql, parameters)).rows
    return { query, isSure, close }
  }
  const given = await complete(environment, ['project-ref', 'token'], ask)
  const management = new Management(project, given.SUPABASE_ACCESS_TOKEN!)
  return { query: (sql, values) => management.query(sql, values), isSure, close: async () => {} }
}

async function main(): Promise<number> {
  const args = process.argv.slice(2)
  const [task, subject, reason = 'asked'] = args.filter((arg) => !arg.startsWith('--'))
  if ((task !== 'export' && task !== 'erase') || !subject) {
    console.error(usage)
    return 1
  }
  const { query, isSure, close } = await connect(args.filter((arg) => arg.startsWith('--')))
  const confirm = async (lines: string[]) => {
    console.error(lines.join('\n'))
    if (isSure) return true
    if (!ask) throw new Error('Without a terminal, --yes confirms.')
    const typed = await ask(`Type ${subject} to erase it: `, false)
    return typed.trim().toLowerCase() === subject.trim().toLowerCase()
  }
  try {
    const result =
      task === 'export'
        ? await exportPerson(query, subject)
        : await erasePerson(query, subject, reason, confirm)
    console.log(result === undefined ? 'Nothing was erased.' : JSON.stringify(result, null, 2))
    return result === undefined ? 1 : 0
  } finally {
    await close()
  }
}

await runCommand(main)
