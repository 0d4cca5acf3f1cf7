import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import type { NewRow } from './new-row'
import { expectChange } from '@/shared/supabase/row-gone'
import { selectAll, type TableQuery } from './all-rows'
import type { Resource, ResourceTable, ResourceToasts, Row } from './define-resource'
import type { ListState } from './list-state'
import { containsWord, searchWords } from './search-filter'

export const ROWS_PER_PAGE = 25

/** From this row on it is worth to know the count, and to read a later page from the end. */
const FAR = 1_000

function resourceKey(table: ResourceTable) {
  return ['resource', table] as const
}

type Match = Pick<ListState, 'search' | 'filters'>

/** The rows that a search and the filters leave. */
export function matching(resource: Resource, { search, filters }: Match) {
  return (query: TableQuery): TableQuery => {
    let narrowed = query
    for (const word of searchWords(search)) {
      narrowed = narrowed.or(containsWord(resource.search, word))
    }
    for (const [key, value] of Object.entries(filters)) narrowed = narrowed.eq(key, value)
    return narrowed
  }
}

/** One page of a list. Rows that are equal to the sort keep an order among them, by their id. */
export function pageQuery(resource: Resource, { search, filters, sort, page }: ListState) {
  const match = { search, filters }
  // A table has one declaration, and the table is in the key.
  // eslint-disable-next-line @tanstack/query/exhaustive-deps
  return queryOptions({
    queryKey: [...resourceKey(resource.table), 'page', { ...match, sort, page }],
    queryFn: async ({ signal, client }): Promise<Row[]> => {
      const read = async (from: number, to: number, descending: boolean) => {
        const { data } = await matching(
          resource,
          match,
        )(selectAll(resource.table))
          .order(sort.key, { ascending: !descending })
          .order('id', { ascending: !descending })
          .range(from, to - 1)
          .abortSignal(signal)
          .throwOnError()
        return data as unknown as Row[]
      }
      const from = (page - 1) * ROWS_PER_PAGE
      const to = from + ROWS_PER_PAGE
      if (from < FAR) return read(from, to, sort.descending)

      // The database walks through all rows before a page, so one of the later half is read from
      // the other end.
      const count = await client.fetchQuery(countQuery(resource, match))
      if (from >= count) return []
      if (from < count / 2) return read(from, to, sort.descending)
      const rows = await read(Math.max(count - to, 0), count - from, !sort.descending)
      return rows.reverse()
    },
    placeholderData: keepPreviousData,
    meta: { failure: resource.toasts.loadFailed },
  })
}

/** How many rows match. Its failure is told by the page's own query. */
export function countQuery(resource: Resource, { search, filters }: Match) {
  // As above.
  // eslint-disable-next-line @tanstack/query/exhaustive-deps
  return queryOptions({
    queryKey: [...resourceKey(resource.table), 'count', { search, filters }],
    queryFn: async ({ signal }): Promise<number> => {
      const query = selectAll(resource.table, { count: 'exact', head: true })
      const { count } = await matching(resource, { search, filters })(query)
        .abortSignal(signal)
        .throwOnError()
      return count ?? 0
    },
    placeholderData: keepPreviousData,
  })
}

type Values = Readonly<Record<string, unknown>>

export function addRow({ table, toasts }: Resource, row: NewRow) {
  return mutationOptions({
    mutationFn: (values: Values) => row.store(values),
    meta: {
      ...(toasts.added && { success: { title: toasts.added } }),
      ...(toasts.addFailed && { failure: toasts.addFailed }),
      invalidates: [resourceKey(table), ['dashboard']],
    },
  })
}

/** Writes what is given and leaves the other columns as somebody else may just have set them. */
export function updateRow(table: ResourceTable, toasts: Omit<ResourceToasts, 'loadFailed'>) {
  return mutationOptions({
    mutationFn: async ({ id, values }: { id: string; values: Values }) => {
      expectChange(
        await supabase
          .from(table as 'mentors')
          .update(values as never)
          .eq('id', id)
          .select('id')
          .throwOnError(),
      )
    },
    meta: {
      ...(toasts.updated && { success: { title: toasts.updated } }),
      ...(toasts.updateFailed && { failure: toasts.updateFailed }),
      invalidates: [resourceKey(table), ['dashboard']],
    },
  })
}
