import { countBroken, readSequences, sumTable, type Table } from './catalogue'
import type { Session } from './database'
import { decrypted } from './encryption'
import { readFileRows } from './files'
import type { Fit, Fitted } from './fit'
import { lineOf, valuesOf } from './lines'
import { RowSum, type Sum } from './row-sum'
import { emptyTables, readScript, restartSequence, withoutTriggers, type Footer } from './script'

export interface BackupFile {
  file: string
  passphrase: string
}

/**
 * Replaces all rows within a transaction, and compares the result.
 *
 * @returns the foreign keys with rows that refer to missing ones, as in the backup or by keys that
 *   only this database has
 * @throws when a row or reference differs
 */
export async function load(
  session: Session,
  { file, passphrase }: BackupFile,
  { tables, sequencesLeftOut }: Fit,
  fileIds: string[],
): Promise<[string, number][]> {
  await session.query(withoutTriggers)
  let footer: Footer | undefined
  const statements = new Map<string, string>()
  const fitted = new Map(tables.map((table) => [table.name, table]))
  // Of tables of which only some columns are restored: of their whole rows, and of these columns.
  const wholeSums = new Map<string, RowSum>()
  const partSums = new Map<string, RowSum>()
  for await (const part of readScript(decrypted(file, passphrase))) {
    if ('header' in part) {
      await session.query(emptyTables(tables))
    } else if ('footer' in part) {
      footer = part.footer
      // The files come after the transaction.
      break
    } else if ('table' in part) {
      const { name } = part.table
      const table = fitted.get(name)
      if (!table) continue
      const rows = part.rows.map(valuesOf)
      const { places } = table
      const restored = places ? rows.map((row) => places.map((place) => row[place]!)) : rows
      if (places) {
        addAll(wholeSums, name, part.rows)
        addAll(partSums, name, restored.map(lineOf))
      }
      const statement = statements.get(name) ?? (await insertion(session, table))
      statements.set(name, statement)
      await session.query(statement, [JSON.stringify(restored)])
    }
  }
  const sequences = Object.entries(footer!.sequences).filter(
    ([name]) => !sequencesLeftOut.includes(name),
  )
  for (const [name, next] of sequences) await session.query(restartSequence(name, next))
  const empty = new RowSum()
  const expected = { ...footer!.sums }
  for (const { name } of tables.filter(({ places }) => places)) {
    if (!isSame((wholeSums.get(name) ?? empty).value(), footer!.sums[name])) {
      throw new Error(`The rows of ${name} are not as they were when the backup was made.`)
    }
    expected[name] = (partSums.get(name) ?? empty).value()
  }
  const broken = await compare(session, tables, {
    ...footer!,
    sums: expected,
    sequences: Object.fromEntries(sequences),
  })
  const files = await readFileRows(session)
  if (files.map(({ id }) => id).join() !== fileIds.join()) {
    throw new Error('The backup does not have exactly the files of its rows.')
  }
  return broken
}

const isSame = (one: Sum, other: Sum | undefined) =>
  one.rows === other?.rows && one.checksum === other.checksum

function addAll(sums: Map<string, RowSum>, name: string, lines: readonly string[]): void {
  const sum = sums.get(name) ?? new RowSum()
  sums.set(name, sum)
  lines.forEach((line) => sum.add(line))
}

/** A statement that inserts rows of text values. */
async function insertion(
  session: Session,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
): Promise<string> {
  const types = await session.query<{ column: string; type: string }>(
    `select quote_ident(attname) as column, format_type(atttypid, atttypmod) as type
    from pg_attribute where attrelid = $1::text::regclass and attnum > 0 and not attisdropped`,
    [name],
  )
  const values = columns.map((column, index) => {
    const { type } = types.find((it) => it.column === column)!
    return `(stored ->> ${index})::${type}`
  })
  return `insert into ${name} (${columns.join(', ')}) overriding system value
    select ${values.join(', ')} from json_array_elements($1::text::json) as stored`
}

/** @returns the foreign keys with rows that refer to missing ones, and may */
async function compare(
  session: Session,
  tables: readonly Fitted[],
  footer: Footer,
): Promise<[string, number][]> {
  const problems: string[] = []
  for (const table of tables) {
    const { rows, checksum } = await sumTable(session, table)
    const expected = footer.sums[table.name]
    if (rows !== expected?.rows) {
      problems.push(`${table.name} has ${rows} rows instead of ${expected?.rows}`)
    } else if (checksum !== expected.checksum) {
      problems.push(`${table.name} has other values`)
    }
  }
  const sequences = await readSequences(session)
  for (const [name, next] of Object.entries(footer.sequences)) {
    if (sequences[name] !== next) problems.push(`${name} goes on at ${sequences[name]}`)
  }
  const broken = Object.entries(await countBroken(session)).filter(([, rows]) => rows > 0)
  for (const [key, rows] of broken) {
    // Before format 3, a backup with broken references was refused.
    const expected = footer.broken ? (footer.broken[key] ?? rows) : 0
    if (rows !== expected) problems.push(`${rows} rows refer to missing ones, by ${key}`)
  }
  if (problems.length > 0) {
    throw new Error(`The restored rows are not those of the backup: ${problems.join('; ')}.`)
  }
  return broken
}

/** Keeps the values of columns that a backup lacks, until the transaction ends. */
export async function keepValues(session: Session, tables: readonly Fitted[]): Promise<void> {
  for (const [index, { name, key, kept }] of tables.entries()) {
    if (kept.length === 0) continue
    await session.query(
      `create temporary table kept_${index} on commit drop as
      select ${[...key, ...kept].join(', ')} from ${name} where num_nonnulls(${kept.join(', ')}) > 0`,
    )
  }
}

/** @returns a note of each table with rows whose kept values have no row any more */
export async function putValuesBack(
  session: Session,
  tables: readonly Fitted[],
): Promise<string[]> {
  const notes: string[] = []
  for (const [index, { name, key, kept }] of tables.entries()) {
    if (kept.length === 0) continue
    const isSame = key.map((column) => `restored.${column} = kept.${column}`).join(' and ')
    await session.query(
      `update ${name} as restored set ${kept.map((column) => `${column} = kept.${column}`).join(', ')}
      from pg_temp.kept_${index} as kept where ${isSame}`,
    )
    const [row] = await session.query<{ gone: number }>(
      `select count(*)::int as gone from pg_temp.kept_${index} as kept
      where not exists (select from ${name} as restored where ${isSame})`,
    )
    if (row!.gone > 0) {
      notes.push(
        `${row!.gone} rows of ${name} are gone, and with them their values of ${kept.join(', ')}.`,
      )
    }
  }
  return notes
}
