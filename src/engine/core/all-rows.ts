import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import type { ResourceTable, Row, RowTable } from './define-resource'

/** A hosted project answers with at most this many rows. */
const BATCH = 1_000

interface CountAlone {
  count: 'exact'
  head: true
}

/** A `select` on a table that is only known when the app runs; the declaration was checked. */
export function selectRows(table: RowTable, columns: string, options?: CountAlone) {
  return supabase.from(table as 'mentors').select<string, Row>(columns, options)
}

export type TableQuery = ReturnType<typeof selectRows>

/**
 * The same on the rows in which the table's own function finds every word of a search. By POST: in an
 * address PostgREST reads an argument such as `in.` as a filter, and gateways log it.
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

/** Some rows of one table: asked for their columns, or for their number. */
export type SelectRows = (columns: string, options?: CountAlone) => TableQuery

/**
 * Every row of what `select` reads, with all columns unless said, in batches, newest first. Pages by
 * keyset: it continues after the last row that it saw, so that a new row neither repeats
 * nor hides one. It asks for a batch while the caller still works on the one before.
 */
export async function* allRows(
  select: SelectRows,
  signal: AbortSignal,
  columns = '*',
): AsyncGenerator<Row[]> {
  async function batch(names: string, last?: Row): Promise<Row[]> {
    let query = select(names)
    if (last) {
      // The first condition alone lets the index skip what came before.
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
      // By name without the search column, which is a third of what would be sent.
      const names = columns === '*' ? Object.keys(rows[0]!).join() : columns
      asked = batch(names, rows.at(-1))
      // The caller may end before it is awaited.
      asked.catch(() => {})
    }
    if (rows.length > 0) yield rows
    if (isLast) return
  }
}
