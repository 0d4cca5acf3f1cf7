import { MutationObserver, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Auth } from '@/shared/auth/auth-context'
import type { Resource } from '@/shared/resource/define/define-resource'
import { resourceKey } from '@/shared/resource/list/resource-queries'
import { similarRows, type SimilarRow } from '@/shared/resource/write/similar-rows'
import { failureAsSaid } from '@/shared/supabase/backend-message'
import { supabase } from '@/shared/supabase/client'
import type { Json } from '@/shared/supabase/database.types'
import { notify } from '@/shared/ui/notify'
import { lastChange, type OnUndoable } from '@/shared/submissions/undo'
import { kinds, type SubmissionKind, type Target } from '@/shared/submissions/kinds'
import { readProtectedFields } from '@/shared/submissions/protected-fields'
import { titleOf, type Submission } from '@/shared/submissions/queues'

/** The lists into which somebody is taken on, with their forms. */
export type People = Readonly<Record<Target, Resource>>

interface Asked {
  kind: SubmissionKind
  conversions: object | null
}

/** As what somebody may take a submission on; as nothing where that was done. */
export function targetsFor(
  { kind, conversions }: Asked,
  people: People,
  { can }: Pick<Auth, 'can'>,
) {
  if (conversions) return []
  return (kinds[kind].targets ?? []).filter((target) => can(...people[target].requiredRights))
}

export const activeProgramsQuery = queryOptions({
  queryKey: [...resourceKey('programs'), 'active'],
  queryFn: async ({ signal }) => {
    const { data } = await supabase
      .from('programs')
      .select('id,name')
      .eq('status', 'active')
      .order('name')
      .order('id')
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

/** What an application says of a child, read once by the dialog: each reading is written down. */
export const childQuery = (application: string) =>
  queryOptions({
    queryKey: ['child', application],
    queryFn: ({ signal }) => readProtectedFields(application, signal),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })

/** Who may be there already: by what is known of them and, of a child, by the address of a parent. */
export async function similarPeople(
  target: Target,
  values: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<readonly SimilarRow[]> {
  const address = values.parent_email
  const [rows, family] = await Promise.all([
    similarRows(target, [values], signal),
    typeof address === 'string' && target === 'mentees' ? personAt(address, signal) : [],
  ])
  const others = family.filter(({ area, id }) => {
    return area === 'mentees' && id !== values.id && rows.every((row) => row.id !== id)
  })
  return [
    ...rows,
    ...others.map(({ id, title, status, happened_at }) => ({
      row_number: 0,
      id,
      name: title,
      email: null,
      phone: null,
      status,
      created_at: happened_at,
      reasons: ['parent'],
    })),
  ]
}

async function personAt(address: string, signal: AbortSignal) {
  const { data } = await supabase.rpc('person', { address }).abortSignal(signal).throwOnError()
  return data
}

const changed = (target: Target) => [
  resourceKey('submissions'),
  resourceKey(target),
  resourceKey('change_log'),
  ['resource', 'conversions'],
  ['dashboard'],
]

interface Convert {
  /** Chosen here for a new row, so that a second try after a lost answer adds nothing; else of who is there. */
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
    mutationFn: async ({ person, entered, program }: Convert) => {
      await supabase
        .rpc('convert_submission', {
          submission: submission.id,
          target,
          person,
          ...(entered && { entered: entered as Json }),
          ...(program && { program }),
        })
        .throwOnError()
    },
    onSuccess: (_data, _sent, _shown, { client }) => {
      const undo = () =>
        // Its own message tells of a failure.
        void new MutationObserver(client, undoConversion(submission, target))
          .mutate()
          .catch(() => {})
      onUndoable(undo, [submission.id])
      notify({
        id: lastChange,
        title: 'Taken On',
        description: `${titleOf(submission)}, ${submission.reference}: taken on as ${label.one}`,
        tone: 'success',
        action: { label: 'Undo', onClick: undo },
      })
    },
    // A colleague may have been faster, and an answer that was lost may have been a yes.
    onSettled: (_data, _error, _sent, _shown, { client }) => {
      for (const queryKey of changed(target)) void client.invalidateQueries({ queryKey })
    },
  })
}

export const undoConversion = (submission: Submission, target: Target) =>
  mutationOptions({
    mutationFn: async () => {
      await supabase.rpc('undo_conversion', { submission: submission.id }).throwOnError()
    },
    onSuccess: () =>
      notify({
        id: lastChange,
        title: 'Taken back',
        description: `${titleOf(submission)}, ${submission.reference}`,
        tone: 'success',
      }),
    meta: { failure: failureAsSaid, invalidates: changed(target) },
  })
