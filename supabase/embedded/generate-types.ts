import fs from 'node:fs'
import path from 'node:path'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import { projectRoot } from './config'
import { openDatabase } from './database'

const name = 'src/shared/supabase/database.types.ts'
const file = path.join(projectRoot, name)

/** The `Database` type that `supabase gen types` writes. */
async function generateTypes(): Promise<string> {
  const { pg, close } = await openDatabase()
  try {
    const parsers = { 20: Number }
    const database = {
      query: async (query: string | { text: string; values?: unknown[] }, values?: unknown[]) => {
        const { text, values: own } = typeof query === 'string' ? { text: query } : query
        return { rows: (await pg.query(text, values ?? own, { parsers })).rows }
      },
    }
    const metadata = await introspect(database, { includedSchemas: ['public'] })
    return await generateTypescript(sortGeneratorMetadata(metadata), { postgrestVersion: '13' })
  } finally {
    await close()
  }
}

/** Writes the types, or with `--check` tells whether those in the repository still fit. */
async function main(): Promise<number> {
  const types = await generateTypes()
  if (!process.argv.includes('--check')) {
    fs.writeFileSync(file, types)
    console.log(`Wrote ${name}.`)
    return 0
  }
  const current = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  if (current === types) return 0
  console.error(`${name} does not match the migrations. Run \`npm run db:types\`.`)
  return 1
}

// Only now: closing the database sets an exit code of its own.
process.exitCode = await main()
