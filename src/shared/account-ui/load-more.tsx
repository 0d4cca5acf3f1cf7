import type { ReactNode } from 'react'
import { Button } from '@/shared/ui/button'
import { LoadFailure } from './load-failure'

interface LoadMoreProps {
  query: {
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  /** As in "Older events could not be loaded." */
  failed: string
  children: ReactNode
}

/** The button below a list that has more, or why more could not be loaded. */
export function LoadMore({ query, failed, children }: LoadMoreProps) {
  const { isFetching, fetchNextPage } = query
  if (query.isFetchNextPageError) {
    const again = { isFetching, refetch: fetchNextPage }
    return <LoadFailure title={failed} query={again} className="mt-3" />
  }
  return (
    query.hasNextPage && (
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        loading={query.isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      >
        {children}
      </Button>
    )
  )
}
