import { useQuery } from '@tanstack/react-query'
import Inbox from 'lucide-react/icons/inbox'
import type { NavigateOptions } from 'react-router-dom'
import { useLastPage } from '@/shared/lib/use-list-address'
import { allRows } from '@/shared/resource/all-rows'
import { ExportButton } from '@/shared/resource/export-button'
import { EmptyState } from '@/shared/ui/empty-state'
import { LoadFailure } from '@/shared/ui/load-failure'
import { Pagination } from '@/shared/ui/pagination'
import { Spinner } from '@/shared/ui/spinner'
import { SubmissionCard } from './submission-card'
import type { SubmissionKind } from './submission-kinds'
import {
  failure,
  submissionCountQuery,
  SUBMISSIONS_PER_PAGE,
  submissionsQuery,
} from './submissions-queries'

interface SubmissionListProps {
  kind: SubmissionKind
  /** From 1 */
  page: number
  onPageChange: (page: number, options?: NavigateOptions) => void
}

export function SubmissionList({ kind, page, onPageChange }: SubmissionListProps) {
  const submissions = useQuery(submissionsQuery(kind.table, page))
  const counting = useQuery(submissionCountQuery(kind.table))
  const count = counting.data
  const pageCount = Math.ceil((count ?? 0) / SUBMISSIONS_PER_PAGE)
  useLastPage({ page, pageCount, counting, setPage: onPageChange })

  if (submissions.isPending || (submissions.data?.length === 0 && page > 1)) {
    return <Spinner label="Loading submissions..." className="my-16" />
  }
  if (submissions.isError && !submissions.data) {
    return <LoadFailure title="The submissions could not be loaded." query={submissions} />
  }

  return (
    <>
      <div className="mb-6 flex justify-end">
        <ExportButton
          table={kind.table}
          total={count ?? 0}
          rows={(signal) => allRows(kind.table, signal)}
          failure={failure}
        />
      </div>
      {submissions.data.length === 0 ? (
        <EmptyState
          icon={<Inbox />}
          title={kind.empty}
          text="The next one appears here the moment it is sent."
        />
      ) : (
        <ul aria-label={kind.tab} className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          {submissions.data.map((submission) => (
            <SubmissionCard key={submission.id} kind={kind} submission={submission} />
          ))}
        </ul>
      )}
      <Pagination page={page} pageCount={pageCount} onPageChange={onPageChange} />
    </>
  )
}
