import { useQuery, useQueryClient } from '@tanstack/react-query'
import { allRows, selectRows } from '@/shared/resource/list/all-rows'
import type { Resource, Row } from '@/shared/resource/define/define-resource'
import { ExportButton } from '@/shared/resource/list/export-button'
import type { ListState } from '@/shared/resource/list/list-state'
import { matching } from '@/shared/resource/list/resource-queries'
import { useSavedView } from '@/shared/resource/views/use-saved-view'
import { reviewerName } from './changes'
import { kinds, type SubmissionKind } from '@/shared/submissions/kinds'
import { columns, loadFailed } from '@/shared/submissions/queues'
import {
  exportColumns,
  reviewersQuery,
  type Reviewer,
} from '@/shared/submissions/submission-queries'

interface QueueExportProps {
  resource: Resource
  kind: SubmissionKind | undefined
  asked: ListState
  total: number | undefined
  /** How many there are without search and filters */
  all: number | undefined
  /** The filters of the list, in words */
  narrowedBy: readonly string[]
  /** Only these, where some are selected */
  ids?: readonly string[]
  isInMenu?: boolean
}

/** Of one kind all that was sent, of all kinds together what the queue knows of each. */
export function QueueExport(props: QueueExportProps) {
  const { resource, kind, asked, total, all, narrowedBy, ids, isInMenu } = props
  const queryClient = useQueryClient()
  const { data: reviewers = [] } = useQuery(reviewersQuery)
  const { view } = useSavedView(resource)
  const table = kind ? kinds[kind].table : 'submissions'

  async function* rows(signal: AbortSignal) {
    const read = allRows(
      ids
        ? (selected) => selectRows('submissions', selected).in('id', ids)
        : await matching(queryClient, resource, asked),
      signal,
      kind ? exportColumns(kind) : `id,created_at,${columns.join()}`,
    )
    for await (const batch of read) yield batch.map((row) => asExported(row, reviewers))
  }

  return (
    <ExportButton
      table={table}
      view={ids ? undefined : view?.name}
      filters={{
        ...asked.filters,
        ...(asked.search && { search: asked.search }),
        ...(ids && { selected: String(ids.length) }),
      }}
      total={ids?.length ?? total}
      rows={rows}
      failure={loadFailed}
      scope={
        ids
          ? { all, words: 'selected' }
          : narrowedBy.length > 0
            ? { all, words: narrowedBy.join(', ') }
            : undefined
      }
      {...(ids && { label: 'Export' })}
      menu={isInMenu ? { about: 'submissions' } : undefined}
    />
  )
}

function asExported(row: Row, reviewers: readonly Reviewer[]) {
  const { reference, due_at, answered_at, assignee_id, own, ...queued } = row
  const assignee = assignee_id === null ? null : reviewerName(reviewers, assignee_id)
  return { reference, ...((own as object | undefined) ?? queued), due_at, answered_at, assignee }
}
