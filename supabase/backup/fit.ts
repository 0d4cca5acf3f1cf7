import { defaultSqlDirectory } from '../embedded/config'
import { readSqlFiles, type Migration } from '../embedded/sql-files'
import { readSequences, readTables, type Contents, type Table } from './catalogue'
import type { Session } from './database'
import { nameColumn, nameTable } from './own'
import type { Header } from './script'

/** What a restore does with a table. */
export interface Fitted {
  name: string
  /** Those it fills. */
  columns: string[]
  /** Their places in a row of the backup; undefined for all of them. */
  places?: number[]
  /** The columns that only the database has, and whose values stay. */
  kept: string[]
  /** The primary key, by which a row gets its kept values back. */
  key: string[]
}

/** How a backup fits a database that may have tables and columns of its own. */
export interface Fit {
  tables: Fitted[]
  /** Sequences in the backup that the database lacks. */
  sequencesLeftOut: string[]
  /** The names of tables and columns that stay as they are. */
  stays: string[]
  /** Columns that only the database has, and that get their default: their table has no key. */
  loses: string[]
  /** Your own tables and columns in the backup that the database lacks. */
  leftOut: string[]
}

/**
 * The migrations of a backup, and the versions that a database needs before it can take it.
 *
 * @throws when it has others than the backup, or the repository lacks one
 */
export function migrationsFor(
  header: Header,
  contents: Omit<Contents, 'tables'>,
  name: string,
  sqlDirectory = defaultSqlDirectory,
): { all: Migration[]; missing: string[] } {
  if (header.kind !== contents.kind) {
    throw new Error(
      `It is a backup of the ${header.kind} database ${header.database}, and ${name} is ${contents.kind}.`,
    )
  }
  const later = contents.migrations.filter((it) => !header.migrations.includes(it))
  if (later.length > 0) {
    throw new Error(
      `The backup is older than ${name}: it was made before the migrations ${later.join(', ')}. ` +
        'Restore it into an empty project, which gets the migrations of the backup, and update that: docs/backup-drill.md says how.',
    )
  }
  const missing = header.migrations.filter((it) => !contents.migrations.includes(it))
  if (missing.length === 0) return { all: [], missing }
  const all = readSqlFiles(sqlDirectory).migrations.filter(({ version }) =>
    header.migrations.includes(version),
  )
  const unknown = missing.filter((it) => all.every(({ version }) => version !== it))
  if (unknown.length > 0) {
    throw new Error(
      `The backup is newer than ${name} and this copy of the repository, which lack the migrations ${unknown.join(', ')}. ` +
        'Update the repository and restore again.',
    )
  }
  return { all, missing }
}

interface Column {
  table: string
  column: string
  is_key: boolean
  is_numbered: boolean
  needs_value: boolean
}

const readColumns = (session: Session) =>
  session.query<Column>(`
    select format('%I.%I', schema.nspname, class.relname) as table, quote_ident(part.attname) as column,
      coalesce(part.attnum = any (key.indkey), false) as is_key, part.attidentity = 'a' as is_numbered,
      part.attnotnull and not part.atthasdef and part.attidentity = '' as needs_value
    from pg_class class
    join pg_namespace schema on schema.oid = class.relnamespace
    join pg_attribute part on part.attrelid = class.oid and part.attnum > 0 and not part.attisdropped
    left join pg_index key on key.indrelid = class.oid and key.indisprimary
    where class.relkind = 'r'`)

/**
 * Compares the tables of a backup with those of a database.
 *
 * @throws when the database lacks one that migrations make, or has a column that no restored row
 *   could fill
 */
export async function fit(session: Session, header: Header, name: string): Promise<Fit> {
  const present = new Map((await readTables(session)).map((table) => [table.name, table]))
  const columns = await readColumns(session)
  const found: Fit = { tables: [], sequencesLeftOut: [], stays: [], loses: [], leftOut: [] }
  const missing: string[] = []
  for (const table of header.tables) {
    const there = present.get(table.name)
    const own = table.own ?? []
    if (!there) {
      if (own.length === table.columns.length) found.leftOut.push(nameTable(table.name))
      else missing.push(table.name)
      continue
    }
    const places = table.columns.flatMap((column, place) =>
      there.columns.includes(column) ? [place] : [],
    )
    for (const column of table.columns.filter((it) => !there.columns.includes(it))) {
      if (own.includes(column)) found.leftOut.push(nameColumn(table.name, column))
      else missing.push(`${table.name}.${column}`)
    }
    const known = columns.filter((it) => it.table === table.name)
    const key = known.filter((it) => it.is_key).map((it) => it.column)
    // The accounts have the columns of their service's version.
    const added = table.name.startsWith('auth.')
      ? []
      : known.filter(
          (it) => there.columns.includes(it.column) && !table.columns.includes(it.column),
        )
    const unfillable = added.find((it) => it.needs_value)
    if (unfillable) throw new Error(describeUnfillable(unfillable, name))
    const keeps = added.filter((it) => !it.is_numbered && key.length > 0)
    const nameAll = (some: Column[]) => some.map((it) => nameColumn(table.name, it.column))
    found.stays.push(...nameAll(keeps))
    found.loses.push(...nameAll(added.filter((it) => !keeps.includes(it))))
    found.tables.push({
      name: table.name,
      columns: places.map((place) => table.columns[place]!),
      ...(places.length < table.columns.length && { places }),
      kept: keeps.map((it) => it.column),
      key,
    })
  }
  if (missing.length > 0) {
    throw new Error(
      `The backup has tables or columns that ${name} lacks: ${missing.join(', ')}. It was made with other migrations.`,
    )
  }
  const sequences = await readSequences(session)
  found.sequencesLeftOut = (header.ownSequences ?? []).filter((it) => !(it in sequences))
  const taken = new Set(header.tables.map((table) => table.name))
  found.stays.unshift(...[...present.keys()].filter((it) => !taken.has(it)).map(nameTable))
  return found
}

const describeUnfillable = ({ table, column }: Column, name: string) =>
  `The ${nameColumn(table, column)} in ${name} is not in the backup, and takes neither an empty value nor a default one. ` +
  `Run \`alter table ${table} alter column ${column} drop not null\`, and restore again.`

/** All of a backup, for a database with exactly its tables. */
export const whole = (tables: readonly Table[]): Fit => ({
  tables: tables.map(({ name, columns }) => ({ name, columns, kept: [], key: [] })),
  sequencesLeftOut: [],
  stays: [],
  loses: [],
  leftOut: [],
})
