import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { refusal } from '@/engine/write/refusal'
import { backendMessage } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { ask, rpcQuery } from '@/shared/supabase/ask'
import type { ImportTarget } from '../core/define-resource'
import { resourceKey } from '../core/resource-queries'
import type { ReadyRow, Values } from './check-rows'

/** The most rows of a batch, and about the most characters. */
const BATCH_ROWS = 500
const BATCH_LENGTH = 500_000
/** Between the tries of an unanswered request */
const PAUSES_MS = [500, 2_000]

interface ImportedFile {
  id: string
  name: string
  rows: readonly ReadyRow[]
  isAttested: boolean
}

/** The rows of one request each. */
function* batches<Row>(rows: readonly Row[]): Generator<{ from: number; rows: Row[] }> {
  let batch: Row[] = []
  let length = 0
  for (const [index, row] of rows.entries()) {
    batch.push(row)
    length += JSON.stringify(row).length
    if (batch.length === BATCH_ROWS || length >= BATCH_LENGTH || index === rows.length - 1) {
      yield { from: index + 1 - batch.length, rows: batch }
      batch = []
      length = 0
    }
  }
}

/**
 * Stores rows in batches, each as a whole. A batch whose answer was lost is sent again and stored
 * once; called again with the same file, it resumes after a failure.
 *
 * @returns how many the table stored
 */
async function storeRows(
  table: ImportTarget['table'],
  file: ImportedFile,
  signal: AbortSignal,
  onProgress: (stored: number) => void,
): Promise<number> {
  await withRetry(signal, () =>
    supabase.rpc('begin_import', {
      import: file.id,
      into_table: table,
      file_name: file.name,
      row_count: file.rows.length,
      is_attested: file.isAttested,
    }),
  )
  const sent = file.rows.map(({ id, values }) => ({ id, ...values }))
  for (const { from, rows } of batches(sent)) {
    await withRetry(signal, () =>
      supabase.rpc('import_rows', { import: file.id, from_row: from, rows: rows as never }),
    )
    onProgress(from + rows.length)
  }
  const { rows_left } = (await importsOf(table)).find(({ id }) => id === file.id) ?? {}
  return rows_left ?? file.rows.filter(({ values }) => !values.unsubscribed).length
}

type Answer = PromiseLike<{ error: Error | null }>

