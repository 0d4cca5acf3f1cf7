import type { Kind, Session } from './database'
import { lineOf, type Value } from './lines'
import { RowSum, type Sum } from './row-sum'

export interface Table {
  /** The SQL name, with its schema. */
  name: string
  /** The SQL names of all but generated columns. */
  columns: string[]
}

export interface Contents {
  kind: Kind
  /** Versions of the applied migrations. */
  migrations: string[]
  tables: Table[]
}

/**
 * The tables from migrations, and the accounts. Sessions and email links are left out: a restore
 * ends them.
 */
const belongs = `
  (schema.nspname in ('public', 'private')
    or (schema.nspname = 'auth' and class.relname in ('users', 'identities', 'mfa_factors')))
  and not exists (
    select from pg_depend made
    where made.classid = 'pg_class'::regclass and made.objid = class.oid and made.deptype = 'e'
  )`

export async function readContents(session: Session, kind: Kind): Promise<Contents> {
  const tables = await session.query<Table>(`
    select format('%I.%I', schema.nspname, class.relname) as name,
      json_agg(quote_ident(part.attname) order by part.attnum) as columns
    from pg_class class
    join pg_namespace schema on schema.oid = class.relnamespace
    join pg_attribute part on part.attrelid = class.oid
    where class.relkind = 'r' and part.attnum > 0 and not part.attisdropped and part.attgenerated = ''
      and ${belongs}
    group by schema.nspname, class.relname
    order by schema.nspname, class.relname`)
  const [known] = await session.query<{ known: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as known`,
  )
  const migrations = known!.known
    ? await session.query<{ version: string }>(
        'select version from supabase_migrations.schema_migrations order by version',
      )
    : []
  return { kind, migrations: migrations.map((row) => row.version), tables }
}

/** The next value of each sequence. */
export async function readSequences(session: Session): Promise<Record<string, string>> {
  const sequences = await session.query<{ name: string; step: string }>(`
    select format('%I.%I', schema.nspname, class.relname) as name, sequence.seqincrement::text as step
    from pg_sequence sequence
    join pg_class class on class.oid = sequence.seqrelid
    join pg_namespace schema on schema.oid = class.relnamespace
    where ${belongs}
    order by name`)
  const values: Record<string, string> = {}
  for (const { name, step } of sequences) {
    const [row] = await session.query<{ next: string }>(
      `select (last_value + case when is_called then ${step} else 0 end)::text as next from ${name}`,
    )
    values[name] = row!.next
  }
  return values
}

/** The number of rows in memory at a time. */
const batch = 2000

/** The rows of a table, each as `copy` would write it, in batches. */
export async function* readRows(
  session: Session,
  { name, columns }: Table,
): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${column}::text`).join(', ')
  await session.query(
    `declare stored no scroll cursor for select to_json(array[${values}])::text as row from ${name}`,
  )
  for (;;) {
    const rows = await session.query<{ row: string }>(`fetch ${batch} from stored`)
    if (rows.length > 0) yield rows.map(({ row }) => lineOf(JSON.parse(row) as Value[]))
    if (rows.length < batch) break
  }
  await session.query('close stored')
}

export async function sumTable(session: Session, table: Table): Promise<Sum> {
  const sum = new RowSum()
  for await (const rows of readRows(session, table)) rows.forEach((row) => sum.add(row))
  return sum.value()
}

/** References to missing rows; a restore does not run the triggers that would refuse them. */
export async function brokenReferences(session: Session): Promise<string[]> {
  const checks = await session.query<{ name: string; statement: string }>(`
    select key.conname as name, format(
      'select count(*)::int as broken from %s child where %s and not exists (select from %s parent where %s)',
      key.conrelid::regclass,
      string_agg(format('child.%I is not null', own.attname), ' and '),
      key.confrelid::regclass,
      string_agg(format('parent.%I = child.%I', other.attname, own.attname), ' and ')
    ) as statement
    from pg_constraint key
    join pg_class class on class.oid = key.conrelid
    join pg_namespace schema on schema.oid = class.relnamespace
    cross join lateral unnest(key.conkey, key.confkey) as pair (own, other)
    join pg_attribute own on own.attrelid = key.conrelid and own.attnum = pair.own
    join pg_attribute other on other.attrelid = key.confrelid and other.attnum = pair.other
    where key.contype = 'f' and ${belongs}
    group by key.oid, key.conname, key.conrelid, key.confrelid`)
  const broken: string[] = []
  for (const { name, statement } of checks) {
    const [row] = await session.query<{ broken: number }>(statement)
    if (row!.broken > 0) broken.push(`${name}: ${row!.broken}`)
  }
  return broken
}
