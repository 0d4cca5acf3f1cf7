import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import type { Resource } from '../define/define-resource'
import { chooseColumns, columnsQuery } from '../views/view-queries'
import { listAddress } from '../views/view-state'
import type { ListState } from './list-state'

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
