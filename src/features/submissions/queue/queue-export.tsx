import { useQueryClient } from '@tanstack/react-query'
import type { Resource } from '@/engine/core/define-resource'
import { allRows, selectRows } from '@/engine/core/all-rows'
import { ExportButton } from '@/engine/list/export-button'
import type { ListState } from '@/engine/core/list-state'
import { matching } from '@/engine/core/resource-queries'
import { useSavedView } from '@/engine/views/use-saved-view'
import { kinds, loadFailed, type SubmissionKind } from '@/shared/submissions/kinds'
import { viewLabel, type ViewName } from '@/features/submissions/common/queues'
import { exportColumns } from '@/features/submissions/common/submission-queries'
import { useReviewerName } from './assignees'

interface QueueExportProps {
  resource: Resource
  kind: SubmissionKind | undefined
  /** All of a list, or some by their ids */
  of: ListState | readonly string[]
  total: number | undefined
  /** How many there are without search and filters */
  all: number | undefined
  isInMenu?: boolean
}

/** For one kind, everything that was sent; for all kinds together, the queue's own columns. */
export function QueueExport({ resource, kind, of, total, all, isInMenu }: QueueExportProps) {
  const queryClient = useQueryClient()
  const nameOf = useReviewerName()
  const { view } = useSavedView(resource)
  const asked = 'filters' in of ? of : undefined
  const ids = 'filters' in of ? [] : of
  const words = 'filters' in of ? narrowedBy(of) : 'selected'

  async function* rows(signal: AbortSignal) {
    const select = asked
      ? await matching(queryClient, resource, asked)
      : (selected: string) => selectRows('submissions', selected).in('id', ids)
    for await (const batch of allRows(select, signal, exportColumns(kind))) {
      yield batch.map(({ reference, due_at, answered_at, assignee_id, own, ...queued }) => ({
        reference,
        ...((own as object | undefined) ?? queued),
        due_at,
        answered_at,
        assignee: assignee_id === null ? null : nameOf(assignee_id),
      }))
    }
  }

  return (
    <ExportButton
      table={kind ? kinds[kind].table : 'submissions'}
      view={asked && view?.name}
      filters={
        asked
          ? { ...asked.filters, ...(asked.search && { search: asked.search }) }
          : { selected: String(ids.length) }
      }
      total={total}
      rows={rows}
      failure={loadFailed}
      scope={words ? { all, words } : undefined}
      {...(!asked && { label: 'Export' })}
      menu={isInMenu ? { about: 'submissions' } : undefined}
    />
  )
}

/** The filters of a list, in words */
const narrowedBy = ({ search, filters }: ListState) =>
  [
    filters.view && viewLabel(filters.view as ViewName).toLowerCase(),
    search && 'search',
    Object.keys(filters).some((key) => key !== 'view') && 'filters',
  ]
    .filter(Boolean)
    .join(', ')
