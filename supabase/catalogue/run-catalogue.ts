import fs from 'node:fs'
import path from 'node:path'
import { defaultSqlDirectory, projectRoot } from '../embedded/config'
import { readSqlFiles, type Migration } from '../embedded/sql-files'
import { lacking, uncommented, unwritten } from './catalogue'
import { baseOf, catalogueOf, readSchemas } from './schemas'
import { describeTables } from './tables'

/** How the migrations differ from the schemas. */
async function problemsOf(catalogue: string, schemas: Migration[]): Promise<string[]> {
  const { migrations } = readSqlFiles(defaultSqlDirectory)
  if (migrations.length === 1 && migrations[0]!.text === baseOf(schemas)) return []
  const made = await catalogueOf(migrations)
  const missing = lacking(catalogue, made).map((line) => `  missing: ${line}`)
  const left = lacking(made, catalogue).map((line) => `  not in the schemas: ${line}`)
  const advice =
    migrations.length === 1
      ? 'Run `npm run db:base` or, once it is released, `npm run db:migration -- <name>`.'
      : 'Complete the migrations: `npm run db:migration -- <name>` begins one.'
  if (missing.length + left.length === 0) {
    return migrations.length === 1 ? [`The base migration has another text. ${advice}`] : []
  }
  return [`The migrations do not make what supabase/schemas says. ${advice}`, ...missing, ...left]
}

/** Writes what follows from the schemas, or with `--check` tells whether it and the migrations fit. */
async function main(): Promise<number> {
  const schemas = readSchemas()
  const catalogue = await catalogueOf(schemas)
  const files = {
    'supabase/catalogue/catalogue.txt': catalogue,
    'docs/tables.md': describeTables(catalogue, schemas),
  }
  if (!process.argv.includes('--check')) {
    for (const [name, text] of Object.entries(files)) {
      fs.writeFileSync(path.join(projectRoot, name), text)
      console.log(`Wrote ${name}.`)
    }
    return 0
  }
  const problems = [
    ...Object.entries(files)
      .filter(([name, text]) => fs.readFileSync(path.join(projectRoot, name), 'utf8') !== text)
      .map(([name]) => `${name} does not match supabase/schemas. Run \`npm run db:catalogue\`.`),
    ...unwritten(catalogue, schemas.map(({ text }) => text).join('\n')).map(
      (it) => `No statement of supabase/schemas creates the ${it} by its name.`,
    ),
    ...uncommented(catalogue, schemas).map(
      (it) =>
        `The function ${it} has no comment. Add \`comment on function\` after it: what it gives, to whom, and what it refuses.`,
    ),
    ...(await problemsOf(catalogue, schemas)),
  ]
  for (const problem of problems) console.error(problem)
  return problems.length > 0 ? 1 : 0
}

// Only now: closing the database sets an exit code of its own.
process.exitCode = await main()
