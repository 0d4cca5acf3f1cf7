import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import { midnight, officeDay } from '@/shared/lib/office-day'
import { ask, askCount, rpcQuery, selectQuery } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { selectFound, selectRows, selectSubset, type SelectRows, type TableQuery } from './all-rows'
import {
  me,
  type Condition,
  type EditableResource,
  type Resolved,
  type Resource,
  type ResourceTable,
  type Row,
  type RowTable,
} from './define-resource'
import { conditionsOf, type ListState } from './list-state'
import { RowGoneError } from './row-errors'
import { containing, searchArgument, searchedWords } from './search-filter'

export const rowsPerPage = (resource: Pick<Resource, 'rowsPerPage'>): number =>
  resource.rowsPerPage ?? 25

/** From this row on, it pays to know the count and to read later pages from the end. */
const DEEP_PAGE_FROM = 1_000

/** Matches of a common word in a larger table are counted up to `MOST_COUNTED`. */
const LARGE_TABLE = 100_000

export const MOST_COUNTED = 1_000

/** `many` means more than `MOST_COUNTED`, where the exact number would take too long. */
export type Count = number | 'many'

/** Begins the keys of all queries on a table's rows. */
export function resourceKey(table: RowTable) {
  return ['resource', table] as const
}

type Match = Pick<ListState, 'search' | 'filters'>

/**
 * The rows that match a search and filters. A rare word is found by a function with an index, which
 * row-level security keeps filters from using; a scan finds a common word fast.
 */
export async function matching(
  client: QueryClient,
  resource: Resource,
  { search, filters }: Match,
): Promise<SelectRows> {
  const { table, subset } = resource
  const words = searchedWords(search)
  const argument = searchArgument(words)
  const conditions = conditionsOf(resource, filters)
  const account = conditions.some(([, , value]) => value === me) ? await ownId() : ''
  const chosen = subset && filters[subset.key]
  const isFound = !chosen && words.length > 0 && (await isFoundByIndex(client, table, search))
  return (columns, options) =>
    conditions
      .filter(([key]) => key !== subset?.key)
      .reduce(
        (query, condition) => narrowed(query, condition, account),
        isFound
          ? selectFound(table, argument, columns, options)
          : words.reduce(
              containingWord,
              chosen
                ? selectSubset(subset, chosen, columns, options)
                : selectRows(table, columns, options),
            ),
      )
}

const isFoundByIndex = async (client: QueryClient, table: ResourceTable, search: string) =>
  // No filter can look for it.
  search.includes('*') ||
  client.fetchQuery(findsFewQuery(table, searchArgument(searchedWords(search))))

const findsFewQuery = (table: ResourceTable, search: string) =>
  rpcQuery(
    ['finds-few', table],
    'is_selective',
    { kind: table, search },
    // The waiting read tries again.
    { staleTime: 60_000, retry: false },
  )

function containingWord(query: TableQuery, ways: readonly string[]): TableQuery {
  const [first, second] = ways.map(containing)
  return second === undefined
    ? query.like('search_text', first!)
    : query.or(`search_text.like."${first}",search_text.like."${second}"`)
}

const ownId = async (): Promise<string> =>
  (await supabase.auth.getSession()).data.session?.user.id ?? ''

function narrowed(
  query: TableQuery,
  [key, operator, value]: Condition,
  account: string,
): TableQuery {
  if (operator === 'is') return query.is(key, value)
  if (operator === 'in') return query.in(key, value)
  return query.filter(key, operator, typeof value === 'string' ? value : resolve(value, account))
}

function resolve(value: Resolved, account: string): string {
  if ('symbol' in value) return value === me ? account : new Date().toISOString()
  const { day, later } = value
  return midnight(day === 'today' ? officeDay(new Date()) : day, later)
}

