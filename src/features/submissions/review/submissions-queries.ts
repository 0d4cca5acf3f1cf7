import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { supabase } from '@/shared/supabase/client'
import { expectChange } from '@/shared/supabase/row-gone'
import type {
  Submission,
  SubmissionKind,
  SubmissionStatus,
  SubmissionTable,
} from './submission-kinds'

export const SUBMISSIONS_PER_PAGE = 25

export const failure = { title: 'Error', description: 'Failed to fetch submissions' }

export function submissionsKey(table: SubmissionTable) {
  return ['submissions', table] as const
}

/** One page, newest first; pages count from 1. */
export function submissionsQuery(table: SubmissionTable, page: number) {
  return queryOptions({
    queryKey: [...submissionsKey(table), 'page', page],
    queryFn: async ({ signal }): Promise<Submission[]> => {
      const from = (page - 1) * SUBMISSIONS_PER_PAGE
      const { data } = await supabase
        .from(table)
        .select('*')
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .range(from, from + SUBMISSIONS_PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    placeholderData: keepPreviousData,
    meta: { failure },
  })
}

/** How many there are. Its failure is told by the page's own query. */
export function submissionCountQuery(table: SubmissionTable) {
  return queryOptions({
    queryKey: [...submissionsKey(table), 'count'],
    queryFn: async ({ signal }): Promise<number> => {
      const { count } = await supabase
        .from(table)
        .select('*', { count: 'exact', head: true })
        .abortSignal(signal)
        .throwOnError()
      return count ?? 0
    },
  })
}

/** Sets any status; an admin may go from each to each. */
export function setSubmissionStatus({ table, label }: SubmissionKind) {
  return mutationOptions({
    mutationFn: async ({ id, status }: { id: string; status: SubmissionStatus }) => {
      expectChange(
        await supabase
          .from(table)
          .update({ status } as { status: 'new' })
          .eq('id', id)
          .select('id')
          .throwOnError(),
      )
    },
    meta: {
      success: {
        title: 'Status Updated',
        description: `The ${label} status has been updated successfully`,
      },
      failure: { title: 'Error', description: 'Failed to update status' },
      invalidates: [submissionsKey(table)],
    },
  })
}
