import { MutationObserver, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rowAsAsked, type RowChange } from '@/shared/resource/write/row-changes'
import { kinds, type SubmissionStatus } from '@/shared/submissions/kinds'
import type { Submission } from '@/shared/submissions/queues'
import type { Reviewer } from '@/shared/submissions/submission-queries'
import { assign, setStatus } from './changes'

/** As long as its message is shown */
const UNDO_MS = 8_000

/** Changes of one submission or several, and the way back of the last one. */
export function useChanges(reviewers: readonly Reviewer[]) {
  const client = useQueryClient()
  const [{ remember, find, keep, forget, takeLastBack }] = useState(createMemory)
  const statusOptions = setStatus(find)
  const assigneeOptions = assign(find, reviewers)
  const status = useMutation(statusOptions)
  const assignment = useMutation(assigneeOptions)

  /** From what each was changed to last, though a slow screen may not show that yet. */
  function changesOf<Column extends 'status' | 'assignee_id'>(
    of: readonly Submission[],
    column: Column,
    to: Submission[Column],
  ): RowChange[] {
    const now = of.map((one) => rowAsAsked(client, 'submissions', one))
    remember(now)
    return now
      .filter((one) => one[column] !== to)
      .map((one) => ({
        id: one.id,
        values: { [column]: to },
        expected: { [column]: one[column] },
      }))
  }

  /** Can be undone from the press on: what undoes it is stored after it. */
  async function store(
    { mutateAsync }: typeof status,
    options: typeof statusOptions,
    changes: readonly RowChange[],
  ) {
    let stored = changes
    const undoable = keep(
      () => void new MutationObserver(client, options).mutate(stored.map(back)).catch(() => {}),
      changes.map(({ id }) => id),
    )
    try {
      const ids = await mutateAsync(changes)
      stored = changes.filter(({ id }) => ids.includes(id))
      undoable.until = Date.now() + UNDO_MS
    } catch {
      // Its message tells of it.
      stored = []
    }
    if (stored.length === 0) forget(undoable)
  }

  return {
    /** @returns whether there was anything to change */
    decide: (of: readonly Submission[], to: SubmissionStatus): boolean => {
      const able = of.filter((one) => kinds[one.kind].statuses.includes(to))
      const changes = changesOf(able, 'status', to)
      if (changes.length > 0) void store(status, statusOptions, changes)
      return changes.length > 0
    },
    giveTo: (of: readonly Submission[], assignee: string | null): void => {
      const changes = changesOf(of, 'assignee_id', assignee)
      if (changes.length > 0) void store(assignment, assigneeOptions, changes)
    },
    /** Lets its key undo a change made elsewhere. */
    keep,
    takeLastBack,
  }
}

const back = ({ id, values, expected = {} }: RowChange): RowChange => ({
  id,
  values: expected,
  expected: values,
})

interface Undoable {
  undo: () => void
  ids: readonly string[]
  until: number
}

function createMemory() {
  // The submission of a message may have left the list.
  const changed = new Map<string, Submission>()
  const undoable: Undoable[] = []
  return {
    remember: (of: readonly Submission[]) => {
      for (const one of of) changed.set(one.id, one)
    },
    find: (id: string) => changed.get(id),
    keep: (undo: () => void, ids: readonly string[]): Undoable => {
      const one = { undo, ids, until: Date.now() + UNDO_MS }
      undoable.push(one)
      return one
    },
    forget: (one: Undoable) => {
      const index = undoable.indexOf(one)
      if (index !== -1) undoable.splice(index, 1)
    },
    /** @returns the id of the one submission that it undoes */
    takeLastBack: (): string | undefined => {
      const last = undoable.pop()
      if (!last || last.until < Date.now()) return undefined
      last.undo()
      return last.ids.length === 1 ? last.ids[0] : undefined
    },
  }
}