/** One page of a list. Rows with equal sort values are ordered by id. */
export function pageQuery(resource: Resource, { search, filters, sort, page }: ListState) {
  const match = { search, filters }
  const perPage = rowsPerPage(resource)
  // A slug has one declaration, and the slug is in the key.
  // eslint-disable-next-line @tanstack/query/exhaustive-deps
  return queryOptions({
    queryKey: [...resourceKey(resource.table), resource.slug, 'page', { ...match, sort, page }],
    queryFn: async ({ signal, client }): Promise<Row[]> => {
      const columns = ['id', 'created_at', ...resource.select].join(',')
      const select = await matching(client, resource, match)
      const emptyIsLeast = resource.columns.some(
        (column) => column.key === sort.key && column.emptyIsLeast,
      )
      const { enteredAt } = resource
      const inOrder = (selected: string, descending: boolean) => {
        const sorted = select(selected).order(sort.key, {
          ascending: !descending,
          ...(emptyIsLeast && { nullsFirst: !descending }),
        })
        const inDay =
          enteredAt && sort.key === 'created_at'
            ? sorted.order(enteredAt, { ascending: !descending, nullsFirst: !descending })
            : sorted
        return inDay.order('id', { ascending: !descending })
      }
      const read = async (from: number, to: number, descending: boolean) => {
        if (from < DEEP_PAGE_FROM) {
          return ask(inOrder(columns, descending).range(from, to - 1), signal)
        }
        // Their ids come from the index, without the rows before them.
        const page = await ask(inOrder('id', descending).range(from, to - 1), signal)
        const ids = page.map(({ id }) => id)
        return ask(inOrder(columns, descending).in('id', ids), signal)
      }
      const from = (page - 1) * perPage
      const to = from + perPage
      if (from < DEEP_PAGE_FROM) return read(from, to, sort.descending)

      // The database walks through all rows before a page, so a page in the later half is read from
      // the other end.
      const count = await client.fetchQuery(countQuery(resource, match))
      if (count !== 'many' && from >= count) return []
      if (count === 'many' || from < count / 2) return read(from, to, sort.descending)
      const rows = await read(Math.max(count - to, 0), count - from, !sort.descending)
      return rows.reverse()
    },
    placeholderData: keepPreviousData,
    meta: { failure: resource.toasts.loadFailed },
  })
}

export function countQuery(resource: Resource, { search, filters }: Match) {
  // As above.
  // eslint-disable-next-line @tanstack/query/exhaustive-deps
  return queryOptions({
    queryKey: [...resourceKey(resource.table), resource.slug, 'count', { search, filters }],
    queryFn: async ({ signal, client }): Promise<Count> => {
      const select = await matching(client, resource, { search, filters })
      if (await isLongToCount(client, resource, search)) {
        // Without an order, the scan ends at this row.
        const [beyond] = await ask(select('id').range(MOST_COUNTED, MOST_COUNTED), signal)
        if (beyond) return 'many'
      }
      return askCount(select('id', { count: 'exact', head: true }), signal)
    },
    placeholderData: keepPreviousData,
    meta: { failure: resource.toasts.loadFailed },
  })
}

async function isLongToCount(client: QueryClient, resource: Resource, search: string) {
  if (searchedWords(search).length === 0) return false
  if (await isFoundByIndex(client, resource.table, search)) return false
  const all = countQuery(resource, { search: '', filters: {} })
  const rows = await client.fetchQuery({ ...all, staleTime: 5 * 60_000 })
  return rows === 'many' || rows > LARGE_TABLE
}

const findRow = (table: RowTable, id: string, columns: readonly string[], signal?: AbortSignal) =>
  ask(
    selectRows(table, ['id', ...columns].join())
      .eq('id', id)
      .maybeSingle(),
    signal,
  )

/** @throws RowGoneError */
export async function readRow(...of: Parameters<typeof findRow>): Promise<Row> {
  const row = await findRow(...of)
  if (!row) throw new RowGoneError()
  return row
}

/**
 * The current fields of a row, for its editor, without protected ones. Read once: a colleague's
 * later change must not replace the user's typing.
 */
export function rowQuery(resource: EditableResource, id: string) {
  const { table, fields, toasts } = resource
  const columns = Object.keys(fields).filter((key) => !resource.protected?.includes(key))
  return queryOptions({
    queryKey: [...resourceKey(table), 'row', id, columns],
    queryFn: ({ signal }): Promise<Record<string, unknown>> => readRow(table, id, columns, signal),
    gcTime: 0,
    staleTime: 'static',
    meta: { failure: toasts.loadFailed },
  })
}

/**
 * A record as its panel shows it: what the list reads, and every unprotected field; null if it does
 * not exist.
 */
export function recordQuery(resource: Resource, id: string) {
  const { table, select, fields = {}, toasts } = resource
  const columns = [...new Set(['created_at', ...select, ...Object.keys(fields)])].filter(
    (key) => !resource.protected?.includes(key),
  )
  return queryOptions({
    queryKey: [...resourceKey(table), 'record', id, columns],
    queryFn: ({ signal }) => findRow(table, id, columns, signal),
    meta: { failure: toasts.loadFailed },
  })
}

/**
 * The history of a record, newest first: up to this many entries, and one more if there are more.
 */
export const historyQuery = (recordId: string, limit: number, { withOpenings = true } = {}) =>
  selectQuery(
    [...resourceKey('change_log'), 'record', recordId, limit, withOpenings],
    () => {
      const entries = supabase
        .from('change_log')
        .select('id, created_at, actor_name, action, changes')
        .eq('record_id', recordId)
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(limit + 1)
      return withOpenings ? entries : entries.neq('action', 'opened')
    },
    { placeholderData: keepPreviousData },
  )

/** The file from which a record was imported. */
export function importOfQuery(recordId: string) {
  return queryOptions({
    queryKey: ['import-of', recordId],
    queryFn: async ({ signal }) => {
      const data = await ask(supabase.rpc('import_of', { record: recordId }), signal)
      return data[0] ?? null
    },
  })
}
