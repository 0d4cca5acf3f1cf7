import { mutationOptions } from '@tanstack/react-query'
import { optionLabel } from '@/shared/lib/option-label'
import { resourceKey } from '@/engine/core/resource-queries'
import { addOnce, optimisticUpdate, type RowChange } from '@/engine/core/row-changes'
import { RowChangedError } from '@/engine/core/row-errors'
import { ask } from '@/shared/supabase/ask'
import { supabase } from '@/shared/supabase/client'
import { kinds, protectedFieldsOf, type AnsweredField } from '@/shared/submissions/kinds'
import {
  readProtectedFields,
  type ProtectedFields,
} from '@/features/submissions/common/protected-fields'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import { lastChange } from '@/features/submissions/common/undo'
import { notesQuery } from '@/features/submissions/common/submission-queries'

/** Keeps the submission as it was at the change, because it may leave the list. */
export interface SubmissionChange extends RowChange {
  submission: Submission
}

/** The text for one; a number for several. */
export const setStatus = optimisticUpdate<SubmissionChange>({
  table: 'submissions',
  store: (changes) =>
    ask(
      supabase.rpc('set_submission_status', {
        ids: changes.map(({ id }) => id),
        to_status: changes.map(({ values }) => values.status as string),
        from_status: changes.map(({ expected }) => expected?.status as string),
      }),
    ),
  success: ({ status }, changed) => {
    const one = onlyOne(changed)
    return {
      id: lastChange,
      title: 'Status Updated',
      description: one
        ? `The ${kinds[one.kind].one} status has been updated successfully: ${titleOf(one)}, ${optionLabel(status as string)}`
        : `${count(changed)} statuses have been updated successfully`,
    }
  },
  onConflict: (changes) =>
    describeConflicts(changes, 'status', (value) => optionLabel(String(value))),
  failure: (error) =>
    isFull(error)
      ? { title: 'Not changed', description: error.message }
      : { title: 'Error', description: 'Failed to update status' },
})

/** More confirmed than there are seats. */
const isFull = (error: Error) =>
  (error as { code?: string }).code === '23514' && error.message.startsWith('No seat')

type NameOf = (value: unknown) => string

export const assign = (nameOf: NameOf) =>
  optimisticUpdate<SubmissionChange>({
    table: 'submissions',
    store: (changes) =>
      ask(
        supabase.rpc('assign_submissions', {
          ids: changes.map(({ id }) => id),
          to_assignee: changes.map(({ values }) => values.assignee_id as string),
          from_assignee: changes.map(({ expected }) => expected?.assignee_id as string),
        }),
      ),
    success: ({ assignee_id: assignee }, changed) => {
      const one = onlyOne(changed)
      const what = one ? titleOf(one) : `${count(changed)} submissions`
      return {
        id: lastChange,
        title: 'Assignee Updated',
        description: `${what}: ${nameOf(assignee)}`,
      }
    },
    onConflict: (changes) => describeConflicts(changes, 'assignee_id', nameOf),
    failure: { title: 'Error', description: 'Failed to update assignee' },
  })

const onlyOne = (changes: readonly SubmissionChange[]) =>
  changes.length === 1 ? changes[0]!.submission : undefined
const count = ({ length }: readonly unknown[]) => length.toLocaleString('en-US')

/** How many conflicts a message names at most */
const NAMED = 3

/** The name of a column in the log. */
const logged = { status: 'status', assignee_id: 'assignee' } as const

/**
 * Names the values that colleagues set first, which stay, and their authors where the log has them.
 */
async function describeConflicts(
  changes: readonly SubmissionChange[],
  column: 'status' | 'assignee_id',
  nameOf: NameOf,
) {
  const named = changes.slice(0, NAMED)
  const ids = named.map(({ id }) => id)
  const [{ data: stored }, { data: log }] = await Promise.all([
    supabase.from('submissions').select('id,status,assignee_id').in('id', ids),
    supabase
      .from('change_log')
      .select('record_id,actor_name,changes')
      .in('record_id', ids)
      .eq('action', 'changed')
      .order('created_at', { ascending: false })
      .limit(ids.length * 10),
  ])
  const told = named.map(({ id, submission }) => {
    const now = stored?.find((row) => row.id === id)
    const entry = log?.find(
      (one) => one.record_id === id && logged[column] in ((one.changes ?? {}) as object),
    )
    const name = titleOf(submission)
    if (!now) return `${name} no longer exists.`
    return `${entry?.actor_name ?? 'Someone'} has set ${changes.length === 1 ? 'it' : name} to ${nameOf(now[column])}.`
  })
  const more = changes.length - told.length
  return {
    title: changes.length === 1 ? 'Not changed' : `${changes.length} not changed`,
    description: `${told.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`,
  }
}

/** @throws RowChangedError when an earlier try added another text */
export const addNote = (submissionId: string) =>
  mutationOptions({
    mutationFn: (note: { id: string; body: string }) =>
      addOnce('submission_notes', submissionId, note),
    meta: {
      failure: (error) =>
        error instanceof RowChangedError
          ? {
              title: 'Not added',
              description:
                'An earlier version was already added. Add the new part as another note.',
            }
          : { title: 'Error', description: 'Failed to add the note' },
      invalidates: [notesQuery(submissionId).queryKey],
    },
  })

export const removeNote = (submissionId: string) =>
  mutationOptions({
    mutationFn: (id: string) => ask(supabase.from('submission_notes').delete().eq('id', id)),
    meta: {
      failure: { title: 'Error', description: 'Failed to remove the note' },
      invalidates: [notesQuery(submissionId).queryKey],
    },
  })

/** The protected fields of one submission, by label, without the empty ones. */
export const openProtectedFields = ({ id, kind }: Pick<Submission, 'id' | 'kind'>) =>
  mutationOptions({
    mutationFn: async (): Promise<AnsweredField[]> => {
      const told = await readProtectedFields(id)
      return protectedFieldsOf(kind)
        .map(([key, label]) => ({ label, value: told[key as keyof ProtectedFields] }))
        .filter(({ value }) => value !== null && value !== undefined) as AnsweredField[]
    },
    meta: {
      failure: { title: 'Error', description: 'Failed to open the details' },
      invalidates: [resourceKey('change_log')],
    },
  })
