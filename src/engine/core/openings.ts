import { mutationOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { ask, rpcQuery, type RpcRow } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Resource, ResourceTable, Row, RowTable } from './define-resource'
import { resourceKey } from './resource-queries'
import { RowGoneError } from './row-errors'

type Values = Readonly<Record<string, unknown>>

/**
 * Logs that someone opens the protected fields of a record, or of both in a merge, and then reads
 * them: the log keeps the opening even if the read fails.
 * @returns by id, without missing ones
 * @throws when either request fails
 */
export async function openRecords(table: RowTable, ids: string[], signal?: AbortSignal) {
  await ask(supabase.rpc('record_openings', { kind: table, ids }), signal)
  return readProtected(table, ids, signal)
}

/** The protected fields of records whose opening or export is recorded. */
async function readProtected(table: RowTable, ids: string[], signal?: AbortSignal) {
  const values = await ask(supabase.rpc('protected_values', { kind: table, ids }), signal)
  return values as unknown as Partial<Record<string, Values>>
}

export const openedKey = (table: RowTable, id: string) => ['opened', table, id] as const

/** The fields that a click has opened, while they are shown. */
export const openedQuery = (table: ResourceTable, id: string) =>
  queryOptions<Values>({ queryKey: openedKey(table, id), queryFn: skipToken, gcTime: 0 })

export const openRecord = ({ table }: Pick<Resource, 'table'>, id: string) =>
  mutationOptions({
    mutationFn: async (): Promise<Values> => {
      const opened = (await openRecords(table, [id]))[id]
      if (!opened) throw new RowGoneError()
      return opened
    },
    meta: { failure: failureAsSaid, invalidates: [resourceKey('change_log')] },
  })

export const openingsQuery = (table: ResourceTable, id: string) =>
  // The reason of an export.
  rpcQuery<'openings_of', RpcRow<'openings_of', 'actor_name' | 'reason'>[]>(
    resourceKey('change_log'),
    'openings_of',
    { kind: table, record: id },
  )

interface ProtectedExport {
  resource: Pick<Resource, 'table' | 'protected'>
  /** The filters of the list, for the log */
  filters: Readonly<Record<string, string>>
  rows: AsyncIterable<Row[]> | Iterable<Row[]>
  reason: string
}

/** Rows with their protected fields, once the log has the export and its reason. */
export async function* openRows(
  { resource, filters, rows, reason }: ProtectedExport,
  signal: AbortSignal,
): AsyncGenerator<Row[]> {
  const { table, protected: columns = [] } = resource
  const batches: Row[][] = []
  for await (const batch of rows) batches.push(batch)
  const ids = batches.flat().map(({ id }) => id)
  const entry = { exported_table: table, filters, row_count: ids.length, protected_of: ids, reason }
  await ask(supabase.rpc('log_export', entry), signal)
  for (const batch of batches) {
    const ofBatch = batch.map(({ id }) => id)
    const values = await readProtected(table, ofBatch, signal)
    yield batch.map((row) => ({
      ...row,
      ...Object.fromEntries(columns.map((key) => [key, values[row.id]?.[key]])),
    }))
  }
}
