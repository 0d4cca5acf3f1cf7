/*
 * `npm run db:update` writes what follows from `supabase/schemas`: the base migration until the first
 * release, the catalogue, the diagrams, the types and the promised days. With `--check` it says which of
 * them no longer fit, and what the migrations lack.
 */
import fs from 'node:fs'
import path from 'node:path'
import { defaultSqlDirectory, projectRoot } from '../embedded/config'
import { openDatabase } from '../embedded/database'
import { readSqlFiles, type Migration } from '../embedded/sql-files'
import { lacking, queryOf, readCatalogue, uncommented, unwritten } from './catalogue'
import { baseName, baseOf, catalogueOf, inOneSession, readSchemas } from './schemas'
import { describeTables } from './tables'
import { typesOf } from './types'

const isCheck = process.argv.includes('--check')
const advice = 'Run `npm run db:update`.'

/** Until the first release, and while it is the only migration. */
function isBaseOpen(migrations: Migration[]): boolean {
  const manifest = fs.readFileSync(path.join(projectRoot, 'package.json'), 'utf8')
  const { version } = JSON.parse(manifest) as { version: string }
  return version.startsWith('0.') && migrations.every(({ name }) => name === baseName)
}

/** How the migrations differ from the schemas. */
async function differences(catalogue: string, migrations: Migration[]): Promise<string[]> {
  const made = await catalogueOf(migrations)
  const missing = lacking(catalogue, made).map((line) => `  missing: ${line}`)
  const left = lacking(made, catalogue).map((line) => `  not in the schemas: ${line}`)
  if (missing.length + left.length === 0) return []
  return [
    'The migrations do not make what supabase/schemas says. `npm run db:migration -- <name>` drafts what is missing.',
    ...missing,
    ...left,
  ]
}

/** All files that one database gives, by name. */
async function made(migrations: Migration[], schemas: Migration[]) {
  const { pg, close } = await openDatabase({ files: { migrations, seed: undefined } })
  try {
    const catalogue = await readCatalogue(queryOf(pg))
    return {
      'supabase/catalogue/catalogue.txt': catalogue,
      'docs/tables.md': describeTables(catalogue, schemas),
      ...(await typesOf(pg)),
    }
  } finally {
    await close()
  }
}

async function main(): Promise<number> {
  const schemas = readSchemas()
  const base = baseOf(schemas)
  const file = path.join(defaultSqlDirectory, baseName)
  const read = () => readSqlFiles(defaultSqlDirectory).migrations
  const isOpen = isBaseOpen(read())
  if (isOpen && !isCheck) fs.writeFileSync(file, base)
  const migrations = read()
  const isBase = migrations.length === 1 && migrations[0]!.text === base
  // Tests begin with the database that the base makes.
  const files = await made(isBase ? migrations : schemas.map(inOneSession), schemas)
  const stale = Object.entries(files).filter(([name, text]) => {
    const old = path.join(projectRoot, name)
    return !fs.existsSync(old) || fs.readFileSync(old, 'utf8') !== text
  })
  if (!isCheck) {
    for (const [name, text] of stale) fs.writeFileSync(path.join(projectRoot, name), text)
    const written = [...(isOpen ? [`supabase/${baseName}`] : []), ...stale.map(([name]) => name)]
    console.log(`Wrote ${written.join(', ') || 'nothing: all files fit'}.`)
    return 0
  }
  const catalogue = files['supabase/catalogue/catalogue.txt']
  const problems = [
    ...(isOpen && !isBase ? [`The base migration has another text. ${advice}`] : []),
    ...stale.map(([name]) => `${name} does not match supabase/schemas. ${advice}`),
    ...unwritten(catalogue, schemas.map(({ text }) => text).join('\n')).map(
      (it) => `No statement of supabase/schemas creates the ${it} by its name.`,
    ),
    ...uncommented(catalogue, schemas).map(
      (it) =>
        `The function ${it} has no comment. Add \`comment on function\` after it: what it gives, to whom, and what it refuses.`,
    ),
    ...(isOpen ? [] : await differences(catalogue, migrations)),
  ]
  for (const problem of problems) console.error(problem)
  return problems.length > 0 ? 1 : 0
}

// Only now: closing the database sets an exit code of its own.
process.exitCode = await main()
