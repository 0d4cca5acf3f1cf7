import type { UseQueryResult } from '@tanstack/react-query'
import { LoadFailure } from './load-failure'
import { Spinner, type SpinnerProps } from './spinner'

interface LoadingProps extends Pick<SpinnerProps, 'label' | 'className'> {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  /** As in "The users could not be loaded." */
  what: string
}

/** In place of the data of a query: a spinner, or the failure with a retry. */
export function Loading({ query, what, ...spinner }: LoadingProps) {
  if (!query.isError) return <Spinner {...spinner} />
  return <LoadFailure title={`${what} could not be loaded.`} query={query} />
}
