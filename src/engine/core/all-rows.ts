import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { Resource, ResourceTable, Row, RowTable, Subset } from './define-resource'

/** A hosted project answers with at most this many rows. */
const BATCH = 1_000

interface CountAlone {
  count: 'exact'
  head: true
}

/** A `select` on a table known only at run time; the compiler checked the declaration. */
export function selectRows(table: RowTable, columns: string, options?: CountAlone) {
  return supabase.from(table as 'mentors').select<string, Row>(columns, options)
}

export type TableQuery = ReturnType<typeof selectRows>

/**
 * The same for the rows in which the table's own function finds every word of a search. It goes by
 * POST: in an address, PostgREST reads an argument like `in.` as a filter, and gateways log it.
 */
export function selectFound(
  table: ResourceTable,
  search: string,
  columns: string,
  options?: CountAlone,
) {
  const found = supabase
    .rpc(`search_${table}` as 'search_mentors', { search }, options && { count: options.count })
    .select(columns)
  return (options ? found.limit(0) : found) as unknown as TableQuery
}

/** The same for the rows that a function of the database gives for the value of a filter. */
export function selectSubset(
  { from, key }: Subset,
  value: string,
  columns: string,
  options?: CountAlone,
) {
  const found = supabase
    .rpc(from, { [key]: value }, options && { count: options.count })
    .select(columns)
  return (options ? found.limit(0) : found) as unknown as TableQuery
}

/** A query for some rows of one table, or for how many there are. */
export type SelectRows = (columns: string, options?: CountAlone) => TableQuery

/** The rows of an export, with the names of what they refer to. */
export async function* exportedRows(
  { exported, exportedNames = {} }: Pick<Resource, 'exported' | 'exportedNames'>,
  select: SelectRows,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  const names = Object.entries(exportedNames)
  const columns = exported && [...exported, ...names.map((of) => of.join(':'))].join()
  for await (const rows of allRows(select, signal, columns)) {
    yield rows.map((row) => {
      const named = names.map(([name]) => [
        name,
        Object.values((row as object as Referring)[name] ?? {})[0] ?? null,
      ])
      return { ...row, ...(Object.fromEntries(named) as object) }
    })
  }
}

type Referring = Record<string, Record<string, string> | null>

/**
 * Every row that `select` reads, in batches, newest first, with all columns by default. It pages by
 * keyset: it continues after the last row it saw, so a new row neither repeats nor hides one. It
 * requests the next batch while the caller works on the current one.
 */
export async function* allRows(
  select: SelectRows,
  signal: AbortSignal,
  columns = '*',
): AsyncGenerator<Row[]> {
  async function batch(names: string, last?: Row): Promise<Row[]> {
    let query = select(names)
    if (last) {
      // This first condition lets the index skip the rows before.
      const { created_at: moment, id } = last
      query = query
        .lte('created_at', moment)
        .or(`created_at.lt."${moment}",and(created_at.eq."${moment}",id.lt.${id})`)
    }
    const rows = await ask(
      query
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(BATCH),
      signal,
    )
    // The search column repeats the other columns.
    return rows.map(({ search_text: _, ...row }) => row as Row)
  }
  let asked = batch(columns)
  for (;;) {
    const rows = await asked
    const isLast = rows.length < BATCH
    if (!isLast) {
      // Names the columns to leave out the search column, a third of the data.
      const names = columns === '*' ? Object.keys(rows[0]!).join() : columns
      asked = batch(names, rows.at(-1))
      // The caller may end before it is awaited.
      asked.catch(() => {})
    }
    if (rows.length > 0) yield rows
    if (isLast) return
  }
}
