import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Resource } from '../core/define-resource'
import type { ListControls } from '../core/list-state'
import {
  countQuery,
  MOST_COUNTED,
  pageQuery,
  rowsPerPage,
  type Count,
} from '../core/resource-queries'

interface Options {
  /** The number of all rows, where another query has it */
  counted?: { total: number | undefined; query: UseQueryResult } | undefined
}

/** The page of a list that the address names, the number of all rows, and the links to other pages. */
export function useListPage(resource: Resource, controls: ListControls, options: Options = {}) {
  const { list, change } = controls
  const { counted } = options
  const page = useQuery(pageQuery(resource, list))
  const ownCount = useQuery({ ...countQuery(resource, list), enabled: !counted })
  const count = counted?.query ?? ownCount

  const rows = page.data
  const rowCount = counted ? counted.total : ownCount.data
  const total = rowCount === 'many' ? undefined : rowCount
  const perPage = rowsPerPage(resource)
  const pageCount = total === undefined ? undefined : Math.max(Math.ceil(total / perPage), 1)
  // For example, after the last page's rows were removed, or from an old link.
  const isBeyond = rows?.length === 0 && list.page > 1
  useEffect(() => {
    if (!isBeyond || page.isFetching || count.isFetching) return
    change({ page: Math.min(pageCount ?? 1, list.page - 1) }, { replace: true })
  })

  return {
    resource,
    controls,
    page,
    count,
    total,
    countText: rowCount === undefined ? undefined : countText(rowCount, resource),
    /** How many rows an export has; unknown without the number, unless there are none. */
    exportable: total ?? (rows && rows.length > 0 ? undefined : 0),
    isBeyond,
    pages: {
      page: list.page,
      pageCount,
      hasNext: pageCount === undefined ? rows?.length === perPage : list.page < pageCount,
      onPageChange: (next: number) => change({ page: next }),
    },
  }
}

export type ListPage = ReturnType<typeof useListPage>

/** As in "1,204 mentors", or "1,000+ mentors" */
export function countText(count: Count, { label }: Pick<Resource, 'label'>): string {
  if (count === 'many') return `${MOST_COUNTED.toLocaleString('en-US')}+ ${label.many}`
  return `${count.toLocaleString('en-US')} ${count === 1 ? label.one : label.many}`
}
