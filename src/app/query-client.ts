import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import '@/shared/lib/query-meta'
import { notify } from '@/shared/ui/notify'

/** Reads retry once and writes never; both try even when the browser believes it is offline, so that
 * a failure is shown instead of a request that waits unseen. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      console.error(error)
      if (query.meta?.failure) notify({ ...query.meta.failure, tone: 'error' })
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      console.error(error)
      if (mutation.meta?.failure) notify({ ...mutation.meta.failure, tone: 'error' })
    },
    onSuccess: (_data, _variables, _result, mutation) => {
      if (mutation.meta?.success) notify({ ...mutation.meta.success, tone: 'success' })
      for (const queryKey of mutation.meta?.invalidates ?? []) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
  }),
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
