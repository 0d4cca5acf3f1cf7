import type { QueryKey } from '@tanstack/react-query'
import type { Notice } from '@/shared/ui/notify'

type Toast = Omit<Notice, 'tone'>
/** As a function where the toast passes on what the backend said, or is no alarm. */
type FailureToast = Toast | ((error: Error) => Toast & { tone?: 'info' })

/** Declared next to a query or mutation; the caches in `app/query-client.ts` act on it. */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure?: FailureToast }
    mutationMeta: {
      success?: Toast
      failure?: FailureToast
      /** Keys (or their beginnings) of the queries that are refetched after success. */
      invalidates?: readonly QueryKey[]
    }
  }
}
