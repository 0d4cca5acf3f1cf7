import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RowChange } from '@/shared/resource/write/row-changes'
import { assign, setStatus } from './changes'
import { kinds, type SubmissionStatus } from '@/shared/submissions/kinds'
import type { Submission } from '@/shared/submissions/queues'
import type { Reviewer } from '@/shared/submissions/submission-queries'

/** As long as its message is shown */
const UNDO_MS = 8_000

/** Changes of one submission or several, and the way back of the last one. */
export function useChanges(reviewers: readonly Reviewer[]) {
  const [{ remember, find, keep, takeLastBack }] = useState(createMemory)
  const status = useMutation(setStatus(find, keep))
  const assignment = useMutation(assign(find, reviewers, keep))

  return {
    /** @returns whether there was anything to change */
    decide: (of: readonly Submission[], to: SubmissionStatus): boolean => {
      const changed = of.filter((one) => one.status !== to && kinds[one.kind].statuses.includes(to))
      remember(changed)
      if (changed.length > 0) status.mutate(changed.map((one) => change(one, 'status', to)))
      return changed.length > 0
    },
    giveTo: (of: readonly Submission[], assignee: string | null): void => {
      const changed = of.filter((one) => one.assignee_id !== assignee)
      remember(changed)
      if (changed.length > 0) {
        assignment.mutate(changed.map((one) => change(one, 'assignee_id', assignee)))
      }
    },
    /** Lets the key for it take back what was done elsewhere. */
    keep,
    takeLastBack,
  }
}

const change = (
  of: Submission,
  column: 'status' | 'assignee_id',
  to: string | null,
): RowChange => ({
  id: of.id,
  values: { [column]: to },
  expected: { [column]: of[column] },
})

function createMemory() {
  // What a message tells of may have left the list.
  const changed = new Map<string, Submission>()
  const undoable: { undo: () => void; ids: readonly string[]; until: number }[] = []
  return {
    remember: (of: readonly Submission[]) => {
      for (const one of of) changed.set(one.id, one)
    },
    find: (id: string) => changed.get(id),
    keep: (undo: () => void, ids: readonly string[]) => {
      undoable.push({ undo, ids, until: Date.now() + UNDO_MS })
    },
    /** @returns the id of what it takes back, where that is one */
    takeLastBack: (): string | undefined => {
      const last = undoable.pop()
      if (!last || last.until < Date.now()) return undefined
      last.undo()
      return last.ids.length === 1 ? last.ids[0] : undefined
    },
  }
}
