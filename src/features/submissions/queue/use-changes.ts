import { MutationObserver, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reverted, rowAsAsked } from '@/engine/core/row-changes'
import type { StatusChange } from '@/features/submissions/answers/answer-composer'
import { kinds, type SubmissionStatus } from '@/shared/submissions/kinds'
import type { Submission } from '@/features/submissions/common/queues'
import { useReviewerName } from './assignees'
import { assign, setStatus, type SubmissionChange } from './changes'

/** As long as its toast shows */
const UNDO_MS = 8_000

/** Changes of one submission or several, and the undo of the last one. */
export function useChanges() {
  const client = useQueryClient()
  const nameOf = useReviewerName()
  const [{ keep, forget, undoLast }] = useState(createUndos)

  /** Starts from each one's last change, even if a slow screen does not show it yet. */
  function changesOf<Column extends 'status' | 'assignee_id'>(
    of: readonly Submission[],
    column: Column,
    to: Submission[Column],
  ): SubmissionChange[] {
    return of
      .map((one) => rowAsAsked(client, 'submissions', one))
      .filter((one) => one[column] !== to)
      .map((one) => ({
        id: one.id,
        values: { [column]: to },
        expected: { [column]: one[column] },
        submission: one,
      }))
  }

  /** The key can undo it at once, since the undo is stored after the change. */
  async function store(options: typeof setStatus, changes: readonly SubmissionChange[]) {
    if (changes.length === 0) return
    const write = (some: readonly SubmissionChange[]) =>
      new MutationObserver(client, options).mutate(some)
    let stored = changes
    const undoable = keep(
      () => void write(reverted(stored)).catch(() => {}),
      changes.map(({ id }) => id),
    )
    try {
      const ids = await write(changes)
      stored = changes.filter(({ id }) => ids.includes(id))
      undoable.until = Date.now() + UNDO_MS
    } catch {
      // The mutation shows its own failure.
      stored = []
    }
    if (stored.length === 0) forget(undoable)
  }

  return {
    /** @returns whether there was anything to change */
    decide: (of: readonly Submission[], to: SubmissionStatus): boolean => {
      const able = of.filter((one) => kinds[one.kind].statuses.includes(to))
      const changes = changesOf(able, 'status', to)
      void store(setStatus, changes)
      return changes.length > 0
    },
    /** Sets the status that follows from an answer; a decision made meanwhile stays. */
    follow: (one: Submission, { from, to }: StatusChange): void => {
      const changes = changesOf([one], 'status', to)
      void store(
        setStatus,
        changes.filter(({ expected }) => expected?.status === from),
      )
    },
    assignTo: (of: readonly Submission[], assignee: string | null): void =>
      void store(assign(nameOf), changesOf(of, 'assignee_id', assignee)),
    /** Lets the undo key undo a change made elsewhere. */
    keep,
    undoLast,
  }
}

interface Undoable {
  undo: () => void
  ids: readonly string[]
  until: number
}

function createUndos() {
  const undoable: Undoable[] = []
  return {
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
    undoLast: (): string | undefined => {
      const last = undoable.pop()
      if (!last || last.until < Date.now()) return undefined
      last.undo()
      return last.ids.length === 1 ? last.ids[0] : undefined
    },
  }
}
