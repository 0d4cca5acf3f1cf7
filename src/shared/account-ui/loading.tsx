import type { UseQueryResult } from '@tanstack/react-query'
import { LoadFailure } from './load-failure'
import { Spinner, type SpinnerProps } from '@/shared/ui/spinner'

interface LoadingProps extends Pick<SpinnerProps, 'label' | 'className'> {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  /** As in "The users could not be loaded." */
  what?: string
  /** Replaces that sentence. */
  title?: string
}

/** Until a query has its data: a spinner, or the failure with a retry. */
export function Loading({
  query,
  what,
  title = `${what} could not be loaded.`,
  ...spinner
}: LoadingProps) {
  if (!query.isError) return <Spinner {...spinner} />
  return <LoadFailure title={title} query={query} />
}
