import type { UseQueryResult } from '@tanstack/react-query'
import { LoadFailure } from './load-failure'
import { Spinner, type SpinnerProps } from './spinner'

interface LoadingProps extends Pick<SpinnerProps, 'label' | 'className'> {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>
  /** As in "The users could not be loaded." */
  failure: string
}

/** In place of the data of a query: a spinner, or the failure with a retry. */
export function Loading({ query, failure, ...spinner }: LoadingProps) {
  return query.isError ? <LoadFailure title={failure} query={query} /> : <Spinner {...spinner} />
}
