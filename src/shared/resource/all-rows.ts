import { supabase } from '@/shared/supabase/client'
import type { ResourceTable } from './define-resource'

/** A hosted project answers with at most this many rows. */
const BATCH = 1_000

/** `select *` of a table that is only known when the app runs. */
export function selectAll(table: ResourceTable, options?: { count: 'exact'; head: true }) {
  // What the engine reads of a row every table has; the declaration was checked against its own.
  return supabase.from(table as 'mentors').select('*', options)
}

export type TableQuery = ReturnType<typeof selectAll>

/**
 * Every row of a table that `narrow` leaves, in batches, newest first. Continues after the last row
 * that it saw instead of counting rows, so that what arrives meanwhile neither repeats nor hides one.
 */
export async function* allRows<Row extends { id: string; created_at: string }>(
  table: ResourceTable,
  signal: AbortSignal,
  narrow: (query: TableQuery) => TableQuery = (query) => query,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    let query = narrow(selectAll(table))
    if (last) {
      // The first condition alone lets the index skip what came before.
      const { created_at: moment, id } = last
      query = query
        .lte('created_at', moment)
        .or(`created_at.lt."${moment}",and(created_at.eq."${moment}",id.lt.${id})`)
    }
    const { data } = await query
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(BATCH)
      .abortSignal(signal)
      .throwOnError()
    const rows = data as unknown as Row[]
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}
