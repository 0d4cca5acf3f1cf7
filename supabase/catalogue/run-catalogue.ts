import fs from 'node:fs'
import path from 'node:path'
import { defaultSqlDirectory, projectRoot } from '../embedded/config'
import { openDatabase } from '../embedded/database'
import { readSqlFiles, type SqlFiles } from '../embedded/sql-files'
import { readCatalogue } from './catalogue'

const name = 'supabase/catalogue/catalogue.txt'
const file = path.join(projectRoot, name)

async function catalogueOf(files: SqlFiles): Promise<string> {
  const { pg, close } = await openDatabase({ files })
  try {
    return await readCatalogue(async (statement) => (await pg.query(statement)).rows as never[])
  } finally {
    await close()
  }
}

async function main(): Promise<number> {
  const { migrations } = readSqlFiles(defaultSqlDirectory)
  const catalogue = await catalogueOf({ migrations, seed: undefined })
  if (!process.argv.includes('--check')) {
    fs.writeFileSync(file, catalogue)
    console.log(`Wrote ${name}.`)
    return 0
  }
  const current = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  if (current === catalogue) return 0
  console.error(`${name} does not match the migrations. Run \`npm run db:catalogue\`.`)
  return 1
}

// Only now: closing the database sets an exit code of its own.
process.exitCode = await main()
