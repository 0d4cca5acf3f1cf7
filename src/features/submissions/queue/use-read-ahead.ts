import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { pageQuery } from '@/engine/core/resource-queries'
import type { ListPage } from '@/engine/list/use-list-page'
import { submissionQuery } from '@/features/submissions/common/submission-queries'
import type { Submission } from '@/features/submissions/common/queues'
import type { Stepping } from './use-stepping'

/** The next page loads this many rows before the end. */
const NEAR_END = 5

/** Loads the open submission's neighbors and the next page before someone steps to them. */
export function useReadAhead(
  { resource, controls, pages }: ListPage,
  rows: readonly Submission[] | undefined,
  { openId, index }: Stepping,
) {
  const queryClient = useQueryClient()
  const { list } = controls
  const neighbours = [rows?.[index + 1]?.id, rows?.[index - 1]?.id]
  const isNearEnd = rows !== undefined && index >= rows.length - NEAR_END
  const prefetch = useEffectEvent(() => {
    for (const id of neighbours) if (id) void queryClient.prefetchQuery(submissionQuery(id))
    if (!isNearEnd || !pages.hasNext) return
    void queryClient.prefetchQuery(pageQuery(resource, { ...list, page: list.page + 1 }))
  })
  useEffect(() => {
    if (openId !== undefined && index !== -1) prefetch()
  }, [openId, index])
}
