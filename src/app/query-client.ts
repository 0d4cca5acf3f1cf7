import {
  MutationCache,
  QueryCache,
  QueryClient,
  notifyManager,
  type MutationMeta,
  type QueryMeta,
} from '@tanstack/react-query'
import { RowChangedError, RowGoneError } from '@/engine/core/row-errors'
import { noteFault } from '@/shared/lib/note-fault'
import type { SessionEndedError } from '@/shared/supabase/ended-session'
import { notify } from '@/shared/ui/notify'
import { pressOnce } from './press-once'

// Notifies at once: the first click has to disable a button before a second one.
notifyManager.setScheduler(queueMicrotask)
pressOnce()

/** Reads retry once and writes never; both try even when the browser believes it is offline, so that
 * a failure is shown instead of a request that waits unseen. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      tellFailure(error, query.meta)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      tellFailure(error, mutation.meta)
      if (error instanceof RowGoneError || error instanceof RowChangedError) {
        invalidate(mutation.meta)
      }
    },
    onSuccess: (_data, _variables, _result, mutation) => {
      if (mutation.meta?.success) notify({ ...mutation.meta.success, tone: 'success' })
      invalidate(mutation.meta)
    },
  }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && !endOf(error),
      refetchOnWindowFocus: false,
      networkMode: 'always',
      // Data prefetched for a screen is not fetched again when the screen appears.
      staleTime: 2_000,
    },
    mutations: { networkMode: 'always' },
  },
})

function invalidate(meta: MutationMeta | undefined): void {
  for (const queryKey of meta?.invalidates ?? []) {
    // A first read that began before the write does not begin again, so it is repeated once it is there.
    const first = queryClient.getQueryCache().findAll({
      queryKey,
      fetchStatus: 'fetching',
      predicate: ({ state }) => state.data === undefined,
    })
    for (const { promise, queryKey: exactly } of first) {
      const repeat = () => void queryClient.invalidateQueries({ queryKey: exactly, exact: true })
      promise?.then(repeat, repeat)
    }
    void queryClient.invalidateQueries({ queryKey })
  }
}

/** The error of requests that waited for a sign-in that did not happen. */
const endOf = (error: Error) => {
  const { code } = error as Partial<SessionEndedError>
  return code === 'session_ended' || code === 'page_left' ? code : undefined
}

function tellFailure(error: Error, meta: QueryMeta | MutationMeta | undefined): void {
  if (endOf(error) === 'page_left') return
  // Conflicts and the user's own choices are shown, and are no errors.
  if (!(error instanceof RowChangedError) && !endOf(error)) noteFault(error)
  const { failure } = meta ?? {}
  if (!failure) return
  notify({ tone: 'error', ...(typeof failure === 'function' ? failure(error) : failure) })
}