/** Retries unanswered requests, but not refused ones. */
async function withRetry(signal: AbortSignal, ask: () => Answer): Promise<void> {
  for (const pause of [...PAUSES_MS, undefined]) {
    signal.throwIfAborted()
    const { error } = await ask()
    if (!error) return
    if (pause === undefined || backendMessage(error) !== undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/**
 * The indexes of the rows that equal a stored one in one list of columns. Protected columns of
 * stored rows cannot be compared.
 */
export async function storedAlike(
  resource: Pick<ImportTarget, 'table' | 'duplicateKeys' | 'protected'>,
  rows: readonly { values: Values }[],
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Set<number>> {
  const { table, protected: hidden = [] } = resource
  const found = new Set<number>()
  const readable = resource.duplicateKeys?.map((key) => key.filter((one) => !hidden.includes(one)))
  const duplicateKeys = [...new Map(readable?.map((key) => [key.join(), key])).values()]
  for (const [turn, columns] of duplicateKeys.entries()) {
    const asked = rows.map(({ values }) =>
      Object.fromEntries(columns.map((column) => [column, values[column]])),
    )
    for (const { from, rows: batch } of batches(asked)) {
      const data = await ask(
        supabase.rpc('find_duplicates', {
          into_table: table,
          by_columns: [...columns],
          candidates: batch as never,
        }),
        signal,
      )
      for (const position of data) found.add(from + position - 1)
      onProgress((turn + (from + batch.length) / rows.length) / duplicateKeys.length)
    }
  }
  return found
}

const importsOf = (table: ImportTarget['table']) =>
  ask(supabase.rpc('imports_of', { into_table: table }))

const importsKey = (table: ImportTarget['table']) => ['imports', table] as const

/** The imports that the caller may undo, newest first. */
export const importsQuery = (table: ImportTarget['table']) =>
  rpcQuery(importsKey(table), 'imports_of', { into_table: table }, { staleTime: 0 })

export type EarlierImport = Awaited<ReturnType<typeof importsOf>>[number]

/**
 * How many rows of an import are as they came (`untouched`), how many were changed or are
 * referenced since (`changed`), with how many rows of other tables (`along`), and how many stay in
 * any case (`kept`); how many addresses it keeps `unsubscribed`.
 */
async function importState(id: string, signal: AbortSignal) {
  const data = await ask(supabase.rpc('import_state', { import: id }), signal)
  const { along = {}, ...state } = data[0] ?? {
    untouched: 0,
    changed: 0,
    kept: 0,
    unsubscribed: 0,
  }
  return { ...state, along: along as Record<string, number> }
}

export const importStateQuery = (table: ImportTarget['table'], id: string) =>
  queryOptions({
    queryKey: [...importsKey(table), id],
    queryFn: ({ signal }) => importState(id, signal),
    staleTime: 0,
    gcTime: 0,
  })

export type ImportState = Awaited<ReturnType<typeof importState>>

export type ImportOutcome =
  | { kind: 'stored'; rows: number }
  /** Cancelled, or refused for a reason: the stored rows were removed. */
  | { kind: 'nothing'; reason?: string }
  /** As above, for rows that were changed or are referenced since. */
  | { kind: 'partiallyReverted'; rows: number; reason?: string }
  /**
   * The server was not reached, or the right to import ended: the same import can continue or be
   * undone, by an admin in any case.
   */
  | { kind: 'interrupted'; reason?: string }

interface Importing {
  file: ImportedFile
  signal: AbortSignal
  onProgress: (stored: number) => void
}

/** Stores a whole file, or says how far it got. */
export function importRows({ table, fields = {} }: Pick<ImportTarget, 'table' | 'fields'>) {
  return mutationOptions({
    mutationFn: async ({ file, signal, onProgress }: Importing): Promise<ImportOutcome> => {
      let stored = 0
      const progress = (rows: number) => onProgress((stored = rows))
      try {
        return { kind: 'stored', rows: await storeRows(table, file, signal, progress) }
      } catch (error) {
        const { field, message } = refusal({ table, fields }, error as Error)
        const reason =
          backendMessage(error) && (field ? `${fields[field]!.label}: ${message}` : message)
        if (!signal.aborted && reason === undefined) return { kind: 'interrupted' }
        const isMine = await isBegun(table, file.id)
        if (!isMine && stored > 0) return { kind: 'interrupted', ...(reason && { reason }) }
        const { kept } = isMine ? await undoInSteps({ id: file.id }) : { kept: 0 }
        if (kept > 0) return { kind: 'partiallyReverted', rows: kept, ...(reason && { reason }) }
        return { kind: 'nothing', ...(!signal.aborted && reason && { reason }) }
      }
    },
    meta: { invalidates: shownIn(table) },
  })
}

const isBegun = async (table: ImportTarget['table'], id: string) =>
  (await importsOf(table)).some((one) => one.id === id)

interface Undoing {
  id: string
  /**
   * How much may be removed, by its name in the state of the import. A number for `changed` includes
   * rows that were changed or are referenced, and each further table counts the rows removed along
   * with them.
   */
  confirmed?: Confirmed
  onProgress?: (removed: number) => void
}
type Confirmed = Record<string, number>

async function undoInSteps({
  id,
  confirmed,
  onProgress,
}: Undoing): Promise<{ removed: number; kept: number }> {
  let removed = 0
  let numbers = confirmed
  for (;;) {
    const data = await ask(
      supabase.rpc('undo_import', { import: id, ...(numbers && { confirmed: numbers }) }),
    )
    const { undone = 0, kept = 0, is_done = true, still_confirmed } = data[0] ?? {}
    removed += undone
    numbers = (still_confirmed ?? undefined) as Confirmed | undefined
    onProgress?.(removed)
    if (is_done) return { removed, kept }
  }
}

/**
 * Removes the rows of an import, in steps; a second call continues where the first was interrupted.
 */
export const undoImport = (table: ImportTarget['table']) =>
  mutationOptions({ mutationFn: undoInSteps, meta: { invalidates: shownIn(table) } })

const shownIn = (table: ImportTarget['table']) => [
  resourceKey(table),
  resourceKey('change_log'),
  importsKey(table),
  ['finds-few', table],
  ['dashboard'],
]
