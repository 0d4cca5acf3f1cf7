import fs from 'node:fs'
import path from 'node:path'
import { defaultSqlDirectory } from '../embedded/config.js'
import { readSqlFiles } from '../embedded/sql-files.js'
import { draftMigration } from './draft.js'
import { catalogueOf, readSchemas } from './schemas.js'

/** Writes the first draft of the next migration. */
async function main(): Promise<number> {
  const [name] = process.argv.slice(2)
  if (!name || !/^[a-z0-9_]+$/.test(name)) {
    console.error('Usage: npm run db:migration -- <name in small letters, with _>')
    return 1
  }
  const { migrations } = readSqlFiles(defaultSqlDirectory)
  const schemas = readSchemas()
  const made = await catalogueOf(migrations)
  const wanted = await catalogueOf(schemas)
  const draft = await draftMigration(made, wanted, schemas, migrations)
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
  const file = `migrations/${now}_${name}.sql`
  fs.writeFileSync(path.join(defaultSqlDirectory, file), draft)
  console.log(
    `Wrote supabase/${file}. Complete it: \`npm run db:update -- --check\` names what is missing.`,
  )
  return 0
}

// Set last, because closing the database sets its own exit code.
process.exitCode = await main()
