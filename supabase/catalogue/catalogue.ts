import fs from 'node:fs'

/** Runs one statement, of whichever Postgres. */
export type Query = <Row>(statement: string) => Promise<Row[]>

const statement = fs.readFileSync(new URL('./catalogue.sql', import.meta.url), 'utf8')

/**
 * What the migrations made, as text: an object for each paragraph, a line for each of its parts.
 *
 * @param query of a connection that nothing else uses; it loses its search path, so that every name has
 * its schema
 */
export async function readCatalogue(query: Query): Promise<string> {
  await query("select set_config('search_path', '', false)")
  const lines = await query<{ object: string; line: string }>(statement)
  const objects = new Map<string, string[]>()
  const add = (object: string, line: string) =>
    objects.set(object, [...(objects.get(object) ?? []), line.replace(/\s*\n\s*/g, ' ')])
  for (const { object, line } of lines) add(object, line)
  for (const { table, row } of await readRows(query)) add(`rows of ${table}`, row)
  return [...objects]
    .map(([object, parts]) => `${object}\n${parts.map((part) => `  ${part}\n`).join('')}`)
    .join('\n')
}

/** The rows that migrations stored, without what differs from one database to the next. */
async function readRows(query: Query): Promise<{ table: string; row: string }[]> {
  const tables = await query<{ table: string; differing: string }>(`
    select format('%I.%I', nspname, relname) as table, array(
      select attname::text from pg_attribute
      where attrelid = class.oid and attnum > 0 and not attisdropped
        and (atttypid in ('uuid'::regtype, 'timestamptz'::regtype, 'bytea'::regtype) or attgenerated = 's'
          or atttypid = 'date'::regtype and atthasdef)
    )::text as differing
    from pg_class class join pg_namespace schema on schema.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'private')
    order by format('%I.%I', nspname, relname) collate "C"`)
  const rows: { table: string; row: string }[] = []
  for (const { table, differing } of tables) {
    const found = await query<{ row: string }>(`
      select row from (
        select (jsonb_strip_nulls(to_jsonb(stored)) - '${differing}'::text[])::text as row from ${table} as stored
      ) as rows order by row collate "C"`)
    rows.push(...found.map(({ row }) => ({ table, row })))
  }
  return rows
}
