import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { ask } from '@/shared/supabase/ask'
import { failureTitled } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Resource } from '../core/define-resource'
import { listAddress, type ListState } from '../core/list-state'

const columnsKey = ['list-columns'] as const

/** The columns that the user has chosen, by list; an empty list means the declaration's own. */
export const columnsQuery = queryOptions({
  queryKey: columnsKey,
  queryFn: async ({ signal }): Promise<Record<string, readonly string[]>> => {
    const rows = await ask(supabase.from('list_columns').select('list,columns'), signal)
    return Object.fromEntries(rows.map(({ list, columns }) => [list, columns]))
  },
  staleTime: 5 * 60_000,
})

/** Keeps the columns of a list with the account, and shows them at once. */
const chooseColumns = mutationOptions({
  mutationFn: ({ list, columns }: { list: string; columns: readonly string[] }) =>
    ask(supabase.rpc('choose_columns', { of_list: list, chosen: [...columns] })),
  scope: { id: columnsKey[0] },
  onMutate: async ({ list, columns }, { client }) => {
    await client.cancelQueries({ queryKey: columnsKey })
    const stored = client.getQueryData(columnsQuery.queryKey)
    client.setQueryData(columnsQuery.queryKey, { ...stored, [list]: columns })
    return stored
  },
  onError: (_error, _change, stored, { client }) => {
    client.setQueryData(columnsQuery.queryKey, stored)
  },
  meta: { invalidates: [columnsKey], failure: failureTitled('The columns were not saved') },
})

export interface Columns {
  /** The keys of the columns that are shown, in their order; the first is the row's header. */
  keys: readonly string[]
  choose: (keys: readonly string[]) => void
  /** Back to those of the declaration. */
  reset: () => void
  /** The account's own order is not known yet. */
  isPending: boolean
}

/**
 * The columns of a list in their order: those of the address, as a view or a link says them, or those
 * that the account has chosen for this list.
 */
export function useColumns(
  resource: Resource,
  list: ListState,
  change: (part: Partial<ListState>) => void,
): Columns {
  const address = listAddress(resource, useLocation())
  const chosen = useQuery(columnsQuery)
  const choosing = useMutation(chooseColumns)
  const known = resource.columns.map(({ key }) => key)
  const [first = ''] = known
  const fallback = known.filter((key) => !resource.hiddenAtFirst?.includes(key))
  const own = chosen.data?.[address]?.filter((key) => known.includes(key))
  const listed = list.columns ?? (own && own.length > 0 ? own : fallback)

  const choose = (keys: readonly string[]) =>
    list.columns ? change({ columns: keys }) : choosing.mutate({ list: address, columns: keys })
  return {
    keys: [first, ...listed.filter((key) => key !== first)],
    choose,
    reset: () => (list.columns ? change({ columns: fallback }) : choose([])),
    isPending: !list.columns && chosen.isPending,
  }
}
