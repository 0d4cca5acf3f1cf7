import fs from 'node:fs'
import path from 'node:path'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import { projectRoot } from './config'
import { openDatabase } from './database'

/** By name: the `Database` type that `supabase gen types` writes, and the promised days by kind. */
async function generate(): Promise<Record<string, string>> {
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
    const types = await generateTypescript(sortGeneratorMetadata(metadata), {
      postgrestVersion: '13',
    })
    const { rows } = await pg.query<{ line: string }>(
      `select format('  %s: ''%s business day%s'',', kind, sla_days, case when sla_days > 1 then 's' end) as line
       from private.submission_kinds order by kind`,
    )
    const promised = [
      '/** Written by `npm run db:types` from `private.submission_kinds`. */',
      'export const promised = {',
      ...rows.map(({ line }) => line),
      '} as const\n',
    ]
    return {
      'src/shared/supabase/database.types.ts': types,
      'src/shared/data/promised.ts': promised.join('\n'),
    }
  } finally {
    await close()
  }
}

/** Writes the files, or with `--check` names the outdated ones. */
async function main(): Promise<number> {
  const isCheck = process.argv.includes('--check')
  let status = 0
  for (const [name, text] of Object.entries(await generate())) {
    const file = path.join(projectRoot, name)
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) continue
    if (isCheck) {
      console.error(`${name} does not match the migrations. Run \`npm run db:types\`.`)
      status = 1
    } else {
      fs.writeFileSync(file, text)
      console.log(`Wrote ${name}.`)
    }
  }
  return status
}

// Set last, because closing the database sets its own exit code.
process.exitCode = await main()
