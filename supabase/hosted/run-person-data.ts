import fs from 'node:fs'
import { readEnvironment } from '../embedded/config'
import { openDatabase } from '../embedded/database'
import { localBucket } from '../embedded/local-bucket'
import { Bucket } from '../functions/_shared/bucket.ts'
import { Management } from './management'
import { erasePerson, exportFiles, exportPerson, listRecords, type Query } from './person-data'
import { ask, complete, readCommand, runCommand } from './settings'

const usage = `npm run person-data -- list <who>
npm run person-data -- export <who> <identity> [records] [archive.zip]
npm run person-data -- erase <who> <identity> [records] [asked | parent_asked | consent_withdrawn | no_longer_needed | unlawful] [--yes]
  who       the id of a person (from ?person= in the address of their panel) or of a child's record;
            or an address, which takes only the records that carry it
  identity  how you checked who asks: replied=<email>, called_back=<phone> or in_person
  records   +<id> or -<id> adds or leaves out a record, by the beginning of the id that \`list\` shows; +all
Of the project that is named or linked; with --embedded, of the local database.`

async function connect(flags: readonly string[]): Promise<{
  query: Query
  files: () => Promise<Bucket>
  isSure: boolean
  close: () => Promise<void>
}> {
  const { environment, switches } = readCommand(flags)
  const project = environment.SUPABASE_PROJECT_ID
  const isSure = switches.has('yes')
  if (switches.has('embedded') || !project) {
    const { dataDirectory } = readEnvironment()
    const { pg, close } = await openDatabase({ dataDirectory })
    const query: Query = async <Row>(sql: string, parameters: unknown[]) =>
      (await pg.query<Row>(sql, parameters)).rows
    return { query, files: () => localBucket(pg, dataDirectory), isSure, close }
  }
  const given = await complete(environment, ['project-ref', 'token'], ask)
  const management = new Management(project, given.SUPABASE_ACCESS_TOKEN!)
  const files = async () =>
    new Bucket({
      SUPABASE_URL: `https://${project}.supabase.co`,
      SUPABASE_SERVICE_ROLE_KEY: await management.secretKey(),
    })
  return {
    query: (sql, values) => management.query(sql, values),
    files,
    isSure,
    close: async () => {},
  }
}

async function main(): Promise<number> {
  const args = process.argv.slice(2)
  const words = args.filter((arg) => !arg.startsWith('--'))
  const choices = words.filter((word) => /^[+-]/.test(word))
  const [task, subject, identity = '', last] = words.filter((word) => !choices.includes(word))
  if (!subject || !(task === 'list' || ((task === 'export' || task === 'erase') && identity))) {
    console.error(usage)
    return 1
  }
  const asked = { subject, identity, choices }
  const { query, files, isSure, close } = await connect(args.filter((arg) => arg.startsWith('--')))
  const confirm = async (lines: string[]) => {
    console.error(lines.join('\n'))
    if (isSure) return true
    if (!ask) throw new Error('Without a terminal, --yes confirms.')
    const typed = await ask(`Type ${subject} to erase it: `, false)
    return typed.trim().toLowerCase() === subject.trim().toLowerCase()
  }
  try {
    if (task === 'list') {
      console.log((await listRecords(query, asked)).join('\n'))
      return 0
    }
    if (task === 'export') {
      const data = await exportPerson(query, asked)
      console.log(JSON.stringify(data, null, 2))
      if (!last) return 0
      const { archive, missing } = await exportFiles(query, await files(), data)
      fs.writeFileSync(last, new Uint8Array(await archive.arrayBuffer()), {
        flag: 'wx',
        mode: 0o600,
      })
      for (const line of missing) console.error(`Not in ${last}: ${line}`)
      return missing.length > 0 ? 1 : 0
    }
    const result = await erasePerson(query, asked, last ?? 'asked', confirm)
    console.log(result === undefined ? 'Nothing was erased.' : JSON.stringify(result, null, 2))
    return result === undefined ? 1 : 0
  } finally {
    await close()
  }
}

await runCommand(main)
