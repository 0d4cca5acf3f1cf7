import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Auth } from '@/shared/auth/auth-context'
import type { Resource } from '@/engine/core/define-resource'
import { resourceKey } from '@/engine/core/resource-queries'
import { similarRows, type SimilarRow } from '@/engine/write/similar-rows'
import { undoable } from '@/engine/core/undoable'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Json } from '@/shared/supabase/database.types'
import { ask, selectQuery } from '@/shared/supabase/ask'
import { notify } from '@/shared/ui/notify'
import { lastChange, type OnUndoable } from '@/features/submissions/common/undo'
import { kinds, type Target } from '@/shared/submissions/kinds'
import { readProtectedFields } from '@/features/submissions/common/protected-fields'
import { titleOf, type Submission } from '@/features/submissions/common/queues'
import type { FullSubmission } from '@/features/submissions/common/submission-queries'

/** The lists that a submission can be converted into, with their forms. */
export type People = Readonly<Record<Target, Resource>>

/** The targets of a conversion that the user may choose; none after a conversion. */
export function targetsFor(
  { kind, conversions }: Pick<FullSubmission, 'kind' | 'conversions'>,
  people: People,
  { can }: Pick<Auth, 'can'>,
) {
  if (conversions) return []
  return (kinds[kind].targets ?? []).filter((target) => can(...people[target].requiredRights))
}

export const activeProgramsQuery = selectQuery([...resourceKey('programs'), 'active'], () =>
  supabase.from('programs').select('id,name').eq('status', 'active').order('name').order('id'),
)

/**
 * The child's details of an application. The dialog reads them once, because each read is logged.
 */
export const childQuery = (application: string) =>
  queryOptions({
    queryKey: ['child', application],
    queryFn: ({ signal }) => readProtectedFields(application, signal),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })

/**
 * Possible duplicates, by the person's own data and, for a child, by the parent in the application.
 */
export async function similarPeople(
  submission: string,
  target: Target,
  values: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<readonly SimilarRow[]> {
  const [rows, siblings] = await Promise.all([
    similarRows(target, [values], signal),
    target === 'mentees' ? ask(supabase.rpc('siblings_of', { submission }), signal) : [],
  ])
  const others = siblings.filter(({ id }) => id !== values.id && rows.every((row) => row.id !== id))
  return [
    ...rows,
    ...others.map((row) => ({
      ...row,
      row_number: 0,
      email: null,
      phone: null,
      reasons: ['parent'],
    })),
  ]
}

const changed = (target: Target) => [
  resourceKey('submissions'),
  resourceKey(target),
  resourceKey('change_log'),
  ['resource', 'conversions'],
  ['dashboard'],
]

interface Convert {
  /**
   * Chosen here for a new row, so that a retry after a lost answer adds no second row; otherwise
   * the id of the linked row.
   */
  person: string
  entered?: Readonly<Record<string, unknown>>
  program?: string
}

export function convertSubmission(
  submission: Submission,
  target: Target,
  { label }: Resource,
  onUndoable: OnUndoable,
) {
  return mutationOptions({
    mutationFn: ({ person, entered, program }: Convert) =>
      ask(
        supabase.rpc('convert_submission', {
          submission: submission.id,
          target,
          person,
          ...(entered && { entered: entered as Json }),
          ...(program && { program }),
        }),
      ),
    onSuccess: (_data, _sent, _shown, { client }) => {
      const undo = undoable(client, undoConversion(submission, target), undefined)
      onUndoable(undo, [submission.id])
      notify({
        id: lastChange,
        title: 'Converted',
        description: `${titleOf(submission)}, ${submission.reference}: converted to ${label.one}`,
        tone: 'success',
        action: { label: 'Undo', onClick: undo },
      })
    },
    // A colleague may have been faster, or the lost answer may have been a success.
    onSettled: (_data, _error, _sent, _shown, { client }) => {
      for (const queryKey of changed(target)) void client.invalidateQueries({ queryKey })
    },
  })
}

export const undoConversion = (submission: Submission, target: Target) =>
  mutationOptions({
    mutationFn: () => ask(supabase.rpc('undo_conversion', { submission: submission.id })),
    onSuccess: () =>
      notify({
        id: lastChange,
        title: 'Conversion undone',
        description: `${titleOf(submission)}, ${submission.reference}`,
        tone: 'success',
      }),
    meta: { failure: failureAsSaid, invalidates: changed(target) },
  })
