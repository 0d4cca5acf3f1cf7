import {
  MutationObserver,
  mutationOptions,
  type Query,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import { notify, type Notice } from '@/shared/ui/notify'
import { selectRows } from './all-rows'
import type { FailureToast, Resource, ResourceTable, Row } from './define-resource'
import { resourceKey } from './resource-queries'
import { RowChangedError, RowGoneError } from './row-errors'

type Values = Readonly<Record<string, unknown>>

/**
 * Adds a row under an id that the browser chose (idempotency key). When the answer to an earlier try
 * was lost, the primary key refuses the second one, which then updates that very row.
 */
export function addRow({ table, toasts }: Resource, id: string) {
  return mutationOptions({
    mutationFn: async (values: Values) => {
      const { error } = await supabase.from(table).insert({ id, ...values } as never)
      if (!error) return
      if (!(error.code === '23505' && error.message.includes(`${table}_pkey`))) throw error
      const { data: stored } = await selectRows(table, Object.keys(values).join(','))
        .eq('id', id)
        .maybeSingle()
        .throwOnError()
      // Not everybody who may add a row may change it.
      if (stored && isIn(stored, values)) return
      await update(table, { id, values })
    },
    meta: { ...(toasts.added && { success: toasts.added }), invalidates: shownIn(table) },
  })
}

export interface RowChange {
  id: string
  values: Values
  /** What they were when the caller saw them: what somebody else set since is not replaced. */
  expected?: Values
}

/**
 * Writes what is given and leaves the other columns as somebody else may just have set them.
 *
 * @throws RowGoneError, RowChangedError
 */
export function updateRow({ table, toasts }: Resource) {
  return mutationOptions({
    mutationFn: (change: RowChange) => update(table, change),
    meta: { ...(toasts.updated && { success: toasts.updated }), invalidates: shownIn(table) },
  })
}

interface InPlace {
  table: ResourceTable
  /** Stores it; an update of the columns where absent. */
  store?: (change: RowChange) => Promise<void>
  success: (values: Values) => Omit<Notice, 'tone'>
  failure: FailureToast | undefined
  invalidates?: readonly QueryKey[]
}

/**
 * A change that is made in the list itself: lists show it from the press on (optimistic) and go back
 * if it fails, and the message of success offers to undo it.
 */
export function changeInPlace(options: InPlace) {
  const { table, store = (change) => update(table, change), success, failure } = options
  const change = mutationOptions({
    mutationFn: store,
    onMutate: async ({ id, values }: RowChange, { client }) => {
      await client.cancelQueries(pagesOf(table))
      return show(client, table, id, values)
    },
    onSuccess: (_data, { id, values, expected }, _shown, { client }) => {
      const undo = () =>
        // Its own message tells of a failure.
        void new MutationObserver(client, change)
          .mutate({ id, values: expected ?? {}, expected: values })
          .catch(() => {})
      notify({
        ...success(values),
        tone: 'success',
        ...(expected && { action: { label: 'Undo', onClick: undo } }),
      })
    },
    onError: (_error, { id }, before, { client }) => {
      if (before) show(client, table, id, before)
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
  return change
}

const pagesOf = (table: ResourceTable) => ({
  queryKey: resourceKey(table),
  predicate: ({ queryKey }: Query) => queryKey[3] === 'page',
})

/** @returns what the lists showed before */
function show(client: QueryClient, table: ResourceTable, id: string, values: Values): Values {
  const before: Record<string, unknown> = {}
  client.setQueriesData<Row[]>(pagesOf(table), (rows) =>
    rows?.map((row) => {
      if (row.id !== id) return row
      for (const key of Object.keys(values)) before[key] = row[key]
      return { ...row, ...values }
    }),
  )
  return before
}

/** A longer text does not fit into the address of a request: it is compared before the write. */
const MAX_COMPARED = 200

async function update(
  table: ResourceTable,
  { id, values, expected = {} }: RowChange,
): Promise<void> {
  const stored = async () => {
    const { data } = await selectRows(table, Object.keys({ id, ...values }).join(','))
      .eq('id', id)
      .maybeSingle()
      .throwOnError()
    if (!data) throw new RowGoneError()
    return data
  }
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
  const { data } = await query.select('id').throwOnError()
  if (data.length > 0) return
  if (short.length === 0) throw new RowGoneError()
  const now = await stored()
  // The answer to an earlier try was lost.
  if (isIn(now, values)) return
  throw isIn(now, expected) ? new RowGoneError() : new RowChangedError(now)
}

/** Whether the row holds these values. */
const isIn = (row: Values, values: Values) =>
  Object.entries(values).every(([key, value]) => row[key] === value)

const same = (value: unknown): [operator: string, value: unknown] =>
  value === null ? ['is', null] : ['eq', value]

const shownIn = (table: ResourceTable) => [
  resourceKey(table),
  resourceKey('change_log'),
  ['dashboard'],
]
