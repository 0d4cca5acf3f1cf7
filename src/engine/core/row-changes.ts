import { mutationOptions, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { ask } from '@/shared/supabase/ask'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Json } from '@/shared/supabase/database.types'
import { notify, type Notice } from '@/shared/ui/notify'
import type { FailureToast, Resource, Row, RowTable } from './define-resource'
import { readRow, resourceKey } from './resource-queries'
import { openedKey, openRecords } from './openings'
import { RowChangedError, RowGoneError } from './row-errors'
import { undoable } from './undoable'

type Values = Readonly<Record<string, unknown>>

type Written = Pick<Resource, 'protected'> & {
  table: RowTable
  toasts: Partial<Resource['toasts']>
}

/**
 * Adds a row under an id that the browser chose (idempotency key). If the answer to an earlier try
 * was lost, the primary key refuses the second one, which then updates the same row.
 */
export function addRow({ table, toasts, protected: hidden }: Written, id: string) {
  return mutationOptions({
    mutationFn: async (values: Values) => {
      const { error } = await supabase.from(table).insert({ id, ...values } as never)
      if (!error) return
      if (!(error.code === '23505' && error.message.includes(`${table}_pkey`))) throw error
      if (hidden) return saveProtected(table, hidden, { id, values })
      const stored = await readRow(table, id, Object.keys(values))
      // The right to add a row does not include the right to change all of it.
      const others = Object.keys(values).filter((key) => stored[key] !== values[key])
      if (others.length > 0) await update(table, { id, values: pick(values, others) })
    },
    meta: { ...(toasts.added && { success: toasts.added }), invalidates: shownIn(table) },
  })
}

/**
 * Adds a note or an answer to a submission under an id that the browser chose: a second try adds no
 * second one.
 *
 * @throws RowChangedError when the first try added other values
 */
export async function addOnce(
  table: 'submission_notes' | 'submission_answers',
  submission_id: string,
  values: { id: string; body: string },
): Promise<void> {
  const rows = () => supabase.from(table as 'submission_notes')
  const row = { ...values, submission_id }
  const added = await ask(rows().upsert(row, { ignoreDuplicates: true }).select('id'))
  if (added.length > 0) return
  const columns = Object.keys(values).join() as 'id,body'
  const stored = await ask(rows().select(columns).eq('id', values.id).maybeSingle())
  if (stored && !isIn(stored, values)) throw new RowChangedError(stored)
}

export interface RowChange {
  id: string
  values: Values
  /**
   * The values that the caller saw: the write replaces no value that someone else has set since.
   */
  expected?: Values
}

/**
 * Writes the given columns and leaves the others, which someone else may just have set.
 *
 * @throws RowGoneError, RowChangedError
 */
export function updateRow({ table, toasts, protected: hidden = [] }: Written) {
  return mutationOptions({
    mutationFn: async (change: RowChange, { client }) => {
      if (!hidden.some((key) => key in change.values)) return update(table, change)
      await saveProtected(table, hidden, change)
      // Of a panel that shows them
      client.setQueryData<Values>(
        openedKey(table, change.id),
        (shown) => shown && { ...shown, ...pick(change.values, hidden) },
      )
    },
    meta: { ...(toasts.updated && { success: toasts.updated }), invalidates: shownIn(table) },
  })
}

type Changes = readonly RowChange[]

interface InPlace<Change extends RowChange> {
  table: RowTable
  /** Returns the ids of the changed rows. Where absent, each row is updated. */
  store?: (changes: readonly Change[]) => Promise<readonly string[]>
  /** With an id, a message replaces the one before it. */
  success: (values: Values, changed: readonly Change[]) => Omit<Notice, 'tone'>
  /** Describes the rows that someone else changed first. */
  onConflict?: (changes: readonly Change[]) => Promise<Omit<Notice, 'tone'>>
  failure: FailureToast | undefined
  invalidates?: readonly QueryKey[]
}

/** Stores each change separately. */
export const perRow = (store: (change: RowChange) => Promise<void>) => (changes: Changes) =>
  Promise.all(
    changes.map(async (change) => {
      await store(change)
      return change.id
    }),
  )

/**
 * Changes made in the list: lists show them at once (optimistic) and revert them on failure; the
 * success toast offers Undo.
 */
export function optimisticUpdate<Change extends RowChange = RowChange>(options: InPlace<Change>) {
  const { table, success, onConflict, failure } = options
  return mutationOptions({
    mutationFn: options.store ?? perRow((one) => update(table, one)),
    // One after the other: two changes of a row must not overtake each other.
    scope: { id: scopeOf(table) },
    onMutate: async (changes: readonly Change[], { client }) => {
      await client.cancelQueries(pagesOf(table))
      return show(client, table, changes)
    },
    onSuccess: (ids, changes, _before, { client }) => {
      const changed = changes.filter(({ id }) => ids.includes(id))
      const others = changes.filter(({ id }) => !ids.includes(id))
      // A read that overtook the write may hold the old values.
      show(client, table, changed)
      if (others.length > 0 && onConflict) {
        void onConflict(others).then((notice) => notify({ ...notice, tone: 'error' }))
      }
      if (changed.length === 0) return
      const back = reverted(changed)
      const undo = undoable(client, optimisticUpdate(options), back)
      notify({
        ...success(changed[0]!.values, changed),
        tone: 'success',
        ...(back.length > 0 && { action: { label: 'Undo', onClick: undo } }),
      })
    },
    onError: (_error, _changes, before, { client }) => {
      if (before) show(client, table, before)
      // Reads that were under way were cancelled.
      void client.invalidateQueries(pagesOf(table))
    },
    meta: {
      failure: (error: Error) =>
        error instanceof RowChangedError
          ? { title: 'Not changed', description: error.message }
          : typeof failure === 'function'
            ? failure(error)
            : (failure ?? failureAsSaid(error)),
      invalidates: [...shownIn(table), ...(options.invalidates ?? [])],
    },
  })
}

