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

// Notifies at once: the first click has to disable a button before a second one comes.
notifyManager.setScheduler(queueMicrotask)

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
      retry: (failures, error) =>
        failures < 1 && codeOf(error) !== ('session_ended' satisfies SessionEndedError['code']),
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
    void queryClient.invalidateQueries({ queryKey })
  }
}

const codeOf = (error: Error) => (error as { code?: unknown }).code

function tellFailure(error: Error, meta: QueryMeta | MutationMeta | undefined): void {
  // Of a page that is gone, since its account signed out.
  if (codeOf(error) === ('page_left' satisfies SessionEndedError['code'])) return
  // A conflict is shown to the user and is not an error.
  if (!(error instanceof RowChangedError)) noteFault(error)
  const { failure } = meta ?? {}
  if (!failure) return
  notify({ tone: 'error', ...(typeof failure === 'function' ? failure(error) : failure) })
}
