import type { PGlite } from '@electric-sql/pglite'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'

/** By name: the `Database` type that `supabase gen types` writes, and the promised days by kind. */
export async function typesOf(pg: PGlite): Promise<Record<string, string>> {
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
    '/** Written by `npm run db:update` from `private.submission_kinds`. */',
    'export const promised = {',
    ...rows.map(({ line }) => line),
    '} as const\n',
  ]
  return {
    'src/shared/supabase/database.types.ts': types,
    'src/shared/data/promised.ts': promised.join('\n'),
  }
}
