import { catalogueStatement, catalogueText, lacking } from '../catalogue/catalogue'
import { readSequences, readTables, type Contents, type Table } from './catalogue'
import type { Session } from './database'

/** What the migrations make. */
export interface Made {
  tables: Table[]
  sequences: string[]
  catalogue: string
}

/** What people made beside it, for example in the dashboard: names in words. */
export interface Own {
  /** Tables and columns, whose rows a backup can take. */
  stored: string[]
  /** Everything else: no backup has it, since a backup has rows. */
  others: string[]
  sequences: string[]
  /** Tables and columns that the migrations make, and that are gone. */
  gone: string[]
}

export const nameColumn = (table: string, column: string) => `column ${column} of ${table}`
export const nameTable = (table: string) => `table ${table}`

/** @param session of a database with nothing but the migrations */
export async function readMade(session: Session): Promise<Made> {
  return {
    tables: await readTables(session),
    sequences: Object.keys(await readSequences(session)),
    catalogue: await readCatalogue(session),
  }
}

const readCatalogue = async (session: Session) =>
  catalogueText(await session.query<{ object: string; line: string }>(catalogueStatement))

/**
 * Separates what the migrations make from what is your own.
 *
 * @param takesAll whether the tables include your own, marked as that
 */
export async function divide(
  session: Session,
  { tables }: Contents,
  made: Made,
  takesAll: boolean,
): Promise<{ tables: Table[]; own: Own }> {
  const columnsOf = new Map(made.tables.map(({ name, columns }) => [name, columns]))
  const own: Own = { stored: [], others: [], sequences: [], gone: [] }
  const chosen = tables.flatMap((table): Table[] => {
    const { name, columns } = table
    // The platform's own, in its version.
    if (name.startsWith('auth.')) return [table]
    const known = columnsOf.get(name)
    const added = columns.filter((column) => !known?.includes(column))
    const missing = known?.filter((column) => !columns.includes(column)) ?? []
    own.stored.push(
      ...(known ? added.map((column) => nameColumn(name, column)) : [nameTable(name)]),
    )
    own.gone.push(...missing.map((column) => nameColumn(name, column)))
    if (added.length === 0) return [table]
    if (takesAll) return [{ ...table, own: added }]
    return known ? [{ name, columns: columns.filter((column) => known.includes(column)) }] : []
  })
  const present = new Set(tables.map(({ name }) => name))
  own.gone.push(
    ...made.tables.filter(({ name }) => !present.has(name)).map((it) => nameTable(it.name)),
  )
  own.sequences = Object.keys(await readSequences(session)).filter(
    (name) => !made.sequences.includes(name),
  )
  own.others = othersIn(await readCatalogue(session), made.catalogue)
  return { tables: chosen, own }
}

/** The named parts of a table in a catalogue. */
const part =
  /^(?:CREATE )?(?:UNIQUE |CONSTRAINT )?(constraint|index|policy|TRIGGER) ("(?:[^"]|"")+"|\w+)/

/** The objects of a catalogue that the migrations do not make; tables and sequences aside. */
function othersIn(catalogue: string, made: string): string[] {
  const known = new Set(made.split('\n\n').map((paragraph) => paragraph.trim().split('\n')[0]!))
  const names = lacking(catalogue, made).flatMap((added) => {
    const split = added.indexOf(': ')
    const [object, line] = [added.slice(0, split), added.slice(split + 2)]
    if (!known.has(object)) return /^(table|sequence) /.test(object) ? [] : [object]
    const [, kind, name] = part.exec(line) ?? []
    return kind ? [`${kind.toLowerCase()} ${name} on ${object.replace('table ', '')}`] : []
  })
  return [...new Set(names)]
}
