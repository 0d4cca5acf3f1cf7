import type { QueryKey } from '@tanstack/react-query'
import type { Notice } from '@/shared/ui/notify'

type Toast = Omit<Notice, 'tone'>

/** Declared next to a query or mutation; the caches in `src/app/query-client.ts` act on it. */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure?: Toast }
    mutationMeta: {
      success?: Toast
      failure?: Toast
      /** Keys (or their beginnings) of the queries that are refetched after success. */
      invalidates?: readonly QueryKey[]
    }
  }
}
