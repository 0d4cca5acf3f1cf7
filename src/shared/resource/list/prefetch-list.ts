import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from '../define/define-resource'
import { VIEW_PARAM } from '../views/view-queries'
import { readListState, type ListLocation } from './list-state'
import { countQuery, pageQuery } from './resource-queries'

/** Starts what the list will ask for, beside the question of whether it may be shown. */
export function prefetchList(
  queryClient: QueryClient,
  resource: Resource,
  location: ListLocation,
): void {
  // A view is read before its rows.
  if (new URLSearchParams(location.search).has(VIEW_PARAM)) return
  const list = readListState(resource, location)
  void queryClient.prefetchQuery(pageQuery(resource, list))
  void queryClient.prefetchQuery(countQuery(resource, list))
}
