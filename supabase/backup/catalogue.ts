import type { Kind, Session } from './database'
import { lineOf, type Value } from './lines'
import { RowSum, type Sum } from './row-sum'

export interface Table {
  /** The SQL name, with its schema. */
  name: string
  /** The SQL names of all but generated columns. */
  columns: string[]
  /** The columns of a backup that no migration makes: all of them in a table of your own. */
  own?: string[]
}

export interface Contents {
  kind: Kind
  /** Versions of the applied migrations. */
  migrations: string[]
  tables: Table[]
}

/** Their tables belong to the platform and to its extensions. */
const platform = [
  ...['auth', 'storage', 'realtime', '_realtime', 'vault', 'net', 'cron', 'extensions', 'embedded'],
  ...[
    'graphql',
    'graphql_public',
    'pgbouncer',
    'pgsodium',
    'pgsodium_masks',
    'pgtle',
    '_analytics',
  ],
  ...['supabase_functions', 'supabase_migrations', 'information_schema'],
]

/**
 * The tables that migrations or people make, and the accounts. Sessions and email links are left
 * out: a restore ends them.
 */
const belongs = `
  (schema.nspname !~ '^pg_' and schema.nspname not in (${platform.map((it) => `'${it}'`).join(', ')})
    or (schema.nspname = 'auth' and class.relname in ('users', 'identities', 'mfa_factors')))
  and not exists (
    select from pg_depend made
    where made.classid = 'pg_class'::regclass and made.objid = class.oid and made.deptype = 'e'
  )`

export async function readContents(session: Session, kind: Kind): Promise<Contents> {
  return { kind, migrations: await readMigrations(session), tables: await readTables(session) }
}

export const readTables = (session: Session): Promise<Table[]> =>
  session.query<Table>(`
    select format('%I.%I', schema.nspname, class.relname) as name,
      json_agg(quote_ident(part.attname) order by part.attnum) as columns
    from pg_class class
    join pg_namespace schema on schema.oid = class.relnamespace
    join pg_attribute part on part.attrelid = class.oid
    where class.relkind = 'r' and part.attnum > 0 and not part.attisdropped and part.attgenerated = ''
      and ${belongs}
    group by schema.nspname, class.relname
    order by schema.nspname, class.relname`)

/** The versions of the applied migrations: none in an empty project. */
export async function readMigrations(session: Session): Promise<string[]> {
  const [known] = await session.query<{ known: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as known`,
  )
  if (!known!.known) return []
  const migrations = await session.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  )
  return migrations.map(({ version }) => version)
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
  { name, columns }: Pick<Table, 'name' | 'columns'>,
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

export async function sumTable(
  session: Session,
  table: Pick<Table, 'name' | 'columns'>,
): Promise<Sum> {
  const sum = new RowSum()
  for await (const rows of readRows(session, table)) rows.forEach((row) => sum.add(row))
  return sum.value()
}

/**
 * How many rows of each foreign key refer to a missing row, by table and key. A restore does not run
 * the triggers that would refuse them.
 */
export async function countBroken(session: Session): Promise<Record<string, number>> {
  const checks = await session.query<{ name: string; statement: string }>(`
    select format('%I.%I %I', schema.nspname, class.relname, key.conname) as name, format(
      'select count(*)::int as broken from %s child where %s and not exists (select from %s parent where %s)',
      key.conrelid::regclass,
      string_agg(format('child.%I is not null', own.attname), ' and '),
      key.confrelid::regclass,
      string_agg(
        format('parent.%I operator(%I.%s) child.%I', other.attname, place.nspname, operator.oprname, own.attname),
        ' and '
      )
    ) as statement
    from pg_constraint key
    join pg_class class on class.oid = key.conrelid
    join pg_namespace schema on schema.oid = class.relnamespace
    cross join lateral unnest(key.conkey, key.confkey, key.conpfeqop) as pair (own, other, equals)
    join pg_attribute own on own.attrelid = key.conrelid and own.attnum = pair.own
    join pg_attribute other on other.attrelid = key.confrelid and other.attnum = pair.other
    join pg_operator operator on operator.oid = pair.equals
    join pg_namespace place on place.oid = operator.oprnamespace
    where key.contype = 'f' and ${belongs}
    group by key.oid, schema.nspname, class.relname, key.conname, key.conrelid, key.confrelid`)
  const broken: Record<string, number> = {}
  for (const { name, statement } of checks) {
    const [row] = await session.query<{ broken: number }>(statement)
    broken[name] = row!.broken
  }
  return broken
}

/** The rows of a foreign key, by table and name, that refer to missing ones. */
export const describeBroken = ([key, rows]: readonly [string, number]) =>
  `${rows} rows refer to missing ones, by ${key}.`
