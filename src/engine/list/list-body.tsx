import Inbox from 'lucide-react/icons/inbox'
import SearchX from 'lucide-react/icons/search-x'
import type { ReactNode } from 'react'
import { Button } from '@/shared/ui/button'
import { EmptyState } from '@/shared/account-ui/empty-state'
import { LoadFailure } from '@/shared/account-ui/load-failure'
import { Spinner } from '@/shared/ui/spinner'
import { isNarrowed } from '../core/list-state'
import type { ListPage } from './use-list-page'

/** A search has more words than the database looks for; its message names the limit. */
const isTooLong = (error: Error | null): error is Error =>
  (error as { code?: unknown } | null)?.code === '23514'

interface ListBodyProps<Row> {
  of: ListPage
  rows: readonly Row[] | undefined
  /** Of what replaces the rows */
  className?: string
  children: (rows: readonly Row[]) => ReactNode
}

/** The rows of a list, or why there are none. */
export function ListBody<Row>({ of, rows, className, children }: ListBodyProps<Row>) {
  const { resource, controls, page, count, countText, isBeyond } = of
  const { list, change } = controls
  const { label } = resource
  const retry = {
    isFetching: page.isError ? page.isFetching : count.isFetching,
    refetch: () => Promise.all([page.refetch(), count.refetch()]),
  }
  const failure = (what: string) => (
    <LoadFailure
      title={`The ${what} could not be loaded.`}
      text={isTooLong(page.error) ? page.error.message : undefined}
      query={retry}
      className={className ?? 'mt-6'}
    />
  )
  function body() {
    if (page.isError && !rows) return failure(label.many)
    if (!rows || isBeyond) {
      return (
        <Spinner label={label.loading ?? `Loading ${label.many}...`} className="mx-auto my-16" />
      )
    }
    if (rows.length > 0) return children(rows)
    if (isNarrowed(list)) {
      return (
        <EmptyState
          className={className}
          icon={<SearchX />}
          title={`No ${label.many} found`}
          text="Nothing matches this search with these filters."
          action={
            <Button variant="outline" onClick={() => change({ search: '', filters: {} })}>
              Show all {label.many}
            </Button>
          }
        />
      )
    }
    const view = resource.views?.[list.filters.view ?? '']
    return (
      <EmptyState
        className={className}
        icon={<Inbox />}
        title={view?.nothing ?? `No ${label.many} yet`}
        text={view ? undefined : resource.filledBy}
      />
    )
  }
  return (
    <>
      {body()}
      {page.isSuccess &&
        !isBeyond &&
        count.isError &&
        countText === undefined &&
        failure(`number of ${label.many}`)}
    </>
  )
}
