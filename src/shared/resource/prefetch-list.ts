import type { QueryClient } from '@tanstack/react-query'
import type { Resource } from './define-resource'
import { readListState } from './list-state'
import { countQuery, pageQuery } from './resource-queries'

/** Starts what the list will ask for, beside the question of whether it may be shown. */
export function prefetchList(
  queryClient: QueryClient,
  resource: Resource,
  params: URLSearchParams,
): void {
  const list = readListState(resource, params)
  void queryClient.prefetchQuery(pageQuery(resource, list))
  void queryClient.prefetchQuery(countQuery(resource, list))
}