/** Changes that restore the previous values, where those are known. */
export const reverted = <Change extends RowChange>(changes: readonly Change[]): Change[] =>
  changes.flatMap((change) =>
    change.expected ? [{ ...change, values: change.expected, expected: change.values }] : [],
  )

const scopeOf = (table: RowTable) => `optimistic: ${table}`

const changesUnderWay = (client: QueryClient, table: RowTable) =>
  client.getMutationCache().findAll({
    status: 'pending',
    predicate: ({ options }) => options.scope?.id === scopeOf(table),
  })

/** Whether optimistic changes are still being stored. */
export const isChanging = (client: QueryClient, table: RowTable): boolean =>
  changesUnderWay(client, table).length > 0

/** A row with all its pending changes, which a screen shows a moment later. */
export function rowAsAsked<R extends { id: string }>(
  client: QueryClient,
  table: RowTable,
  row: R,
): R {
  const [read] = client
    .getQueryCache()
    .findAll({ ...pagesOf(table), type: 'active' })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap(
      ({ state }) => (state.data as R[] | undefined)?.filter(({ id }) => id === row.id) ?? [],
    )
  const asked = changesUnderWay(client, table)
    .flatMap(({ state }) => state.variables as Changes)
    .filter(({ id }) => id === row.id)
    .map(({ values }) => values)
  return Object.assign({}, row, read, ...asked) as R
}

const pagesOf = (table: RowTable) => ({
  queryKey: resourceKey(table),
  predicate: ({ queryKey }: Query) => queryKey[3] === 'page',
})

/** @returns what the lists showed before */
function show(client: QueryClient, table: RowTable, changes: Changes): Changes {
  const before = new Map<string, RowChange>()
  client.setQueriesData<Row[]>(pagesOf(table), (rows) =>
    rows?.map((row) => {
      const values = changes.find(({ id }) => id === row.id)?.values
      if (!values) return row
      const shown = Object.keys(values).map((key) => [key, row[key]])
      before.set(row.id, { id: row.id, values: Object.fromEntries(shown) as Values })
      return { ...row, ...values }
    }),
  )
  return [...before.values()]
}

/** Removes a row; its message offers to restore the given values. */
export function removeRow({ table, success }: { table: RowTable; success: string }) {
  return mutationOptions({
    mutationFn: ({ id }: { id: string } & Values) =>
      ask(supabase.from(table).delete().eq('id', id)),
    onSuccess: (_data, row, _shown, { client }) => {
      const undo = mutationOptions({
        mutationFn: () => ask(supabase.from(table).insert(row as never)),
        meta: { failure: failureAsSaid, invalidates: shownIn(table) },
      })
      const onClick = undoable(client, undo, undefined)
      notify({ title: success, tone: 'success', action: { label: 'Undo', onClick } })
    },
    meta: { failure: failureAsSaid, invalidates: shownIn(table) },
  })
}

/** @throws RowGoneError when a write that returns its rows returned none */
export async function expectRow(write: Parameters<typeof ask<unknown[]>>[0]): Promise<void> {
  if ((await ask(write)).length === 0) throw new RowGoneError()
}

/** A longer text does not fit into the address of a request: it is compared before the write. */
const MAX_COMPARED = 200

async function update(table: RowTable, { id, values, expected = {} }: RowChange): Promise<void> {
  const stored = () => readRow(table, id, Object.keys(values))
  const compared = Object.entries(expected)
  const isShort = ([, value]: [string, unknown]) => String(value).length <= MAX_COMPARED
  const short = compared.filter(isShort)
  const long = compared.filter((one) => !isShort(one))
  if (long.length > 0) {
    const now = await stored()
    if (!isIn(now, Object.fromEntries(long))) {
      if (isIn(now, values)) return
      throw new RowChangedError(now)
    }
  }
  let query = supabase
    .from(table)
    .update(values as never)
    .eq('id' as never, id)
  for (const [column, value] of short) query = query.filter(column as never, ...same(value))
  if ((await ask(query.select('id'))).length > 0) return
  if (short.length === 0) throw new RowGoneError()
  const now = await stored()
  // The answer to an earlier try was lost.
  if (isIn(now, values)) return
  throw isIn(now, expected) ? new RowGoneError() : new RowChangedError(now)
}

/** Writes protected columns, with or without others, of a row that the caller opened or added. */
async function saveProtected(
  table: RowTable,
  hidden: readonly string[],
  { id, values, expected = {} }: RowChange,
): Promise<void> {
  const change = { kind: table, record: id, changes: values as Json, replaced: expected as Json }
  const { error } = await supabase.rpc('save_protected', change)
  if (!error) return
  if (error.code === 'PT404') throw new RowGoneError()
  if (error.code !== 'PT409') throw error
  const opened = (await openRecords(table, [id]))[id]
  const readable = Object.keys(values).filter((key) => !hidden.includes(key))
  const stored = await readRow(table, id, readable)
  if (!opened) throw new RowGoneError()
  throw new RowChangedError({ ...pick(stored, readable), ...pick(opened, Object.keys(values)) })
}

/** The columns that the row has. */
export const pick = (row: Values, keys: readonly string[]): Values =>
  Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)))

/** Whether the row holds these values. */
const isIn = (row: Values, values: Values) =>
  Object.entries(values).every(([key, value]) => row[key] === value)

const same = (value: unknown): [operator: string, value: unknown] =>
  value === null ? ['is', null] : ['eq', value]

const shownIn = (table: RowTable) => [resourceKey(table), resourceKey('change_log'), ['dashboard']]
